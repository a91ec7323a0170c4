"""Gradients: how the metrics of a study change with numbers of the car."""
