"""Steering, braking and standing: studies of handling."""
