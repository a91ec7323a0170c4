"""Panels of the page in a real browser: what they draw is what NumPy and SciPy find in the same numbers."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import welch
from test_page import Opened, histories

import jounce
from jounce.results import Channel, Metric, Record, Result
from jounce.results.channel import ChannelOwner
from jounce.results.run_record import Change, UsedSetting

TIME = np.arange(0.0, 10.0005, 0.01)
LEFT, RIGHT = (ChannelOwner("tyre", f"front_{side}.tyre", "front", side) for side in ("left", "right"))
CHANNELS = (
    Channel("vehicle.cg.ax", "m/s^2", "ahead", "acceleration"),
    Channel("vehicle.cg.ay", "m/s^2", "to the left", "acceleration"),
    Channel("vehicle.roll", "rad", "rounding", "angle"),
    Channel("front_left.tyre.Fx", "N", "", "force", LEFT),
    Channel("front_left.tyre.Fy", "N", "", "force", LEFT),
    Channel("front_left.tyre.slip_angle", "rad", "", "angle", LEFT),
    Channel("front_left.tyre.friction_use", "1", "", "share", LEFT),
    Channel("front_right.tyre.Fy", "N", "", "force", RIGHT),
    Channel("front_right.tyre.slip_angle", "rad", "", "angle", RIGHT),
)
STEP = 2.0**-20  # of the range of a channel: as fine as a page keeps it


def made(factor: float = 1.0) -> Result:
    """Ten seconds of sines and noise; one channel that is nothing but rounding."""
    rng = np.random.default_rng(3)
    ax = factor * (3.0 * np.sin(2 * np.pi * 2.0 * TIME) + 0.3 * rng.normal(size=TIME.size))
    ay = factor * 5.0 * np.cos(2 * np.pi * 0.5 * TIME)
    force, angle = 800.0 * np.sin(TIME), 0.05 * np.sin(TIME)
    columns = [ax, ay, 4.8e-35 * np.sin(TIME), 600.0 + 0 * TIME, 800.0 + 0 * TIME, angle, 0.5 + 0 * TIME, force, -angle]
    return Result(
        time=TIME,
        channels=CHANNELS,
        numbers=np.column_stack(columns),
        metrics={
            "b_peak": Metric(5.0 * factor, "m/s^2", "largest ay"),
            "a_peak": Metric(3.0, "m/s^2", "largest ax"),
            "c_roll": Metric(4.8e-35, "rad", "largest roll", "angle"),
        },
        metadata={
            "model": "Made car",
            "study": "sines",
            "events": [{"time": t, "label": f"knock {t:.0f}"} for t in np.linspace(1.0, 9.0, 60)],
        },
        record=Record(
            changes=(Change("body.mass", 640.0, 700.0, "kg"),), settings=(UsedSetting("speed", 20.0, "m/s", ""),)
        ),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("panels")
    made().view(place / "one.html")
    made().view(place / "three.html", compare=[made(1.1), made(1.2)], labels=["standard", "weak bar", "stiff bar"])
    jounce.run(jounce.load("double_wishbone"), "pick-up-loads").view(place / "loads.html")
    return place


@pytest.fixture
def shown(browser, folder):
    opened = Opened(browser, folder / "one.html", "#at=2.5", viewport={"width": 1280, "height": 800})
    yield opened
    assert opened.troubles == []
    opened.context.close()


def panel(kind: str, *channels: str, over: tuple[str, ...] = ()) -> dict:
    return {"kind": kind, "channels": list(channels), "over": list(over)}


def drawn(shown: Opened, spec: dict) -> list[tuple[np.ndarray, np.ndarray]]:
    """The curves that a panel draws."""
    plain = "numbers => Array.from(numbers, value => isNaN(value) ? null : value)"
    curves = shown.page.evaluate(f"spec => __jounce.plot(spec).curves.map(c => [c.x, c.y].map({plain}))", spec)
    return [(np.array(x, float), np.array(y, float)) for x, y in curves]


@pytest.mark.parametrize("stretch", [None, (2.0, 6.5)])
def test_spectra_of_the_shown_stretch_are_those_of_numpy_and_scipy(shown, stretch):
    """Amplitudes: |rfft| 2/n, without the mean. Density: Welch's method, Hann, pieces of a quarter that overlap by
    half, less their mean.

    The page keeps a channel to half a step; an amplitude is off by at most a step. A density is off by about twice the
    square root of itself times that of a step.
    """
    run = made()
    if stretch:
        shown.page.evaluate("range => __jounce.store.set({ range })", list(stretch))
    inside = slice(None) if stretch is None else (stretch[0] - 1e-9 <= TIME) & (stretch[1] + 1e-9 >= TIME)
    values = run["vehicle.cg.ax"][inside]
    kept = STEP * np.ptp(run["vehicle.cg.ax"])
    ((f, amplitude),) = drawn(shown, panel("spectrum", "vehicle.cg.ax"))
    expected = np.abs(np.fft.rfft(values)) * 2.0 / len(values)
    np.testing.assert_allclose(f, np.fft.rfftfreq(len(values), 0.01)[1 : len(f) + 1], atol=1e-6)
    np.testing.assert_allclose(amplitude, expected[1 : len(f) + 1], atol=kept)
    ((f, power),) = drawn(shown, panel("density", "vehicle.cg.ax"))
    length = min(len(values), max(256, len(values) // 4))
    frequency, density = welch(values, 100.0, "hann", nperseg=length, noverlap=length // 2, detrend="constant")
    np.testing.assert_allclose(f, frequency[1 : len(f) + 1], atol=1e-6)
    np.testing.assert_allclose(power, density[1 : len(f) + 1], atol=4.0 * kept * np.sqrt(density.max()))


def test_channels_are_drawn_over_others_and_each_wheel_over_its_own(shown):
    run = made()
    ((x, y),) = drawn(shown, panel("plane", "vehicle.cg.ax", over=("vehicle.cg.ay",)))
    np.testing.assert_allclose(x, run["vehicle.cg.ay"], atol=STEP * 10.0)
    np.testing.assert_allclose(y, run["vehicle.cg.ax"], atol=STEP * 10.0)
    shown.show(histories("front_left.tyre.Fy", "front_right.tyre.Fy"))
    shown.page.locator("select.over").select_option("plane")
    shown.page.keyboard.type("front_left.tyre.slip_angle")
    shown.page.keyboard.press("Enter")
    over = ("front_left.tyre.slip_angle", "front_right.tyre.slip_angle")
    assert shown.state("panels") == [panel("plane", "front_left.tyre.Fy", "front_right.tyre.Fy", over=over)]
    dots = shown.page.evaluate("spec => __jounce.plot(spec).dots", shown.state("panels")[0])
    assert dots[1][0] == pytest.approx(np.degrees(-0.05 * np.sin(2.5)), abs=1e-4)  # at the marker


def test_usual_panels_are_offered_by_name(shown):
    shown.show()
    shown.page.keyboard.press("/")
    shown.page.locator(".offers button", has_text="g-g").click()
    assert shown.state("panels") == [panel("plane", "vehicle.cg.ax", over=("vehicle.cg.ay",))]
    shown.page.locator(".offers button", has_text="friction circles").click()
    assert shown.page.locator(".panel").count() == 2
    assert shown.page.locator(".offers button[aria-pressed=true]").count() == 2


def test_all_panels_read_one_time_after_a_zoom(shown):
    """The pointer stays where the drag ended, while the stretch under it changes."""
    shown.show(histories("vehicle.cg.ax"), histories("vehicle.cg.ay"), histories("front_left.tyre.slip_angle"))
    area = shown.page.locator(".u-over").first.bounding_box()
    y = area["y"] + 20
    shown.page.mouse.move(area["x"] + 0.2 * area["width"], y)
    shown.page.mouse.down()
    shown.page.mouse.move(area["x"] + 0.6 * area["width"], y, steps=4)
    shown.page.mouse.up()
    shown.until("__jounce.store.state.range && Math.abs(__jounce.store.state.pointer - 4.4) < 0.05")  # 2 + 0.6 of 4 s
    at = shown.state("pointer")
    read = [float(text.replace("−", "-")) for text in shown.page.locator(".legend .value").all_inner_texts()]
    expected = [np.interp(at, TIME, made()[name]) for name in ("vehicle.cg.ax", "vehicle.cg.ay")]
    expected.append(np.degrees(0.05 * np.sin(at)))
    np.testing.assert_allclose(read, expected, atol=1e-3)


def test_a_second_axis_leaves_all_times_below_each_other(shown):
    shown.show(histories("vehicle.cg.ax", "front_left.tyre.Fx"), histories("vehicle.cg.ay"))
    shown.page.set_viewport_size({"width": 900, "height": 900})  # stacked
    boxes = [box.bounding_box() for box in shown.page.locator(".u-over").all()]
    assert boxes[0]["x"] == pytest.approx(boxes[1]["x"], abs=0.5)
    assert boxes[0]["width"] == pytest.approx(boxes[1]["width"], abs=0.5)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_curve_has_the_colour_of_the_marker(shown, theme):
    shown.show(histories(*(channel.name for channel in CHANNELS[:7])))
    shown.page.evaluate("theme => __jounce.store.set({ theme })", theme)
    colours = shown.page.locator(".swatch line").evaluate_all("all => all.map(e => getComputedStyle(e).stroke)")
    marker = shown.page.locator(".marker").evaluate("e => getComputedStyle(e).backgroundColor")
    assert len(set(colours)) == 7 and marker not in colours


def test_rounding_is_zero(shown):
    """2.8e-33 deg is no angle: less than a thousand-millionth of a degree."""
    shown.show(histories("vehicle.roll"))
    assert shown.page.locator(".legend .value").inner_text() == "0"
    assert np.ptp(drawn(shown, histories("vehicle.roll"))[0][1]) == 0.0
    shown.page.keyboard.press("m")
    row = shown.page.locator(".page-aside tr", has_text="c_roll")
    assert row.locator(".value").inner_text() == "0"


def test_it_plays_in_a_loop_over_the_shown_stretch(shown):
    shown.page.evaluate("__jounce.store.set({ range: [4, 4.2], loop: true, at: 4.1, speed: 2, playing: true })")
    shown.page.evaluate("window.__seen = []; __jounce.store.watch(s => window.__seen.push(s.at))")
    shown.until("window.__seen.some((at, k) => k && at < window.__seen[k - 1])")  # back at the begin
    seen = shown.page.evaluate("window.__seen")
    assert min(seen) >= 4.0 - 1e-9 and max(seen) < 4.2


def test_metrics_are_found_and_sorted(shown):
    shown.page.keyboard.press("m")
    names = shown.page.locator(".page-aside tbody .name")
    assert names.all_inner_texts() == ["b_peak", "a_peak", "c_roll"]  # as the study lists them
    shown.page.locator(".page-aside button.sort", has_text="metric").click()
    assert names.all_inner_texts() == ["a_peak", "b_peak", "c_roll"]
    shown.page.locator(".page-aside button.sort", has_text="value").click()
    assert names.all_inner_texts() == ["b_peak", "a_peak", "c_roll"]
    shown.page.locator(".page-aside input").fill("largest ax")
    assert names.all_inner_texts() == ["a_peak"]


def test_changed_values_and_settings_are_listed(shown):
    shown.page.keyboard.press("i")
    text = shown.page.locator(".page-aside").inner_text()
    for words in ("body.mass", "700 kg", "in the file: 640 kg", "speed", "72 km/h"):
        assert words in text


def test_what_is_seen_is_saved_as_table_and_pictures(shown):
    shown.show(histories("vehicle.cg.ax"), panel("plane", "vehicle.cg.ax", over=("vehicle.cg.ay",)), panel("friction"))
    shown.page.evaluate("__jounce.store.set({ range: [1, 2], drawer: 'save' })")
    saved = {}
    for kind in ("CSV", "SVG", "PNG"):
        with shown.page.expect_download() as waiting:
            shown.page.locator(".saves button", has_text=kind).click()
        saved[kind] = Path(waiting.value.path()).read_bytes()
        assert waiting.value.suggested_filename == f"Made_car_sines.{kind.lower()}"
    head, *rows = csv.reader(io.StringIO(saved["CSV"].decode()))
    assert head == ["time [s]", "vehicle.cg.ax [m/s²]", "vehicle.cg.ay [m/s²]"]
    inside = (TIME >= 1.0 - 1e-9) & (TIME <= 2.0 + 1e-9)
    run = made()
    expected = np.column_stack([TIME, run["vehicle.cg.ax"], run["vehicle.cg.ay"]])[inside]
    np.testing.assert_allclose(np.array(rows, float), expected, atol=STEP * 10.0)
    picture = ElementTree.fromstring(saved["SVG"].decode())
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "Made car: sines" in texts and "vehicle cg ay [m/s²]" in texts
    paths = [path.get("d") for path in picture.iter("{http://www.w3.org/2000/svg}path")]
    assert max(path.count("L") for path in paths) == inside.sum() - 1  # every sample of the stretch
    assert saved["PNG"].startswith(b"\x89PNG") and len(saved["PNG"]) > 20_000


def test_marks_of_events_do_not_smear_on_a_phone(shown):
    shown.page.set_viewport_size({"width": 390, "height": 844})
    shown.until("document.querySelectorAll('.tick').length > 1 && document.querySelectorAll('.tick').length < 40")
    middles = [box["x"] + box["width"] / 2 for box in (t.bounding_box() for t in shown.page.locator(".tick").all())]
    assert np.diff(sorted(middles)).min() >= 10.5
    titles = " ".join(t.get_attribute("title") for t in shown.page.locator(".tick").all())
    more = sum(map(int, re.findall(r"and (\d+) more", titles)))
    assert titles.count("knock") + more == 60


def test_three_runs_have_their_labels_and_a_colour_each(browser, folder):
    opened = Opened(browser, folder / "three.html", "#at=2.5", viewport={"width": 1280, "height": 800})
    opened.show(histories("vehicle.cg.ay", "vehicle.cg.ax"))
    runs = opened.page.locator("button.run")
    assert runs.all_inner_texts() == ["standard", "weak bar", "stiff bar"]
    colour = "all => all.map(e => getComputedStyle(e).color)"
    colours = runs.evaluate_all(colour)
    values = opened.page.locator(".legend li >> nth=0 >> .value")
    assert len(set(colours)) == 3 and values.evaluate_all(colour) == colours
    curves = opened.page.evaluate("spec => __jounce.plot(spec).curves", histories("vehicle.cg.ay", "vehicle.cg.ax"))
    assert [curve["colour"] for curve in curves[:3]] == [curve["colour"] for curve in curves[3:]]
    assert len({curve["colour"] for curve in curves}) == 3 and curves[0]["dash"] != curves[3]["dash"]
    numbers = [float(text.replace("−", "-")) for text in values.all_inner_texts()]
    expected = [factor * 5.0 * np.cos(2 * np.pi * 0.5 * 2.5) for factor in (1.0, 1.1, 1.2)]
    np.testing.assert_allclose(numbers, expected, atol=1e-3)
    runs.nth(1).click()
    assert values.count() == 2
    opened.page.keyboard.press("m")
    row = opened.page.locator(".page-aside tr", has_text="b_peak").locator(".value").all_inner_texts()
    assert row == ["5.000", "5.500", "6.000", "+10 %\n+20 %"]
    assert opened.troubles == []
    opened.context.close()


def test_a_study_without_time_opens_with_its_own_plots(browser, folder):
    """Bars of loads, one row each; nothing to play."""
    opened = Opened(browser, folder / "loads.html", "", viewport={"width": 1280, "height": 800})
    assert [spec["kind"] for spec in opened.state("panels")] == ["bars"] * 4
    assert opened.page.locator(".panel canvas").count() == 4
    assert opened.page.locator(".page-footer").is_hidden()
    assert opened.troubles == []
    opened.context.close()


def test_a_result_of_metrics_alone_opens_with_their_table(browser, tmp_path):
    run = replace(made(), time=TIME[:1], numbers=made().numbers[:1])
    opened = Opened(browser, run.view(tmp_path / "metrics.html"), "", viewport={"width": 1280, "height": 800})
    assert opened.page.locator(".panel.metrics tbody tr").count() == 3
    opened.context.close()
