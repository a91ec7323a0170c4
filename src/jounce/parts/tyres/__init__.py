"""Tyres: what the road does to a wheel."""
