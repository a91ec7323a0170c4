"""Two runs on one page, in a real browser: each keeps its own time, its name and its numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_page import Opened, histories

from jounce.results import Channel, Metric, Result

NAMES = ("front_left.camber", "front_right.camber", "rear_left.camber", "rear_right.camber")


def run(first: float, last: float, model: str, meaning: str, slope: float = 1.0) -> Result:
    time = np.linspace(first, last, 101)
    return Result(
        time=time,
        channels=tuple(Channel(name, "m", meaning) for name in NAMES),
        numbers=np.outer(slope * time, np.ones(len(NAMES))),
        metrics={"peak": Metric(1.0, "m", "largest")},
        metadata={"model": model, "study": "ramp"},
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Ours from 0 to 2 s; theirs from 1 to 5 s, with a gap from 1.4 to 1.5 s."""
    place = tmp_path_factory.mktemp("compared")
    theirs = run(1.0, 5.0, "Stiff car", "measured", slope=2.0)
    values = theirs.numbers.copy()
    values[(theirs.time > 1.39) & (theirs.time < 1.51)] = np.nan
    run(0.0, 2.0, "Soft car", "our meaning").view(place / "both.html", compare=replace(theirs, numbers=values))
    run(0.0, 2.0, "Soft car", "our meaning").view(place / "same.html", compare=run(0.0, 2.0, "Soft car", "again"))
    run(0.0, 1.0, "\N{RIGHT-TO-LEFT OVERRIDE}rac\x07", "x").view(place / "turned.html")
    return place


@pytest.fixture
def shown(browser, folder):
    opened = Opened(browser, folder / "both.html", "#at=0", viewport={"width": 1280, "height": 800})
    opened.show(histories(*NAMES))
    yield opened
    opened.context.close()


def values(shown: Opened) -> list[str]:
    return shown.page.locator(".legend li >> nth=0 >> .value").all_inner_texts()


def test_the_second_run_has_a_value_only_in_its_own_time_and_not_in_a_gap(shown):
    for at, expected in (
        (0.5, ["0.5000", "–"]),
        (1.2, ["1.200", "2.400"]),
        (1.45, ["1.450", "–"]),
        (1.8, ["1.800", "3.600"]),
    ):
        shown.seek(at)
        assert values(shown) == expected
    assert shown.troubles == []


def test_the_axis_is_that_of_the_first_run_until_one_zooms_out(shown):
    """The marker at 1 s of 2 s is in the middle; after the wheel and a double click again."""

    def middle() -> float:
        shown.seek(1.0)
        marker, area = (shown.page.locator(f".panel >> nth=0 >> {c}").bounding_box() for c in (".marker", ".u-over"))
        return (marker["x"] + marker["width"] / 2 - area["x"]) / area["width"]

    assert middle() == pytest.approx(0.5, abs=0.01)
    area = shown.page.locator(".u-over").first.bounding_box()
    shown.page.mouse.move(area["x"] + 0.5 * area["width"], area["y"] + area["height"] + 12)
    shown.page.mouse.wheel(0, 2000)
    shown.until("__jounce.store.state.range")
    assert shown.state("range") == pytest.approx([0.0, 5.0])  # all that any of them has
    assert middle() == pytest.approx(0.2, abs=0.01)
    shown.page.mouse.dblclick(area["x"] + 0.5 * area["width"], area["y"] + 20)
    shown.until("!__jounce.store.state.range")
    assert middle() == pytest.approx(0.5, abs=0.01)


def test_a_channel_means_what_the_first_run_says(shown):
    shown.page.keyboard.press("/")
    assert shown.page.locator(".hit .definition").all_inner_texts() == ["our meaning"] * len(NAMES)


def test_the_second_run_is_named_in_the_header_the_button_and_the_metrics(shown):
    assert "Stiff car, ramp" in shown.page.locator("h1").inner_text()
    assert "Stiff car, ramp" in shown.page.locator("button.run").nth(1).get_attribute("title")
    shown.page.keyboard.press("m")
    heads = shown.page.locator(".page-aside .figures thead th").all_inner_texts()
    assert heads == ["metric", "Soft car, ramp", "Stiff car, ramp", "difference", ""]


def test_two_runs_of_one_name_are_told_apart(browser, folder):
    opened = Opened(browser, folder / "same.html", "#at=0")
    labels = opened.page.evaluate("__jounce.store.fixed.runs.map(run => run.run.label)")
    assert labels == ["Soft car, ramp (1)", "Soft car, ramp (2)"]
    opened.context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_names_both_values_and_on_a_phone_the_unit_are_seen_whole(shown, width):
    shown.page.set_viewport_size({"width": width, "height": 844})
    shown.seek(1.2)
    seen = "all => all.map(e => [e.textContent, e.getClientRects().length > 0 && e.scrollWidth <= e.clientWidth + 1])"
    names = shown.page.locator(".legend .name").evaluate_all(seen)
    assert names == [["front_left", True], ["front_right", True], ["rear_left", True], ["rear_right", True]]
    for item in shown.page.locator(".legend li").all():
        box = item.bounding_box()
        for part in (".value:not(.compared)", ".compared", ".unit"):
            inside = item.locator(part).bounding_box()
            assert inside and inside["x"] >= box["x"] and inside["x"] + inside["width"] <= box["x"] + box["width"] + 0.5
    assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_title_shows_characters_that_turn_the_writing_as_signs(browser, folder):
    """As the report does; a window's title has no element to isolate them in."""
    opened = Opened(browser, folder / "turned.html", "#at=0")
    assert opened.page.title() == "\N{REPLACEMENT CHARACTER}rac\N{REPLACEMENT CHARACTER}: ramp"
    opened.context.close()


FARTHEST = """() => {
  const canvas = document.querySelector(".panel canvas");
  const wanted = getComputedStyle(document.querySelector(".legend .compared")).color.match(/\\d+/g).map(Number);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const area = document.querySelector(".panel .u-over").getBoundingClientRect();
  const left = (area.left - canvas.getBoundingClientRect().left) * devicePixelRatio;
  let farthest = 0;
  for (let k = 0; k < data.length; k += 4) {
    const near = wanted.every((value, c) => Math.abs(data[k + c] - value) < 24);
    if (near) farthest = Math.max(farthest, (k / 4) % canvas.width);
  }
  return (farthest - left) / (area.width * devicePixelRatio);
}"""


def test_a_run_that_ends_a_little_earlier_is_drawn_to_its_end(browser, tmp_path):
    """Few samples, as in steady circles: with samples of the first run alone it would end at a half of the width."""
    first, other = run(0.0, 4.0, "Soft car", "x"), run(0.0, 3.9, "Stiff car", "x", slope=2.0)
    few = [replace(each, time=each.time[::50], numbers=each.numbers[::50]) for each in (first, other)]
    opened = Opened(browser, few[0].view(tmp_path / "ends.html", compare=few[1]), "#at=0", color_scheme="light")
    opened.page.evaluate("names => __jounce.store.set({ panels: [names] })", histories(NAMES[0]))
    opened.page.wait_for_timeout(300)
    assert opened.page.evaluate(FARTHEST) == pytest.approx(3.9 / 4.0, abs=0.02)
    opened.context.close()


def test_a_run_that_misses_the_end_by_little_has_its_value_there(browser, tmp_path):
    first, other = run(0.0, 4.0, "Soft car", "x"), run(0.0, 4.0 - 2e-3, "Stiff car", "x", slope=2.0)
    opened = Opened(browser, first.view(tmp_path / "end.html", compare=other), "#at=4")
    opened.page.evaluate("names => __jounce.store.set({ panels: [names] })", histories(NAMES[0]))
    assert values(opened) == ["4.000", "7.996"]
    opened.context.close()
