"""A tyre whose belt moves on its rim: a rigid ring that stands on the road by its residual springs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Protocol

from jounce.errors import Problem
from jounce.graph import Scalar, maximum, sqrt
from jounce.parts.citation import Citation
from jounce.parts.ends import At
from jounce.parts.forces.loads import View
from jounce.parts.tyres.footprint import Footprint
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.tyre_law import says_tyre_slopes, tyre_slopes_at_no_slip
from jounce.spatial.rotation import turn
from jounce.spatial.vector import Vec3, dot, scale_vector, unit, vector_difference
from jounce.units import PositiveStiffness, Quantity

SAMPLE = 0.02  # of the free radius: the load at this deflection and at twice that tell a law's spring
LEAST_SHARE = 0.1  # of a deflection that is left to the residual spring, however hard the tyre is pressed

AngularStiffness = Annotated[Scalar, Quantity("N m/rad", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RingTyre(Tyre):
    """A tyre on its belt: what its law says is shared out between the sidewall and the residual springs of the patch.

    Springs in series give way by the sum. Upright, the residual spring is what has the law's load together with the
    sidewall; along and across, the patch keeps of the law's relaxation length what the sidewall does not give:

        f(rho + F / c) = F                       sigma = max(sigma_law - K g, contact_length / 2)
        g_x = 1 / c + R_e (h - F / c) / c_w      g_y = 1 / c_y + h (h - F / c_y) / c_t

    f is the law's load F over deflection, K its slope at no slip, h the height of the belt's centre over the road, c,
    c_y, c_t and c_w stiffnesses of the sidewall. Slip angle and inclination are those of the rim, and forces act below
    its middle, as where the law was measured: so in steady motion all is as the law says, and a belt that has moved is
    turned by its load. How fast the patch moves is the belt's. [Pacejka 2012, section 9.2]
    """

    rim: str  # the wheel that the belt sits on; `body` is the belt
    radial: PositiveStiffness  # c: of the sidewall in the wheel plane
    lateral: PositiveStiffness  # c_y: along the axle
    tilt: AngularStiffness  # c_t: about any line of the wheel plane
    wind_up: AngularStiffness  # c_w: about the axle

    source = Citation("Pacejka 2012", "section 9.2")
    ends = (At("body", "point"), At("rim", "point"))
    valid_to = 80.0  # Hz: above, belts bend

    def limits(self) -> Iterator[Problem]:
        """Its law says how much force it has per slip, and its sidewall is stiffer than the whole tyre."""
        yield from Tyre.limits(self)
        if not says_tyre_slopes(self.law):
            hint = "add peak_forces(load, inclination, friction), or slopes(load)"
            yield Problem("law", "does not say its force per slip, which a belt shares with the patch", hint)
        if not self.radial > (whole := ring_tyre_spring(self.law, 0.0)[0]):  # type: ignore[operator]
            what = f"{self.radial:g} N/m, no more than the {whole:g} N/m of the whole tyre"
            yield Problem("radial", what, "stiffer than the whole tyre, which it is in series with")

    def meet_road(self, view: View, spin: Scalar, heading: Vec3 | None = None) -> Footprint:
        """Returns where the belt stands on the road, across the axle of the rim."""
        return Tyre.meet_road(self, view, spin, heading or turn(view.axes(self.rim), unit(self.axis)))

    def carried(self, foot: Footprint, spin: Scalar) -> Scalar:
        """Returns the law's load at the deflection of both springs; the law's damper is the patch's."""
        whole, left = ring_tyre_deflection(self.law, foot.deflection, self.radial, spin)
        return self.law.load(whole, foot.deflection_rate / (left * left), spin)

    def relaxation(self, load: Scalar, foot: Footprint, spin: Scalar) -> tuple[Scalar, Scalar]:
        """Returns relaxation lengths of the patch against the belt."""
        slopes = tyre_slopes_at_no_slip(self.law, load, self.side * foot.inclination, 1.0)
        heights = self.law.effective_radius(load, spin), self.law.free_radius(spin) - foot.deflection
        give, lags = ring_tyre_give(self, load, *heights), self.law.relaxation(load, foot.inclination)
        along, across = (
            ring_tyre_lag(s, K * g, self.contact_length) for s, K, g in zip(lags, slopes, give, strict=True)
        )
        return along, across

    def stand(self, view: View, foot: Footprint) -> tuple[Vec3, Scalar]:
        """Returns the place on the road below the middle of the rim, and how far patch and sidewall are pressed in."""
        moved = vector_difference(view.point(self.body, self.point).r, view.point(self.rim, self.point).r)
        up = dot(moved, foot.z)
        aside = vector_difference(moved, scale_vector(up, foot.z))
        return vector_difference(foot.point, aside), foot.deflection + up


def ring_tyre_spring(law: object, spin: Scalar) -> tuple[Scalar, Scalar]:
    """Returns k and k2 of the load k rho + k2 rho^2 that a law has at two deflections; exact for every law of ours."""
    h = SAMPLE * law.free_radius(spin)  # type: ignore[attr-defined]
    once, twice = (law.load(n * h, 0.0, spin) for n in (1.0, 2.0))  # type: ignore[attr-defined]
    k2 = 0.5 * (twice - 2.0 * once) / (h * h)
    return once / h - k2 * h, k2


class SidewallSprings(Protocol):
    """Stiffnesses of a sidewall."""

    @property
    def radial(self) -> Scalar: ...
    @property
    def lateral(self) -> Scalar: ...
    @property
    def tilt(self) -> Scalar: ...
    @property
    def wind_up(self) -> Scalar: ...


def ring_tyre_deflection(law: object, residual: Scalar, radial: Scalar, spin: Scalar) -> tuple[Scalar, Scalar]:
    """Returns the deflection of residual spring and sidewall by that of the former, and its share of a small one."""
    k, k2 = ring_tyre_spring(law, spin)
    left = maximum(1.0 - k / radial, LEAST_SHARE)
    bent = maximum(left * left - 4.0 * k2 * residual / radial, LEAST_SHARE * LEAST_SHARE)
    return 2.0 * residual / (left + sqrt(bent)), left


def ring_tyre_give(sidewall: SidewallSprings, load: Scalar, rolling: Scalar, height: Scalar) -> tuple[Scalar, Scalar]:
    """Returns how far the patch moves with the belt for each newton along and across, g_x and g_y."""
    along, across = 1.0 / sidewall.radial, 1.0 / sidewall.lateral
    turned = rolling * (height - load * along) / sidewall.wind_up, height * (height - load * across) / sidewall.tilt
    return along + turned[0], across + turned[1]


def ring_tyre_lag(whole: Scalar, belt: Scalar, contact_length: Scalar) -> Scalar:
    """Returns the relaxation length that is left to the patch of a law's, half the length of the patch at least."""
    return maximum(whole - belt, 0.5 * contact_length)
