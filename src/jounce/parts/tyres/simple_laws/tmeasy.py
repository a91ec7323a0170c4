"""The tyre model made easy: two curves by what one reads from a measurement, at two loads, and their mean direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select, sin, sqrt, tan
from jounce.parts.citation import Citation
from jounce.parts.tyres.carcass import simple_carcass_damped_load
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre
from jounce.units import Damping, PositiveForce, PositiveLength, PositiveNumber, PositiveStiffness, Quantity

VXLOW = 1.0  # m/s, below which forward passes into reverse
LEAST = 1e-9  # of slips, keeps their direction finite
LIGHTEST = 1e-15  # of the nominal load: ratios of forces stay what they are where the wheel lifts
MOST_SLIP = 1e9  # of a wheel that spins on the spot
SLOWEST = 1e-3  # of rolling in the motion; a wheel that rolls less slides like a locked one
SLIP_LOADS = 3.0  # of the nominal load: slips grow with the load as far as this

Slope = Annotated[Scalar, Quantity("N", "positive")]  # of a force over the slip
Share = Annotated[Scalar, Quantity("1", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TMeasyTyre:
    """TMeasy: slope, peak and sliding of each force with the slips where they are; at the nominal load, and `_2` twice.

    Forces go over the load as parabolas through zero, up to their tops; slips on straight lines. Combined slip is one
    slip of both, each by its own measure. The slips are by the speed of rolling: a wheel locks at an infinite one.
    """

    radius: PositiveLength  # r_0
    width: PositiveLength  # B, of the patch
    FNOMIN: PositiveForce  # F_N
    stiffness: PositiveStiffness  # vertical, at the nominal load
    stiffness_2: PositiveStiffness
    damping: Damping = 0.0
    slip_stiffness: PositiveStiffness  # c_x of the carcass
    side_stiffness: PositiveStiffness  # c_y
    rolling: Share = 0.375  # lambda, share of the free radius in the rolling radius
    rolling_2: Share = 0.75
    rolling_resistance: Share = 0.0  # f_R
    dFx0: Slope
    dFx0_2: Slope
    FxM: PositiveForce
    FxM_2: PositiveForce
    sxM: PositiveNumber
    sxM_2: PositiveNumber
    FxS: PositiveForce
    FxS_2: PositiveForce
    sxS: PositiveNumber
    sxS_2: PositiveNumber
    dFy0: Slope
    dFy0_2: Slope
    FyM: PositiveForce
    FyM_2: PositiveForce
    syM: PositiveNumber
    syM_2: PositiveNumber
    FyS: PositiveForce
    FyS_2: PositiveForce
    syS: PositiveNumber
    syS_2: PositiveNumber
    trail: Share = 0.0  # (n/L)_0 at no slip, by the length of the patch
    trail_2: Share = 0.0
    sy0: PositiveNumber = 0.2  # where the trail changes its sign
    sy0_2: PositiveNumber = 0.2
    syE: PositiveNumber = 1.0  # where it ends
    syE_2: PositiveNumber = 1.0

    title = "TMeasy"
    source = Citation("Rill 2012", "chapter 3")

    def limits(self) -> Iterator[Problem]:
        """Curves that rise to their peaks and then slide, at both loads; slips that a straight line keeps positive."""
        for end in ("", "_2"):
            for k in "xy":
                yield from self._curve_limits(k, end)
            if _of(self, "syE", end) < _of(self, "sy0", end):
                what = f"{_of(self, 'syE', end):g} is below sy0{end} = {_of(self, 'sy0', end):g}"
                yield Problem(f"syE{end}", what, "the trail ends where or after it changes its sign")
        for name in ("sxM", "sxS", "syM", "syS", "sy0", "syE"):
            one, two = _of(self, name, ""), _of(self, name, "_2")
            if two >= 2 * one or 2 * two <= one:
                what = f"{two:g} after {one:g} at the nominal load: the straight line through both falls below zero"
                yield Problem(f"{name}_2", what, f"more than half of {name} and less than twice")

    def _curve_limits(self, k: str, end: str) -> Iterator[Problem]:
        slope, peak, at, sliding, far = (
            _of(self, name, end) for name in (f"dF{k}0", f"F{k}M", f"s{k}M", f"F{k}S", f"s{k}S")
        )
        if slope * at < 2.0 * peak:
            what = f"{slope:g} N: a straight line to the peak of {peak:g} N at a slip of {at:g} needs {peak / at:g} N"
            yield Problem(
                f"dF{k}0{end}", what, f"at least twice that, {2.0 * peak / at:.6g} N, or the curve overshoots"
            )
        if sliding > peak:
            yield Problem(f"F{k}S{end}", f"{sliding:g} N is above the peak of {peak:g} N", f"at most F{k}M{end}")
        if far <= at:
            yield Problem(f"s{k}S{end}", f"{far:g} is not beyond the peak at {at:g}", f"more than s{k}M{end}")

    def load_range(self) -> tuple[float, float]:
        """Loads that its numbers are of: up to twice the nominal one, where the second set is given."""
        return 0.0, 2.0 * float(self.FNOMIN)  # type: ignore[arg-type]

    def free_radius(self, spin: Scalar) -> Scalar:
        """It does not grow with the spin."""
        return self.radius

    def load(self, deflection: Scalar, rate: Scalar, spin: Scalar) -> Scalar:
        """F = a_1 d + a_2 d^2, with the given stiffness dF/dd at the nominal load and at twice that."""
        d = maximum(deflection, 0.0)
        a_1, a_2 = self._spring()
        elastic = maximum(a_1 * d + a_2 * d * d, 0.0)
        return simple_carcass_damped_load(elastic, self.damping, rate)

    def effective_radius(self, load: Scalar, spin: Scalar) -> Scalar:
        """lambda r_0 + (1 - lambda) r_S; lambda is straight over the load until the radius would grow again."""
        more = self.rolling_2 - self.rolling
        last = 0.5 * (1.0 - self.rolling + more) / maximum(more, LEAST)
        q = minimum(load / self.FNOMIN, maximum(last, 0.0))
        return self.radius - (1.0 - self.rolling - more * (q - 1.0)) * self._deflection(load)

    def relaxation(self, load: Scalar, inclination: Scalar) -> tuple[Scalar, Scalar]:
        """dF0 / c: what the carcass gives way at the first slip. At larger slip it is the deflection that saturates."""
        q = load / self.FNOMIN
        slopes = (_force(q, self.dFx0, self.dFx0_2), _force(q, self.dFy0, self.dFy0_2))
        return slopes[0] / self.slip_stiffness, slopes[1] / self.side_stiffness

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        """Slips at which the slopes at no slip would reach the peaks."""
        x, y = self._curves(load, friction)
        return x.FM / x.dF0, y.FM / y.dF0

    def peak_forces(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        x, y = self._curves(load, friction)
        return x.FM, y.FM

    def forces(self, contact: Contact) -> TyreForces:
        """Forces and moments  [Rill 2012, chapter 3], without bore torque.

            s_x = (spin r_D - V_x) / |spin r_D|,   s_y = -V_y / |spin r_D|,   s = sqrt((s_x / h_x)^2 + (s_y / h_y)^2)
            h_k = s_kM / (s_xM + s_yM) + (F_kM / dF_k0) / (F_xM / dF_x0 + F_yM / dF_y0)

        Along the direction (cos, sin) of the scaled slip each number of the curve is the root of the squares of its
        two, dF0^2 = (dF_x0 h_x cos)^2 + (dF_y0 h_y sin)^2 and so on, and F = F(s) acts along that direction:

            F = dF0 s / (1 + t (t + dF0 s_M / F_M - 2))  with t = s / s_M, up to the peak at t = 1
            F = F_M - (F_M - F_S) u^2 (3 - 2 u)          with u = (s - s_M) / (s_S - s_M), up to sliding at u = 1

        Friction scales forces and slips of peak and sliding, and leaves the slope. Inclination is a slip of
        -L sin(gamma) / (2 r_D), a third of which acts by the side slope, less what slip has used of it: of a wheel
        that only slips sideways by F_y / s_y. The patch is L = 2 sqrt(r_0 d) long. Its tilt shifts the load
        sideways, at most until an edge lifts, B / 6.
        """
        x, y = self._curves(contact.load, contact.friction)
        direction = rolling_direction_of_tyre(contact.speed, VXLOW)
        kappa = maximum(minimum(contact.slip, MOST_SLIP), -MOST_SLIP)
        share = maximum(absolute_for_tyre_law(1.0 + kappa * direction), SLOWEST)
        s_y = -tan(contact.slip_angle) / share
        h_x, h_y = _measures(x, y)
        sx, sy = kappa / share / h_x, s_y / h_y
        per_slip, left = _force_per_slip(x, y, (h_x, h_y), sx, sy)
        Fy = per_slip * sy

        deflection = self._deflection(contact.load)
        length = 2.0 * sqrt(self.radius * deflection + LEAST * LEAST)
        r_D = self.effective_radius(contact.load, 0.0)
        tilted = y.dF0 * left / 3.0 * (-0.5 * length / r_D * sin(contact.inclination))
        arm = length * self._trail(contact.load / self.FNOMIN, contact.friction, absolute_for_tyre_law(s_y))

        a_1, a_2 = self._spring()
        tilt = self.width * self.width / 12.0 * (a_1 + 2.0 * a_2 * deflection) * contact.inclination
        edge = self.width / 6.0 * contact.load
        rolls = rolling_direction_of_tyre(contact.speed + kappa * absolute_for_tyre_law(contact.speed), VXLOW)
        return TyreForces(
            Fx=per_slip * sx,
            Fy=Fy + tilted,
            Mx=-maximum(minimum(tilt, edge), -edge),
            My=-self.rolling_resistance * r_D * contact.load * rolls,
            Mz=-arm * Fy * direction,
        )

    def _spring(self) -> tuple[Scalar, Scalar]:
        """a_1 and a_2 of the load over the deflection; a stiffness that grows by more than 41 % begins with none."""
        c_1, c_2 = self.stiffness * self.stiffness, self.stiffness_2 * self.stiffness_2
        return sqrt(maximum(2.0 * c_1 - c_2, LEAST * c_1)), (c_2 - c_1) / (4.0 * self.FNOMIN)

    def _deflection(self, load: Scalar) -> Scalar:
        a_1, a_2 = self._spring()
        return 2.0 * load / (a_1 + sqrt(maximum(a_1 * a_1 + 4.0 * a_2 * load, LEAST * a_1 * a_1)))

    def _curves(self, load: Scalar, friction: Scalar) -> tuple[_Curve, _Curve]:
        """Both curves at a load, on a road."""
        q, mu = load / self.FNOMIN, maximum(friction, LEAST)
        return _curve_at(self, "x", q, mu), _curve_at(self, "y", q, mu)

    def _trail(self, q: Scalar, friction: Scalar, size: Scalar) -> Scalar:
        """n / L over |s_y|: a mean of a line and a cubic to zero at s_0, then slightly negative, and zero from s_E."""
        mu = maximum(friction, LEAST)
        s_0 = mu * _slip(q, self.sy0, self.sy0_2)
        s_E = maximum(mu * _slip(q, self.syE, self.syE_2), s_0 * (1.0 + LEAST))
        w = s_0 / s_E
        near, far = minimum(size / s_0, 1.0), minimum(maximum(s_E - size, 0.0) / (s_E - s_0), 1.0)
        first = (1.0 - w) * (1.0 - near) + w * (1.0 - near * near * (3.0 - 2.0 * near))
        after = -(1.0 - w) * (minimum(maximum(size, s_0), s_E) - s_0) / s_0 * far * far
        return maximum(_slip(q, self.trail, self.trail_2), 0.0) * (first + after)


@dataclass(frozen=True, slots=True)
class _Curve:
    """One force over its slip, at one load."""

    dF0: Scalar
    FM: Scalar
    sM: Scalar
    FS: Scalar
    sS: Scalar


def _of(tyre: TMeasyTyre, name: str, end: str) -> Any:
    return getattr(tyre, name + end)


def _curve_at(tyre: TMeasyTyre, k: str, q: Scalar, mu: Scalar) -> _Curve:
    slope, peak, sliding = (
        _force(q, _of(tyre, name, ""), _of(tyre, name, "_2")) for name in (f"dF{k}0", f"F{k}M", f"F{k}S")
    )
    at, far = (mu * _slip(q, _of(tyre, name, ""), _of(tyre, name, "_2")) for name in (f"s{k}M", f"s{k}S"))
    return _Curve(slope, mu * peak, at, mu * sliding, far)


def _force(q: Scalar, one: Scalar, two: Scalar) -> Scalar:
    """The parabola through zero and both numbers over q = Fz / F_N; it stays at its top."""
    slope, bend = 2.0 * one - 0.5 * two, one - 0.5 * two
    top = 0.5 * slope / maximum(bend, LEAST * one)
    q = maximum(minimum(q, maximum(top, LIGHTEST)), LIGHTEST)
    return q * maximum(slope - bend * q, LEAST * one)


def _slip(q: Scalar, one: Scalar, two: Scalar) -> Scalar:
    """The straight line through both numbers over q."""
    return one + (two - one) * (maximum(minimum(q, SLIP_LOADS), 0.0) - 1.0)


def _measures(x: _Curve, y: _Curve) -> tuple[Scalar, Scalar]:
    """h_x and h_y, by which each slip is measured; their sum is two."""
    early_x, early_y = x.FM / x.dF0, y.FM / y.dF0
    h_x = x.sM / (x.sM + y.sM) + early_x / (early_x + early_y)
    return h_x, 2.0 - h_x


def _force_per_slip(x: _Curve, y: _Curve, h: tuple[Scalar, Scalar], sx: Scalar, sy: Scalar) -> tuple[Scalar, Scalar]:
    """F / s of the combined curve, and how much of it is left of that at no slip."""
    squared = sx * sx + sy * sy + LEAST * LEAST
    s = sqrt(squared)
    along, across = (sx * sx + 0.5 * LEAST * LEAST) / squared, (sy * sy + 0.5 * LEAST * LEAST) / squared

    def both(a: Scalar, b: Scalar) -> Scalar:
        return sqrt(a * a * along + b * b * across)

    sM, FM = both(x.sM / h[0], y.sM / h[1]), both(x.FM, y.FM)
    sS, FS = both(x.sS / h[0], y.sS / h[1]), both(x.FS, y.FS)
    dF0 = maximum(both(x.dF0 * h[0], y.dF0 * h[1]), 2.0 * FM / sM)
    t = minimum(s / sM, 1.0)
    rising = dF0 / (1.0 + t * (t + dF0 * sM / FM - 2.0))
    u = maximum(minimum((s - sM) / maximum(sS - sM, LEAST), 1.0), 0.0)
    per_slip = select(less(s, sM), rising, (FM - (FM - FS) * u * u * (3.0 - 2.0 * u)) / s)
    return per_slip, per_slip / dF0
