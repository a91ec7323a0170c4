"""Two cams in tandem turn a short obstacle into the plane that a tyre stands on, see docs/theory/roads.md.

Functions of numbers or of symbols: the road is given as a function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jounce.graph import Scalar

# Shares of the free radius (half axes) and of the contact length (distance), and the exponent of the outline.
# From the literature, for passenger-car tyres where nothing is measured [Schmeitz 2004; Pacejka 2012, section 10.1]
LENGTH, HEIGHT, ORDER, SHIFT = 1.0, 1.0, 1.8, 0.8

Ground = tuple[Scalar, Scalar, Scalar, Scalar]  # z, z_x, z_y, friction
Cam = tuple[Scalar, Scalar, Scalar]  # a, b, p
RoadCall = Callable[[Scalar, Scalar, Cam], Ground]  # of x and y


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopingCams:
    """Two equal cams |xi/a|^p + |zeta/b|^p = 1, one behind the other."""

    a: Scalar  # m, half axis along the road
    b: Scalar  # m, half axis across it
    p: Scalar  # exponent
    base: Scalar  # m, from one to the other, positive

    @property
    def cam(self) -> Cam:
        """One of them."""
        return self.a, self.b, self.p


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectivePlane:
    """The plane in place of the road, as the wheel heads."""

    height: Scalar  # m, under the wheel's middle
    slope: Scalar  # along the heading, positive uphill
    bank: Scalar  # across it, positive where the left is higher
    friction: Scalar  # under the middle


def enveloping_cams_of_literature(free_radius: Scalar, contact_half_length: Scalar) -> EnvelopingCams:
    """Cams for a tyre of which only radius and contact are known; estimates from the literature."""
    return enveloping_cams(free_radius, 2 * contact_half_length, (LENGTH, HEIGHT, ORDER, SHIFT))


def enveloping_cams(
    free_radius: Scalar, contact_length: Scalar, numbers: tuple[Scalar, Scalar, Scalar, Scalar]
) -> EnvelopingCams:
    """Cams by half axes as shares of the free radius, their exponent, and their distance by the contact length."""
    length, height, order, shift = numbers
    return EnvelopingCams(a=length * free_radius, b=height * free_radius, p=order, base=shift * contact_length)


def enveloping_plane(
    road: RoadCall, x: Scalar, y: Scalar, heading: tuple[Scalar, Scalar], cams: EnvelopingCams
) -> EffectivePlane:
    """(11): the plane through the cams' lowest points under a wheel at (x, y); `heading` has length one."""
    cosine, sine = heading
    ahead, aside = 0.5 * cams.base * cosine, 0.5 * cams.base * sine
    z_f, z_f_x, z_f_y, _ = road(x + ahead, y + aside, cams.cam)
    z_r, z_r_x, z_r_y, _ = road(x - ahead, y - aside, cams.cam)
    _, _, _, friction = road(x, y, (0.0, cams.b, cams.p))
    return EffectivePlane(
        height=0.5 * (z_f + z_r),
        slope=(z_f - z_r) / cams.base,
        bank=0.5 * (cosine * (z_f_y + z_r_y) - sine * (z_f_x + z_r_x)),
        friction=friction,
    )
