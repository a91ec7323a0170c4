"""Settings of studies: each is declared once, with its unit, default, range and meaning.

Python, the command line, `--help`, `jounce info` and the documentation read the same declaration. A value is an SI
number or a text with a unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import pi
from typing import Any, ClassVar

from jounce.equations.route import RECURSIVE, ROUTES
from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.results.kinds import shown_unit_of_value
from jounce.simulation.integrators.methods import ACCURACY, INTEGRATORS
from jounce.units import (
    UnitError,
    bare_number_readings,
    parse_quantity,
    parse_unit,
    pretty_unit,
    to_si,
    unit_in_text,
)

LISTED = 12  # words that type checkers know one by one; longer lists would drown their messages
AUTO = "auto"  # the study chooses: its declaration says how


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What every setting has. As an attribute of a study it is the setting's value."""

    default: Any = AUTO
    meaning: str = ""
    auto: str = ""  # what the study chooses where nothing is set; empty where something must be
    last: bool = False  # listed behind those of the study itself
    name: str = field(default="", compare=False)
    metavar: ClassVar[str] = "VALUE"

    def __set_name__(self, owner: type, name: str) -> None:
        if self.name not in ("", name):
            raise TypeError(f"one setting under two names: {self.name} and {name}")
        object.__setattr__(self, "name", name)

    def __get__(self, study: Any, owner: type | None = None) -> Any:
        return self if study is None else study.values[self.name]

    def read(self, value: Any, where: str) -> Any:
        """Returns the value as the study uses it, or `Wrong`."""
        if hasattr(value, "__array__"):
            raise self.wrong(where, f"is an array of shape {value.shape}")
        return value

    def annotation(self) -> str:
        """Returns the type of what may be given, as type checkers read it."""
        return "str"

    def right(self) -> str:
        """Returns which values are right, in words."""
        return ""

    def default_text(self) -> str:
        """Returns the default as a user would write it."""
        if self.auto and self.default in (None, AUTO):
            return f"{AUTO} ({self.auto})"
        if isinstance(self.default, tuple):
            return ", ".join(map(str, self.default))
        return str(self.default) if self.default != {} else "none"

    def checked(self, value: Any, where: str | None = None) -> Any:
        """Returns the value as the study uses it; None where the study chooses."""
        if self.auto and (value is None or (isinstance(value, str) and value == AUTO)):
            return None
        return self.read(value, where or self.name)

    def wrong(self, where: str, what: str) -> Wrong:
        help = "; ".join(filter(None, (self.right(), self.meaning)))
        return Wrong(Problem(where, what, help))


class Wrong(Exception):
    """What is wrong with a setting."""

    def __init__(self, *problems: Problem):
        super().__init__(*problems)
        self.problems = problems


@dataclass(frozen=True, kw_only=True)
class Amount(Setting):
    """A number with a unit, from `least` to `most`, ends included; all in SI."""

    unit: str
    least: float
    most: float
    usual: str = ""  # unit in which people read it, where no default shows it

    def read(self, value: Any, where: str) -> float:
        try:
            if isinstance(value, str) and (bare := self.bare_number(value)):
                raise bare
            number = to_si(value, self.unit)
        except UnitError as error:
            raise Wrong(Problem(where, error.what, f"{error.help}; {self.meaning}")) from None
        if not self.holds(number):
            told = self.shown_value(number)
            if self.unit != "1" and _is_bare(value):
                example = self.default if isinstance(self.default, str) and self.default != AUTO else told
                why = f'a number without a unit is in {self.unit}; with its unit it reads "{example}"'
                told = f"{number:g} {self.unit} ({why})"
            elif isinstance(value, str) and value != told:
                told = f"{value} = {told}"
            raise self.wrong(where, told)
        return number

    def holds(self, number: float) -> bool:
        """Tells whether an SI number lies in the range."""
        return self.least <= number <= self.most

    def bare_number(self, value: object) -> UnitError | None:
        """Returns what to say of a number without a unit: its readings that lie in the range, else the range."""
        found = bare_number_readings(value, self.unit, self.shown_unit, self.holds)
        return found if found is None or found.help else UnitError(found.what, self.right())

    @property
    def shown_unit(self) -> str:
        """Returns the unit in which people read it: that of its default or, where this has none, the usual one."""
        default = self.default[0] if isinstance(self.default, list | tuple) and self.default else self.default
        found = unit_in_text(default) if isinstance(default, str) else ""
        by_unit = self.unit if self.unit == "m" else shown_unit_of_value(self.unit)  # a radius is no small length
        return found or self.usual or by_unit

    def shown_value(self, number: float) -> str:
        """Returns a number of it as people write it."""
        return f"{number / float(parse_unit(self.shown_unit).factor):.6g} {self.shown_unit}".removesuffix(" 1")

    def annotation(self) -> str:
        return "float | str"

    def right(self) -> str:
        size = float(parse_unit(self.shown_unit).factor)
        return f"from {self.least / size:.6g} to {self.shown_value(self.most)}"


@dataclass(frozen=True, kw_only=True)
class Count(Setting):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, value: Any, where: str) -> int:
        try:
            number = to_si(value, "1")
        except UnitError as error:
            raise Wrong(Problem(where, error.what, self.right())) from None
        if number != int(number) or not self.least <= number <= self.most:
            raise self.wrong(where, f"{value}")
        return int(number)

    def annotation(self) -> str:
        return "int"

    def right(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


@dataclass(frozen=True, kw_only=True)
class Word(Setting):
    """One of a few words, in small or capital letters."""

    words: tuple[str, ...]

    def read(self, value: Any, where: str) -> str:
        known = {word.lower(): word for word in self.words}
        if str(value).lower() not in known:
            raise self.wrong(where, f"there is no {self.name} '{value}'.{did_you_mean(str(value), self.words)}")
        return known[str(value).lower()]

    def annotation(self) -> str:
        return f"Literal[{', '.join(map(repr, self.words))}]" if len(self.words) <= LISTED else "str"

    def right(self) -> str:
        return " or ".join(filter(None, (", ".join(self.words[:-1]), self.words[-1])))


@dataclass(frozen=True, kw_only=True)
class Words(Setting):
    """Some of a few words, or a text with commas between them."""

    words: tuple[str, ...]

    def read(self, value: Any, where: str) -> list[str]:
        if not isinstance(value, str | Collection) or isinstance(value, bytes | Mapping):
            raise self.wrong(where, f"{shown_in_message(value)} is no list of words")
        entries = value.split(",") if isinstance(value, str) else list(value)
        found = [str(entry).strip().lower() for entry in entries]
        unknown = [word for word in found if word not in self.words]
        if unknown or not found:
            told = [f"there is no '{word}'.{did_you_mean(word, self.words)}" for word in unknown] or ["no word at all"]
            raise Wrong(*(self.wrong(where, what).problems[0] for what in told))
        return list(dict.fromkeys(found))

    def annotation(self) -> str:
        return "str | Sequence[str]"

    def right(self) -> str:
        return f"some of {', '.join(self.words)}"


@dataclass(frozen=True, kw_only=True)
class Flag(Setting):
    """True or false, or one of these words."""

    default: bool = False

    def read(self, value: Any, where: str) -> bool:
        found = {"true": True, "false": False}.get(str(value).lower())
        if found is None:
            raise self.wrong(where, f"{value!r}")
        return found

    def annotation(self) -> str:
        return "bool"

    def right(self) -> str:
        return "true or false"

    def default_text(self) -> str:
        return str(self.default).lower()


@dataclass(frozen=True, kw_only=True)
class Amounts(Amount):
    """Several numbers, or a text with commas between them; one number stands for itself."""

    counts: tuple[int, ...] = ()  # how many there may be; any number of them where this is empty

    def read(self, value: Any, where: str) -> list[float]:  # type: ignore[override]
        entries = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]
        allowed = self.counts or (len(entries) or 1,)
        if len(entries) not in allowed:
            raise self.wrong(where, f"{len(entries)} value{'s' if len(entries) != 1 else ''}")
        found: list[float] = []
        problems: list[Problem] = []
        for entry in entries:
            try:
                found.append(super().read(entry.strip() if isinstance(entry, str) else entry, where))
            except Wrong as wrong:
                problems += wrong.problems
        if problems:
            raise Wrong(*problems)
        return found

    def annotation(self) -> str:
        return "float | str | Sequence[float | str]"

    def right(self) -> str:
        count = " or ".join(map(str, self.counts)) or "some"
        return f"{count} value{'s' if self.counts[-1:] != (1,) else ''} {super().right()}"


@dataclass(frozen=True, kw_only=True)
class NamedAmounts(Setting):
    """Amounts by name: {"wheelbase": "2.6 m"}, or the text "wheelbase=2.6 m, left.Fz=4 kN"."""

    entries: Mapping[str, Amount]
    example: str

    def read(self, value: Any, where: str) -> dict[str, float]:
        found: dict[str, float] = {}
        problems: list[Problem] = []
        for name, entry in self._entries(value, where, problems).items():
            place = f"{where}.{name}"
            if name not in self.entries:
                problems.append(
                    Problem(place, f"there is no such entry.{did_you_mean(name, self.entries)}", self.right())
                )
                continue
            try:
                found[name] = self.entries[name].checked(entry, place)
            except Wrong as wrong:
                problems += wrong.problems
        if problems:
            raise Wrong(*problems)
        return found

    def _entries(self, value: Any, where: str, problems: list[Problem]) -> dict[str, Any]:
        """Names and values as they are given; a table in a table has its name in front."""
        if isinstance(value, Mapping):
            owners = {name.partition(".")[0] for name in self.entries if "." in name}
            inner = {name: entry for name, entry in value.items() if isinstance(entry, Mapping) and name in owners}
            rest = {name: entry for name, entry in value.items() if name not in inner}
            return rest | {f"{name}.{own}": entry for name, table in inner.items() for own, entry in table.items()}
        if not isinstance(value, str):
            raise Wrong(Problem(where, f"{value!r} is not a table", f'for example "{self.example}"'))
        found: dict[str, Any] = {}
        for entry in value.split(","):
            name, _, text = (part.strip() for part in entry.partition("="))
            if not (name and text):
                what = f"'{entry.strip()}' is not of the form NAME=VALUE"
                problems.append(Problem(where, what, f'for example "{self.example}"'))
            elif name in found:
                problems.append(Problem(f"{where}.{name}", "is given twice", "once is enough"))
            else:
                found[name] = text
        return found

    def annotation(self) -> str:
        return "str | Mapping[str, Any]"

    def right(self) -> str:
        return f'names and values, as in "{self.example}"; names: {", ".join(self.entries)}'


def _is_bare(value: Any) -> bool:
    return not isinstance(value, str) or parse_quantity(value)[1] is None


def describe(setting: Setting) -> str:
    """Returns which values a setting takes, and what it means, in one line."""
    return pretty_unit("; ".join(filter(None, (setting.meaning, setting.right()))))


def setting_too_short(duration: float, needed: float, why: str) -> Iterator[Problem]:
    """A run ends after what it is for."""
    if duration < needed:
        yield Problem("duration", f"{duration:g} s", f"at least {needed:g} s: {why}")


def setting_too_slow(speed: float, why: str) -> Iterator[Problem]:
    """Some studies need a car that moves, forward or in reverse."""
    if abs(speed) < SLOWEST:
        yield Problem("speed", f"{speed:g} m/s", f"at least {SLOWEST:g} m/s, or {-SLOWEST:g} m/s in reverse: {why}")


# Settings that several studies share
SLOWEST = 0.1  # m/s of a car that counts as moving
SPEED = Amount(
    default="60 km/h", unit="m/s", least=-150.0, most=150.0, meaning="speed at the start, negative in reverse"
)
FORWARD_SPEED = replace(SPEED, least=SLOWEST, meaning="speed at the start, forward")
DURATION = Amount(default="5 s", unit="s", least=0.01, most=3600.0, meaning="simulated time")
RISE = Amount(default="0.2 s", unit="s", least=1e-3, most=60.0, meaning="time of the change")
STEP = Amount(
    unit="s",
    least=1e-7,
    most=0.05,
    meaning="fixed time step; with integrator auto, a fixed step is one of RK4",
    auto="the integrator chooses; rk4 takes its largest stable step, at most 1 ms",
)
INTEGRATOR = Word(
    default="auto",
    words=INTEGRATORS,
    meaning="method of integration; auto chooses one to suit the car, the road and the inputs",
    last=True,
)
ROUTE = Word(
    default=RECURSIVE,
    words=ROUTES,
    meaning="how the equations of motion are written; all describe the same motion, recursive is the fastest",
    last=True,
)
WANTED_ACCURACY = Amount(
    default=ACCURACY,
    unit="1",
    least=1e-6,
    most=0.1,
    meaning="error allowed in each channel; used by auto, vehicle, ros2, ros2s and ros34pw2",
    last=True,
)
RELATIVE_TOLERANCE = Amount(
    default=1e-6,  # as that of `simulate`
    unit="1",
    least=1e-14,
    most=0.1,
    meaning="relative tolerance; used by dormand-prince and the other methods that do not follow accuracy, but for rk4",
    last=True,
)
OUTPUT_STEP = Amount(
    unit="s",
    least=1e-6,
    most=10.0,
    usual="ms",
    meaning="time between rows of the result; metrics do not depend on it",
    auto="that at which the study reads its metrics, usually 5 ms",
    last=True,
)
COMPLIANCE = Flag(meaning="whether the car has its bushings, or ideal joints in their place", last=True)
ANGLE = Amount(
    unit="rad", least=-10.0 * pi, most=10.0 * pi, meaning="angle of the steering wheel, positive to the left"
)
FREQUENCY = Amount(
    default="0.5 Hz", unit="Hz", least=0.01, most=50.0, meaning="frequency of the sine at the steering wheel"
)
LATERAL_ACCELERATION = Amount(
    default="4 m/s^2",
    unit="m/s^2",
    least=-20.0,
    most=20.0,
    meaning="lateral acceleration of the steady circle, positive to the left",
)
LEFTWARD_ACCELERATION = Amount(
    default="4 m/s^2", unit="m/s^2", least=0.1, most=20.0, meaning="largest lateral acceleration, to the left"
)
PEDAL = Amount(default=0.5, unit="1", least=0.0, most=1.0, meaning="travel of the brake pedal; 1 is full travel")
TORQUE = Amount(default="20 N m", unit="N m", least=-1e5, most=1e5, meaning="torque added to each motor")
SHAFT_ELEMENTS = Count(
    default=1, least=0, most=50, meaning="spring-damper elements of each half shaft; 0 makes the shafts rigid"
)
HEIGHT = Amount(default="25 mm", unit="m", least=1e-5, most=0.5, meaning="height of an obstacle")
LENGTH = Amount(default="100 mm", unit="m", least=1e-3, most=100.0, meaning="length of an obstacle along the road")
SPACING = Amount(
    default="1 m",
    unit="m",
    least=1e-3,
    most=100.0,
    meaning="distance from the first edge of an obstacle to the first edge of the next",
)
OBSTACLES = Count(default=3, least=1, most=100, meaning="number of obstacles")
SIDE = Word(default="right", words=("left", "right"), meaning="side of the car whose wheels meet the obstacles")
RADIUS = Amount(
    unit="m",
    least=-1e6,
    most=1e6,
    meaning="radius of a steady circle, positive to the left, at least 1 m either way",
    auto="straight ahead",
)
AXLE = Setting(meaning="name of the axle", auto="the first axle")
