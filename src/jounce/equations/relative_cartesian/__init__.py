"""The route of relative Cartesian coordinates: six for each body, relative to a reference body; rows for joints.

[Kim, eq. 1-31, corrected]. With the ground as reference body these are absolute coordinates.
"""
