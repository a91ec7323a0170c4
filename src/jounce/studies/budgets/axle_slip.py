"""The slip angle of an axle in a steady circle, split by what makes it: weight, moments, load transfer, camber."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.parts.tyres.tyre_law import Contact, mirrored_tyre_law

SLIP_EFFECTS = (
    "tyres_and_weight",
    "aligning_moment",
    "air",
    "longitudinal_forces",
    "load_transfer",
    "camber",
    "wheels_apart",
)
NEAR, TRIES = 1e-6, 50  # N; steps of Newton's method
STRIDE = 1e-6  # rad


@dataclass(frozen=True)
class Wheels:
    """Both wheels of an axle in one circle: their tyres, what these stand in, and where the wheels head by themselves.

    Their slip angles are the mean one plus `toe`.
    """

    tyres: Sequence[Any]
    contacts: Sequence[Contact]
    toe: Sequence[float]  # rad: how far the slip angle of each wheel is from the mean

    def side_force(self, slip_angle: float) -> float:
        """Returns the sum of both side forces in N, to the left, at a mean slip angle."""
        total = 0.0
        for tyre, contact, toe in zip(self.tyres, self.contacts, self.toe, strict=True):
            seen = replace(contact, slip_angle=slip_angle + toe, load=contact.load / tyre.count)
            total += tyre.count * float(mirrored_tyre_law(tyre.law, seen, tyre.side).Fy)  # type: ignore[arg-type]
        return total

    def slip_angle_for(self, force: float, near: float) -> float:
        """Returns the mean slip angle that gives a side force, by Newton's method from a guess."""
        angle = near
        for _ in range(TRIES):
            beyond = self.side_force(angle) - force
            if abs(beyond) <= NEAR:
                return angle
            slope = (self.side_force(angle + STRIDE) - self.side_force(angle - STRIDE)) / (2.0 * STRIDE)
            angle -= beyond / slope
        raise NumericalError(
            f"no slip angle gives a side force of {force:.0f} N: the tyres of the axle are at their limit"
        )

    def standing_like(self, other: Wheels, *words: str) -> Wheels:
        """Returns the same wheels with some numbers of their contacts as in another circle."""
        taken = [
            replace(mine, **{word: getattr(theirs, word) for word in words})
            for mine, theirs in zip(self.contacts, other.contacts, strict=True)
        ]
        return replace(self, contacts=taken)


def axle_wheels(tyres: Sequence[Any], seen: Mapping[str, float]) -> Wheels:
    """Returns the wheels of an axle as the channels of a circle show them."""
    contacts = [_contact(tyre.name, seen) for tyre in tyres]
    angles = [float(contact.slip_angle) for contact in contacts]  # type: ignore[arg-type]
    mean = float(np.mean(angles))
    return Wheels(tyres, contacts, [angle - mean for angle in angles])


def _contact(tyre: str, seen: Mapping[str, float]) -> Contact:
    return Contact(
        slip=seen[f"{tyre}.slip"],
        slip_angle=seen[f"{tyre}.slip_angle"],
        inclination=seen[f"{tyre}.inclination"],
        load=seen[f"{tyre}.Fz"],
        speed=seen["vehicle.speed"],
        friction=seen[f"{tyre}.friction"],
    )


def split_axle_slip(straight: Wheels, turning: Wheels, asked: Mapping[str, float]) -> dict[str, float]:
    """Tells how much each effect adds to the mean slip angle, in rad, from straight ahead to the circle.

    `asked` is the side force that the axle's weight asks for, and how much aligning moments and air change it. Effects
    are added one after the other, in the order of SLIP_EFFECTS: at first wheels stand as straight ahead, at last as in
    the circle.
    """
    real = turning.side_force(_mean(turning))
    base = straight.side_force(_mean(straight))
    forces = {"tyres_and_weight": base + asked["weight"]}
    forces["aligning_moment"] = forces["tyres_and_weight"] + asked["aligning_moment"]
    forces["air"] = forces["aligning_moment"] + asked["air"]
    driven = straight.standing_like(turning, "slip", "speed")
    loaded = driven.standing_like(turning, "load")
    stages: dict[str, Callable[[float], float]] = {
        **{word: _solver(straight, force) for word, force in forces.items()},
        "longitudinal_forces": _solver(driven, real),
        "load_transfer": _solver(loaded, real),
        "camber": _solver(loaded.standing_like(turning, "inclination"), real),
        "wheels_apart": lambda near: _mean(turning),
    }
    found, angle = {}, _mean(straight)
    for effect in SLIP_EFFECTS:
        after = stages[effect](angle)
        found[effect], angle = after - angle, after
    return found


def _solver(wheels: Wheels, force: float) -> Callable[[float], float]:
    return lambda near: wheels.slip_angle_for(force, near)


def _mean(wheels: Wheels) -> float:
    return float(np.mean([contact.slip_angle for contact in wheels.contacts]))  # type: ignore[arg-type]
