"""Torque from engine or motors to the road: studies of the driveline."""
