"""A mechanism moved by its inputs along a path."""
