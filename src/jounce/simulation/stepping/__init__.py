"""A simulation that is driven from outside, step by step: for co-simulation and for learning."""
