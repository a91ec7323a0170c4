"""A controller at a rate: what it reads and sets, what it remembers, and what it commands at each tick.

A run gives a controller a tick at the times k / rate, k = 0, 1, 2, ..., counted by whole numbers so that nothing
drifts. A step ends at each tick. There

1. the channels of the run are observed, as they are just before the tick (inputs that jump at that instant have not
   jumped yet), for all controllers that have a tick at that time at once: none of them sees what another one commands
   at the same tick, but what it commanded before;
2. `tick` says what each of its inputs does until the next tick, and what it remembers until then;
3. rows of the result at that time are written behind the tick: they show the commands that hold from there on.

A tick that falls on the end of a run is made, so the last row shows its command. See docs/theory/controls.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from jounce.graph import Scalar
from jounce.units import TickRate


class Hold(NamedTuple):
    """The input has this value until the next tick; where the value is another one than before, it jumps."""

    value: Scalar  # in the unit of the input, SI


class Reach(NamedTuple):
    """The input goes from where it is, by a cubic polynomial of time, to this value and rate one period later.

    It starts with the value and the rate that the input has just before the tick, so both are continuous: what a
    prescribed angle needs. Its second rate jumps at ticks.
    """

    value: Scalar  # in the unit of the input, SI
    rate: Scalar  # of the value, per second


Command = Hold | Reach


class Internal(NamedTuple):
    """A number of a controller's memory that is recorded as the channel `controls.NAME.<name>`."""

    name: str
    unit: str  # SI
    definition: str


class Controller(Protocol):
    """A frozen dataclass whose numbers have units, such as those of other parts.

    `tick` is written on `Scalar`, with + - * / ** and functions of `jounce.graph` (`select` and `less` in place of
    if, `minimum`, `sin`, `lookup`): called with floats it is the Python form; called once with symbols it becomes
    machine code, in which the numbers of the controller stay values. Its form may depend on words, flags, lengths of
    lists and on len(memory), never on numbers.
    """

    name: str
    rate: Any  # Hz

    @property
    def reads(self) -> tuple[str, ...]:
        """What it reads: channels of the run by name ("vehicle.vx"); the model's inputs as "inputs.NAME"; commands and
        internals of controllers, its own too, as "controls.NAME.<input>": those of the tick before.
        """

    @property
    def sets(self) -> tuple[str, ...]:
        """Names of the model's inputs that it sets, each at every tick. An input has at most one controller."""

    @property
    def internals(self) -> tuple[Internal, ...]:
        """Optional: the first numbers of its memory that are recorded, in their order. A row shows them as they are
        behind the tick.
        """

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        """Its memory before the tick at time zero: always the same count of floats for the same structure.

        `reading` has what it reads at the start of the run, `inputs` the values that hold the (trimmed) start of all
        inputs it sets, so that nothing need jump.
        """

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        """A command for each input that it sets, and its memory for the next tick, of the same count of numbers.

        `time` is k / rate in s.
        """


@dataclass(frozen=True, kw_only=True)
class PythonController:
    """A plain Python function of time and what is read, called at a rate; its cost is printed with the run.

    `function(time, reading)` gives `{input: value}`: a number is held, `Hold` and `Reach` say it in full. With a
    `memory` it is `function(time, reading, memory)` and gives `({input: value}, memory)`: only what lies there is
    saved with a state, and not what the function keeps for itself.
    """

    name: str
    rate: TickRate
    function: Callable[..., Any]
    sets: tuple[str, ...]
    reads: tuple[str, ...] = ()  # where none are named, `reading` looks up any channel by its name
    memory: tuple[float, ...] = ()  # at the start

    python = True

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return tuple(self.memory)

    def tick(self, time: float, reading: Mapping[str, float], memory: Sequence[float]) -> tuple[Any, Any]:
        if not self.memory:
            return self.function(time, reading), ()
        answer: tuple[Any, Any] = self.function(time, reading, tuple(memory))
        return answer


@dataclass(frozen=True)
class InPython:
    """A controller written on `Scalar`, called with floats."""

    controller: Any = field()

    python = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.controller, name)


def in_python(controller: Any) -> Any:
    """Returns the same controller as Python calls it, in place of its machine code: to look inside, and to compare."""
    return InPython(controller)
