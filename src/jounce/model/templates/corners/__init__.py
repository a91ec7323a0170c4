"""Layouts of corners: each wheel hangs on the car by itself."""
