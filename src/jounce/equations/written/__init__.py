"""Equations of motion to be read: formulas of small models simplified, with a letter for every number."""
