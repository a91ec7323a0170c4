"""Designs: which variants there are, read from plain data."""
