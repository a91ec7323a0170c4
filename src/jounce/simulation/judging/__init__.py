"""Checks of a run that make its verdict, besides those of the numbers themselves: what moved, and what was asked."""
