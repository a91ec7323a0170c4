"""Obstacles and uneven roads: studies of ride."""
