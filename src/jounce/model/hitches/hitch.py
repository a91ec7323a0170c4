"""What every hitch says of itself: which units it joins, where, and what resists its turning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.forces import DryFriction, TorsionDamper, TorsionSpring, TorsionStop
from jounce.parts.joints import Hitch
from jounce.parts.joints.general import HITCH_AXES, HITCH_SLIDE
from jounce.parts.laws import Linear
from jounce.units import Point, Quantity

Friction = Annotated[Scalar, Quantity("N m", "not negative")]  # dry
Damping = Annotated[Scalar, Quantity("N m s/rad", "not negative")]
Largest = Annotated[Scalar, Quantity("rad", "positive")]  # to either side, from where it lies as designed


@dataclass(frozen=True, kw_only=True)
class HitchData:
    """Two units and the point at which the second hangs on the first; a kind says which ways it turns there."""

    parent: str  # unit that pulls
    child: str  # unit that is pulled
    point: Point  # in the axes of the first unit, design position
    yaw_friction: Friction | None = None
    yaw_damping: Damping | None = None
    largest_yaw: Largest | None = None  # where a stop begins
    pitch_friction: Friction | None = None
    pitch_damping: Damping | None = None
    largest_pitch: Largest | None = None
    roll_friction: Friction | None = None
    roll_damping: Damping | None = None
    largest_roll: Largest | None = None
    stop_stiffness: Annotated[Scalar, Quantity("N m/rad", "positive")] = 1e6  # of all stops

    push_stiffness: Annotated[Scalar, Quantity("N/m", "positive")] | None = None  # of an overrun coupling that slides
    push_preload: Annotated[Scalar, Quantity("N", "not negative")] = 0.0  # push from which on it slides
    push_damping: Annotated[Scalar, Quantity("N s/m", "not negative")] = 0.0
    largest_push: Annotated[Scalar, Quantity("m", "positive")] = 0.1
    push_stop_stiffness: Annotated[Scalar, Quantity("N/m", "positive")] = 5e6  # of both of its ends

    kind: ClassVar[str] = ""  # its word in files
    turns: ClassVar[tuple[str, ...]] = ()  # of the child on the parent, one after another

    def rules(self) -> Iterator[Problem]:
        """Finds what resists a turn that this kind does not make."""
        for turn in HITCH_AXES:
            for word in (f"{turn}_friction", f"{turn}_damping", f"largest_{turn}"):
                if turn not in self.turns and getattr(self, word) is not None:
                    kind, turns = self.kind.replace("_", " "), " and ".join(self.turns)
                    yield Problem(word, f"a {kind} does not {turn}", f"it turns in {turns}: leave it out")

    def parts(self, name: str, parent: str, child: str) -> tuple[Any, ...]:
        """Makes the joint between the floating bodies `parent` and `child`, and what resists it."""
        return (self.joint(name, parent, child), *self.resistances(name), *self.overrun(name))

    def joint(self, name: str, parent: str, child: str) -> Hitch:
        """Makes the joint."""
        slides = self.push_stiffness is not None
        return Hitch(name=name, parent=parent, child=child, point=self.point, turns=self.turns, slides=slides)

    def resistances(self, name: str) -> Iterator[Any]:
        """Makes friction, dampers and stops of its turns."""
        for turn in self.turns:
            coordinate = f"{name}.{turn}"
            friction, damping = getattr(self, f"{turn}_friction"), getattr(self, f"{turn}_damping")
            if friction is not None:
                yield DryFriction(name=f"{coordinate}_friction", coordinates=(coordinate,), limit=friction)
            if damping is not None:
                law = Linear(slope=damping)
                yield TorsionDamper(name=f"{coordinate}_damper", coordinate=coordinate, law=law)
            if (largest := getattr(self, f"largest_{turn}")) is not None:
                stiffness = self.stop_stiffness
                yield TorsionStop(
                    name=f"{coordinate}_stop",
                    coordinate=coordinate,
                    least=0.0 - largest,
                    most=largest,
                    stiffness=stiffness,
                )

    def overrun(self, name: str) -> Iterator[Any]:
        """Makes spring, damper and stops of the slide of an overrun coupling."""
        k: Any = self.push_stiffness
        if k is None:
            return
        slide = f"{name}.{HITCH_SLIDE}"
        free = 0.0 - self.push_preload / k
        yield TorsionSpring(name=f"{slide}_spring", coordinate=slide, law=Linear(slope=k), free=free)
        yield TorsionDamper(name=f"{slide}_damper", coordinate=slide, law=Linear(slope=self.push_damping))
        yield TorsionStop(
            name=f"{slide}_stop",
            coordinate=slide,
            least=0.0,
            most=self.largest_push,
            stiffness=self.push_stop_stiffness,
        )
