"""Entries of the gallery, paper by paper: a figure or table each, with the function that makes ours."""
