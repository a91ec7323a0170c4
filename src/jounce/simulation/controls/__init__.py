"""Controllers in a run: their ticks end steps, read channels and write what inputs do until the next tick."""
