"""Files of an older jounce, git a09a9a17, still do what they did: a vehicle, a job, and results with their pages.

`make.py` beside them wrote them with that version, and with it what it showed of them.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.results import Result
from jounce.views.page.encoding import Encoder
from jounce.views.page.scene import scene_of

FOLDER = Path(__file__).parent / "data_of_a09a9a17"
SHOWN = json.loads((FOLDER / "shown.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SHOWN)
def test_an_old_result_is_shown_as_its_own_version_showed_it(name, tmp_path):
    """Poses of every body, shapes by kind, hardpoints on their bodies, steering axes and centres."""
    run, expected = jounce.read(FOLDER / name), SHOWN[name]
    check_scene(run, expected)
    check_scene(jounce.read(run.save(tmp_path / "again.h5")), expected, 1e-6)  # bodies in single precision


def check_scene(run: Result, expected: dict, within: float = 1e-12) -> None:
    scene, frames = scene_of(run, np.arange(run.time.size), Encoder()), run.frames()
    for index, body in enumerate(run.outline.bodies):
        pose = [*frames.p[-1, index], *frames.R[-1, index].ravel()]
        np.testing.assert_allclose(pose, expected["poses"][body.name], atol=within)
    assert Counter(shape.kind for shape in scene.shapes) == expected["shapes"]
    points = {
        p.name: [scene.bodies[p.place.body].name if p.place.body >= 0 else "", *p.place.point] for p in scene.points
    }
    assert points == expected["points"]
    assert [axis.name for axis in scene.axes] == expected["axes"]
    assert [centre.name for centre in scene.centres] == expected["centres"]


def test_an_old_vehicle_and_an_old_job_run(tmp_path):
    """The run of the old job again: its yaw rate, between the times of the rows that were kept."""
    car = jounce.load(FOLDER / "car.toml")
    known, read = json.loads((FOLDER / "values.json").read_text(encoding="utf-8")), car.values()
    assert {path: read[path] for path in known} == known  # besides values that were added since
    again = jounce.load(FOLDER / "job.toml").run()
    old = jounce.read(FOLDER / "run.h5")
    assert set(old) <= set(again)
    rate = np.interp(old.time, again.time, again["vehicle.yaw_rate"])
    assert np.abs(rate - old["vehicle.yaw_rate"]).max() < 0.01 * np.abs(rate).max()


@pytest.mark.parametrize("name", ["run.h5", "travel.h5"])
def test_pages_and_reports_of_old_results_are_written(name, tmp_path):
    run = jounce.read(FOLDER / name)
    assert run.view(tmp_path / "page.html").stat().st_size > 100_000
    assert "Loops and couplings" in run.report(tmp_path / "report.html").read_text(encoding="utf-8")
