"""Closed loops: assembly, rank, rows in use, singular positions."""
