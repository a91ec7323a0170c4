"""Kinematics and compliance of an axle on its rig."""
