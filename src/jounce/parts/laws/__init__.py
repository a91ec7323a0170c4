"""Characteristics: a force as a function of deflection or of its rate, or of both."""

from typing import Any

import numpy as np

from jounce.graph import Expression, Scalar
from jounce.parts.laws.bilinear import Bilinear
from jounce.parts.laws.grid import Grid
from jounce.parts.laws.linear import Linear
from jounce.parts.laws.own import OWN_LAWS, OwnLaw, OwnRateLaw
from jounce.parts.laws.points import Points
from jounce.parts.laws.stop import Stop
from jounce.parts.laws.tanh import Tanh

LAWS = {"linear": Linear, "bilinear": Bilinear, "tanh": Tanh, "points": Points, "stop": Stop}
Law = Linear | Bilinear | Tanh | Points | Stop | OwnLaw
RATE_LAWS = {"grid": Grid}  # of deflection and rate together
RateLaw = Grid | OwnRateLaw

__all__ = [
    "LAWS",
    "OWN_LAWS",
    "RATE_LAWS",
    "Bilinear",
    "Grid",
    "Law",
    "Linear",
    "OwnLaw",
    "OwnRateLaw",
    "Points",
    "RateLaw",
    "Stop",
    "Tanh",
    "constant_rate_of_law",
    "law_at_number",
]


def constant_rate_of_law(law: object) -> Scalar | None:
    """The slope of a law that is a straight line through zero."""
    return law.slope if isinstance(law, Linear) else None


def law_at_number(law: Any, x: Any) -> Any:
    """Returns a law at one place; one through points is of plain numbers, and needs no place in the tables for it."""
    found = law.values(np.array([x]))[0] if hasattr(law, "values") else law.value(x)
    return found if isinstance(found, Expression) else float(found)
