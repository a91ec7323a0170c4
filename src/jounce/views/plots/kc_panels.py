"""Which outputs of a kinematics study stand together, in the order in which an engineer reads them."""

from __future__ import annotations

# title and outputs that share a panel; a panel whose outputs are not there is left out
PANELS = (
    ("Toe", ("toe",)),
    ("Camber", ("camber",)),
    ("Caster", ("caster",)),
    ("Kingpin inclination", ("kingpin",)),
    ("Trail and scrub radius", ("caster_trail", "scrub_radius")),
    ("Track change", ("track_change",)),
    ("Wheelbase change", ("wheelbase_change",)),
    ("Motion ratio", ("motion_ratio",)),
    ("Wheel rate", ("wheel_rate", "wheel_rate_geometric", "ride_rate")),
    ("Roll centre height", ("roll_centre_height", "roll_centre_height_2d", "roll_centre_height_force")),
    ("Support slope dx/dz", ("support_slope_outboard", "support_slope_inboard")),
    ("Anti values", ("anti_dive", "anti_squat", "anti_lift")),
)
# what is read over the rack instead
RACK_PANELS = (
    ("Steer angle", ("steer",)),
    ("Steer per rack travel", ("steer_per_rack",)),
    ("Ackermann error", ("ackermann_error",)),
    ("Steering ratio", ("steering_ratio",)),
    *(panel for panel in PANELS if panel[0] in ("Camber", "Caster", "Kingpin inclination", "Trail and scrub radius")),
)
