"""Vehicle multibody dynamics: described by hardpoints, generated once, run as native code."""

__version__ = "0.1.0"
