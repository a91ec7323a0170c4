"""What the page is given: histories that come back, a schema that both sides share, a build that is not stale."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import runpy
import zlib
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.outline import read_outline
from jounce.results import Channel, Metric, Result
from jounce.results.channel import ChannelOwner
from jounce.results.panel import Panel
from jounce.views.highlights import pick_highlights
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_text
from jounce.views.plots.chart import chart_of
from page_decoder import decoded

ROOT = Path(__file__).parents[2]
WEB, PAGE = ROOT / "web", ROOT / "src" / "jounce" / "views" / "page" / "page.html"
SOURCES = ("index.html", "package.json", "package-lock.json", "src", "tsconfig.json", "vite.config.ts")


def description(text: str) -> dict:
    payload = re.search(r'id="data">([^<]*)</script>', text)[1]
    data = zlib.decompress(base64.b64decode(payload))
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length])


@pytest.mark.parametrize("step", [None, 1e-5])
def test_a_history_comes_back_to_half_a_step(step):
    rng = np.random.default_rng(5)
    histories = [np.cumsum(rng.normal(size=500)), 1e6 + rng.normal(size=500), np.full(500, 3.25), np.array([2.0])]
    histories += [np.array([1e-12, -1e-12, 0.0]), np.where(rng.random(500) < 0.1, np.nan, rng.normal(size=500))]
    encoder = Encoder()
    kept = [encoder.add(history, step) for history in histories]
    for history, numbers in zip(histories, kept, strict=True):
        span = np.nanmax(history) - np.nanmin(history)
        # rounding to whole steps, and of the sum itself
        allowed = 0.5 * (step or span / 2**20) * (1 + 1e-9) + 4e-16 * np.nanmax(np.abs(history))
        error = decoded(encoder.data, numbers) - history
        assert np.array_equal(np.isnan(error), np.isnan(history))
        assert np.nanmax(np.abs(error)) <= allowed


def test_a_history_without_samples_is_kept_as_one():
    """The wanted line of a course ahead of a single sample, in the pictures of a report."""
    encoder = Encoder()
    assert encoder.add(np.array([])).count == 0
    after = encoder.add(np.array([1.0, 2.0]))
    assert decoded(encoder.data, after).tolist() == [1.0, 2.0]


def test_a_history_of_gaps_only_and_one_with_infinities_have_no_number_there():
    encoder = Encoder()
    first = encoder.add(np.array([np.nan, np.nan]))
    second = encoder.add(np.array([np.inf, 1.0, -np.inf]))
    assert first.gaps == [(0, 1)] and second.gaps == [(0, 0), (2, 2)]
    assert decoded(encoder.data, second)[1] == 1.0


def test_the_types_of_the_page_are_those_of_the_records():
    written = runpy.run_path(str(WEB / "make_types.py"))
    on_disk = (WEB / "src" / "data" / "types.ts").read_text(encoding="utf-8")
    assert on_disk == written["typescript"](), "run: python web/make_types.py"


def test_the_built_page_is_that_of_the_sources():
    paths = [p for name in SOURCES for p in ([WEB / name] if (WEB / name).is_file() else (WEB / name).rglob("*"))]
    digest = hashlib.sha256()
    for name in sorted(p.relative_to(WEB).as_posix() for p in paths if p.is_file()):
        digest.update(name.encode() + b"\0" + (WEB / name).read_bytes() + b"\0")
    built = re.search(r'name="built-from" content="(\w+)"', PAGE.read_text(encoding="utf-8"))[1]
    assert built == digest.hexdigest(), "run: make page"


def test_the_page_can_fetch_nothing():
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"<(?:script|img|link|iframe)[^>]+(?:src|href)=[\"'](?!data:)", text)
    assert PAGE.stat().st_size < 800_000


def test_an_outline_that_was_tampered_with_is_refused_with_its_problems():
    with pytest.raises(ModelError, match="mass"):
        read_outline('format = 1\nkind = "mechanism"\nname = "x"\n[bodies.a]\nmass = "heavy"\n')


def test_a_pendulum_is_where_its_angle_says():
    """The bob at distance l of a hinge about y through the origin: (l cos q, 0, -l sin q)."""
    from jounce.mechanism import connect_mechanism
    from jounce.simulation.loops.pose import body_poses

    model = jounce.load("pendulum")
    hinge, bob = model.joints[0], model.bodies[0]
    angle = np.linspace(-4.0, 4.0, 9)
    p = body_poses(connect_mechanism(model), {"hinge.angle": angle})["bob"].position(bob.centre)
    a = np.array(hinge.axis) / np.linalg.norm(hinge.axis)
    arm = np.array(bob.centre) - np.array(hinge.point)
    flat = arm - a * (a @ arm)
    turned = np.outer(np.cos(angle), flat) + np.outer(np.sin(angle), np.cross(a, flat)) + a * (a @ arm)
    np.testing.assert_allclose(p, np.array(hinge.point) + turned, atol=1e-14)


def test_units_are_those_that_people_read():
    channels = (
        Channel("front_left.toe", "rad"),
        Channel("spin", "rad/s"),
        Channel("odd", "furlong"),
        Channel("k", "N/m"),
    )
    run = Result(
        time=np.arange(2.0), channels=channels, numbers=np.ones((2, 4)), metrics={"m": Metric(np.nan, "1", "")}
    )
    page = description(page_text(run))
    assert [curve["unit"] for curve in page["runs"][0]["curves"]] == ["deg", "deg/s", "furlong", "N/mm"]
    assert page["runs"][0]["curves"][0]["values"]["origin"] == pytest.approx(180 / np.pi)
    assert page["runs"][0]["figures"][0]["value"] is None
    assert page["runs"][0]["scene"] is None


def test_a_long_run_is_thinned_and_says_so():
    time = np.linspace(0.0, 1.0, 20_001)
    run = Result(time=time, channels=(Channel("x", "m"),), numbers=time[:, None])
    shown = description(page_text(run))["runs"][0]
    assert shown["abscissa"]["values"]["count"] == 5001
    assert "every 4th of 20001 samples" in shown["note"]


def test_runs_over_different_things_are_not_laid_over_each_other():
    over_time = Result(time=np.arange(2.0), channels=(Channel("travel", "m"),), numbers=np.zeros((2, 1)))
    over_travel = Result(
        time=np.arange(2.0),
        channels=(Channel("travel", "m"),),
        numbers=np.eye(2)[:, :1],
        metadata={"abscissa": "travel"},
    )
    with pytest.raises(ModelError, match="different things"):
        page_text(over_time, over_travel)


def test_no_name_reaches_the_markup():
    hostile = "</script><img src=x onerror=alert(1)>"
    run = Result(
        time=np.arange(2.0),
        channels=(Channel(hostile, hostile, hostile),),
        numbers=np.zeros((2, 1)),
        metadata={"model": hostile, "study": "\ud800"},
    )
    text = page_text(run)
    assert "onerror=alert" not in text
    assert description(text)["runs"][0]["model"] == hostile


def test_a_saved_run_keeps_what_its_page_needs(tmp_path):
    run = jounce.simulate(jounce.load("four_bar"), "50 ms", integrator="rk4")
    again = jounce.read(run.save(tmp_path / "run.h5"))
    pages = [description(page_text(result)) for result in (run, again)]
    for page in pages:
        bodies = page["runs"][0]["scene"].pop("bodies")
        page["names"] = [(body["name"], body["anchor"]) for body in bodies]
        del page["runs"][0]["curves"], page["runs"][0]["scene"]["low"], page["runs"][0]["scene"]["high"]
    assert pages[0] == pages[1]
    np.testing.assert_allclose(again.frames().p, run.frames().p, atol=2.0**-23)  # kept to 2^-24 m
    np.testing.assert_allclose(again.frames().R, run.frames().R, atol=2.0**-22)
    assert list(again.coordinates) == list(run.coordinates)


def test_a_response_over_a_channel_of_frequency_is_drawn_as_it_is():
    """A gain over frequency is no history: no spectrum is made of it, neither in plots nor on the page."""
    frequency, gain = np.linspace(0.1, 5.0, 50), np.linspace(0.3, 0.1, 50)
    channels = (Channel("frequency", "Hz", ""), Channel("gain", "1", ""))
    panel = Panel("gain", ("gain",), "frequency")
    values, about = np.c_[frequency, gain], {"abscissa": "frequency"}
    run = Result(time=frequency, channels=channels, numbers=values, metadata=about, panels=(panel,))
    (curve,) = chart_of(run, panel).curves
    np.testing.assert_array_equal([curve.x, curve.y], [frequency, gain])
    assert [opened["kind"] for opened in description(page_text(run))["open"]] == ["history"]


def test_headline_metrics_of_compliance_are_its_first_and_those_of_kinematics_the_usual_ones():
    def picked(*names: str) -> list[str]:
        metrics = {name: Metric(1.0, "rad", "", owner=ChannelOwner(group="kinematics")) for name in names}
        return list(pick_highlights(Result(time=np.zeros(1), channels=(), numbers=np.zeros((1, 0)), metrics=metrics)))

    compliance = [f"front_left.lateral_force.{word}" for word in ("steer", "camber", "deflection", "more")]
    assert picked(*compliance) == compliance[:3]
    assert picked("front_left.toe", "front_left.bump_steer") == ["front_left.bump_steer", "front_left.toe"]
