"""What a kinematics study reports: name, units, sign and definition of every output, once.

Definitions follow ISO 8855:2011 where it has the term. z is the wheel centre's travel, positive in jounce; rates
by z are at fixed rack, both wheels rising alike. s = +1 left, -1 right. W: wheel centre, e: spin axis pointing left,
C: contact point (lowest point of the loaded wheel's disc), C*: the carrier's point at C, x: forward. Angles are
against the body, whose z is the road's normal on the rig. Trail, scrub radius and the forces on the rack are along
and across the wheel's own heading. h: height of the centre of mass of the whole car, with unsprung masses.
"""

from __future__ import annotations

from typing import NamedTuple

from jounce.results import Channel, ChannelOwner, Metric
from jounce.results.kinds import kind_read_in


class KcOutput(NamedTuple):
    """One figure along a sweep."""

    name: str
    unit: str  # SI, as stored
    shown: str  # as printed and drawn
    definition: str

    def channel(self, name: str, owner: ChannelOwner) -> Channel:
        """Gives this output under a full name, with its kind, and its owner: a wheel of the axle or the axle itself."""
        return Channel(name, self.unit, self.definition, kind_read_in(self.unit, self.shown), owner)

    def metric(self, name: str, owner: ChannelOwner, value: float) -> Metric:
        """Returns the same as a figure of merit."""
        found = self.channel(name, owner)
        return Metric(value, self.unit, self.definition, found.kind, found.owner)


CORNER = (
    KcOutput("travel", "m", "mm", "height of W above its design position, seen from the body; positive in jounce"),
    KcOutput("steer", "rad", "deg", "atan2(-e_x, e_y) against the body's x; positive to the left on both sides"),
    KcOutput("toe", "rad", "deg", "-s steer; positive for toe-in"),
    KcOutput("toe_at_rim", "m", "mm", "rim diameter times sin(toe); positive for toe-in"),
    KcOutput("camber", "rad", "deg", "-s inclination; positive when the top leans outward"),
    KcOutput(
        "inclination",
        "rad",
        "deg",
        "asin(e_z) against the body's z, right-hand about the wheel's x; one formula for both sides",
    ),
    KcOutput("bump_steer", "rad/m", "deg/m", "rate of toe by z; positive when jounce gives toe-in"),
    KcOutput("bump_steer_curvature", "rad/m^2", "deg/m^2", "second derivative of toe by z"),
    KcOutput("bump_camber", "rad/m", "deg/m", "rate of camber by z; negative when jounce leans the top inward"),
    KcOutput("half_track_change", "m", "mm", "s y_C less its value in the design position; positive outward"),
    KcOutput("wheelbase_change", "m", "mm", "x_C less its value in the design position; positive forward"),
    KcOutput("recession", "m", "mm", "design value of x_W less x_W; positive when the wheel centre moves rearward"),
    KcOutput("wheel_centre_x", "m", "mm", "x_W in the axes of the vehicle, forward"),
    KcOutput("wheel_centre_y", "m", "mm", "y_W in the axes of the vehicle, to the left"),
    KcOutput("wheel_centre_z", "m", "mm", "z_W in the axes of the vehicle, upwards"),
    KcOutput(
        "caster",
        "rad",
        "deg",
        "atan2(-k_x, k_z) of the steering axis k, body's axes; positive when its top leans rearward",
    ),
    KcOutput(
        "kingpin",
        "rad",
        "deg",
        "atan2(-s k_y, k_z) of the steering axis k, body's axes; positive when its top leans inward",
    ),
    KcOutput(
        "caster_trail",
        "m",
        "mm",
        "caster offset at ground, along the wheel's heading: positive when the axis meets it ahead of C",
    ),
    KcOutput(
        "scrub_radius",
        "m",
        "mm",
        "kingpin offset at ground, across the wheel's heading: positive when C lies outboard of the axis",
    ),
    KcOutput(
        "mechanical_trail",
        "m",
        "mm",
        "caster trail times cos(caster): straight ahead, distance of C from the axis in side view",
    ),
    KcOutput(
        "hub_trail",
        "m",
        "mm",
        "as caster trail, along the wheel's heading, in the level plane through W: positive ahead of W",
    ),
    KcOutput(
        "hub_offset",
        "m",
        "mm",
        "as scrub radius, across the wheel's heading, in the level plane through W: positive outboard",
    ),
    KcOutput("caster_change", "rad/m", "deg/m", "-w_y: rate at which the carrier turns its top rearward, by z"),
    KcOutput(
        "wheel_rate", "N/m", "N/mm", "dFz/dz at W of springs and stops, no anti-roll bar: sum of k_s MR^2 + F_s dMR/dz"
    ),
    KcOutput("wheel_rate_geometric", "N/m", "N/mm", "the part F_s dMR/dz of the wheel rate"),
    KcOutput(
        "wheel_load", "N", "kN", "vertical force at W that balances springs and stops; no weights, no anti-roll bar"
    ),
    KcOutput("ride_rate", "N/m", "N/mm", "wheel rate and tyre stiffness in series"),
    KcOutput(
        "ride_frequency",
        "Hz",
        "Hz",
        "sqrt(ride rate / sprung mass) / (2 pi) of this corner alone; sprung mass: of the car body",
    ),
    KcOutput("wheel_damping_jounce", "N s/m", "N s/m", "dFz/dz' at W of all dampers in slow jounce: sum of c MR^2"),
    KcOutput("wheel_damping_rebound", "N s/m", "N s/m", "the same in slow rebound; c: the law's slope at 1 mm/s"),
    KcOutput(
        "damping_ratio", "1", "1", "mean wheel damping / (2 sqrt(wheel rate sprung mass)) of this corner alone, no tyre"
    ),
    KcOutput(
        "jacking", "1", "1", "dy_C/dz_C: force on the wheel towards jounce per unit of side force to the left at C"
    ),
    KcOutput("front_view_swing_arm", "m", "m", "1/|d inclination/dz|"),
    KcOutput("front_view_centre_y", "m", "m", "instant centre of the carrier in the front view, plane through W: y"),
    KcOutput("front_view_centre_z", "m", "m", "instant centre of the carrier in the front view, plane through W: z"),
    KcOutput("side_view_swing_arm", "m", "m", "1/|w_y|, w_y: turning rate of the carrier about y by z"),
    KcOutput("side_view_centre_x", "m", "m", "instant centre of the carrier in the side view, plane through W: x"),
    KcOutput("side_view_centre_z", "m", "m", "instant centre of the carrier in the side view, plane through W: z"),
    KcOutput(
        "support_slope_outboard", "1", "1", "dx_C*/dz: torque reacted by the carrier; its arctangent is the angle"
    ),
    KcOutput("support_slope_inboard", "1", "1", "dx_W/dz: torque reacted by the body; its arctangent is the angle"),
    KcOutput("steer_per_rack", "rad/m", "deg/mm", "rate of steer by rack displacement to the left, wheel height held"),
    KcOutput("camber_per_steer", "1", "1", "rate of camber by steer angle, spring length held"),
    KcOutput(
        "lift_per_steer", "m/rad", "mm/deg", "-dz_C per steer angle to the left, spring length held; positive: up"
    ),
    KcOutput(
        "rack_force_vertical",
        "1",
        "N/kN",
        "force on the rack to the left that holds a load Fz on this wheel at C, spring length held",
    ),
    KcOutput("rack_force_lateral", "1", "N/kN", "the same for a side force to the wheel's left at C"),
    KcOutput(
        "rack_force_forward_locked",
        "1",
        "N/kN",
        "the same for a force along its heading at C, wheel locked; brakes push rearward",
    ),
    KcOutput(
        "rack_force_forward_at_hub", "1", "N/kN", "the same for a force along its heading at W, driven by a half-shaft"
    ),
    KcOutput("rack_force_aligning", "1/m", "N/Nm", "the same for a moment about z on this wheel, turning left"),
)
# at the front and at the rear the same slopes support different things
FRONT = (
    KcOutput(
        "anti_dive",
        "1",
        "%",
        "p_b L/h dx_C*/dz: part of the braking load transfer carried, outboard brakes; h: whole car's centre of mass",
    ),
    KcOutput("anti_dive_inboard", "1", "%", "p_b L/h dx_W/dz: the same with inboard brakes"),
    KcOutput(
        "anti_lift",
        "1",
        "%",
        "p_d L/h dx_W/dz: part of the driving load transfer carried, half-shafts; h: whole car's centre of mass",
    ),
    KcOutput("anti_lift_carrier", "1", "%", "p_d L/h dx_C*/dz: the same with the drive torque on the carrier"),
)
REAR = (
    KcOutput(
        "anti_lift",
        "1",
        "%",
        "-(1 - p_b) L/h dx_C*/dz: braking load transfer carried, outboard brakes; h: whole car's centre of mass",
    ),
    KcOutput("anti_lift_inboard", "1", "%", "-(1 - p_b) L/h dx_W/dz: the same with inboard brakes"),
    KcOutput(
        "anti_squat",
        "1",
        "%",
        "-(1 - p_d) L/h dx_W/dz: driving load transfer carried, half-shafts; h: whole car's centre of mass",
    ),
    KcOutput("anti_squat_carrier", "1", "%", "-(1 - p_d) L/h dx_C*/dz: the same for a live axle"),
)
AXLE = (
    KcOutput("track", "m", "mm", "y_C left less y_C right"),
    KcOutput("track_change", "m", "mm", "track less its value in the design position"),
    KcOutput("total_toe", "rad", "deg", "sum of both toe angles"),
    KcOutput(
        "roll_centre_height",
        "m",
        "mm",
        "kinematic: above the road, where the body turns with both C at rest, and normals to their paths meet",
    ),
    KcOutput("roll_centre_y", "m", "mm", "kinematic: its place to the left; nan where the normals are parallel"),
    KcOutput(
        "roll_centre_height_2d", "m", "mm", "geometric: from the arms' planes cut at the axle's plane, above road"
    ),
    KcOutput("roll_centre_height_force", "m", "mm", "force-based: same roll moment of equal side forces, above road"),
    KcOutput(
        "roll_steer", "1", "1", "rate of the mean steer angle by body roll (right side down) as both C keep to the road"
    ),
    KcOutput(
        "roll_camber", "1", "1", "rate of the mean inclination by the same roll, against the body; add 1 for the road"
    ),
    KcOutput(
        "ackermann_error",
        "rad",
        "deg",
        "outer steer angle less that of cot(outer) = cot(inner) + t_k/L, t_k as designed",
    ),
    KcOutput("ackermann", "1", "%", "(inner - outer)/(inner - ideal outer): 100 % full, 0 parallel"),
    KcOutput(
        "turning_circle", "m", "m", "2 (L/sin(outer) + (track - t_k)/2): diameter, middle of the outer tyre, no slip"
    ),
    KcOutput(
        "steering_ratio", "1", "1", "rate of the steering-wheel angle by the mean steer angle, wheel heights held"
    ),
)
OF_WHEELS_APART = ("front_view_swing_arm", "front_view_centre_y", "front_view_centre_z")  # one does not move the other
OF_TORQUE_ON_BODY = {  # at a front and at a rear axle
    True: ("support_slope_inboard", "anti_dive_inboard", "anti_lift"),
    False: ("support_slope_inboard", "anti_lift_inboard", "anti_squat"),
}
FROM_DESIGN = ("travel", "half_track_change", "wheelbase_change", "recession", "track_change")  # zero there
MOTION_RATIO = KcOutput("motion_ratio", "1", "1", "compression of the element per wheel travel z")


def kc_outputs_of_corner(front: bool) -> tuple[KcOutput, ...]:
    """Returns what one wheel of a front or a rear axle can have, in the order in which it is listed."""
    return (*CORNER, *(FRONT if front else REAR))
