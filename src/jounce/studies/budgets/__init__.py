"""Budgets of a steady circle: which effect makes a car understeer, and what carries its load transfer."""
