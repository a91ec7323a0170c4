"""A tyre on its rig, and a tyre fitted to measured points."""
