"""A brake by pressure with an anti-lock modulator: it releases, holds and builds pressure as its wheel slips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.body import GROUND
from jounce.parts.brakes.pressure_brake import PressureBrake
from jounce.parts.citation import Citation
from jounce.parts.ends import Along, At, Ends
from jounce.parts.forces.friction import SMOOTH_STATES
from jounce.parts.forces.loads import Channel, Guard, Held, Loads, View
from jounce.spatial.rotation import turn_back_by_rotation
from jounce.spatial.vector import add, cross, vector_difference
from jounce.units import Number, Point, PositiveLength, PositiveTime, Pressure, Quantity, Speed

FOLLOW, RELEASE, HOLD, BUILD = 0.0, 1.0, 2.0, 3.0  # phases
RELEASES = "releases pressure"  # words of the events that begin a release
SOFT = 2e5  # Pa below which a released brake empties ever more slowly: what is left never becomes negative
REARMED = 1.1  # times the cut-out speed from which a modulator that let go may act again
RECOVERING = 0.5  # of the deceleration that releases: a wheel that slows down less has recovered

MODULATED = (("pressure", "Pa"), ("wheel_speed", "rad/s"))  # states
DELAYED = (("opposite_pressure", "Pa"), ("difference", "Pa"))  # further ones of a brake with an opposite one

SlipShare = Annotated[Scalar, Quantity("1", "positive")]
Turning = Annotated[Scalar, Quantity("rad/s^2", "positive")]
PressureRate = Annotated[Scalar, Quantity("Pa/s", "positive")]
PositiveAcceleration = Annotated[Scalar, Quantity("m/s^2", "positive")]
PositiveAngle = Annotated[Scalar, Quantity("rad", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsBrake(PressureBrake):
    """A brake by pressure whose wheel does not lock: a modulator between line and wheel.

    The pressure p of the wheel is a state. With p_d asked for by driver and controllers, and a lag T of the line,

        p' = (p_d - p)/T                              follow: the modulator is open
        p' = min((p_d - p)/T, rate)                   rate = -release_rate, 0, build_rate: release, hold, build

    With v, the speed of the car at `point` along the car, the rim's speed omega R, the slip s = 1 - omega R/v and the
    wheel's acceleration a, which is omega through a washout of `filter_time`, phases change where

        follow, build -> release    s > release_slip; or s > reapply_slip and a < -release_deceleration
        release -> hold             a > recovery_acceleration
        release -> build            s < reapply_slip and a > -release_deceleration/2
        hold -> release             s > release_slip and a < 0
        hold -> build               s < release_slip and a < 0; or s < reapply_slip
        build -> follow             (p_d - p)/T < build_rate
        any -> follow               v < cut_out_speed; from 1.1 times that on it acts again

    Where a controller brakes the wheel and the driver does not, both slips are larger in the ratio of `controlled_slip`
    to `release_slip`: stability control wants its wheel to slip, which takes side force from it as well.

    With an `opposite` brake on the other side of the axle the driver's pressure builds up with a delay, so that on a
    road of split friction the yaw moment grows no faster than a driver can answer it. While the modulator of the
    opposite brake releases, holds or builds, the driver's share of p_d is at most p_o + d. There p_o is the pressure
    that the opposite brake has for its driver, which follows from the phases of its modulator. The difference d begins
    with delay_begin and follows the largest one,

        d_most = delay_difference s^2 max(1 - |delta|/delay_steer, 0)      s = min(1, delay_speed/v)

    by the lag T, upwards by at most delay_rate s. delta is the angle of the steering wheel: the faster the car and the
    more its driver has to steer already, the less difference there may be. In a turn away from this wheel, where the
    inner wheel comes to its limit first, it may have delay_difference max(v |r|/delay_cornering - 1, 0) besides.

    Each change of a phase is an event of the run at its instant. Of several watched wheels the slowest counts: select
    low. The speed of the car is known without error.
    """

    body: str  # car body
    point: Point  # of it, whose speed is the reference
    radius: PositiveLength  # R
    watched: tuple[str, ...]  # "joint.coordinate" of the wheels whose slip counts
    release_slip: SlipShare = 0.12
    reapply_slip: SlipShare = 0.06
    controlled_slip: SlipShare = 0.5  # in place of release_slip while a controller brakes the wheel
    release_deceleration: Turning = 150.0
    recovery_acceleration: Turning = 20.0
    build_rate: PressureRate = 8e6
    release_rate: PressureRate = 4e7
    line_lag: PositiveTime = 0.02  # T
    filter_time: PositiveTime = 0.01
    cut_out_speed: Speed = 2.0
    side: Number = 1.0  # 1 on the left, -1 on the right
    opposite: str = ""  # brake on the other side with such a modulator; empty: this wheel's pressure is not delayed
    steer: str | None = None  # "joint.coordinate" of the steering wheel; none: delta is zero
    delay_begin: Pressure = 2e5
    delay_rate: PressureRate = 2e6
    delay_difference: Pressure = 6e6
    delay_speed: Speed = 8.0
    delay_cornering: PositiveAcceleration = 3.0
    delay_steer: PositiveAngle = 1.5707963267948966

    source: ClassVar[tuple[Citation, ...]] = (Citation("Rajamani 2012", "chapter 4"), *PressureBrake.source)
    ends: ClassVar[Ends] = (
        Along("coordinate"),
        Along("watched"),
        Along("steer", acts=False),
        At("body", "point", mounted=False),
    )
    held = (
        Held("phase", "1", "of the modulator: 0 follows, 1 releases, 2 holds, 3 builds", FOLLOW),
        Held("releases", "1", "how often pressure was released", 0.0),
    )

    @property
    def states(self) -> tuple[tuple[str, str], ...]:
        own = (*MODULATED, *(DELAYED if self.opposite else ()))
        return (*own, *SMOOTH_STATES) if self.law == "smooth" else own

    @property
    def lags(self) -> tuple[str, ...]:
        """States that follow the car: in steady motion they are where they belong."""
        return tuple(name for name, _ in (*MODULATED, *(DELAYED if self.opposite else ())))

    def limits(self) -> Iterator[Problem]:
        yield from PressureBrake.limits(self)
        yield from abs_slip_limit(self.release_slip, self.reapply_slip, self.controlled_slip)
        if not self.watched:
            yield Problem("watched", "no wheel", 'coordinates of wheels, such as "front_left.wheel_bearing.angle"')

    def loads(self, view: View) -> Loads:
        line, asked = self.asked_pressures(view)
        p, phase = view.state("pressure"), view.held("phase")
        speed, wheel = self._speeds(view)
        acceleration = (wheel - view.state("wheel_speed")) / self.filter_time
        following = (asked - p) / self.line_lag
        braking = self.loads_by_pressure(view, line, p)
        channels = {word: channel for word, channel in braking.channels.items() if word != "pressure"}
        channels |= {
            "asked_pressure": Channel(asked, "Pa", "pressure that driver and controllers ask of the wheel"),
            "wheel_acceleration": Channel(acceleration, "rad/s^2", "of the watched wheel, through a washout"),
        }
        rates = dict(braking.rates) | {"pressure": self._pressure_rate(asked, p, phase), "wheel_speed": acceleration}
        return Loads(
            efforts=braking.efforts,
            contact=braking.contact,
            channels=channels,
            rates=rates | (self._delay_rates(view, line) if self.opposite else {}),
            guards=self._guards(
                view, phase, speed, wheel * self.radius, acceleration, following, self._more_slip(line, asked)
            ),
        )

    def _pressure_rate(self, asked: Scalar, p: Scalar, phase: Scalar) -> Scalar:
        """Tells how fast the pressure of a wheel changes whose modulator is in a phase."""
        following = (asked - p) / self.line_lag
        emptying = -(self.release_rate * minimum(maximum(p, 0.0) * (1.0 / SOFT), 1.0))
        modulated = _by_phase(phase, {RELEASE: emptying, HOLD: 0.0, BUILD: self.build_rate})
        return _by_phase(phase, {FOLLOW: following}, minimum(following, modulated))

    def _more_slip(self, line: Scalar, asked: Scalar) -> Scalar:
        """Times the slips of a driver's braking: more while a controller brakes the wheel and the driver does not."""
        return select(less(line, minimum(asked, SOFT)), self.controlled_slip / self.release_slip, 1.0)

    def driver_pressure(self, view: View, line: Scalar) -> Scalar:
        """Tells what the driver asks of this wheel, as far as the yaw-moment delay lets it through."""
        asked = PressureBrake.driver_pressure(self, view, line)
        if not self.opposite:
            return asked
        delayed = view.state("opposite_pressure") + view.state("difference") + self._more_in_turn(view)
        return select(less(0.5, view.held("phase", self.opposite)), minimum(asked, delayed), asked)

    def _more_in_turn(self, view: View) -> Scalar:
        """Tells what the outer wheel of a turn may have besides."""
        turns = turn_back_by_rotation(view.axes(self.body), vector_difference(view.spin(self.body), view.spin(GROUND)))
        away = 0.0 - self.side * turns[2] * self._speeds(view)[0]
        return self.delay_difference * maximum(away / self.delay_cornering - 1.0, 0.0)

    def _delay_rates(self, view: View, line: Scalar) -> dict[str, Scalar]:
        """Of the pressure of the opposite brake, of its maxima, and of the difference that there may be."""
        phase, difference = view.held("phase", self.opposite), view.state("difference")
        pressure = view.state("opposite_pressure")
        slower = self.delay_speed / maximum(self._speeds(view)[0], self.delay_speed)
        angle = 0.0 if self.steer is None else view.coordinate(self.steer)[0]
        turned = maximum(angle, 0.0 - angle)
        most = self.delay_difference * slower * slower * maximum(1.0 - turned / self.delay_steer, 0.0)
        grows = minimum((most - difference) / self.line_lag, self.delay_rate * slower)
        begins = (self.delay_begin - difference) / self.line_lag
        return {
            "opposite_pressure": self._pressure_rate(PressureBrake.driver_pressure(self, view, line), pressure, phase),
            "difference": select(less(0.5, phase), grows, begins),
        }

    def _speeds(self, view: View) -> tuple[Scalar, Scalar]:
        """Speed of the car at the point, along the car; and of the slowest watched wheel, in rad/s."""
        at, origin = view.point(self.body, self.point), view.point(GROUND, (0.0, 0.0, 0.0))
        ground = add(origin.v, cross(view.spin(GROUND), vector_difference(at.r, origin.r)))
        speed = turn_back_by_rotation(view.axes(self.body), vector_difference(at.v, ground))[0]
        rates = [view.coordinate(name)[1] for name in self.watched]
        slowest = rates[0]
        for rate in rates[1:]:
            slowest = minimum(slowest, rate)
        return speed, slowest

    def _guards(
        self,
        view: View,
        phase: Scalar,
        v: Scalar,
        rim: Scalar,
        acceleration: Scalar,
        following: Scalar,
        more: Scalar,  # times the slips
    ) -> dict[str, Guard]:
        """Conditions in m/s, each positive until its phase ends."""
        turning = self.radius * self.filter_time  # m/s of the rim for each rad/s^2
        slips = rim - (1.0 - more * self.release_slip) * v
        regains = (1.0 - more * self.reapply_slip) * v - rim
        slows = maximum(turning * (acceleration + self.release_deceleration), 0.0 - regains)
        off = REARMED * self.cut_out_speed - v
        recovers = turning * (self.recovery_acceleration - acceleration)
        calm = turning * acceleration  # it no longer speeds up
        released = {"phase": RELEASE, "releases": view.held("releases") + 1.0}
        slowing = turning * (0.0 - RECOVERING * self.release_deceleration - acceleration)
        lets_go, build = RELEASES, "builds pressure"
        found: dict[str, tuple[float, Scalar, Mapping[str, Any], str]] = {
            "follow_slip": (FOLLOW, maximum(slips, off), released, lets_go),
            "follow_slow": (FOLLOW, maximum(slows, off), released, lets_go),
            "build_slip": (BUILD, slips, released, lets_go),
            "build_slow": (BUILD, slows, released, lets_go),
            "hold_slip": (HOLD, maximum(slips, calm), released, lets_go),
            "release_recovers": (RELEASE, recovers, {"phase": HOLD}, "holds pressure"),
            "release_regains": (RELEASE, maximum(regains, slowing), {"phase": BUILD}, build),
            "hold_regains": (HOLD, minimum(regains, maximum(calm, 0.0 - slips)), {"phase": BUILD}, build),
            "build_done": (BUILD, following * (1.0 / self.build_rate) - 1.0, {"phase": FOLLOW}, "follows the line"),
        }
        guards = {
            word: Guard(_by_phase(phase, {when: value}, 1.0), falls=what, sets=sets)
            for word, (when, value, sets, what) in found.items()
        }
        cut_out = _by_phase(phase, {FOLLOW: 1.0}, v - self.cut_out_speed)
        return guards | {"cut_out": Guard(cut_out, falls="lets go at low speed", sets={"phase": FOLLOW})}


def _by_phase(phase: Scalar, values: Mapping[float, Scalar], otherwise: Scalar = 0.0) -> Scalar:
    """The value of the phase that holds."""
    found = otherwise
    for when, value in values.items():
        found = select(less((phase - when) * (phase - when), 0.25), value, found)
    return found


def abs_slip_limit(release: Any, reapply: Any, controlled: Any) -> Iterator[Problem]:
    """Pressure comes back at less slip than it goes at, else the modulator would chatter."""
    if release >= 1.0:
        yield Problem("release_slip", f"{release:g}", "below 1, which is a locked wheel; 0.1 to 0.15 is usual")
    if reapply >= release:
        hint = "less slip than where pressure is released, else the modulator chatters"
        yield Problem("reapply_slip", f"{reapply:g} at a release_slip of {release:g}", hint)
    if release < 1.0 and not release <= controlled < 1.0:
        hint = "at least release_slip, and below 1, which is a locked wheel; 0.3 to 0.6 is usual"
        yield Problem("controlled_slip", f"{controlled:g} at a release_slip of {release:g}", hint)
