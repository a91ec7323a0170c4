"""The page in a real browser: what it shows is what the result holds, and it behaves."""

from __future__ import annotations

import base64
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.results import Channel, Metric, Result
from jounce_benchmarks.wishbone_car import CAR_START_RATES, wishbone_car
from jounce_benchmarks.wishbone_car_data import CORNERS, HARDPOINTS

WAIT = 60.0  # s; a loaded machine is slow, and still right
SENSED = [(corner, axis) for corner in CORNERS for axis in "xyz"]
DIRECTIONS = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def histories(*names: str) -> dict:
    """A panel of channels over time."""
    return {"kind": "history", "channels": list(names), "over": []}


class Opened:
    """A page on the screen, with everything it asked for and said."""

    def __init__(self, browser, path: Path, fragment: str = "", script: str = "", **context):
        self.requests: list[str] = []
        self.said: list[str] = []
        self.context = browser.new_context(**({"viewport": {"width": 1024, "height": 600}} | context))
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * WAIT)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.add_init_script(script)
        self.page.goto(f"file://{path}{fragment}")
        # the file holds a message for browsers that run no script; another one is the page's own
        said = "document.querySelector('#app > .message')?.textContent"
        self.until(f"window.__jounce || ({said} && !{said}.includes('with scripts allowed'))")

    def until(self, condition: str) -> None:
        """Wait for a condition. Playwright's own waiting evaluates texts, which the page forbids."""
        end = time.monotonic() + WAIT
        while not self.page.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < end, f"still not: {condition}"
            time.sleep(0.02)

    def state(self, name: str):
        return self.page.evaluate(f"window.__jounce.store.state.{name}")

    def seek(self, at: float) -> None:
        self.page.evaluate("at => { __jounce.store.set({ playing: false }); __jounce.store.seek(at); }", at)

    def show(self, *panels: dict) -> None:
        self.page.evaluate("panels => __jounce.store.set({ panels })", list(panels))

    def play_slowly(self) -> None:
        """From the start, so slowly that no machine meets the end while a test looks."""
        self.page.evaluate("__jounce.store.set({ at: 0, speed: 0.005, playing: true })")

    @property
    def troubles(self) -> list[str]:
        """Errors, and warnings that are not about the speed of the software renderer."""
        return [line for line in self.said if "GPU stall" not in line and "GL Driver Message" not in line]


@pytest.fixture
def opened(browser) -> Iterator:
    pages: list[Opened] = []

    def open_page(path: Path, fragment: str = "#at=0", **context) -> Opened:
        pages.append(Opened(browser, path, fragment, **context))
        return pages[-1]

    yield open_page
    for each in pages:
        each.context.close()


@pytest.fixture(scope="module")
def shown_car(browser, car_page) -> Iterator:
    """The car's page, opened once for the tests that only look."""
    shown = Opened(browser, car_page, "#at=0")
    yield shown
    shown.context.close()


@pytest.fixture(scope="module")
def car() -> Result:
    """One second of the wishbone car, with sensors at its wheel centres."""
    model = wishbone_car()
    for corner, axis in SENSED:
        name, point = f"centre{corner.suffix}_{axis}", corner.at(HARDPOINTS["wheel_centre"])
        model.add(jounce.parts.Sensor(name=name, body=f"wheel{corner.suffix}", point=point, direction=DIRECTIONS[axis]))
    return jounce.simulate(model, "1 s", start_rates=CAR_START_RATES, integrator="rk4")


@pytest.fixture(scope="module")
def car_page(car, tmp_path_factory) -> Path:
    return car.view(tmp_path_factory.mktemp("page") / "car.html")


@pytest.fixture(scope="module")
def flat_page(car, tmp_path_factory) -> Path:
    """The same run without its scene: opens at once."""
    return replace(car, coordinates={}, drawn=None).view(tmp_path_factory.mktemp("page") / "flat.html")


@pytest.fixture(scope="module")
def kc() -> Result:
    return jounce.run(jounce.load("double_wishbone"), "wheel-travel", axle="front", points=41)


def test_wheels_are_drawn_where_the_channels_say(shown_car, car):
    """The scene graph against sensors at the wheel centres, to 1e-4 m: at samples, and half-way between two.

    Half-way a straight line is drawn; the wheel departs from it by at most a h^2/8, a being its acceleration. The
    car lands with wheels that jump by up to 40 g, so that h = 10 ms gives 5 mm at worst: compared with the same line.
    """
    for k in (0, 1, 13, 57, 100):
        shown_car.seek(float(car.time[k]))
        for corner in CORNERS:
            drawn = shown_car.page.evaluate("body => __jounce.stage.positionOf(body)", f"wheel{corner.suffix}")
            sensed = [car[f"centre{corner.suffix}_{axis}"][k] for axis in "xyz"]
            np.testing.assert_allclose(drawn, sensed, atol=1e-4)
    shown_car.seek(float(car.time[20] + car.time[21]) / 2)
    drawn = shown_car.page.evaluate("__jounce.stage.positionOf('wheel_fl')")
    line = [np.mean(car[f"centre_fl_{axis}"][20:22]) for axis in "xyz"]
    np.testing.assert_allclose(drawn, line, atol=1e-4)


def test_it_opens_without_network_or_errors_and_draws_and_plays(opened, car_page):
    shown = opened(car_page, fragment="")
    shown.until("__jounce.store.state.at > 0.05")  # it plays by itself
    shown.play_slowly()
    shown.page.keyboard.press("Space")
    assert shown.state("playing") is False
    assert [url for url in shown.requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert len([url for url in shown.requests if url.startswith("file:")]) == 1
    assert shown.troubles == []
    picture = shown.page.locator(".page-main canvas").screenshot()
    assert len(set(_pixels(picture))) > 100  # a blank canvas has one colour


SLOW_START = """
  window.held = 0; // frames of the browser, each of which takes a second
  window.released = 0; // when the last of them ended, s
  window.pictures = []; // when each one is drawn, s, after how many of those frames, and the time that the page shows
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => {
    if (held === 2) return frame(act);
    return setTimeout(() => frame((now) => ((held++, (released = performance.now() / 1000)), act(now))), 1000);
  };
  const { clear } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.clear = function (...told) {
    pictures.push([performance.now() / 1000, held, Number(document.querySelector("output.time").textContent)]);
    return clear.apply(this, told);
  };
"""


def test_playing_begins_when_the_first_picture_is_shown(opened, car_page):
    """However long it takes to draw it, one frame of the browser, and to show it, another: no motion is missed.

    Both are made to take a second. The clock of a page that began before would have gone on by then, and the time shown
    would be ahead of the time since. It has two decimals.
    """
    shown = opened(car_page, fragment="", script=SLOW_START)
    shown.until("__jounce.store.state.at > 0 && pictures.at(-1)[1] === 2")
    pictures = shown.page.evaluate("pictures")
    assert [at for _, held, at in pictures if held < 2] == [0.0]
    begun = shown.page.evaluate("released")
    assert all(at <= now - begun + 0.005 for now, held, at in pictures if held == 2)
    assert pictures[-1][-1] > 0.0


def test_fit_finds_the_car_wherever_it_has_gone_to_with_the_free_camera(opened, car, car_page):
    shown = opened(car_page, "#at=0&camera=free", reduced_motion="reduce")  # no easing
    for at in (0.2, 1.0):
        shown.seek(at)
        shown.page.keyboard.press("f")
        shown.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wheels = [shown.page.evaluate("body => __jounce.stage.positionOf(body)", f"wheel{c.suffix}") for c in CORNERS]
        middle = np.mean(wheels, axis=0)[:2]
        np.testing.assert_allclose(shown.page.evaluate("__jounce.stage.aimedAt")[:2], middle, atol=0.1)
    assert np.ptp(car["centre_fl_x"]) > 2.0  # it has left the place where it began


def test_the_follow_camera_finds_a_car_that_begins_elsewhere(opened, car, tmp_path):
    elsewhere = {name: car.coordinates[name] + away for name, away in (("car_motion.x", -13.0), ("car_motion.y", 5.0))}
    page = replace(car, coordinates={**car.coordinates, **elsewhere}).view(tmp_path / "elsewhere.html")
    shown = opened(page, "#at=1&camera=follow", reduced_motion="reduce")
    wheels = [shown.page.evaluate("body => __jounce.stage.positionOf(body)", f"wheel{c.suffix}") for c in CORNERS]
    np.testing.assert_allclose(shown.page.evaluate("__jounce.stage.aimedAt")[:2], np.mean(wheels, axis=0)[:2], atol=0.3)


def _pixels(png: bytes) -> list[tuple[int, ...]]:
    import io

    from matplotlib.image import imread

    image = (imread(io.BytesIO(png)) * 255).astype(int)
    return [tuple(pixel) for pixel in image[::7, ::7].reshape(-1, image.shape[2])]


def test_the_marker_and_the_values_follow_the_time(opened, car, flat_page):
    """The marker's place against the axis: x of the plot's area times (t - t0)/(t1 - t0)."""
    shown = opened(flat_page)
    name = shown.state("panels")[0]["channels"][0]
    for t in (0.25, 0.75):
        shown.seek(t)
        marker, area = (shown.page.locator(f".panel >> nth=0 >> {c}").bounding_box() for c in (".marker", ".u-over"))
        assert marker["x"] + marker["width"] / 2 - area["x"] == pytest.approx(t * area["width"], abs=1.5)
        text = shown.page.locator(".legend .value").first.inner_text().replace("−", "-")
        assert float(text) == pytest.approx(np.interp(t, car.time, car[name]), abs=0.06)  # one decimal is printed


def test_a_channel_can_be_searched_and_added_and_removed(opened, flat_page):
    shown = opened(flat_page)
    shown.page.keyboard.press("/")
    shown.page.keyboard.type("centre_fl_z")
    assert shown.page.locator(".hit").count() == 1
    shown.page.keyboard.press("Enter")
    panels = shown.state("panels")
    assert sum(panel["channels"].count("centre_fl_z") for panel in panels) == 1
    shown.page.keyboard.press("Enter")  # a channel that is shown already is brought into view, and stays
    assert shown.page.locator(".page-aside").is_hidden()
    assert shown.state("panels") == panels
    assert "centre_fl_z" in shown.page.evaluate("document.activeElement.getAttribute('aria-label')")
    item = shown.page.locator(".legend li", has_text="centre_fl_z")
    item.hover()
    item.locator("button").click()
    assert not any("centre_fl_z" in panel["channels"] for panel in shown.state("panels"))


def test_the_keyboard_does_what_the_list_of_keys_says(opened, car, flat_page):
    shown = opened(flat_page)
    press = shown.page.keyboard.press
    press("ArrowRight")
    assert shown.state("at") == pytest.approx(car.time[1], abs=1e-6)
    press("Shift+ArrowRight")
    assert shown.state("at") == pytest.approx(car.time[11], abs=1e-6)
    press("ArrowLeft")
    assert shown.state("at") == pytest.approx(car.time[10], abs=1e-6)
    press("End")
    assert shown.state("at") == pytest.approx(car.time[-1], abs=1e-6)
    press("Home")
    press("Space")
    shown.until("__jounce.store.state.at > 0.02")
    shown.play_slowly()
    press("Space")
    assert shown.state("playing") is False
    for key, camera in zip("12345", ("free", "follow", "side", "front", "wheel"), strict=True):
        press(key)
        assert shown.state("camera") == camera
    before = shown.state("theme")
    press("t")
    assert shown.state("theme") != before
    press("?")
    assert shown.page.locator(".keys").is_visible()
    press("Tab")
    assert shown.page.evaluate("document.activeElement.matches(':focus-visible')")


def test_a_reload_returns_to_the_same_view(opened, flat_page):
    shown = opened(flat_page)
    panel = histories("energy.kinetic", "energy.work")
    shown.page.evaluate("panels => __jounce.store.set({ camera: 'side', panels })", [panel])
    shown.seek(0.4)
    shown.until("location.hash.includes('at=0.4') && location.hash.includes('side')")
    shown.page.reload()
    shown.until("window.__jounce")
    assert shown.state("at") == pytest.approx(0.4)
    assert shown.state("camera") == "side"
    assert shown.state("panels") == [panel]


def test_two_runs_are_laid_over_each_other(opened, car, tmp_path):
    """The second run on another time base and shifted by 10 m: both cars are drawn, both curves have their values."""
    moved = {**car.coordinates, "car_motion.y": car.coordinates["car_motion.y"] + 10.0}
    keep = np.arange(0, car.time.size, 2)
    numbers = car.numbers.copy()
    numbers[:, list(car).index("energy.kinetic")] *= 2.0
    other = replace(
        car,
        time=car.time[keep],
        numbers=numbers[keep],
        coordinates={name: history[keep] for name, history in moved.items()},
    )
    shown = opened(car.view(tmp_path / "both.html", compare=other))
    shown.show(histories("energy.kinetic"))
    shown.seek(0.5)
    first, second = (shown.page.evaluate("run => __jounce.stage.positionOf('wheel_fl', run)", run) for run in (0, 1))
    assert np.subtract(second, first) == pytest.approx([0.0, 10.0, 0.0], abs=1e-4)
    texts = shown.page.locator(".legend .value").all_inner_texts()
    assert float(texts[1]) == pytest.approx(2 * float(texts[0]), rel=1e-5)
    shown.page.keyboard.press("g")
    assert shown.page.locator(".legend .value").count() == 1
    assert shown.troubles == []


def test_the_linkage_moves_as_the_cursor_moves_over_a_curve(opened, kc, tmp_path):
    """The knuckle is followed at the wheel centre, as high as its design and the travel under the cursor."""
    shown = opened(kc.view(tmp_path / "kc.html"), fragment="")
    assert shown.state("at") == pytest.approx(0.0, abs=1e-9)  # design position
    centre = jounce.load("double_wishbone").axles["front"].hardpoints["wheel_centre"][2]
    area = shown.page.locator(".u-over").first.bounding_box()
    low, high = 1e3 * kc["travel"][0], 1e3 * kc["travel"][-1]  # mm, as shown
    for part in (0.2, 0.8):
        shown.page.mouse.move(area["x"] + part * area["width"], area["y"] + 30)
        at, pixel = low + part * (high - low), (high - low) / area["width"]
        shown.until(f"Math.abs(__jounce.store.state.at - ({at})) < {1.5 * pixel}")  # with the next frame
        height = shown.page.evaluate("__jounce.stage.positionOf('front_left.knuckle')")[2]
        assert height == pytest.approx(centre + 1e-3 * shown.state("at"), abs=1e-4)
    assert shown.troubles == []


def test_a_saved_picture_has_the_scene_with_its_names_and_the_metrics(opened, kc, tmp_path):
    shown = opened(kc.view(tmp_path / "kc.html"), "#at=0&camera=front", reduced_motion="reduce")
    shown.page.keyboard.press("s")
    with shown.page.expect_download() as waiting:
        shown.page.locator(".saves button", has_text="SVG").click()
    saved = Path(waiting.value.path()).read_text("utf-8")
    assert 'href="data:image/png' in saved
    height = kc.metrics["front.roll_centre_height"].value
    for words in (f"front roll centre {1e3 * height:.0f} mm", "front left bump steer"):
        assert f">{words}</text>" in saved


def test_a_drag_zooms_all_panels_and_a_double_click_resets(opened, flat_page):
    shown = opened(flat_page)
    area = shown.page.locator(".u-over").first.bounding_box()
    x, y = area["x"], area["y"] + 20
    shown.page.mouse.move(x + 0.25 * area["width"], y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + 0.75 * area["width"], y, steps=4)
    shown.page.mouse.up()
    shown.until("__jounce.store.state.range")
    assert shown.state("range") == pytest.approx([0.25, 0.75], abs=0.01)
    shown.page.mouse.dblclick(x + 0.5 * area["width"], y)
    shown.until("!__jounce.store.state.range")


HOSTILE = (
    "<img src=x onerror=document.title='hit'>",
    "</script><script>document.title='hit'</script>",
    "x" * 3000,
    "مرحبا بالعالم",
    "‮cba",
)


def test_hostile_names_are_shown_as_text_and_stay_in_their_place(opened, tmp_path):
    t = np.linspace(0.0, 1.0, 11)
    channels = tuple(Channel(name, "m", name) for name in HOSTILE)
    run = Result(
        time=t,
        channels=channels,
        numbers=np.outer(t, np.arange(1.0, 6.0)),
        metrics={name: Metric(1.0, "m", name) for name in HOSTILE},
        metadata={"model": HOSTILE[0], "study": HOSTILE[2]},
    )
    shown = opened(run.view(tmp_path / "hostile.html"))
    shown.show(histories(*HOSTILE))
    for drawer in ("channels", "figures"):
        shown.page.evaluate("drawer => __jounce.store.set({ drawer })", drawer)
        names = shown.page.locator(".drawer-body .name").evaluate_all("all => all.map(each => each.textContent)")
        assert names == list(HOSTILE)
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    legend = shown.page.locator(".legend .name").evaluate_all("all => all.map(each => each.textContent)")
    assert legend == list(HOSTILE)
    assert shown.page.locator("#app img, #app script").count() == 0
    assert shown.page.title() != "hit"
    widths = shown.page.locator(".legend li, .chip, h1, .hit").evaluate_all(
        "all => all.map(e => e.scrollWidth - e.clientWidth)"
    )
    assert max(widths) <= 1
    assert shown.troubles == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_nothing_scrolls_sideways_and_controls_do_not_overlap(shown_car, width, height):
    shown_car.page.set_viewport_size({"width": width, "height": height})
    assert shown_car.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = "all => all.map(e => e.getBoundingClientRect().toJSON()).filter(box => box.width)"
    boxes = shown_car.page.locator("button, select").evaluate_all(found)
    assert len(boxes) > 10
    for k, a in enumerate(boxes):
        assert a["x"] >= 0 and a["x"] + a["width"] <= width + 0.5
        for b in boxes[k + 1 :]:
            apart = a["x"] + a["width"] <= b["x"] + 0.5 or b["x"] + b["width"] <= a["x"] + 0.5
            apart |= a["y"] + a["height"] <= b["y"] + 0.5 or b["y"] + b["height"] <= a["y"] + 0.5
            assert apart, (a, b)


def test_every_control_has_a_name(shown_car):
    unnamed = shown_car.page.locator("button, input, select").evaluate_all(
        "all => all.filter(e => !(e.getAttribute('aria-label') || e.textContent.trim())).map(e => e.outerHTML)"
    )
    assert unnamed == []


def of_format(number: int, text: str) -> str:
    data = zlib.decompress(base64.b64decode(text))
    length = int.from_bytes(data[:4], "little")
    page = json.dumps(json.loads(data[4 : 4 + length]) | {"format": number}).encode()
    return base64.b64encode(zlib.compress(len(page).to_bytes(4, "little") + page + data[4 + length :])).decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: of_format(99, text), "newer version (jounce"),
        (lambda text: text[: len(text) - 400], "damaged or cut short"),
        (lambda text: "", "no run in this page"),
    ],
)
def test_an_unreadable_page_says_so_in_one_sentence(opened, flat_page, tmp_path, change, sentence):
    head, _, rest = flat_page.read_text("utf-8").partition('id="data">')
    data, _, tail = rest.partition("</script>")
    broken = tmp_path / "broken.html"
    broken.write_text(f'{head}id="data">{change(data)}</script>{tail}', "utf-8")
    shown = opened(broken)
    assert sentence in shown.page.locator(".message").inner_text()


NO_WEBGL = """
const own = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith("webgl") ? null : own.call(this, kind, ...rest);
};
"""


def test_without_webgl_the_curves_work_and_a_sentence_says_why(browser, car_page):
    context = browser.new_context()
    context.add_init_script(NO_WEBGL)
    page = context.new_page()
    page.set_default_timeout(1000 * WAIT)
    page.goto(f"file://{car_page}#at=0.5")
    assert "WebGL is off" in page.locator(".page-main .message").inner_text()
    page.locator(".panel").nth(1).wait_for(timeout=1000 * WAIT)
    context.close()


def test_reduced_motion_is_honoured(opened, car_page):
    """A page that would play by itself does not."""
    shown = opened(car_page, fragment="", reduced_motion="reduce")
    shown.until("__jounce.stage.frames > 1")  # the clock runs
    assert shown.state("playing") is False


def test_print_has_the_curves_and_the_metrics_and_no_controls(opened, kc, tmp_path):
    shown = opened(kc.view(tmp_path / "kc.html"))
    shown.page.emulate_media(media="print")
    assert shown.page.locator(".panel").first.is_visible()
    assert shown.page.locator(".printed table tbody tr").count() == len(kc.metrics)
    assert shown.page.locator(".printed table").is_visible()
    assert shown.page.locator(".page-main, .page-footer, .tools").evaluate_all(
        "all => all.every(e => getComputedStyle(e).display === 'none')"
    )
