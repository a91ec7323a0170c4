"""Trucks and cars with trailers: how they swing, what they amplify, how they cut corners, fold up and tip over."""
