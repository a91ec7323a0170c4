"""Tyre rig: a tyre alone, rolled at given slips, loads and inclinations; its curves and what one reads off them."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from jounce import __version__
from jounce.errors import Problem
from jounce.graph import Scalar, derivative
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tyre_arrays import TyreArrays
from jounce.parts.tyres.tyre_law import Contact
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.studies.settings import Amount, Amounts, Count
from jounce.studies.study import Definitions, Progress, Study

LOADS = (0.25, 0.5, 1.0, 1.5)  # of the nominal load, where none are asked for
INCLINATIONS = "-6 deg, -3 deg, 0 deg, 3 deg, 6 deg"
SIDE_SLIPS = "0 deg, 1 deg, 2 deg, 4 deg, 8 deg"  # of combined slip
LIGHTEST = 0.02  # nominal loads, where curves over the load begin
PEAK_POINTS = 401  # slips among which the peak is sought
KINDS = {
    "slip": "share",
    **dict.fromkeys(("relaxation_x", "relaxation_y", "trail"), "displacement"),
    **{"Fx": "load", "Fy": "load", "load": "wheel load", "slip_stiffness": "slip stiffness"},
}
MOST_LOAD = 10.0  # nominal loads
METRICS: Definitions = {
    "nominal_load": ("N", "load of all figures here: the nominal one, or as asked for", "wheel load"),
    "cornering_stiffness": ("N/rad", "-dFy/d slip angle at zero slip"),
    "slip_stiffness": ("N", "dFx/d slip at zero slip", "slip stiffness"),
    "camber_stiffness": ("N/rad", "-dFy/d inclination at zero slip"),
    "friction_x": ("1", "largest |Fx| over load, pure slip"),
    "friction_y": ("1", "largest |Fy| over load, pure slip"),
    "slip_at_peak": ("1", "slip of the largest |Fx|", "share"),
    "slip_angle_at_peak": ("rad", "slip angle of the largest |Fy|"),
    "trail": ("m", "pneumatic trail: -dMz/dFy at zero slip angle", "displacement"),
    "relaxation_x": ("m", "relaxation length of longitudinal slip", "displacement"),
    "relaxation_y": ("m", "relaxation length of the slip angle", "displacement"),
    "effective_radius": ("m", "forward speed per spin of the free rolling wheel"),
}
Curves = dict[str, tuple[np.ndarray, str, str]]  # name -> samples, unit, definition


class TyreRig(Study):
    """Tyre rig: a tyre alone, rolled at given slips, loads and inclinations; its curves and what one reads off them.

    The tyre is a property file, or a file of kind "tyre" with any tyre law, also one of the user's own. Curves of Fx,
    Fy and Mz over slip and slip angle at several loads, inclinations and combined slips; stiffness, friction and
    relaxation lengths over the load. ISO-W axes, forces on the wheel. Metrics are those of one load, the nominal one
    unless another is asked for. The samples have no time: `Result.time` counts them, and the channel `sweep` runs from
    -1 to 1 with all of them.
    """

    name = "tyre-rig"
    slip = Amount(default="30 %", unit="1", least=1e-3, most=1.0, meaning="how far the curves go either way in slip")
    slip_angle = Amount(
        default="15 deg", unit="rad", least=1e-3, most=1.5, meaning="how far the curves go either way in slip angle"
    )
    loads = Amounts(
        unit="N",
        usual="kN",
        least=1.0,
        most=1e6,
        meaning="loads of the pure slips",
        auto="0.25, 0.5, 1 and 1.5 nominal loads",
    )
    load = Amount(
        unit="N",
        usual="kN",
        least=1.0,
        most=1e6,
        meaning="load of inclined wheels, of combined slip and of the metrics",
        auto="the nominal load",
    )
    inclinations = Amounts(
        default=INCLINATIONS, unit="rad", least=-1.0, most=1.0, meaning="inclinations of the wheel; top to the right"
    )
    slip_angles = Amounts(
        default=SIDE_SLIPS, unit="rad", least=-1.5, most=1.5, meaning="slip angles of the curves of combined slip"
    )
    speed = Amount(default="20 m/s", unit="m/s", least=0.1, most=100.0, meaning="speed of the wheel over the road")
    points = Count(default=201, least=11, most=10_001, meaning="samples of each curve")
    metrics = METRICS

    def contradictions(self) -> Iterator[Problem]:
        loads = self.loads or []
        if len({f"{load:.0f}" for load in loads}) != len(loads):
            yield Problem("loads", f"{len(loads)} loads, some alike", 'for example "2 kN, 4 kN, 6 kN"')
        for name, angles in (("inclinations", self.inclinations), ("slip_angles", self.slip_angles)):
            if len({_degrees(angle) for angle in angles}) != len(angles):
                yield Problem(name, f"{len(angles)} angles, some alike", 'for example "0 deg, 2 deg, 4 deg"')

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        if not isinstance(subject, LoneTyre):
            what = f"{type(subject).__name__} is not a tyre"
            hint = (
                'a .tir file, a file of kind "tyre" or a name out of "jounce list"; in Python, what jounce.load returns'
            )
            raise self.refuse("tyre", what, hint)
        began = clock.perf_counter()
        nominal = subject.nominal_load
        load = nominal if self.load is None else self.load
        loads = self.loads or [share * nominal for share in LOADS]
        for name, most in (("loads", max(loads)), ("load", load)):
            if most > MOST_LOAD * nominal:
                what = f"{most / 1e3:g} kN is more than {MOST_LOAD:g} times the nominal load"
                raise self.refuse(name, what, f"at most {MOST_LOAD * nominal / 1e3:g} kN")
        sweep = np.linspace(-1.0, 1.0, self.points)
        rig = _Rig(subject, self.slip * sweep, self.slip_angle * sweep, load, self.speed)
        curves: Curves = {
            "sweep": (sweep, "1", "share of the range of slip, slip angle and load"),
            "slip": (rig.slip, "1", "(spin R_e - V_x) / |V_x|"),
            "slip_angle": (rig.angle, "rad", "positive where the wheel moves to its left"),
        }
        for each in loads:
            curves |= rig.pure(each)
        for angle in self.inclinations:
            curves |= rig.inclined(angle)
        for angle in self.slip_angles:
            curves |= rig.combined(angle)
        curves |= rig.over_load(max(loads))
        run = Result(
            time=np.arange(self.points, dtype=float),
            channels=tuple(Channel(name, unit, text, _kind(name)) for name, (_, unit, text) in curves.items()),
            numbers=np.column_stack([samples for samples, _, _ in curves.values()]),
            panels=_panels(loads, self.inclinations, self.slip_angles),
            metadata={
                "model": subject.name,
                "study": "tyre rig",
                "settings": self.chosen() | {"loads": loads, "load": load},
                "jounce_version": __version__,
                "abscissa": "sweep",
                "wall_time": clock.perf_counter() - began,
                "status": "finished",
                "notes": list(subject.notes),
            },
        )
        return self.with_metrics(run, rig.metrics())


class _Rig:
    """One tyre and the slips it is rolled at."""

    def __init__(self, file: LoneTyre, slip: np.ndarray, angle: np.ndarray, load: float, speed: float):
        self.tyre: Any = file.tyre
        self.slip, self.angle, self.load, self.speed = slip, angle, load, speed
        self.radius, self.lightest = file.free_radius, LIGHTEST * file.nominal_load
        self.limits = {name: max(map(abs, file.limits(name))) for name in ("KPU", "ALP")}
        self.forces = TyreArrays(self._forces)
        self.slopes = TyreArrays(self._slopes)

    def _forces(self, contact: Contact) -> list[Scalar]:
        f = self.tyre.forces(contact)
        return [f.Fx, f.Fy, f.Mz]

    def _slopes(self, contact: Contact) -> list[Scalar]:
        """Returns what is read at zero slip: stiffnesses, trail; lengths and the rolling radius."""
        f = self.tyre.forces(contact)
        slip, angle, inclination = cast(Any, (contact.slip, contact.slip_angle, contact.inclination))  # symbols here
        side, moment = derivative([f.Fy, f.Mz], angle)
        (along,), (camber,) = derivative([f.Fx], slip), derivative([f.Fy], inclination)
        trail = moment / -side
        radius = self.tyre.effective_radius(contact.load, contact.speed / self.radius)
        return [-side, along, -camber, trail, *self.tyre.relaxation(contact.load, contact.inclination), radius]

    def pure(self, load: float) -> Curves:
        what, owner = f"at {load / 1e3:g} kN, upright", f"load_{load:.0f}"
        Fx, _, _ = self.forces(slip=self.slip, load=load, speed=self.speed)
        _, Fy, Mz = self.forces(slip_angle=self.angle, load=load, speed=self.speed)
        return {
            f"{owner}.Fx": (Fx, "N", f"longitudinal force over slip {what}, no slip angle"),
            f"{owner}.Fy": (Fy, "N", f"side force over slip angle {what}, no slip"),
            f"{owner}.Mz": (Mz, "N m", f"aligning moment over slip angle {what}, no slip"),
        }

    def inclined(self, angle: float) -> Curves:
        _, Fy, Mz = self.forces(slip_angle=self.angle, inclination=angle, load=self.load, speed=self.speed)
        degrees = _degrees(angle)
        what, owner = (
            f"over slip angle, top {degrees} deg to the right, {self.load / 1e3:g} kN",
            f"inclination_{degrees}_deg",
        )
        return {
            f"{owner}.Fy": (Fy, "N", f"side force {what}"),
            f"{owner}.Mz": (Mz, "N m", f"aligning moment {what}"),
        }

    def combined(self, angle: float) -> Curves:
        Fx, Fy, _ = self.forces(slip=self.slip, slip_angle=angle, load=self.load, speed=self.speed)
        degrees = _degrees(angle)
        what, owner = f"over slip at a slip angle of {degrees} deg, {self.load / 1e3:g} kN", f"slip_angle_{degrees}_deg"
        return {f"{owner}.Fx": (Fx, "N", f"longitudinal force {what}"), f"{owner}.Fy": (Fy, "N", f"side force {what}")}

    def over_load(self, most: float) -> Curves:
        """Returns figures at zero slip, and the friction at the peaks, from nearly no load to the highest."""
        load = np.linspace(min(self.lightest, 0.5 * most), most, self.slip.size)
        side, along, _, trail, sigma_x, sigma_y, _ = self.slopes(load=load, speed=self.speed)
        peak_x, _, peak_y, _ = self._peaks(load)
        found = {
            "cornering_stiffness": side,
            "slip_stiffness": along,
            "trail": trail,
            "friction_x": peak_x,
            "friction_y": peak_y,
            "relaxation_x": sigma_x,
            "relaxation_y": sigma_y,
        }
        return {
            "by_load.load": (load, "N", "wheel load of the curves over the load"),
            **{f"by_load.{name}": (values, METRICS[name][0], METRICS[name][1]) for name, values in found.items()},
        }

    def _peaks(self, load: np.ndarray) -> list[np.ndarray]:
        """Largest |Fx| and |Fy| over load within the tyre's ranges, and where; by a parabola through the best three."""
        found = []
        for k, (name, range) in enumerate((("slip", "KPU"), ("slip_angle", "ALP"))):
            # finer near zero, where the peaks are
            grid = np.linspace(-1.0, 1.0, PEAK_POINTS)
            grid = self.limits[range] * grid * np.abs(grid)
            state: dict[str, np.ndarray | float] = {name: grid[:, None], "load": load[None, :], "speed": self.speed}
            force = np.abs(self.forces(**state)[k])
            at = np.clip(force.argmax(axis=0), 1, PEAK_POINTS - 2)
            columns = np.arange(load.size)
            x, y = grid[at[None, :] + [[-1], [0], [1]]], force[at[None, :] + [[-1], [0], [1]], columns]
            place, peak = _top(x, y)
            most = force.max(axis=0)
            at_end = most > y[1]  # of the range: the force still rises there
            ends = grid[force.argmax(axis=0)]
            found += [np.where(at_end, most, peak) / load, np.where(at_end, ends, place)]
        return found

    def metrics(self) -> dict[str, float]:
        nominal = np.array([self.load])
        side, along, camber, trail, sigma_x, sigma_y, radius = (
            x[0] for x in self.slopes(load=nominal, speed=self.speed)
        )
        mu_x, at_slip, mu_y, at_angle = (x[0] for x in self._peaks(nominal))
        values = (
            nominal[0],
            side,
            along,
            camber,
            mu_x,
            mu_y,
            abs(at_slip),
            abs(at_angle),
            trail,
            sigma_x,
            sigma_y,
            radius,
        )
        return {name: float(value) + 0.0 for name, value in zip(METRICS, values, strict=True)}  # no -0


def _degrees(angle: float) -> str:
    """Returns an angle as it stands in names of channels."""
    return f"{round(np.degrees(angle), 6):g}"


def _kind(name: str) -> str:
    return KINDS.get(name.rpartition(".")[2], "")


def _panels(loads: Sequence[float], inclinations: Sequence[float], slip_angles: Sequence[float]) -> tuple[Panel, ...]:
    """Returns forces over slip at several loads, inclinations and combined slips; figures over the load."""

    def family(heading: str, owners: dict[str, str], end: str, over: str = "slip_angle") -> Panel:
        unit = "N m" if end == "Mz" else "kN"
        return Panel(heading, tuple(f"{o}.{end}" for o in owners), over, tuple(owners.values()), unit=unit)

    def over_load(heading: str, curves: dict[str, str]) -> Panel:
        names = tuple(f"by_load.{name}" for name in curves)
        return Panel(heading, names, "by_load.load", tuple(curves.values()), over_unit="kN")

    pure = {f"load_{load:.0f}": f"{load / 1000.0:g} kN" for load in loads}
    inclined = {f"inclination_{_degrees(angle)}_deg": f"{_degrees(angle)}°" for angle in inclinations}
    combined = {f"slip_angle_{_degrees(angle)}_deg": f"{_degrees(angle)}°" for angle in slip_angles}
    ellipses = family("Combined: side force at slip angles", combined, "Fy")
    return (
        family("Longitudinal force", pure, "Fx", "slip"),
        family("Side force", pure, "Fy"),
        family("Aligning moment", pure, "Mz"),
        family("Side force, inclined", inclined, "Fy"),
        family("Aligning moment, inclined", inclined, "Mz"),
        replace(ellipses, over=tuple(f"{owner}.Fx" for owner in combined), over_unit="kN", equal=True),
        over_load("Stiffness at zero slip", {"cornering_stiffness": "cornering", "slip_stiffness": "longitudinal"}),
        over_load("Friction at the peaks", {"friction_x": "Fx / Fz", "friction_y": "Fy / Fz"}),
        over_load(
            "Relaxation lengths and trail",
            {"relaxation_x": "slip", "relaxation_y": "slip angle", "trail": "trail"},
        ),
    )


def _top(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place and height of the parabola through three points, rows of x and y; the middle one where it has no top."""
    slope, next_slope = (y[1] - y[0]) / (x[1] - x[0]), (y[2] - y[1]) / (x[2] - x[1])
    bend = (next_slope - slope) / (x[2] - x[0])
    is_top = bend < 0
    place = 0.5 * (x[0] + x[1]) - slope / np.where(is_top, 2.0 * bend, 1.0)
    inside = is_top & (place >= x[0]) & (place <= x[2])
    place = np.where(inside, place, x[1])
    return place, np.where(inside, y[1] + (place - x[1]) * (slope + bend * (place - x[0])), y[1])
