"""How a kind is drawn: plain data that views read. What it spans follows from the part's `ends`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coil:
    """A coil spring from the first end to the second; around a tube that lies on the same line."""


@dataclass(frozen=True, slots=True)
class Tube:
    """A rod that slides in a tube, from the first end to the second."""


@dataclass(frozen=True, slots=True)
class Rod:
    """A thin rod from the first end to the second."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Thin rods from point to point, for a part that looks like none of the others.

    Each point is told by two fields of the part, those of its body and of its place: `Lines(("parent", "point"),
    ("child", "tip"))`.
    """

    through: tuple[tuple[str, str], ...]

    def __init__(self, *through: tuple[str, str]):
        object.__setattr__(self, "through", through)


@dataclass(frozen=True, slots=True)
class BallJoint:
    """A ball at the second end."""


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A rubber sleeve on the first body around a ball of the second; where an arm has two, it runs from both."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A hinge about the part's `axis`; where the ends are two pivots of an arm, the arm runs from both."""


@dataclass(frozen=True, slots=True)
class Guide:
    """Two bodies that slide on one line, as the halves of a strut do: one tube from the parent's mount to the child."""


@dataclass(frozen=True, slots=True)
class Shaft:
    """A shaft from the second end to what carries the first body."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel on the body around the point; the part has its `radius`."""

    axis: str = ""  # field with the spin axis; empty: that of the hinge that carries the body


@dataclass(frozen=True, slots=True)
class Solid:
    """A body: rods between its hardpoints, a block where many meet, a ball at its centre."""


@dataclass(frozen=True, slots=True)
class Block:
    """A box on the road at each of the part's places."""


@dataclass(frozen=True, slots=True)
class Hump:
    """A piece of road at each of the part's places, in its true shape."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The road's surface along the way of the wheels."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Nothing to see; `because` says why."""

    because: str


Drawing = (
    Coil
    | Tube
    | Rod
    | Lines
    | BallJoint
    | Sleeve
    | Pin
    | Guide
    | Shaft
    | Wheel
    | Solid
    | Block
    | Hump
    | Ground
    | Unseen
)  # what a kind declares as `drawing`


def word_of_drawing(drawing: Drawing) -> str:
    """Returns the word by which an outline calls a drawing: "coil", "balljoint"."""
    return type(drawing).__name__.lower()
