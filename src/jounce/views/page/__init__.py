"""The page of a run: 3-D scene, curves and metrics in one file."""
