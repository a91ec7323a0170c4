"""Take the pictures of page and report in docs/figures: python docs/figures/make_screenshots.py [BEGINNING OF A NAME]

Needs playwright and a chromium; a minute, most of it for the first compilation of the car.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

import jounce
from jounce.results import Result
from jounce.studies.papers.gallery import make_gallery
from jounce.views.report.papers_report import write_papers_report

FOLDER = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SETTLE = 1.5  # s for cameras to come to rest


LOOKS = (
    ("light", WIDE, "light"),
    ("dark", WIDE, "dark"),
    ("phone", PHONE, "light"),
    ("phone_dark", PHONE, "dark"),
)


@dataclass(frozen=True)
class Shot:
    name: str
    run: str
    size: dict[str, int]
    scheme: str  # "light" or "dark"
    view: str  # fragment of the address
    keys: tuple[str, ...] = ()


def panels(*told: tuple[str, str, str]) -> str:
    """Panels as the address of a page tells them: kind, channels and what these are over, each divided by commas."""
    split = [[part.split(",") if part else [] for part in (channels, over)] for _, channels, over in told]
    listed = [
        {"kind": kind, "channels": channels, "over": over}
        for (kind, _, _), (channels, over) in zip(told, split, strict=True)
    ]
    return f"&panels={quote(json.dumps(listed))}"


WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
THINK = panels(
    ("plane", "vehicle.cg.ax", "vehicle.cg.ay"),
    ("spectrum", "vehicle.yaw_rate", ""),
    ("plane", ",".join(f"{w}.tyre.Fy" for w in WHEELS), ",".join(f"{w}.tyre.slip_angle" for w in WHEELS)),
    ("friction", "", ""),
)
AXES = panels(
    ("history", "vehicle.yaw_rate,vehicle.cg.ay", ""),
    ("history", "steering.wheel.angle", ""),
    ("density", "vehicle.cg.ay", ""),
)
KC_PLANES = panels(
    ("history", "front_left.toe,front_right.toe", ""),
    ("plane", "front_left.camber", "front_left.toe"),
    ("plane", "front.roll_centre_height", "travel"),
    ("plane", "front_left.wheel_load", "front_left.travel"),
)
SHOTS = (
    *(
        Shot(f"page_think_{name}", "drive", size, scheme, f"at=1.1&camera=follow{THINK}")
        for name, size, scheme in LOOKS
    ),
    *(Shot(f"page_three_{name}", "three", size, scheme, "at=1.4&camera=front") for name, size, scheme in LOOKS),
    *(Shot(f"page_circle_{name}", "steady", size, scheme, "at=2") for name, size, scheme in LOOKS),
    *(Shot(f"page_loads_{name}", "loads", size, scheme, "") for name, size, scheme in LOOKS),
    Shot("page_marks_light", "drive", WIDE, "light", f"at=1.1&camera=front{AXES}", ("r",)),
    Shot("page_marks_dark", "drive", WIDE, "dark", f"at=1.1&camera=side{AXES}", ("r",)),
    Shot("page_names_light", "kc", WIDE, "light", f"at=20&camera=front{KC_PLANES}", ("n",)),
    Shot("page_names_dark", "kc", WIDE, "dark", f"at=20&camera=wheel{KC_PLANES}", ("n",)),
    Shot("page_rough_road_light", "rough", WIDE, "light", "at=3&camera=follow"),
    Shot("page_rough_road_dark", "rough", WIDE, "dark", "at=3&camera=follow"),
    Shot("page_off_road", "off-road", WIDE, "light", "at=1.2&camera=follow"),
    Shot("page_open_wheel", "open-wheel", WIDE, "dark", "at=1.1&camera=follow"),
    Shot("page_compliance", "compliance", WIDE, "light", ""),
    Shot("page_budget", "budget", WIDE, "dark", ""),
    Shot("page_run", "three", WIDE, "light", "at=1.4&camera=follow", ("i",)),
    Shot("page_metrics_sorted", "three", WIDE, "dark", "at=1.4&camera=follow", ("m",)),
    Shot("page_metrics_phone", "three", PHONE, "light", "at=1.4&camera=follow", ("m",)),
    Shot("page_panels_phone", "drive", PHONE, "light", "at=1.1&camera=follow", ("/",)),
    Shot("page_drive_light", "drive", WIDE, "light", "at=1.1&camera=follow"),
    Shot("page_drive_dark", "drive", WIDE, "dark", "at=1.1&camera=follow"),
    Shot("page_drive_phone_dark", "drive", PHONE, "dark", "at=1.1&camera=follow"),
    Shot("page_demo_light", "demo", WIDE, "light", "at=0.47&camera=follow"),
    Shot("page_demo_dark", "demo", WIDE, "dark", "at=0.47&camera=follow"),
    Shot("page_wheel", "drive", WIDE, "dark", "at=1.1&camera=wheel"),
    Shot("page_planks", "planks", WIDE, "light", "at=0.48&camera=side"),
    Shot("page_planks_circle", "circle", WIDE, "light", "at=0.6&camera=follow"),
    Shot("page_compare", "compared", WIDE, "light", "at=1.25&camera=front"),
    Shot("page_compare_phone", "compared", PHONE, "light", "at=1.25&camera=front"),
    Shot("page_compare_dark", "compared", WIDE, "dark", "at=1.25&camera=front"),
    Shot("page_compare_phone_dark", "compared", PHONE, "dark", "at=1.25&camera=front"),
    Shot("page_drive_phone", "drive", PHONE, "light", "at=1.1&camera=follow"),
    Shot("page_channels", "drive", WIDE, "light", "at=1.1&camera=follow", ("/",)),
    Shot("page_kc_light", "kc", WIDE, "light", "at=45&camera=free"),
    Shot("page_kc_dark", "kc", WIDE, "dark", "at=45&camera=free"),
    Shot("page_kc_phone", "kc", PHONE, "dark", "at=-45&camera=free"),
    Shot("page_kc_phone_light", "kc", PHONE, "light", "at=-45&camera=free"),
    Shot("page_metrics", "kc", WIDE, "light", "at=0&camera=front", ("m",)),
    Shot("page_cones_light", "cones", WIDE, "light", "at=3.05&camera=follow"),
    Shot("page_cones_dark", "cones", WIDE, "dark", "at=3.05&camera=follow"),
    Shot("report_light", "report", WIDE, "light", ""),
    Shot("report_dark", "report", WIDE, "dark", ""),
    Shot("report_phone", "report", PHONE, "light", ""),
    Shot("report_phone_dark", "report", PHONE, "dark", ""),
    Shot("papers_light", "papers", WIDE, "light", "szczotka-2007-fig-9"),
    Shot("papers_dark", "papers", WIDE, "dark", "szczotka-2007-fig-9"),
    Shot("papers_phone", "papers", PHONE, "light", "szczotka-2007-fig-9"),
    Shot("page_four_bar", "four_bar", WIDE, "light", "at=1.1&camera=free"),
)


def lane_change(stiffer: float = 1.0) -> Result:
    """A single sine of steering at 60 km/h, also with another anti-roll bar."""
    car = jounce.load("small_car")
    bars = {path: stiffer * value for path, value in car.values().items() if path.endswith("anti_roll_bar.stiffness")}
    return jounce.run(car.with_values(bars) if stiffer != 1.0 else car, "sine-steer")


def through_cones(practised: bool) -> Result:
    """The double lane change at 90 km/h: on the middle of the lanes, or on a line that practice has found."""
    line = [0.0039, 6.693, 54.324, 3.4786, 60.372, 104.586, 0.2955]
    settings = {"driver": "stanley", "compensated": True, "line_numbers": line} if practised else {}
    run = jounce.run(jounce.load("golf1"), "lane-change", speed="90 km/h", **settings)
    return replace(run, metadata={**run.metadata, "file": "practised.h5" if practised else "centre_line.h5"})


def written(run: str, path: Path) -> Path:
    """The page or report that a shot shows."""
    if run == "drive":
        return lane_change().view(path)
    if run == "compared":
        return jounce.compare([lane_change(), lane_change(stiffer=0.1), lane_change(stiffer=3.0)]).view(path)
    if run == "three":
        others = [lane_change(stiffer=0.3), lane_change(stiffer=3.0)]
        return lane_change().view(path, compare=others, labels=["standard bars", "bars x 0.3", "bars x 3"])
    if run in ("steady", "budget"):
        study = {"steady": "steady-circle", "budget": "understeer-budget"}[run]
        return jounce.run(jounce.load("small_car"), study).view(path)
    if run == "loads":
        loads = {"left.Fy": "3 kN", "left.Fz": "5 kN", "right.Fy": "1 kN", "right.Fz": "2 kN"}
        return jounce.run(jounce.load("double_wishbone"), "pick-up-loads", loads=loads).view(path)
    if run == "compliance":
        return jounce.run(jounce.load("small_car_compliant"), "compliance", axle="front").view(path)
    if run == "rough":
        return jounce.run(jounce.load("small_car"), "drive-road", road="iso_8608_c", duration="5 s").view(path)
    if run == "off-road":
        return jounce.run(jounce.load("hmmwv"), "sine-steer").view(path)
    if run == "open-wheel":
        car = jounce.load("small_car")
        return jounce.run(car.with_tables({"size.shape": run, "steering.wheel_centre": None}), "sine-steer").view(path)
    if run == "cones":
        return through_cones(practised=False).view(path, compare=through_cones(practised=True))
    if run == "planks":
        return jounce.run(jounce.load("small_car"), "three-planks").view(path)
    if run == "circle":
        return jounce.run(jounce.load("small_car"), "three-planks", radius="30 m", count=6).view(path)
    if run == "kc":
        return jounce.run(jounce.load("double_wishbone"), "wheel-travel", axle="front").view(path)
    if run == "papers":
        return write_papers_report(make_gallery(), path)
    if run in ("demo", "report"):
        bumps = jounce.run(jounce.load("small_car"), "three-bumps", speed="40 km/h")  # as `jounce demo`
        return bumps.view(path) if run == "demo" else bumps.report(path)
    return jounce.simulate(jounce.load("four_bar"), "3 s", output_step="5 ms").view(path)


def take(browser: Browser, shot: Shot, page: Path) -> None:
    context = browser.new_context(viewport=shot.size, color_scheme=shot.scheme)  # type: ignore[arg-type]
    opened = context.new_page()
    opened.goto(f"file://{page}#{shot.view}")
    while shot.name.startswith("page_") and not opened.evaluate("Boolean(window.__jounce)"):
        time.sleep(0.02)
    for key in shot.keys:
        opened.keyboard.press(key)
    time.sleep(SETTLE)
    opened.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", "--no-sandbox"])
        for shot in (shot for shot in SHOTS if shot.name.startswith(tuple(sys.argv[1:]) or "")):
            page = Path(folder) / f"{shot.run}.html"
            take(browser, shot, page if page.exists() else written(shot.run, page))
            print(FOLDER / f"{shot.name}.png")
        browser.close()


if __name__ == "__main__":
    main()
