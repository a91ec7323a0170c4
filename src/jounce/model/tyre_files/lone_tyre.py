"""A tyre alone, of any law: its forces for numbers or arrays, its nominal load, where it holds, and its changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import floor, log10, pi
from numbers import Real
from pathlib import Path
from typing import Any, Self

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, UnknownName, did_you_mean, shown_in_message
from jounce.model.fields import each_number, each_ruled_number, kind_word_of_field, map_numbers
from jounce.model.reading.records import broken_record_rule
from jounce.model.tyre_files.tir_defaults import USUAL_DEFLECTION
from jounce.model.tyre_files.tir_parts import missing_tir_parts
from jounce.model.tyre_files.tir_rules import wrong_tir_numbers
from jounce.model.tyre_files.tyre_arrays import OUTPUTS, ROLLING, TyreArrays, tyre_forces_in_order
from jounce.parts.limits import limits_of
from jounce.parts.tyres.laws import SlipLaw
from jounce.parts.tyres.tyre_law import TyreForces
from jounce.units import UnitError, parse_unit, to_si

USUAL = {"FZ": (0.05, 2.0), "KPU": (-1.0, 1.0), "ALP": (-1.5, 1.5), "CAM": (-0.2, 0.2)}  # loads by the nominal one
RANGED = {"FZ": "load", "KPU": "slip", "ALP": "slip_angle", "CAM": "inclination"}
SHOWN_STATES = {"slip": "%", "slip_angle": "deg", "inclination": "deg", "load": "kN", "speed": "km/h", "friction": "1"}
LAW = "law"  # before the path of a number, for walks over the fields of a law
STATES: dict[str, tuple[str, float, float, str]] = {  # unit, least, most, what would be right
    "slip": ("1", -1e3, 1e3, 'a share, for example 0.05 or "5 %"'),
    "slip_angle": ("rad", -pi / 2, pi / 2, 'below a right angle, for example "4 deg"'),
    "inclination": ("rad", -pi / 2, pi / 2, 'below a right angle, for example "2 deg"'),
    "load": ("N", 0.0, 1e8, 'not negative, for example "4 kN"'),
    "speed": ("m/s", -500.0, 500.0, 'for example "80 km/h"'),
    "friction": ("1", 0.0, 10.0, "of the road, relative to the one of the measurement; not negative"),
}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LoneTyre:
    """A tyre without a car: a law with its numbers, and what is known of it.

    `tyre` is the law. `rated_load` is its nominal load, where the law has none among its numbers; if it is zero, the
    load that presses the tyre in by 7 % of its radius takes its place. `ranges` are those it is valid for: "FZ" (load),
    "KPU" (slip), "ALP" (slip angle), "CAM" (inclination). `remarks` is what a user should know about its file.
    """

    source: str = "tyre"
    tyre: SlipLaw
    side: str = "LEFT"  # of the car the tyre was measured for: "LEFT", "RIGHT" or "SYMMETRIC"
    rated_load: float = 0.0  # N
    ranges: Mapping[str, tuple[float, float]] | None = None
    rim_radius: float = 0.0  # m; 0 where it is not known
    remarks: tuple[str, ...] = ()
    called: str = ""  # its name; else that of the file
    given_sources: Mapping[str, str] = field(default_factory=dict)  # where the numbers come from, by path
    digest: str = field(default="", compare=False)  # sha256 of the bytes of its file

    def __repr__(self) -> str:
        notes = f"{len(self.notes)} note{'s' if len(self.notes) != 1 else ''}"
        load = tyre_state_text("load", self.nominal_load)
        return f"<tyre {self.name}: {title_of_lone_tyre(self.tyre)}, nominal {load}, {notes}>"

    @property
    def name(self) -> str:
        return self.called or Path(self.source).stem

    @property
    def sources(self) -> Mapping[str, float | str]:
        """Returns where the numbers come from, if the file says it."""
        return self.given_sources

    @property
    def numbers(self) -> Mapping[str, float]:
        """Returns every number of a property file by its key, in SI."""
        return {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know: what was read in another way than it stands there, what the tyre does not do."""
        return *self.remarks, *self._load_note(), *missing_tir_parts(self.tyre)

    @property
    def nominal_load(self) -> float:
        """In newtons: that of the law, with its scale LFZO, or of the file, else a usual one."""
        given = float(getattr(self.tyre, "FNOMIN", self.rated_load)) * float(getattr(self.tyre, "LFZO", 1.0))
        return given or self._usual_load()

    @property
    def free_radius(self) -> float:
        """Returns the radius without load, in metres."""
        return float(self.tyre.free_radius(0.0))  # type: ignore[arg-type]

    def _usual_load(self) -> float:
        carried = float(self.tyre.load(USUAL_DEFLECTION * self.free_radius, 0.0, 0.0))  # type: ignore[arg-type]
        return round(carried, 1 - floor(log10(carried))) if carried > 0 else 1.0

    def _load_note(self) -> tuple[str, ...]:
        if hasattr(self.tyre, "FNOMIN") or self.rated_load:
            return ()
        share = f"{100 * USUAL_DEFLECTION:g} %"
        load = tyre_state_text("load", self.nominal_load).removeprefix("load ")
        return (f"no nominal load is given: {load}, which presses it in by {share} of its radius",)

    @check_arguments
    def limits(self, name: str) -> tuple[float, float]:
        """Returns the range that the tyre is valid for, "FZ", "KPU", "ALP" or "CAM"; a usual one if it does not say."""
        if name not in USUAL:
            what = f"there is no such range.{did_you_mean(name, USUAL)}"
            raise UnknownName(self.name, [Problem(shown_in_message(name), what, f"one of {', '.join(USUAL)}")])
        if name == "FZ" and hasattr(self.tyre, "load_range") and not (self.ranges or {}).get(name):
            return self.tyre.load_range()  # type: ignore[no-any-return]
        low, high = USUAL[name]
        scale = self.nominal_load if name == "FZ" else 1.0
        return (self.ranges or {}).get(name, (low * scale, high * scale))

    def forces(
        self,
        *,
        slip: Any = 0.0,
        slip_angle: Any = 0.0,
        inclination: Any = 0.0,
        load: Any = None,
        speed: Any = ROLLING["speed"],
        friction: Any = 1.0,
    ) -> TyreForces:
        """Returns fx, Fy, Mx, My and Mz of steady slip, on the wheel, in ISO-W axes: newtons and newton metres.

        Each argument is a number in SI, a text with its unit ("4 deg", "4 kN"), or an array or list of either; arrays
        combine as NumPy's do. The load is the nominal one unless given. From numbers follow numbers, from arrays
        arrays of the common shape.
        """
        given = {"slip": slip, "slip_angle": slip_angle, "inclination": inclination, "speed": speed}
        given |= {"load": self.nominal_load if load is None else load, "friction": friction}
        problems: list[Problem] = []
        state = {name: _states(name, value, problems) for name, value in given.items()}
        try:
            shape = np.broadcast_shapes(*(array.shape for array in state.values()))
        except ValueError:
            sizes = ", ".join(f"{name} {array.shape}" for name, array in state.items() if array.shape)
            problems.append(Problem("arrays", f"do not fit together: {sizes}", "arrays of one shape, or numbers"))
        if problems:
            raise ModelError(self.name, problems)
        found = TyreArrays(lambda contact: tyre_forces_in_order(self.tyre.forces(contact)))(**state)
        given_back: Any = {name: f if shape else float(f) for name, f in zip(OUTPUTS, found, strict=True)}
        return TyreForces(**given_back)

    @check_arguments
    def with_values(self, values: Mapping[str, float | str]) -> Self:
        """Returns the same tyre with some of its numbers changed: SI numbers, or text with a unit."""
        problems: list[Problem] = []
        units = {path.removeprefix(f"{LAW}."): unit for path, _, unit in each_number(self.tyre, LAW)}
        changed: dict[str, float] = {}
        for name, value in values.items():
            try:
                if name not in units:
                    example = f"for example {next(iter(units))}"
                    raise UnitError(f"the tyre has no such number.{did_you_mean(name, units)}", example)
                changed[name] = to_si(value, units[name])
            except UnitError as error:
                problems.append(Problem(name, error.what, error.help))

        def change(path: str, old: Any, unit: str) -> Any:
            return changed.get(path.removeprefix(f"{LAW}."), old)

        tyre = map_numbers(self.tyre, change, LAW)
        problems += wrong_numbers_of_lone_tyre(tyre)
        if problems:
            raise ModelError(self.name, problems)
        return replace(self, tyre=tyre)

    def summary(self) -> str:
        """Returns what is known of the tyre, in one screen."""
        ranges = ", ".join(tyre_state_text(RANGED[name], *self.limits(name)) for name in USUAL)
        return (
            f"{self.name}: {title_of_lone_tyre(self.tyre)}, side {self.side}\n"
            f"  nominal {tyre_state_text('load', self.nominal_load)}, free radius {1e3 * self.free_radius:g} mm, "
            f"pressed in by {1e3 * _deflection(self):.3g} mm\n"
            f"  valid for {ranges}" + "".join(f"\n  note: {note}" for note in self.notes)
        )


def tyre_state_text(name: str, *values: float) -> str:
    """Returns a quantity of the contact as people read it, or its range: "slip angle -15 to 15 deg"."""
    unit = SHOWN_STATES[name]
    numbers = (f"{value / float(parse_unit(unit).factor):.4g}" for value in values)
    return f"{name.replace('_', ' ')} {' to '.join(numbers)} {unit}".removesuffix(" 1")


def title_of_lone_tyre(law: Any) -> str:
    """Returns what a law is called; one of the user's own by the word it is registered with, or its class."""
    return str(getattr(law, "title", "")) or kind_word_of_field(law)


def wrong_numbers_of_lone_tyre(law: Any) -> list[Problem]:
    """Returns numbers that a law cannot have, by their names."""
    found = [*wrong_tir_numbers(law, LAW), *limits_of(law, LAW)]
    for path, value, _, rule in each_ruled_number(law, LAW):
        if path not in {problem.where for problem in found} and (wrong := broken_record_rule(value, rule, value)):
            found.append(Problem(path, *wrong))
    return [replace(problem, where=problem.where.removeprefix(f"{LAW}.")) for problem in found]


def _states(name: str, value: Any, problems: list[Problem]) -> np.ndarray:
    """Returns one quantity of the contact as an array in SI; zeros where it cannot be read."""
    unit, least, most, right = STATES[name]
    try:
        if isinstance(value, str | Real):
            array = np.asarray(to_si(value, unit))
        else:
            entries = [to_si(entry, unit) if isinstance(entry, str) else entry for entry in value]
            array = np.asarray(value if not any(isinstance(entry, str) for entry in value) else entries, dtype=float)
    except UnitError as error:
        problems.append(Problem(name, error.what, error.help))
    except (TypeError, ValueError):
        problems.append(Problem(name, f"{shown_in_message(value)} is not a number, nor an array of numbers", right))
    else:
        wrong = ~((array >= least) & (array <= most))
        if not wrong.any():
            return array
        shown = f"{array[wrong].ravel()[0]:g} {unit if unit != '1' else ''}".strip()
        problems.append(Problem(name, f"{shown} is not possible", right))
    return np.zeros(())


def _deflection(tyre: LoneTyre) -> float:
    """Returns the deflection at the nominal load, in metres; between the deflections of a table."""
    pressed = np.linspace(0.0, tyre.free_radius, 2001)
    carried = [float(tyre.tyre.load(float(depth), 0.0, 0.0)) for depth in pressed]  # type: ignore[arg-type]
    return float(np.interp(tyre.nominal_load, carried, pressed))
