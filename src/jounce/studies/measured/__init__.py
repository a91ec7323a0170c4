"""Beside measurements: records of real drives, replayed with a car and compared with what it does."""
