"""Fit Magic Formula 5.2 to measured points at pure slip: least squares, force by force."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import least_squares

from jounce import __version__
from jounce.errors import ModelError, Problem
from jounce.graph import Graph, interpret, jacobian
from jounce.model.reading.model_file import load as load_file
from jounce.model.tyre_files.tir_file import TirFile
from jounce.model.tyre_files.tir_ranges import QUARTER_TURN
from jounce.model.tyre_files.tir_rules import SIDES, contradictions
from jounce.model.tyre_files.tir_writer import tir_text
from jounce.model.tyre_files.tyre_arrays import STATE
from jounce.parts.tyres.magic_formula_data import MagicFormula52
from jounce.parts.tyres.tyre_law import Contact
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.studies.settings import Amount, Setting, Word
from jounce.studies.study import Progress, Study
from jounce.studies.tyres.tyre_points import FORCES, OVER, UNITS, TyrePoints, read_tyre_points

PURE = {"slip": 0.005, "slip_angle": 0.0035}  # as far as the other slip may be from zero: half a percent, 0.2 deg
SPEED = 15.0  # m/s; of the forces fitted here only the moment's sign depends on it
ON_BOUND = 1e-4  # of the distance between the bounds
# coefficient -> bounds, and how many loads and whether inclined wheels must be there to tell it from the others
COEFFICIENTS: dict[str, dict[str, tuple[tuple[float, float], int, bool]]] = {
    "Fx": {
        "PCX1": ((1.0, 2.0), 1, False),
        "PDX1": ((0.05, 4.0), 1, False),
        "PDX2": ((-1.0, 1.0), 2, False),
        "PDX3": ((-20.0, 20.0), 1, True),
        "PEX1": ((-20.0, 1.0), 1, False),
        "PEX2": ((-10.0, 10.0), 2, False),
        "PEX3": ((-10.0, 10.0), 3, False),
        "PKX1": ((1.0, 200.0), 1, False),
        "PKX2": ((-100.0, 100.0), 2, False),
        "PKX3": ((-2.0, 2.0), 3, False),
        "PHX1": ((-0.05, 0.05), 1, False),
        "PVX1": ((-0.2, 0.2), 1, False),
    },
    "Fy": {
        "PCY1": ((1.0, 2.0), 1, False),
        "PDY1": ((0.05, 4.0), 1, False),
        "PDY2": ((-1.0, 1.0), 2, False),
        "PDY3": ((-20.0, 20.0), 1, True),
        "PEY1": ((-20.0, 1.0), 1, False),
        "PEY2": ((-10.0, 10.0), 2, False),
        "PKY1": ((-200.0, -0.5), 1, False),
        "PKY2": ((0.2, 20.0), 2, False),
        "PKY3": ((-5.0, 5.0), 1, True),
        "PHY1": ((-0.05, 0.05), 1, False),
        "PHY3": ((-2.0, 2.0), 1, True),
        "PVY1": ((-0.2, 0.2), 1, False),
        "PVY3": ((-3.0, 3.0), 1, True),
        "PVY4": ((-3.0, 3.0), 2, True),
    },
    "Mz": {
        "QBZ1": ((0.5, 50.0), 1, False),
        "QBZ2": ((-20.0, 20.0), 2, False),
        "QCZ1": ((0.5, 2.0), 1, False),
        "QDZ1": ((0.005, 0.5), 1, False),
        "QDZ2": ((-0.2, 0.2), 2, False),
        "QEZ1": ((-20.0, 1.0), 1, False),
        "QEZ2": ((-10.0, 10.0), 2, False),
        "QHZ1": ((-0.05, 0.05), 1, False),
        "QDZ6": ((-0.1, 0.1), 1, False),
        "QDZ8": ((-2.0, 2.0), 1, True),
    },
}
MOST_BY_LOAD = {"Fx": 10.0, "Fy": 10.0, "Mz": 1.0}  # 1, 1, m; no tyre has more
Fitted = dict[str, np.ndarray]


class TyreFit(Study):
    """Fit Magic Formula 5.2 to measured points at pure slip: least squares, force by force.

    The subject is a CSV file of measured points; the tyre that follows them best is in the metadata as `tyre_file`.
    Points of one slip only are used: Fx where the slip angle is zero, Fy and Mz where the slip is. Metrics are the
    coefficients and how much of the measurement is left.
    """

    name = "tyre-fit"
    doing = "fitting"
    of_files = True
    like = Setting(
        default="tyre_205_55_r16",
        meaning="tyre to start from; gives what pure slip does not tell: radii, stiffness, combined slip, relaxation",
    )
    nominal_load = Amount(
        unit="N", usual="kN", least=1e-3, most=1e7, meaning="nominal load", auto="the median of the loads"
    )
    side = Word(
        default="left", words=tuple(word.lower() for word in SIDES), meaning="side of the car the tyre was measured for"
    )
    metrics = {
        **{
            name: definition
            for force in FORCES
            for name, definition in {
                f"{force}.points": ("1", f"points of {force} at pure slip"),
                f"{force}.rms": (UNITS[force], "root mean square of measured less fitted"),
                f"{force}.rms_share": ("1", f"the same, divided by the largest {force}"),
            }.items()
        },
        **{name: ("1", f"coefficient of {force}") for force, names in COEFFICIENTS.items() for name in names},
    }

    def run(self, subject: str | Path | TyrePoints, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        points = subject if isinstance(subject, TyrePoints) else read_tyre_points(subject)
        start = self.like if isinstance(self.like, TirFile) else load_file(self.like)
        _require_angles(points)
        tyre = _start(start, points, self.nominal_load)
        curves: Fitted = {}
        values: dict[str, float] = {}
        notes: list[str] = []
        for force in FORCES:
            rows = _rows(points, force)
            if rows.any():
                _require(points, force, rows)
                names = _names(points, force, rows)
                tyre, fitted = _fit(points, force, rows, tyre, names)
                measured = points.columns[force][rows]
                values |= _left(force, measured, fitted)
                values |= {name: float(getattr(tyre, name)) for name in names}
                notes += _at_bounds(tyre, force, names)
                curves[force], curves[f"{force}.fitted"] = (_placed(rows, v) for v in (measured, fitted))
        if not curves:
            what = f"no point has one slip alone, within {PURE['slip']:g} of slip and {PURE['slip_angle']:g} rad"
            raise ModelError(points.source, [Problem("points", what, "combined slip is not fitted")])
        text = _fitted_file(start, tyre, self.side, points)
        return self.with_metrics(_result(points, curves, text, began, notes, self.chosen()), values)


def _fitted_file(start: TirFile, tyre: MagicFormula52, side: str, points: TyrePoints) -> str:
    """A measured tyre has its own conicity: it is no symmetric one, whatever it was started from."""
    loads = np.append(points.columns["load"], [0.9 * float(tyre.FNOMIN), 1.1 * float(tyre.FNOMIN)])  # type: ignore[arg-type]
    forces: dict[str, float | str] = {"FZMIN": float(loads.min()), "FZMAX": float(loads.max())}
    file = replace(start, tyre=tyre, side=side.upper(), values={**start.values, "VERTICAL_FORCE_RANGE": forces})
    return tir_text(file, f"fitted to {points.source}")


def _rows(points: TyrePoints, force: str) -> np.ndarray:
    """Returns points at which the force was measured at pure slip."""
    other = "slip_angle" if OVER[force] == "slip" else "slip"
    loaded = points.columns["load"] > 0
    return (np.abs(points.columns[other]) <= PURE[other]) & loaded & (force in points.columns)


def _require_angles(points: TyrePoints) -> None:
    """Requires angles of a wheel, not degrees that a header calls radians."""
    most = {name: float(np.abs(points.columns[name]).max()) for name in ("slip_angle", "inclination")}
    problems = [
        Problem(name, f"is up to {angle:.4g} rad", f"at most a quarter turn; were these degrees? Write {name} [deg]")
        for name, angle in most.items()
        if angle > QUARTER_TURN
    ]
    if problems:
        raise ModelError(points.source, problems)


def _require(points: TyrePoints, force: str, rows: np.ndarray) -> None:
    """Requires enough points, on both sides or one, and the signs of ISO-W."""
    slip, value, load = (points.columns[name][rows] for name in (OVER[force], force, "load"))
    names = _names(points, force, rows)
    problems = []
    if rows.sum() <= len(names):
        what = f"{rows.sum()} points for {len(names)} coefficients"
        problems.append(Problem(force, what, "more points, or leave the column out"))
    if np.ptp(slip) == 0:
        problems.append(Problem(OVER[force], "is the same at all points", f"{force} is fitted over {OVER[force]}"))
    largest = float(np.abs(value / load).max())
    if not largest:
        problems.append(Problem(force, "is zero at all points", "leave the column out"))
    elif largest > MOST_BY_LOAD[force]:
        what = f"is up to {largest:.3g} {'m' if force == 'Mz' else 'times'} the load"
        problems.append(Problem(force, what, f"at most {MOST_BY_LOAD[force]:g}; compare the units in the header"))
    sign = -1.0 if force == "Fy" else 1.0
    if force != "Mz" and not problems and sign * float(np.sum((slip - slip.mean()) * value / load)) < 0:
        what = f"{force} {'falls' if sign > 0 else 'rises'} with {OVER[force]}"
        hint = f"in ISO-W it {'rises' if sign > 0 else 'falls'}: change the sign of one of them"
        problems.append(Problem(force, what, hint))
    if problems:
        raise ModelError(points.source, problems)


def _start(like: TirFile, points: TyrePoints, nominal_load: float | None) -> MagicFormula52:
    if not isinstance(like, TirFile) or not isinstance(like.tyre, MagicFormula52):
        raise ModelError("tyre-fit", [Problem("like", "is not a tyre of MF 5.2", "for example tyre_205_55_r16")])
    load = float(np.median(points.columns["load"])) if nominal_load is None else nominal_load
    if not load > 0:
        raise ModelError("tyre-fit", [Problem("nominal_load", f"{load:g} N is no load", "a positive one")])
    tyre = replace(like.tyre.even(), FNOMIN=load, slip_measure="angle", aligning="mf_tyre")
    wrong = contradictions({f.name: getattr(tyre, f.name) for f in fields(tyre)})  # what the file's reader would say
    if problems := [Problem("nominal_load", f"{load:g} N: {key} {what}", hint) for key, what, hint in wrong]:
        raise ModelError("tyre-fit", problems)
    return tyre


def _names(points: TyrePoints, force: str, rows: np.ndarray) -> list[str]:
    """Returns coefficients that the points can tell apart."""
    load, slip, inclination = (points.columns[name][rows] for name in ("load", OVER[force], "inclination"))
    loads = len(np.unique(np.round(load / np.median(load), 1)))
    slipping = inclination[np.abs(slip) > PURE[OVER[force]]]  # a wheel that does not slip tells little of its peak
    inclined = slipping.size > 0 and bool(np.ptp(slipping) > 1e-3)
    return [name for name, (_, few, camber) in COEFFICIENTS[force].items() if loads >= few and (inclined or not camber)]


def _fit(
    points: TyrePoints, force: str, rows: np.ndarray, tyre: MagicFormula52, names: list[str]
) -> tuple[MagicFormula52, np.ndarray]:
    """Returns the tyre with fitted coefficients of one force, and that force at the points.

    Residuals are divided by the load, so that a light wheel counts as much as a heavy one; exact slopes by
    differentiation of the formula.
    """
    graph = Graph()
    unknown = {name: graph.symbol(name) for name in names}
    contact = Contact(**{name: graph.symbol(name) for name in STATE})
    output = getattr(replace(tyre, **unknown).forces(contact), force)  # type: ignore[arg-type]
    columns = jacobian([output], list(unknown.values()))
    slopes = [columns.get((0, k), 0.0) for k in range(len(names))]
    at: dict[str, Any] = {name: points.columns[name][rows] for name in STATE[:4]}
    at |= {"speed": SPEED, "friction": 1.0}
    measured, weight = points.columns[force][rows], 1.0 / at["load"]

    def residuals(x: np.ndarray) -> np.ndarray:
        return (interpret([output], at | dict(zip(names, x, strict=True)))[0] - measured) * weight

    def derivatives(x: np.ndarray) -> np.ndarray:
        return np.column_stack(interpret(slopes, at | dict(zip(names, x, strict=True)))) * weight[:, None]

    bounds = np.array([COEFFICIENTS[force][name][0] for name in names]).T
    first = np.clip([_first(name, tyre, measured * weight) for name in names], bounds[0] + 1e-9, bounds[1] - 1e-9)
    found = least_squares(residuals, first, derivatives, bounds=bounds, x_scale="jac", max_nfev=2000, loss="linear")
    fitted: Mapping[str, Any] = {name: float(value) for name, value in zip(names, found.x, strict=True)}
    return replace(tyre, **fitted), residuals(found.x) / weight + measured


def _at_bounds(tyre: MagicFormula52, force: str, names: list[str]) -> list[str]:
    """A coefficient that ends on a bound would go on: the points do not tell it, or are not those of a tyre."""
    found = []
    for name in names:
        value, bounds = float(getattr(tyre, name)), COEFFICIENTS[force][name][0]
        for bound in bounds:
            if abs(value - bound) <= ON_BOUND * (bounds[1] - bounds[0]):
                found.append(f"{name} ended on its bound {bound:g}: the points of {force} do not tell it well")
    return found


def _first(name: str, tyre: MagicFormula52, per_load: np.ndarray) -> float:
    """Returns start values: friction as measured, the rest as in the tyre that is like this one."""
    return float(np.abs(per_load).max()) if name in ("PDX1", "PDY1") else float(getattr(tyre, name))


def _left(force: str, measured: np.ndarray, fitted: np.ndarray) -> dict[str, float]:
    """Tells how much of the measurement the fit leaves."""
    left = float(np.sqrt(np.mean((measured - fitted) ** 2)))
    share = left / float(np.abs(measured).max())
    return {f"{force}.points": measured.size, f"{force}.rms": left, f"{force}.rms_share": share}


def _placed(rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    column: np.ndarray = np.full(rows.size, np.nan)
    column[rows] = values
    return column


def _panels(name: str) -> tuple[Panel, Panel]:
    """Returns measured points and the fitted curve for each load and inclination, alike to 100 N and half a degree."""
    over, alike = "slip" if name == "Fx" else "slip_angle", (("load", 100.0), ("inclination", math.radians(0.5)))
    unit = "N m" if name == "Mz" else "kN"
    return (
        Panel(
            f"{name}, points measured, lines fitted", (f"{name}.fitted",), over, points=(name,), unit=unit, split=alike
        ),
        Panel(f"Measured less fitted {name}", (), over, points=(f"{name}.residual",)),
    )


def _result(
    points: TyrePoints, curves: Fitted, text: str, began: float, notes: list[str], settings: dict[str, Any]
) -> Result:
    columns = {name: points.columns[name] for name in STATE[:4]} | curves
    words = {"slip": "measured", "slip_angle": "measured", "inclination": "measured", "load": "measured"}
    words |= {name: "fitted" if name.endswith(".fitted") else "measured, at pure slip" for name in curves}
    measured = [name for name in FORCES if name in curves]
    left = {f"{name}.residual": curves[name] - curves[f"{name}.fitted"] for name in measured}
    columns, words = columns | left, words | dict.fromkeys(left, "measured less fitted")
    kinds = {"slip": "share", "load": "wheel load"} | dict.fromkeys(
        (n for n in columns if n[:2] in ("Fx", "Fy")), "load"
    )
    number = np.arange(points.columns["load"].size, dtype=float)
    return Result(
        time=number,
        channels=(
            Channel("point", "1", "number of the point in its file", "count"),
            *(Channel(name, UNITS[name.partition(".")[0]], words[name], kinds.get(name, "")) for name in columns),
        ),
        numbers=np.column_stack([number, *columns.values()]),
        panels=tuple(panel for name in measured for panel in _panels(name)),
        metadata={
            "model": Path(points.source).stem,
            "study": "tyre fit",
            "settings": settings | {"like": getattr(settings["like"], "name", str(settings["like"]))},
            "jounce_version": __version__,
            "abscissa": "point",
            "tyre_file": text,
            "notes": notes,
            "wall_time": clock.perf_counter() - began,
            "status": "finished",
        },
    )
