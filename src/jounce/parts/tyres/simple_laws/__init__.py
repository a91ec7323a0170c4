"""Tyre laws on the simple carcass: one radius, a vertical spring and damper, fixed relaxation lengths."""
