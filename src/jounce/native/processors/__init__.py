"""Processors that machine code is made for: the one that is chosen, and what it can do."""
