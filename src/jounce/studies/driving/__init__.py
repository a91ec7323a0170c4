"""Experiments with a whole car on a road, one file each; every run starts from trim."""
