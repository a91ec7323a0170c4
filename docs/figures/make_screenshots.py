"""Take pictures of pages and reports: python docs/figures/make_screenshots.py [BEGINNING OF A NAME ...]

Each sight is taken four times: wide and on a phone, light and dark; on a phone also scrolled to its end. All go side by
side into one sheet in docs/_build/looked_at, to be looked at. A picture that a page of the documentation shows is kept
in docs/figures too. A page that scrolls sideways or reports an error stops the script. Needs playwright and a chromium;
takes minutes.
"""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from shown_pages import PAGES

FOLDER = Path(__file__).parent
DOCS = FOLDER.parent
SHEETS = DOCS / "_build" / "looked_at"
REPORTS = ("report", "programme", "optimisation", "papers")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
SETTLE = 0.5  # s: panels find their size; cameras stand still, because reduced motion is asked for
SHOWN = re.compile(r"figures/(\w+)\.png")
TO_THE_END = "for (const part of document.querySelectorAll('html, .page-section, .drawer-body')) part.scrollTop = 1e6"
GAP = 10  # px between the pictures of a sheet


@dataclass(frozen=True)
class Look:
    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    place: tuple[int, int]  # px on a sheet


LOOKS = (
    Look("light", 1280, 800, "light", (0, 0)),
    Look("dark", 1280, 800, "dark", (0, 800 + GAP)),
    Look("phone", 390, 844, "light", (1280 + GAP, 0)),
    Look("phone_dark", 390, 844, "dark", (1280 + GAP, 844 + GAP)),
)


@dataclass(frozen=True)
class Sight:
    name: str
    page: str  # of PAGES
    view: str = ""  # fragment of the address
    act: Callable[[Page], object] = lambda page: None  # what is done before the picture is taken


def panels(*told: tuple[str, str, str]) -> str:
    """Panels as the address of a page tells them: kind, channels and what these are over, each divided by commas."""
    split = [[part.split(",") if part else [] for part in (channels, over)] for _, channels, over in told]
    listed = [
        {"kind": kind, "channels": channels, "over": over}
        for (kind, _, _), (channels, over) in zip(told, split, strict=True)
    ]
    return f"&panels={quote(json.dumps(listed))}"


def press(*keys: str) -> Callable[[Page], object]:
    return lambda page: [page.keyboard.press(key) for key in keys]


def find(text: str, *keys: str) -> Callable[[Page], object]:
    """Open a drawer with a search and type into it."""

    def act(page: Page) -> None:
        press(*keys)(page)
        page.evaluate("document.querySelector('.page-aside input').focus()")
        page.keyboard.type(text)

    return act


def sort_metrics(column: int) -> Callable[[Page], object]:
    def act(page: Page) -> None:
        page.keyboard.press("m")
        page.evaluate(f"document.querySelectorAll('.page-aside button.sort')[{column}].click()")

    return act


def point_at_first_panel(page: Page) -> None:
    """The pointer over a curve: all panels read there."""
    box = page.evaluate(
        "(b => [b.x, b.y, b.width, b.height])(document.querySelector('.u-over').getBoundingClientRect())"
    )
    page.mouse.move(box[0] + 0.7 * box[2], box[1] + 0.5 * box[3])


def save(kind: Literal["PNG", "SVG"]) -> Callable[[Page], object]:
    """Save the picture and show the file in place of the page."""

    def act(page: Page) -> None:
        page.keyboard.press("s")
        with page.expect_download() as given:
            page.evaluate(
                f"[...document.querySelectorAll('.saves button')].find(b => b.textContent.includes('{kind}')).click()"
            )
        mime = {"PNG": "image/png", "SVG": "image/svg+xml"}[kind]
        coded = base64.b64encode(given.value.path().read_bytes()).decode("ascii")
        page.goto("about:blank")
        shown = f'<img src="data:{mime};base64,{coded}" style="max-width: 100vw; max-height: 100vh">'
        page.set_content(f'<body style="margin: 0">{shown}')

    return act


WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


def of_wheels(name: str) -> str:
    return ",".join(f"{wheel}.{name}" for wheel in WHEELS)


THINK = panels(
    ("plane", "vehicle.cg.ax", "vehicle.cg.ay"),
    ("spectrum", "vehicle.yaw_rate", ""),
    ("plane", of_wheels("tyre.Fy"), of_wheels("tyre.slip_angle")),
    ("friction", "", ""),
)
AXES = panels(
    ("history", "vehicle.yaw_rate,vehicle.cg.ay", ""),
    ("history", "steering.wheel.angle", ""),
    ("density", "vehicle.cg.ay", ""),
)
FORCES = panels(
    ("plane", of_wheels("spring.force"), of_wheels("travel")),
    ("plane", of_wheels("damper.force"), of_wheels("damper.rate")),
    ("density", of_wheels("tyre.Fz"), ""),
    ("friction", "", ""),
)
UNDERSTEER = panels(
    ("plane", "steering.wheel.angle", "vehicle.cg.ay"),
    ("plane", "vehicle.yaw_rate", "steering.wheel.angle"),
    ("history", "vehicle.cg.ay", ""),
)
KC_PLANES = panels(
    ("history", "front_left.toe,front_right.toe", ""),
    ("plane", "front_left.camber", "front_left.toe"),
    ("plane", "front.roll_centre_height", "travel"),
    ("plane", "front_left.wheel_load", "front_left.travel"),
)
SIGHTS = (
    Sight("page_drive", "drive", "at=1.1&camera=follow"),
    Sight("page_wheel", "drive", "at=1.1&camera=wheel"),
    Sight("page_think", "drive", f"at=1.1&camera=follow{THINK}"),
    Sight("page_marks", "drive", f"at=1.1&camera=front{AXES}", press("r")),
    Sight("page_driving_names", "drive", f"at=1.1&camera=wheel{AXES}", press("n", "r")),
    Sight("page_zoomed", "drive", "at=1.1&camera=side&range=0.8,2.1", point_at_first_panel),
    Sight("page_fitted", "drive", "at=3&camera=free", press("f", "l")),
    Sight("page_channels", "drive", "at=1.1&camera=follow", press("/")),
    Sight("page_found", "drive", "at=1.1&camera=follow", find("yaw", "/")),
    Sight("page_keys", "drive", "at=1.1&camera=follow", press("?")),
    Sight("page_save", "drive", "at=1.1&camera=follow", press("s")),
    Sight("saved_png", "drive", f"at=1.1&camera=follow{THINK}", save("PNG")),
    Sight("saved_svg", "three", "at=1.4&camera=front", save("SVG")),
    Sight("page_three", "three", "at=1.4&camera=front"),
    Sight("page_run", "three", "at=1.4&camera=follow", press("i")),
    Sight("page_metrics_sorted", "three", "at=1.4&camera=follow", sort_metrics(4)),
    Sight("page_metrics_found", "three", "at=1.4&camera=follow", find("roll", "m")),
    Sight("page_compare", "compared", "at=1.25&camera=front"),
    Sight("page_measured", "measured", "at=1.5&camera=follow"),
    Sight("page_bars", "bars"),
    Sight("page_circle", "circle", "at=2"),
    Sight("page_ramp", "ramp", f"at=20&camera=follow{UNDERSTEER}"),
    Sight("page_budget", "budget"),
    Sight("page_load_transfer", "load_transfer"),
    Sight("page_plausibility", "plausibility"),
    Sight("page_linear", "linear"),
    Sight("page_tyre_rig", "tyre_rig"),
    Sight("page_loads", "loads"),
    Sight("page_compliance", "compliance"),
    Sight("page_rough_road", "rough", "at=3&camera=follow"),
    Sight("page_forces", "rough", f"at=3&camera=side{FORCES}"),
    Sight("page_demo", "bumps", "at=0.47&camera=follow"),
    Sight("page_planks", "planks", "at=0.48&camera=side"),
    Sight("page_planks_circle", "planks_circle", "at=0.6&camera=follow"),
    Sight("page_off_road", "off_road", "at=1.2&camera=follow"),
    Sight("page_open_wheel", "open_wheel", "at=1.1&camera=follow"),
    Sight("page_no_body", "no_body", "at=1.1&camera=follow"),
    Sight("page_cones", "cones", "at=3.05&camera=follow"),
    Sight("page_kc", "kc", "at=45&camera=free"),
    Sight("page_kc_metrics", "kc", "at=0&camera=front", press("m")),
    Sight("page_names", "kc", f"at=20&camera=front{KC_PLANES}", press("n")),
    Sight("page_four_bar", "four_bar", "at=1.1&camera=free"),
    Sight("report", "report"),
    Sight("report_plots", "report", "plots"),
    Sight("programme", "programme"),
    Sight("optimisation", "optimisation"),
    Sight("papers", "papers", "szczotka-2007-fig-9"),
)


def shown_in_docs() -> set[str]:
    """Names of the pictures that README and documentation show."""
    pages = [DOCS.parent / "README.md", *(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)]
    return {name for page in pages for name in SHOWN.findall(page.read_text("utf-8"))}


def taken(browser: Browser, sight: Sight, look: Look, page: Path) -> list[bytes]:
    """The picture; on a phone also that of the end."""
    size = {"width": look.width, "height": look.height}
    context = browser.new_context(viewport=size, color_scheme=look.scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(f"file://{page}#{sight.view}")
    while sight.page not in REPORTS and not opened.evaluate("Boolean(window.__jounce)"):
        time.sleep(0.02)
    sight.act(opened)
    time.sleep(SETTLE)
    if errors or opened.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        sys.exit(f"{sight.name}, {look.name}: {'; '.join(errors) or 'scrolls sideways'}")
    pictures = [opened.screenshot()]
    if look.name.startswith("phone"):
        opened.evaluate(TO_THE_END)
        time.sleep(SETTLE)
        pictures.append(opened.screenshot())
    context.close()
    return pictures


def main() -> None:
    SHEETS.mkdir(parents=True, exist_ok=True)
    kept = shown_in_docs()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", "--no-sandbox"])
        for sight in (sight for sight in SIGHTS if sight.name.startswith(tuple(sys.argv[1:]) or "")):
            page = Path(folder) / f"{sight.page}.html"
            if not page.exists():
                PAGES[sight.page](page)
            sheet = Image.new("RGB", (1280 + 2 * (390 + GAP), 2 * 844 + GAP), "#808080")
            for look in LOOKS:
                pictures = taken(browser, sight, look, page)
                for k, picture in enumerate(pictures):
                    sheet.paste(Image.open(io.BytesIO(picture)), (look.place[0] + k * (390 + GAP), look.place[1]))
                if f"{sight.name}_{look.name}" in kept:
                    (FOLDER / f"{sight.name}_{look.name}.png").write_bytes(pictures[0])
            sheet.save(SHEETS / f"{sight.name}.png")
            print(SHEETS / f"{sight.name}.png", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
