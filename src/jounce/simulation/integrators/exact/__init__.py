"""Implicit stages with the exact derivatives of the rates, in machine code."""
