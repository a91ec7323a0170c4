"""Rules for the seat: a driver on springs needs them all, and the car body is heavier than both."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from jounce.errors import Problem

LARGEST_SEAT = 0.5  # of the car body: mass of seat and driver


def check_seat(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds a driver on springs of which some are missing, and one who is too heavy for the car."""
    seat: Any = unit.seat
    if seat is None:
        return
    words = ("driver_mass", "cushion_stiffness", "mass", "stiffness")
    given = [word for word in words if getattr(seat, word) is not None]
    if given and len(given) < len(words):
        missing = ", ".join(f"'{word}'" for word in words if word not in given)
        hint = f"a driver on a seat needs {', '.join(words)}; leave all out where both belong to the car body"
        yield Problem("seat", f"{given[0]} is given, and {missing} missing", hint)
    elif given and unit.body is not None and seat.mass + seat.driver_mass > LARGEST_SEAT * unit.body.mass:
        both, body = seat.mass + seat.driver_mass, unit.body.mass
        what = f"{both:g} kg of seat and driver in a car body that weighs {body:g} kg with them"
        yield Problem("seat.driver_mass", what, f"at most {100 * LARGEST_SEAT:g} % of it")
