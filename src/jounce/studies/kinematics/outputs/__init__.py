"""The outputs of an axle on its rig as formulas."""
