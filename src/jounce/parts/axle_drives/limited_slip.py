"""Limited slip: friction between the outputs of a differential that grows with the torque through its case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import Along
from jounce.parts.forces.loads import DryContact, Loads, View
from jounce.parts.limits import factor_limit
from jounce.parts.signals import Signal
from jounce.units import Axes, Number, Quantity, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedSlip:
    """Dry friction between two outputs that lets the slower one have at most `bias` times the torque of the faster.

    With friction R from the faster to the slower output and a torque T through the case,

        T_slow = T/2 + R      T_fast = T/2 - R      T_slow <= B T_fast   ->   R <= (B - 1)/(B + 1) |T|/2

    and `preload` is friction that is there without a torque. While the outputs turn alike, it sticks: R is the reaction
    that holds them, up to this limit. [Chocholek 1988]

    T is one of three. The torque that the shafts behind the outputs take, from their twist, where `twisted` names them:
    pairs of coordinates, each with its stiffness and damping. Or the reaction that a `row` gives to both outputs: a
    coupling of case and outputs, or the gears of an engine. Else `gain` times a signal, the torque that the case is
    given: that neglects what accelerates the case and all that turns with it, so it is too much while wheels spin up.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate" of the outputs
    factors: tuple[Ratio, ...] = (1.0, -1.0)
    bias: Annotated[Scalar, Quantity("1", "positive")]  # B: torque of the slower output divided by that of the faster
    preload: Annotated[Scalar, Quantity("N m", "not negative")] = 0.0
    signal: Annotated[Signal, Axes("s", "N m")] | None = None  # torque that drives the case
    gain: Number = 1.0  # a gear before the case, and the share of the torque that goes to it
    row: str = ""  # part whose row drives both outputs
    twisted: tuple[str, ...] | None = None  # inner and outer coordinate of each shaft behind the outputs
    stiffness: Annotated[tuple[Scalar, ...], Quantity("N m/rad", "not negative")] | None = None  # of each shaft
    damping: Annotated[tuple[Scalar, ...], Quantity("N m s/rad", "not negative")] | None = None  # of each shaft

    source = Citation("Chocholek 1988", "torque bias ratio")
    ends = (Along("coordinates"), Along("twisted", acts=False))
    drawing = Unseen("it acts inside a differential")
    has_phases = True

    @property
    def load_factor(self) -> Scalar | None:
        """Of the reaction of the row, if it follows one: then there are no exact derivatives of its limit."""
        return (self.bias - 1.0) / (self.bias + 1.0) * 0.5 if self.row else None

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    def limits(self) -> Iterator[Problem]:
        yield from factor_limit(self)
        if self.bias < 1.0:  # type: ignore[operator]
            yield Problem("bias", f"{self.bias:g}", "at least 1: the slower output has no less torque than the faster")
        known = [word for word in ("signal", "row", "twisted") if getattr(self, word)]
        if len(known) != 1:
            what = f"its torque is said {len(known)} times: {', '.join(known)}" if known else "nothing says its torque"
            yield Problem("signal", what, "one of: a signal for the torque that drives the case, row, twisted shafts")
        ends = len(self.twisted or ())
        for word in ("stiffness", "damping"):
            count = len(getattr(self, word) or ())
            if 2 * count != ends:
                what = f"{count} numbers for {ends} coordinates of shafts"
                yield Problem(word, what, "two coordinates and one number for each shaft")

    def loads(self, view: View) -> Loads:
        if self.row:
            return Loads(contact=DryContact(self.terms(), self.preload, 1.0, self.load_factor, self.row))
        torque: Any = abs(self.case_torque(view))
        limit = self.preload + (self.bias - 1.0) / (self.bias + 1.0) * (0.5 * torque)
        return Loads(contact=DryContact(self.terms(), limit, 1.0))

    def case_torque(self, view: View) -> Scalar:
        """T: what the twisted shafts take, or what the case is given."""
        if self.signal is not None:
            return self.gain * view.signal(self.signal)
        total: Scalar = 0.0
        names, stiff, damped = self.twisted or (), self.stiffness or (), self.damping or ()
        pairs = zip(names[::2], names[1::2], stiff, damped, strict=True)
        for inner, outer, stiffness, damping in pairs:
            (q0, s0), (q1, s1) = view.coordinate(inner), view.coordinate(outer)
            total = total + (stiffness * (q0 - q1) + damping * (s0 - s1))
        return total
