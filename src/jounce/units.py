"""Units: turn "25 mm", "3 deg", "80 km/h" into SI and back; how units are printed; the unit and rule of a number.

A unit is a factor and a dimension (powers of length, mass, time, angle). Angle counts as a
dimension, so that a torque is not taken for a rotational stiffness, nor rad/s for Hz. Factors are
fractions: "212 mm" is exactly the float 0.212.

Syntax: factors with a space, `*` or `-` between them, then `/` and one factor at a time; powers as `^2`,
`**2`, `²` or `2`. After a `/` no product may follow, because "N/mm s" reads both ways: write "N s/mm".

`g` is the gram in masses. Wherever an acceleration is wanted it is that of gravity, 9.80665 m/s^2.
Likewise `lb` is the pound in masses, and the pound-force wherever a force is wanted: "100 lb/in".

A number of Python or of a model file is SI, unless the file's header says `units = { length = "mm",
angle = "deg" }`. The header speaks of lengths, angles, masses, forces and times themselves; a stiffness
or an inertia given as a bare number stays in N/m or kg m^2, whatever the header says.

A text says its unit. One without is refused where a unit is needed, with both readings, unless a header
speaks of it; so a bare number on the command line is never taken for SI. Job files refuse every one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Real
from typing import Annotated

from jounce.errors import Portable, did_you_mean, shown_in_message
from jounce.graph import Scalar


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a numeric field means: its SI unit and the rule its value obeys by itself."""

    unit: str  # SI: "m", "kg m^2", "N s/m", "rad", "1" for none
    rule: str = "finite"  # "finite", "positive", "not negative"; "count": whole, and structure rather than a value


# Field types of parts. A field holds a float in a model and a symbol while equations are written.
Number = Annotated[Scalar, Quantity("1")]
PositiveNumber = Annotated[Scalar, Quantity("1", "positive")]
Length = Annotated[Scalar, Quantity("m")]
RelaxationLength = Annotated[Scalar, Quantity("m", "not negative")]
PositiveLength = Annotated[Scalar, Quantity("m", "positive")]
Angle = Annotated[Scalar, Quantity("rad")]
Coordinate = Annotated[Scalar, Quantity("rad or m")]  # of a hinge or of a slider
Ratio = Annotated[Scalar, Quantity("1 or m/rad or rad/m")]  # between two coordinates
Mass = Annotated[Scalar, Quantity("kg", "not negative")]
Force = Annotated[Scalar, Quantity("N")]
PositiveForce = Annotated[Scalar, Quantity("N", "positive")]
Pressure = Annotated[Scalar, Quantity("Pa", "positive")]
Torque = Annotated[Scalar, Quantity("N m")]
Time = Annotated[Scalar, Quantity("s")]
Frequency = Annotated[Scalar, Quantity("Hz")]
TickRate = Annotated[Scalar, Quantity("Hz", "positive")]  # of a controller
Point = Annotated[tuple[Scalar, Scalar, Scalar], Quantity("m")]
Direction = Annotated[tuple[Scalar, Scalar, Scalar], Quantity("1")]
Inertia3 = Annotated[tuple[Scalar, Scalar, Scalar], Quantity("kg m^2")]

# Fields of a law y(x): the owner of the law says what x and y are, `Axes("m", "N")` for a spring.
Slope = Annotated[Scalar, Quantity("y/x")]
Ordinate = Annotated[Scalar, Quantity("y")]
PerAbscissa = Annotated[Scalar, Quantity("1/x")]
Abscissa = Annotated[Scalar, Quantity("x")]
Abscissae = Annotated[tuple[float, ...], Quantity("x")]
Ordinates = Annotated[tuple[float, ...], Quantity("y")]
Rates = Annotated[tuple[float, ...], Quantity("v")]


@dataclass(frozen=True, slots=True)
class Axes:
    """The SI units of x and y in a law or a signal owned by a part."""

    x: str
    y: str
    v: str = ""  # of the rate of x, in a law of both


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that a text field may hold: `Annotated[str, OneOf("ground", "body")]`."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)


Interpolation = Annotated[str, OneOf("monotone", "linear", "spline")]  # of a table


PositiveTime = Annotated[Scalar, Quantity("s", "positive")]
Times = Annotated[tuple[float, ...], Quantity("s")]
# six diagonal terms, or all 36 row by row; the unit follows from the row and column
Stiffness6 = Annotated[tuple[Scalar, ...], Quantity("bushing stiffness")]
Damping6 = Annotated[tuple[Scalar, ...], Quantity("bushing damping")]
Stiffness = Annotated[Scalar, Quantity("N/m", "not negative")]
PositiveStiffness = Annotated[Scalar, Quantity("N/m", "positive")]
Damping = Annotated[Scalar, Quantity("N s/m", "not negative")]
CorneringStiffness = Annotated[Scalar, Quantity("N/rad", "positive")]
Speed = Annotated[Scalar, Quantity("m/s", "positive")]


class UnitError(Portable, ValueError):
    """Text that is not a quantity, or not of the kind that is needed."""

    def __init__(self, what: str, help: str):
        super().__init__(f"{what}; {help}")
        self.what, self.help = what, help


class Given(float):
    """A number of a field that allows units of two kinds: it remembers its text until one of them is known as right."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, value: float, text: str) -> Given:
        number = super().__new__(cls, value)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[Given], tuple[float, str]]:
        return Given, (float(self), self.text)


class Plain(float):
    """A number that sentences write without an exponent: f"{Plain(1390.4):.3g}" is "1390", not "1.39e+03".

    The digits asked for are kept; zeros fill up. From a thousand million on, an exponent is easier to read.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        text = super().__format__(spec)
        return f"{float(text):.0f}" if "e+0" in text else text


@dataclass(frozen=True, slots=True)
class Unit:
    """A factor to SI and the powers of length, mass, time and angle."""

    factor: Fraction
    powers: tuple[Fraction | int, ...]

    def times(self, other: Unit, power: Fraction | int) -> Unit:
        powers = tuple(a + power * b for a, b in zip(self.powers, other.powers, strict=True))
        return Unit(self.factor * Fraction(other.factor**power), powers)


NONE, LENGTH, MASS, TIME, ANGLE = (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
FORCE, PRESSURE, ENERGY, POWER = (1, 1, -2, 0), (-1, 1, -2, 0), (2, 1, -2, 0), (2, 1, -3, 0)
PI = Fraction("3.14159265358979323846264338327950288")
INCH, POUND = Fraction("0.0254"), Fraction("0.45359237")  # exact by the 1959 agreement
GRAVITY = Fraction("9.80665")  # standard gravity, exact by definition
OF_WEIGHT = {  # what these mean where an acceleration or a force is wanted
    "g": Unit(GRAVITY, (1, 0, -2, 0)),
    "lb": Unit(POUND * GRAVITY, FORCE),
}

PREFIXES = {"k": 3, "M": 6, "c": -2, "m": -3, "µ": -6, "μ": -6, "u": -6}
PREFIXED = {
    "m": Unit(Fraction(1), LENGTH),
    "g": Unit(Fraction(1, 1000), MASS),
    "s": Unit(Fraction(1), TIME),
    "rad": Unit(Fraction(1), ANGLE),
    "N": Unit(Fraction(1), FORCE),
    "Nm": Unit(Fraction(1), ENERGY),
    "Ns": Unit(Fraction(1), (1, 1, -1, 0)),
    "Nms": Unit(Fraction(1), (2, 1, -1, 0)),
    "Pa": Unit(Fraction(1), PRESSURE),
    "J": Unit(Fraction(1), ENERGY),
    "W": Unit(Fraction(1), POWER),
    "Hz": Unit(Fraction(1), (0, 0, -1, 0)),
}
UNITS = {prefix + name: Unit(u.factor * Fraction(10) ** e, u.powers) for name, u in PREFIXED.items()
         for prefix, e in PREFIXES.items()} | PREFIXED | {
    "1": Unit(Fraction(1), NONE),
    "%": Unit(Fraction(1, 100), NONE),
    "in": Unit(INCH, LENGTH),
    "inch": Unit(INCH, LENGTH),
    "ft": Unit(12 * INCH, LENGTH),
    "mi": Unit(5280 * 12 * INCH, LENGTH),
    "t": Unit(Fraction(1000), MASS),
    "lb": Unit(POUND, MASS),
    "kgf": Unit(GRAVITY, FORCE),
    "lbf": Unit(POUND * GRAVITY, FORCE),
    "psi": Unit(POUND * GRAVITY / INCH**2, PRESSURE),
    "sec": Unit(Fraction(1), TIME),
    "min": Unit(Fraction(60), TIME),
    "h": Unit(Fraction(3600), TIME),
    "hr": Unit(Fraction(3600), TIME),
    "hp": Unit(550 * 12 * INCH * POUND * GRAVITY, POWER),  # 550 ft lbf/s, mechanical [NIST SP 811, B.8]
    "PS": Unit(75 * GRAVITY, POWER),  # 75 kgf m/s, metric [NIST SP 811, B.8]
    "deg": Unit(PI / 180, ANGLE),
    "°": Unit(PI / 180, ANGLE),
    "º": Unit(PI / 180, ANGLE),  # the ordinal sign, which stands on many keyboards
    "rev": Unit(2 * PI, ANGLE),
    "rpm": Unit(PI / 30, (0, 0, -1, 1)),
    "kph": Unit(Fraction(5, 18), (1, 0, -1, 0)),
    "kmh": Unit(Fraction(5, 18), (1, 0, -1, 0)),
    "mph": Unit(5280 * 12 * INCH / 3600, (1, 0, -1, 0)),
    "Nmm": Unit(Fraction(1, 1000), ENERGY),
    "bar": Unit(Fraction(100_000), PRESSURE),
    "mbar": Unit(Fraction(100), PRESSURE),
    "GPa": Unit(Fraction(10**9), PRESSURE),  # of moduli; no other unit has this prefix
}  # fmt: skip

HEADER = {"length": "m", "angle": "rad", "mass": "kg", "force": "N", "time": "s"}  # of a file, and its SI
LONGEST = 100  # characters of a quantity; nobody needs more, and work stays bounded

_NUMBER = re.compile(r"[+−-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_FACTOR = re.compile(r"([^\d\s*/·⋅^²³+-]+|1(?![0-9]))(?:\^([+-]?[0-9]{1,2}(?:\.[0-9]{1,2})?)|([²³23]))?")
_BETWEEN = re.compile(r" *([*/·⋅]) *| +|-(?=[^\W\d])")
# words that mean several units, or one that has a better name; and what to write
ASK_FOR = {"kip": '"1000 lbf"', "ton": '"t" for 1000 kg, or lb', "tons": '"t" for 1000 kg, or lb', "bhp": '"hp"'}
ASK_FOR |= {"HP": '"hp" of 745.7 W or "PS" of 735.5 W', "cv": '"PS"', "ch": '"PS"', "CV": '"PS"', "ps": '"PS" or "ms"'}
ASK_FOR |= {"kmph": '"km/h"', "msec": '"ms"', "degrees": '"deg"', "G": '"g"', "kgm": '"kgf m" or "kg m"'}


@lru_cache(maxsize=1000)
def parse_unit(text: str, of_weight: bool = False) -> Unit:
    """The unit that a text like "N s/mm" names; g and lb are those of masses or, `of_weight`, gravity and a force."""
    text = text.replace("**", "^")
    unit, place, operator, divided = Unit(Fraction(1), NONE), 0, "*", False
    while True:
        factor = _FACTOR.match(text, place)
        if factor is None:
            raise UnitError(f"'{text}' is not a unit", "units look like mm, N/mm, kg m^2, N s/m, km/h")
        name, power = factor[1], Fraction(factor[2] or {"²": 2, "³": 3}.get(factor[3], factor[3] or 1))
        if name not in UNITS:
            if name in ASK_FOR:
                raise UnitError(f"unit '{name}' can be read in several ways, or is none", f"write {ASK_FOR[name]}")
            raise UnitError(
                f"unit '{name}' is not known.{did_you_mean(name, UNITS)}",
                f"known: {', '.join(COMMON)}; prefixes k M c m µ",
            )
        if power.denominator > 1 and UNITS[name].factor != 1:  # m/s^1.75 of a vibration dose; no other has roots
            raise UnitError(f"'{text}' is not a unit", "roots are those of SI units, as in m/s^1.75")
        own = OF_WEIGHT.get(name, UNITS[name]) if of_weight else UNITS[name]
        unit = unit.times(own, -power if operator == "/" else power)
        place = factor.end()
        if place == len(text):
            return unit
        between = _BETWEEN.match(text, place)
        if between is None:
            raise UnitError(f"'{text}' is not a unit", "put a space, * or / between its factors")
        operator, place = between[1] or "*", between.end()
        if divided and operator != "/":
            raise UnitError(f"'{text}' reads in two ways", "write products first, as in N s/mm")
        divided = divided or operator == "/"


COMMON = (*PREFIXED, "t", "min", "h", "deg", "°", "rev", "rpm", "kph", "mph")
COMMON += ("in", "ft", "lb", "lbf", "psi", "bar", "hp", "PS", "%")


def to_si(value: object, unit: str, defaults: Mapping[str, str] | None = None) -> float:
    """The SI number that a bare number or a text means, where `unit` is what is needed.

    `unit` may offer alternatives: "rad or m". `defaults` is the file's header, `{"length": "mm"}`.
    """
    if isinstance(value, Given) and " or " in unit:
        return value  # read before
    if isinstance(value, str):
        wanted = [parse_unit(u).powers for u in unit.split(" or ")]
        number, given = parse_quantity(value)
        if given and given.powers not in wanted:
            number, given = parse_quantity(value, of_weight=True)
        if given:
            if given.powers not in wanted:
                right = "a plain number" if unit == "1" else pretty_unit(unit)
                if unit == "m/s^2" and unit_in_text(value) == "mg":
                    what = f"'{value}' can be milligrams or thousandths of g"
                    raise UnitError(what, f'write "{float(number / 1000):g} g" for the acceleration')
                raise UnitError(f"'{value}' is not in {right}", f"needs {right}, {_example(unit)}")
            size = _float(number * given.factor, value)
            return Given(size, value) if " or " in unit else size
        if not _header_units(unit, defaults or {}) and (bare := bare_number_readings(value, unit)):
            raise bare
        value = float(number)
    if isinstance(value, bool) or not isinstance(value, Real):  # NumPy's numbers are real numbers too
        raise UnitError(f"{shown_in_message(value)} is not a number", f"needs {_example(unit)}")
    return _bare(float(value) if not isinstance(value, int) else value, unit, defaults or {})


def _bare(value: float, unit: str, defaults: Mapping[str, str]) -> float:
    try:
        number = float(value)
    except OverflowError:
        raise UnitError(f"{shown_in_message(value)} is too large", f"needs a finite number, {_example(unit)}") from None
    if not math.isfinite(number):
        raise UnitError(f"{number} is not a finite number", f"needs {_example(unit)}")
    scales = _header_units(unit, defaults)
    if not scales or number == 0:
        return number
    if " or " in unit:
        what = f"{shown_in_message(value)} could be in {unit}, and the header gives bare numbers a unit"
        raise UnitError(what, f"write the unit: {_example(unit)}")
    return _float(Fraction(repr(number)) * parse_unit(scales[0]).factor, value)


def _header_units(unit: str, defaults: Mapping[str, str]) -> list[str]:
    """Tells what a file's header says of bare numbers of a unit."""
    return [defaults[k] for k, si in HEADER.items() if k in defaults and si in unit.split(" or ")]


def _float(number: Fraction, given: object) -> float:
    try:
        return float(number)
    except OverflowError:
        raise UnitError(f"{shown_in_message(given)} is too large", "needs a finite number") from None


# how people read a number that stands without a unit, besides SI
EVERYDAY = {"m/s": "km/h", "rad": "deg", "rad/s": "deg/s", "m": "mm", "N": "kN", "m/s^2": "g", "N/m": "N/mm"}
EVERYDAY |= {"s": "ms", "Pa": "bar", "N m/rad": "N m/deg", "kg": "lb", "N s/m": "N s/mm"}


def bare_number_readings(
    value: object, unit: str, usual: str = "", fits: Callable[[float], bool] = lambda number: True
) -> UnitError | None:
    """What to say of a number without a unit where one is needed, with both readings: SI, and the unit that is usual
    for it. Nothing of zero or of text with a unit, nor where no unit is needed. Only readings that fit are offered."""
    try:
        bare = not isinstance(value, str) or parse_quantity(value)[1] is None
        number = float(value) if bare else 0.0  # type: ignore[arg-type]
    except (UnitError, TypeError, ValueError, OverflowError):
        return None  # wrong for another reason
    if number == 0.0 or "1" in unit.split(" or ") or isinstance(value, bool):
        return None
    if math.isnan(number):
        return UnitError(f"{shown_in_message(value)} is no number", f"a number with its unit, in {unit}")
    readings = []
    for first in unit.split(" or "):
        other = usual if usual not in ("", first) else EVERYDAY.get(first)
        factor = float(parse_unit(other, of_weight=first == "m/s^2").factor) if other else 1.0
        if fits(number):
            readings.append(f'"{number:g} {first}"' + (f" ({number / factor:.6g} {other})" if other else ""))
        readings += [f'"{number:g} {other}"'] if other and fits(number * factor) else []
    return UnitError(f"{number:g} has no unit", f"write {' or '.join(readings)}" if readings else "")


def parse_quantity(text: str, of_weight: bool = False) -> tuple[Fraction, Unit | None]:
    """The number and the unit of a text like "25 mm"; no unit when there is only a number."""
    text = text.strip()
    number = _NUMBER.match(text) if len(text) <= LONGEST else None
    if number is None:
        raise UnitError(f"{shown_in_message(text)} is not a quantity", 'needs a number and a unit, as in "25 mm"')
    rest = text[number.end() :]
    if rest.startswith(","):
        raise UnitError(f"{shown_in_message(text)} has a comma", 'write the decimal point as in "2.5 mm"')
    digits = number[0].replace("−", "-")  # the sign that word processors write
    size = float(digits)
    if not math.isfinite(size):
        raise UnitError(f"{shown_in_message(text)} is too large", "needs a finite number")
    # a size that is zero as a float stays zero: its exponent could be of any length
    return Fraction(digits if size else 0), parse_unit(rest.strip(), of_weight) if rest.strip() else None


def unit_in_text(text: str) -> str:
    """The unit of a text like "25 mm", as it is written; empty where there is none."""
    number = _NUMBER.match(text.strip())
    return text.strip()[number.end() :].partition(",")[0].strip() if number else ""


def show_in_unit(value: float, unit: str) -> str:
    """An SI value in a unit, for people: show_in_unit(0.212, "mm") is "212 mm"."""
    return f"{value / float(parse_unit(unit).factor):.6g} {pretty_unit(unit)}".removesuffix(" 1")


def pretty_unit(unit: str) -> str:
    return unit.replace("^2", "²").replace("^3", "³")


def _example(unit: str) -> str:
    examples = {"1": "0.5", "m": '"25 mm"', "rad": '"3 deg"', "N": '"1.2 kN"', "N/m": '"25 N/mm"'}
    first = unit.split(" or ")[0]
    return "for example " + examples.get(first, f'"2 {first}"')


def unit_of_number(quantity: Quantity, axes: Axes, index: int = 0, count: int = 1) -> str:
    """The SI unit of a number: as its field says, from the axes of the law, or by its place in a bushing."""
    match quantity.unit:
        case "x":
            return axes.x
        case "y":
            return axes.y
        case "v":
            return axes.v
        case "y/x":
            alternatives = _as_long(axes.x.split(" or "), axes.y.split(" or "))
            return " or ".join(_quotient(y, x) for x, y in zip(*alternatives, strict=True))
        case "1/x":
            return " or ".join(_quotient("1", x) for x in axes.x.split(" or "))
        case "bushing stiffness" | "bushing damping":
            row, column = (index, index) if count == 6 else divmod(index, 6)
            rate = " s" if quantity.unit == "bushing damping" else ""
            return f"{'N' if row < 3 else 'N m'}{rate}/{'m' if column < 3 else 'rad'}"
    return quantity.unit


def rule_of_number(quantity: Quantity, index: int = 0, count: int = 1) -> str:
    """The rule of a number: as its field says; what stands on the diagonal of a bushing is not negative."""
    if "bushing" in quantity.unit and (count == 6 or index % 7 == 0):
        return "not negative"
    return quantity.rule


def _as_long(a: list[str], b: list[str]) -> tuple[list[str], list[str]]:
    """One alternative goes with each of the other's."""
    return a * (len(b) if len(a) == 1 else 1), b * (len(a) if len(b) == 1 else 1)


def _quotient(y: str, x: str) -> str:
    """Units divided: "N" by "m/s" is "N s/m"."""
    (above, *below), (x_above, *x_below) = y.split("/"), x.split("/")
    top = " ".join(u for u in (above, *x_below) if u != "1") or "1"
    return "/".join([top, *below, *(u for u in x_above.split(" ") if u != "1")])
