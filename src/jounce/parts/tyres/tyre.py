"""A tyre on a road: it carries, drives, brakes and corners, also at standstill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, atan, maximum, minimum
from jounce.parts.citation import Citation
from jounce.parts.drawing import Wheel
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.roads.enveloping import enveloping_cams_of_literature
from jounce.parts.tyres.footprint import Footprint, footprint, footprint_wheel_spin
from jounce.parts.tyres.laws import SlipLaw
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, mirrored_tyre_law
from jounce.spatial.vector import add, dot, scale_vector
from jounce.units import Axes, Direction, Number, OneOf, Point, PositiveLength

SLOW = 1.0  # m/s below which the patch behaves as at standstill, the more the slower
SLOW_DAMPING = 0.01  # s: a deflection's rate counts as this much deflection at standstill
MOST_SLIP = 3.0  # u / sigma at speed: more is sliding altogether
LEAST_SLIP = 0.02  # u / sigma at standstill that a tyre without load may have
AT_PEAK = 2.5  # slip at the peak of a tyre's force, in terms of peak by slope at zero; 2 to 3 for most tyres
SLIDING = 3e-3  # s: how soon a deflection beyond its limit slides back to it
SHORTEST_RELAXATION = 0.05  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class Tyre:
    """Vertical spring and damper, and a slip law behind two deflections u of the contact patch.

        du/dt = -V_s - (|V_x| / sigma) u,        kappa = u_x / sigma_x,   tan(alpha) = -u_y / sigma_y

    V_s is the sliding velocity of the patch, sigma the relaxation length [Pacejka 2012, eq. 7.7, 7.9]. Nothing is
    divided by speed: at standstill u is a plain displacement, so a locked wheel on a slope holds by it. Three things
    differ below 1 m/s, and fade in as the wheel slows down. A share of du/dt is added to u, which damps the spring.
    Deflections beyond what friction can hold, F_peak over the stiffness of the patch, slide back within
    milliseconds, so that a wheel that comes to rest sliding gives back no more than its carcass holds. And slip grows
    faster than u, so that the tyre gives its full friction there. At speed deflections end at three times sigma.

    Load, rolling radius and forces are those of the law. Left and right tyres are mirror images by `side`.
    """

    name: str
    body: str  # the wheel, which spins
    point: Point  # wheel centre
    axis: Direction  # spin axis, to the left on both sides
    law: Annotated[SlipLaw, Axes("1", "1")]
    side: Number = 1.0  # 1 where it is mounted as it was measured, -1 on the other side of the car
    contact: Annotated[str, OneOf("point", "enveloping")] = "point"  # enveloping: two cams roll
    contact_length: PositiveLength = 0.1  # of the patch; of cams only

    reads_road = True  # rolls on the road that the model stands on
    source = Citation("Pacejka 2012", "eq. 7.7, 7.9")
    ends = ON_BODY
    drawing = Wheel("axis")
    group = "tyre"  # of its channels
    states = (("u_x", "m"), ("u_y", "m"))
    reads_road = True
    own_lanes = True  # so many operations that tyres of all axles had better share them
    on_axle = True  # it looks at its wheel only where the axle is

    def limits(self) -> Iterator[Problem]:
        """It is mounted as it was measured, or as its mirror image."""
        if abs(self.side) != 1.0:
            hint = "1 where it is mounted as it was measured, -1 on the other side of the car"
            yield Problem("side", f"{self.side:g} is no side", hint)

    @property
    def radius(self) -> Scalar:
        """Without load, at rest."""
        return self.law.free_radius(0.0)

    def loads(self, view: View) -> Loads:
        spin = footprint_wheel_spin(view, self.body, self.axis)
        radius = self.law.free_radius(spin)
        cams = (
            enveloping_cams_of_literature(radius, 0.5 * self.contact_length) if self.contact == "enveloping" else None
        )
        foot = footprint(view, self.body, self.point, self.axis, radius, cams)
        load = self.law.load(foot.deflection, foot.deflection_rate, spin)
        u = view.state("u_x"), view.state("u_y")
        sigma = [maximum(s, SHORTEST_RELAXATION) for s in self.law.relaxation(load, foot.inclination)]
        V_x, V_y = dot(foot.velocity, foot.x), dot(foot.velocity, foot.y)
        V_sx = V_x - spin * self.law.effective_radius(load, spin)
        crawl = 1.0 - minimum(maximum(absolute_for_tyre_law(V_x), absolute_for_tyre_law(V_y)) / SLOW, 1.0)
        full = [
            maximum(minimum(slip, MOST_SLIP), LEAST_SLIP)
            for slip in self.law.saturation(load, self.side * foot.inclination, foot.friction)
        ]
        limits = [s * (MOST_SLIP + (slip - MOST_SLIP) * crawl) for s, slip in zip(sigma, full, strict=True)]
        rates = deflection_rates(u, (V_sx, V_y), V_x, sigma, limits)
        damping = SLOW_DAMPING * crawl * crawl
        ratios = [(d + damping * r) / s for d, r, s in zip(u, rates, sigma, strict=True)]
        slip, slope = (_stretched(ratio, least, crawl) for ratio, least in zip(ratios, full, strict=True))
        contact = Contact(
            slip=slip,
            slip_angle=atan(-slope),
            inclination=foot.inclination,
            load=load,
            speed=V_x,
            friction=foot.friction,
        )
        forces = mirrored_tyre_law(self.law, contact, self.side)
        return Loads(
            pushes=(_push(self.body, foot, load, forces),),
            rates={"u_x": rates[0], "u_y": rates[1]},
            channels=_channels(foot, contact, forces),
        )


def deflection_rates(
    u: tuple[Scalar, Scalar], V_s: tuple[Scalar, Scalar], V_x: Scalar, sigma: list[Scalar], limits: list[Scalar]
) -> list[Scalar]:
    """du/dt = -V_s - (|V_x| / sigma) u of both directions; what is beyond its limit slides back."""
    rates = []
    for d, v, s, limit in zip(u, V_s, sigma, limits, strict=True):
        beyond = d - maximum(minimum(d, limit), -limit)
        rates.append(-v - absolute_for_tyre_law(V_x) * d / s - beyond / SLIDING)
    return rates


def _stretched(ratio: Scalar, full: Scalar, crawl: Scalar) -> Scalar:
    """Slip for u / sigma: the same at speed, and at standstill that of the peak where friction is used up."""
    share = minimum(absolute_for_tyre_law(ratio) / full, 1.0)
    return ratio * (1.0 + (AT_PEAK - 1.0) * crawl * crawl * share * share)


def _push(body: str, foot: Footprint, load: Scalar, forces: TyreForces) -> Push:
    axes = (foot.x, foot.y, foot.z)
    force, moment = (
        add(add(scale_vector(a, axes[0]), scale_vector(b, axes[1])), scale_vector(c, axes[2]))
        for a, b, c in ((forces.Fx, forces.Fy, load), (forces.Mx, forces.My, forces.Mz))
    )
    return Push(body, foot.point, force, moment)


def _channels(foot: Footprint, contact: Contact, forces: TyreForces) -> dict[str, Channel]:
    on_wheel = "of the road on the wheel at the contact point, ISO-W axes"
    return {
        "Fx": Channel(forces.Fx, "N", f"force {on_wheel}, positive forward"),
        "Fy": Channel(forces.Fy, "N", f"force {on_wheel}, positive to the left"),
        "Fz": Channel(contact.load, "N", f"force {on_wheel}, positive out of the road", "wheel load"),
        "Mx": Channel(forces.Mx, "N m", f"overturning moment {on_wheel}"),
        "My": Channel(forces.My, "N m", f"rolling-resistance moment {on_wheel}, negative rolling forward"),
        "Mz": Channel(forces.Mz, "N m", f"aligning moment {on_wheel}, positive turning left"),
        "slip": Channel(contact.slip, "1", "longitudinal slip u_x / sigma_x, positive driving, -1 locked", "share"),
        "slip_angle": Channel(contact.slip_angle, "rad", "slip angle atan(-u_y / sigma_y), positive moving left"),
        "inclination": Channel(foot.inclination, "rad", "right-hand about x: positive where the top leans right"),
        "deflection": Channel(foot.deflection, "m", "of the tyre, negative when it is off the road", "displacement"),
        "road": Channel(foot.height, "m", "height of the road under the wheel"),
        "friction": Channel(foot.friction, "1", "of the road under the wheel"),
    }
