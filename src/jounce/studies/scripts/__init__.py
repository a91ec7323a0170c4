"""Scripts of phases: what a driver does, one thing after the other, and when."""
