"""Names that every model of a vehicle without units has."""

LEADING = "car"  # the unit
BODY = "body"  # its floating body, and the joint by which this moves on the ground
MOTION = "vehicle"  # the motion of its reference point, in channels
