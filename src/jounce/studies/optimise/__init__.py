"""Optimisation: numbers of a car for goals that metrics and curves of studies say, by gradients."""
