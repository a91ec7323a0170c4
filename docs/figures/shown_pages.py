"""Pages and reports of which make_screenshots.py takes pictures, each written by its name."""

from __future__ import annotations

import contextlib
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from make_compare_figures import logger, three_bars

import jounce
from jounce.results import Result
from jounce.views.report.programme_report import write_programme_report
from jounce_papers.gallery import make_gallery
from jounce_papers.papers_report import write_papers_report

EXAMPLES = Path(__file__).parents[2] / "examples"
BAR = "anti_roll_bar.stiffness"


def lane_change(stiffer: float = 1.0, car: str = "small_car") -> Result:
    """A single sine of steering at 60 km/h, also with other anti-roll bars."""
    loaded = jounce.load(car)
    bars = {path: stiffer * value for path, value in loaded.values().items() if path.endswith(BAR)}
    return jounce.run(loaded.with_values(bars) if stiffer != 1.0 else loaded, "sine-steer")


def shaped(shape: str) -> Result:
    """The small car in another body, without a steering wheel."""
    car = jounce.load("small_car").with_tables({"size.shape": shape, "steering.wheel_centre": None})
    return jounce.run(car, "sine-steer")


def through_cones(practised: bool) -> Result:
    """The double lane change at 90 km/h: on the middle of the lanes, or on a line that practice has found."""
    line = [0.0039, 6.693, 54.324, 3.4786, 60.372, 104.586, 0.2955]
    settings = {"driver": "stanley", "compensated": True, "line_numbers": line} if practised else {}
    run = jounce.run(jounce.load("golf1"), "lane-change", speed="90 km/h", **settings)
    return replace(run, metadata={**run.metadata, "file": "practised.h5" if practised else "centre_line.h5"})


def bumps() -> Result:
    """As `jounce demo` drives."""
    return jounce.run(jounce.load("small_car"), "three-bumps", speed="40 km/h")


def of_small_car(study: str, **settings: object) -> Callable[[Path], Path]:
    return lambda path: jounce.run(jounce.load("small_car"), study, **settings).view(path)


def view_three(path: Path) -> Path:
    """Runs under labels of one's own."""
    others = [lane_change(stiffer=0.3), lane_change(stiffer=3.0)]
    return lane_change().view(path, compare=others, labels=["standard bars", "bars x 0.3", "bars x 3"])


def view_measured(path: Path) -> Path:
    """Two cars and the record of a logger."""
    found = logger()
    soft = jounce.load("golf1")
    values = {name: 0.7 * value for name, value in soft.values().items() if name.endswith(BAR)}
    other = jounce.run(soft.with_values(values), "step-steer", speed="80 km/h")
    labels = ["golf1", "softer bars", "logger.csv"]
    return jounce.compare([found.runs[0], other, found.runs[1]], labels=labels).view(path)


def view_loads(path: Path) -> Path:
    loads = {"left.Fy": "3 kN", "left.Fz": "5 kN", "right.Fy": "1 kN", "right.Fz": "2 kN"}
    return jounce.run(jounce.load("double_wishbone"), "pick-up-loads", loads=loads).view(path)


def report_programme(path: Path) -> Path:
    """The sheet of a few trials."""
    only = ["plausibility", "steady-circle", "step-steer", "straight-braking", "single-bump"]
    return write_programme_report(jounce.run_programme(jounce.load("golf1"), only=only), path)


def report_optimisation(path: Path) -> Path:
    """As lesson 27 leaves it beside its picture."""
    with contextlib.chdir(path.parent):
        runpy.run_path(str(EXAMPLES / "27_optimise_hardpoints.py"))
        return Path("optimise_hardpoints.html").rename(path)


PAGES: dict[str, Callable[[Path], Path]] = {
    "drive": lambda path: lane_change().view(path),
    "compared": lambda path: jounce.compare([lane_change(), lane_change(0.1), lane_change(3.0)]).view(path),
    "three": view_three,
    "measured": view_measured,
    "bars": lambda path: three_bars().view(path),
    "circle": of_small_car("steady-circle"),
    "ramp": of_small_car("slow-ramp"),
    "budget": of_small_car("understeer-budget"),
    "load_transfer": of_small_car("load-transfer"),
    "plausibility": of_small_car("plausibility"),
    "linear": of_small_car("linear-steer"),
    "tyre_rig": lambda path: jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig").view(path),
    "loads": view_loads,
    "compliance": lambda path: jounce.run(jounce.load("small_car_compliant"), "compliance", axle="front").view(path),
    "rough": of_small_car("drive-road", road="iso_8608_c", duration="5 s"),
    "bumps": lambda path: bumps().view(path),
    "planks": of_small_car("three-planks"),
    "planks_circle": of_small_car("three-planks", radius="30 m", count=6),
    "off_road": lambda path: lane_change(car="hmmwv").view(path),
    "open_wheel": lambda path: shaped("open-wheel").view(path),
    "no_body": lambda path: shaped("none").view(path),
    "cones": lambda path: through_cones(practised=False).view(path, compare=through_cones(practised=True)),
    "kc": lambda path: jounce.run(jounce.load("double_wishbone"), "wheel-travel", axle="front").view(path),
    "four_bar": lambda path: jounce.simulate(jounce.load("four_bar"), "3 s", output_step="5 ms").view(path),
    "report": lambda path: bumps().report(path),
    "programme": report_programme,
    "optimisation": report_optimisation,
    "papers": lambda path: write_papers_report(make_gallery(), path),
}
