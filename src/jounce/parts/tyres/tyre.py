"""A tyre on a road: it carries, drives, brakes and corners, also at standstill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, atan, maximum, minimum, sqrt
from jounce.parts.citation import Citation
from jounce.parts.drawing import Wheel
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Guard, Loads, Push, View
from jounce.parts.roads.enveloping import HEIGHT, LENGTH, ORDER, SHIFT, Cam, EnvelopingCams, enveloping_cams
from jounce.parts.signals import Signal
from jounce.parts.tyres.footprint import Footprint, footprint, footprint_wheel_spin
from jounce.parts.tyres.laws import SlipLaw
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, mirrored_tyre_law
from jounce.spatial.vector import Vec3, add, dot, scale_vector
from jounce.units import Axes, Direction, Number, OneOf, Point, PositiveLength, PositiveNumber

SLOW = 1.0  # m/s below which the patch behaves as at standstill, the more the slower
SLOW_DAMPING = 0.01  # s: a deflection's rate counts as this much deflection at standstill
MOST_SLIP = 3.0  # more is sliding altogether
LEAST_LIMIT = 0.02  # u / sigma with which it slides at least, also without load
SLIDING_TIME = 2e-3  # s in which a wheel slides past its deflection at least, so that a step of 1 ms resolves it
LARGEST_LIMIT = 0.75  # u / sigma with which a locked wheel slides at most; sideways and on the spot it is twice that
SHORTEST_RELAXATION = 0.05  # m
LEAST_PEAK = 1.0  # N of grip by which the use of friction is divided at least
FAST = 100.0  # m/s, for which tables of random roads are made
PATCH = ("contact", "contact_length", "cam_length", "cam_height", "cam_order", "cam_shift")  # how it meets the road
LEAST_ORDER = 1.05  # of a cam: below it is a diamond with an edge


@dataclass(frozen=True, slots=True, kw_only=True)
class Tyre:
    """Vertical spring and damper, and a slip law behind two deflections u of the contact patch.

        du/dt = -V_s - (|V_x| + c |V_s| |r|) r,   r = u / sigma,   slip = r / (1 - c r^2)

    V_s is the sliding velocity of the patch, sigma the relaxation length, slip kappa along and -tan(alpha) across.
    Without c this is [Pacejka 2012, eq. 7.7, 7.9]. Nothing is divided by speed: at standstill u is a plain
    displacement, so a locked wheel on a slope holds by it. c lets the carcass yield where the patch slides, as a brush
    does and as in [Dahl 1968]: a locked wheel is deflected by what its friction can hold, not by sigma, and gives back
    no more than that when it comes to rest. Slip in steady motion is the same for any c. Below 1 m/s a share of du/dt
    is added to u, the more the slower, which damps the spring.

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
    cam_length: PositiveNumber = LENGTH  # half axis of a cam along the road, by the free radius
    cam_height: PositiveNumber = HEIGHT  # that across it
    cam_order: PositiveNumber = ORDER  # exponent of the cam's outline
    cam_shift: PositiveNumber = SHIFT  # from one cam to the other, by the length of the contact
    post: Annotated[Signal, Axes("s", "m")] | None = None  # lifts the road under this wheel alone, as a rig does

    source = Citation("Pacejka 2012", "eq. 7.7, 7.9")
    ends = ON_BODY
    drawing = Wheel("axis")
    group = "tyre"  # of its channels
    count = 1  # tyres that share its load
    states = (("u_x", "m"), ("u_y", "m"))
    reads_road = True  # rolls on the road that the model stands on
    own_lanes = True  # so many operations that tyres of all axles had better share them
    on_axle = True  # it looks at its wheel only where the axle is

    def limits(self) -> Iterator[Problem]:
        """It is mounted as it was measured, or as its mirror image; and its cams are round."""
        if abs(self.side) != 1.0:
            hint = "1 where it is mounted as it was measured, -1 on the other side of the car"
            yield Problem("side", f"{self.side:g} is no side", hint)
        if not self.cam_order >= LEAST_ORDER:  # type: ignore[operator]
            hint = f"at least {LEAST_ORDER:g}; 2 is an ellipse, tyres have about {ORDER:g}"
            yield Problem("cam_order", f"{self.cam_order:g} has an edge in place of a lowest point", hint)

    @property
    def radius(self) -> Scalar:
        """Without load, at rest."""
        return self.law.free_radius(0.0)

    def cams(self) -> tuple[Cam, ...]:
        """Those that roll over the road, at rest and at high speed; none where a point touches it."""
        if self.contact != "enveloping":
            return ()
        at_rest = self.law.free_radius(0.0)
        radii = at_rest, self.law.free_radius(FAST / at_rest)
        return tuple(self._cams(radius).cam for radius in radii)

    def _cams(self, radius: Scalar) -> EnvelopingCams:
        numbers = self.cam_length, self.cam_height, self.cam_order, self.cam_shift
        return enveloping_cams(radius, self.contact_length, numbers)

    def loads(self, view: View) -> Loads:
        on_road = self.on_road(view)
        return Loads(
            pushes=(on_road.push(self.body),),
            rates=dict(zip(("u_x", "u_y"), on_road.rates, strict=True)),
            channels=tyre_channels(on_road) | self.friction_use(on_road),
            guards={"contact": on_road.guard},
        )

    def on_road(self, view: View) -> TyreOnRoad:
        """Finds where it stands, how it slips and what the road does to it."""
        spin = footprint_wheel_spin(view, self.body, self.axis)
        foot = self.meet_road(view, spin)
        load = self.carried(foot, spin)
        u = view.state("u_x"), view.state("u_y")
        sigma = [maximum(s, SHORTEST_RELAXATION) for s in self.relaxation(load, foot, spin)]
        V_x, V_y = dot(foot.velocity, foot.x), dot(foot.velocity, foot.y)
        V_s = V_x - spin * self.law.effective_radius(load, spin), V_y
        full = self.law.saturation(load, self.side * foot.inclination, foot.friction)
        yields = [tyre_yielding(slip, v, s) for slip, v, s in zip(full, V_s, sigma, strict=True)]
        rates = [tyre_deflection_rate(d, v, V_x, s, c) for d, v, s, c in zip(u, V_s, sigma, yields, strict=True)]
        crawl = 1.0 - minimum(maximum(absolute_for_tyre_law(V_x), absolute_for_tyre_law(V_y)) / SLOW, 1.0)
        damping = SLOW_DAMPING * crawl * crawl
        ratios = [(d + damping * rate) / s for d, rate, s in zip(u, rates, sigma, strict=True)]
        slip, slope = (tyre_slip_of_deflection(r, c) for r, c in zip(ratios, yields, strict=True))
        contact = Contact(
            slip=tyre_slip_of_braking(slip, V_x),
            slip_angle=atan(-slope),
            inclination=foot.inclination,
            load=load,
            speed=V_x,
            friction=foot.friction,
        )
        forces = mirrored_tyre_law(self.law, contact, self.side)
        return TyreOnRoad(foot, *self.stand(view, foot), contact, forces, rates)

    def meet_road(self, view: View, spin: Scalar, heading: Vec3 | None = None) -> Footprint:
        """Returns where it stands on the road, across its own axle or across another one."""
        radius = self.law.free_radius(spin)
        cams = self._cams(radius) if self.contact == "enveloping" else None
        lifted = None if self.post is None else (view.signal(self.post), view.signal_rate(self.post))
        return footprint(view, self.body, self.point, self.axis, radius, cams, lifted, heading)

    def carried(self, foot: Footprint, spin: Scalar) -> Scalar:
        """Returns the load."""
        return self.law.load(foot.deflection, foot.deflection_rate, spin)

    def relaxation(self, load: Scalar, foot: Footprint, spin: Scalar) -> tuple[Scalar, Scalar]:
        """Returns relaxation lengths of the patch against the body it stands on, along and across."""
        return self.law.relaxation(load, foot.inclination)

    def stand(self, view: View, foot: Footprint) -> tuple[Vec3, Scalar]:
        """Returns the place where the forces of the road act, and how far the whole tyre is pressed in."""
        return foot.point, foot.deflection

    def friction_use(self, on_road: TyreOnRoad) -> dict[str, Channel]:
        """Tells how much of its grip it uses, by an ellipse of its own peaks; a tyre without peaks does not say it."""
        if not hasattr(self.law, "peak_forces"):
            return {}
        contact, forces = on_road.contact, on_road.forces
        peaks = self.law.peak_forces(contact.load, self.side * contact.inclination, contact.friction)
        along, across = (F / maximum(peak, LEAST_PEAK) for F, peak in zip((forces.Fx, forces.Fy), peaks, strict=True))
        text = (
            "root of (Fx by its peak)^2 + (Fy by its peak)^2, peaks of the law at pure slip, at this load and on this "
            "road"
        )
        return {"friction_use": Channel(sqrt(along * along + across * across), "1", text, "share")}


@dataclass(frozen=True, slots=True)
class TyreOnRoad:
    """One tyre where it stands on the road: its footprint, its slip, what the road does to it, rates of both states."""

    foot: Footprint
    place: Vec3  # where its forces act
    deflection: Scalar  # m, of the whole tyre
    contact: Contact
    forces: TyreForces
    rates: Sequence[Scalar]

    @property
    def guard(self) -> Guard:
        """Of lift-off and landing."""
        return Guard(self.foot.deflection, kink=True, falls="lifts off", rises="lands")

    def push(self, body: str) -> Push:
        """Force and moment of the road on the wheel, at the contact point."""
        F, axes = self.forces, (self.foot.x, self.foot.y, self.foot.z)
        force, moment = (
            add(add(scale_vector(a, axes[0]), scale_vector(b, axes[1])), scale_vector(c, axes[2]))
            for a, b, c in ((F.Fx, F.Fy, self.contact.load), (F.Mx, F.My, F.Mz))
        )
        return Push(body, self.place, force, moment)


def tyre_yielding(full: Scalar, V_s: Scalar, sigma: Scalar) -> Scalar:
    """c = (1 - q) / q^2 of a patch that slides, locked, with |u| = q sigma.

    q is the slip `full` at which the slope at zero slip would reach the peak force: what friction can hold. Where it
    slides fast, q = full + SLIDING_TIME |V_s| / sigma, or the equation would be stiff. With q = 1 nothing yields.
    """
    held = maximum(minimum(full, 1.0), LEAST_LIMIT)
    q = maximum(minimum(held + SLIDING_TIME * absolute_for_tyre_law(V_s) / sigma, LARGEST_LIMIT), held)
    return (1.0 - q) / (q * q)


def tyre_deflection_rate(u: Scalar, V_s: Scalar, V_x: Scalar, sigma: Scalar, c: Scalar) -> Scalar:
    """du/dt = -V_s - (|V_x| + c |V_s| |r|) r with r = u / sigma."""
    r = u / sigma
    return -V_s - (absolute_for_tyre_law(V_x) + c * absolute_for_tyre_law(V_s) * absolute_for_tyre_law(r)) * r


def tyre_slip_of_deflection(r: Scalar, c: Scalar) -> Scalar:
    """r / (1 - c r^2): -V_s / |V_x| where the deflection r = u / sigma does not change; at most MOST_SLIP."""
    return r / maximum(1.0 - c * r * r, absolute_for_tyre_law(r) / MOST_SLIP)


def tyre_slip_of_braking(slip: Scalar, V_x: Scalar) -> Scalar:
    """Not beyond that of a locked wheel against the way it goes, nor at standstill: there u outlasts a falling load."""
    ahead, back = (maximum(minimum(v / SLOW - 1.0, 1.0), 0.0) for v in (V_x, -V_x))
    more = MOST_SLIP - 1.0
    return maximum(minimum(slip, 1.0 + more * ahead), -1.0 - more * back)


def tyre_channels(on_road: TyreOnRoad) -> dict[str, Channel]:
    """Tells what is recorded of a tyre."""
    foot, contact, forces = on_road.foot, on_road.contact, on_road.forces
    on_wheel = "of the road on the wheel at the contact point, ISO-W axes"
    return {
        "Fx": Channel(forces.Fx, "N", f"force {on_wheel}, positive forward"),
        "Fy": Channel(forces.Fy, "N", f"force {on_wheel}, positive to the left"),
        "Fz": Channel(contact.load, "N", f"force {on_wheel}, positive out of the road", "wheel load"),
        "Mx": Channel(forces.Mx, "N m", f"overturning moment {on_wheel}"),
        "My": Channel(forces.My, "N m", f"rolling-resistance moment {on_wheel}, negative rolling forward"),
        "Mz": Channel(forces.Mz, "N m", f"aligning moment {on_wheel}, positive turning left"),
        "slip": Channel(
            contact.slip, "1", "slip by the patch's deflection; a locked wheel has -1, 1 in reverse", "share"
        ),
        "slip_angle": Channel(contact.slip_angle, "rad", "by the patch's deflection, positive moving left"),
        "inclination": Channel(foot.inclination, "rad", "right-hand about x: positive where the top leans right"),
        "deflection": Channel(on_road.deflection, "m", "of the tyre, negative when it is off the road", "displacement"),
        "x": Channel(foot.place[0], "m", "where the wheel stands on the ground, x"),
        "y": Channel(foot.place[1], "m", "where the wheel stands on the ground, y"),
        "road": Channel(foot.height, "m", "height of the road under the wheel"),
        "friction": Channel(foot.friction, "1", "of the road under the wheel"),
    }
