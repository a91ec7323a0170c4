"""Assemblies: what a unit of a vehicle is made of, each in a folder with its data, rules and parts."""
