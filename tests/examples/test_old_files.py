"""What users of an older jounce, git a09a9a17, have still does what it did: a vehicle, a job, results with their pages;
names in Python, settings, command lines.

`make.py` next to the files wrote them with that version, and with it what it showed of them.
"""

from __future__ import annotations

import json
import runpy
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.results import Result
from jounce.studies import STUDIES
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


NAMES = json.loads((FOLDER / "names.json").read_text(encoding="utf-8"))
# what no user had a reason to call, with what took its place
GONE = {
    "Free.named_as_child": "how a chain of joints names itself",
    "Planar.named_as_child": "how a chain of joints names itself",
    "Job.with_channels": "nobody called it; a job says its channels under [outputs]",
    "Result.on_axles": "channels have their axle from the start",
    "StabilityControl.yaw_reference": "found from the linear car: `wanted_yaw_gain`",
    "Vehicle.added_parts": "car.unit.added_parts()",
    "Vehicle.each_ruled_number": "car.blueprint().rule, by path",
    "Vehicle.in_file_axes": "vehicle_in_file_style(car), for whoever writes files",
    "Vehicle.in_vector": "car.vector()",
    "Vehicle.of_same_structure": "car.blueprint().base",
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_names_are_known():
    """In Python: all that `jounce` offered, and what its classes have; tables of a car are attributes of one."""
    assert [name for name in NAMES["names"] if not hasattr(jounce, name)] == []
    car = jounce.load(FOLDER / "car.toml")
    lost = {
        f"{name}.{word}"
        for name, words in NAMES["members"].items()
        for word in words
        if not hasattr(kind := getattr(jounce, name), word)
        and word not in getattr(kind, "__dataclass_fields__", {})
        and not (name == "Vehicle" and hasattr(car, word))
    }
    assert lost - GONE.keys() == set()


def test_an_old_script_runs_and_is_told_what_to_write(monkeypatch):
    """`script.py` next to the files ran with that version; its numbers then are below, to the accuracy of a run.

    Each line that uses an old way is named, with the new one.
    """
    monkeypatch.chdir(FOLDER)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", jounce.OutdatedUse)
        seen = runpy.run_path("script.py")
    assert seen["largest"] == pytest.approx(9.786263311437123, rel=1e-8)
    assert seen["best"].values["axles.front.hardpoints.tie_rod_outer.z"] == pytest.approx(0.21, rel=1e-6)
    assert seen["table"]["front_left.camber"].tolist() == pytest.approx([-0.008726646259971646] * 2, rel=1e-9)
    assert len(seen["reached"]) > 2 and seen["job"].study.name == "step-steer"
    told = [(each.lineno, str(each.message).rpartition("write ")[2]) for each in found if "script.py" in each.filename]
    lines = (FOLDER / "script.py").read_text("utf-8").splitlines()
    for word, new in OUTDATED.items():
        assert any(word in lines[number - 1] and said.startswith(new) for number, said in told), (word, told)


OUTDATED = {  # what stands in the script -> what is to be written
    "jounce.Body": "jounce.parts.Body",
    "jounce.Linear": "jounce.parts.laws.Linear",
    "jounce.mount": "jounce.studies.mount",
    "jounce.polyline_path": "jounce.parts.paths.polyline_path",
    "jounce.read_job": "jounce.load",
    "on_progress=": "progress=",
    "run.values": "result.numbers",
    "jounce.vary": "vary(car, study, values)",
    "jounce.gradient": "(car, study, values, metrics=...)",
    "jounce.sensitivity": 'sensitivity(car, "wheel-travel", values)',
    "jounce.optimise": "optimise(car, study, values, goals)",
}


def test_old_command_lines_are_read():
    """Each command with its arguments and options, and each setting of a study, which is an option too."""
    for word, arguments in NAMES["commands"].items():
        known = [{*option.opts, *option.secondary_opts} for option in main.get_command(None, word).params]
        assert [given for given in arguments if not any(set(given) <= each for each in known)] == [], word
    for name, settings in NAMES["studies"].items():
        assert [word for word in settings if word not in STUDIES[name].settings] == [], name


@pytest.mark.parametrize(
    "line",
    [
        ["check", "car.toml"],
        ["info", "car.toml", "--values", "front.hardpoints"],
        ["compare", "run.h5", "run.h5", "--json"],
        ["run", "car.toml", "wheel-travel", "--axle", "front", "--points", "3", "--set", "body.mass=700 kg", "--json"],
        ["kc", "car.toml", "--axle", "rear", "--json"],
        ["equations", "car.toml", "--depth", "single-track"],
    ],
)
def test_old_command_lines_run(line, tmp_path, monkeypatch):
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(main, line)
    assert (said.exit_code, said.output != "") == (0, True), said.output
