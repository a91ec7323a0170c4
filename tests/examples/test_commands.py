"""Commands that go well: what they print and what they leave."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import COMMANDS, main, waiting
from jounce.native.cache import Cache


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str):
    return CliRunner().invoke(main, words)


def test_the_line_of_a_run_says_what_counts(folder):
    outcome = call("run", "four_bar", "--duration", "0.5 s")
    assert re.fullmatch(
        r"four-bar linkage: 0\.5 s in \d+\.\d\d s \(\d+ times real time\), gap \S+ m, "
        r"energy balance \S+ J, saved four_bar\.h5 and four_bar\.png\n",
        outcome.stdout,
    )
    assert {path.name for path in folder.iterdir()} == {"four_bar.h5", "four_bar.png"}


def test_json_says_the_same_to_programs_and_quiet_says_nothing():
    outcome = call("run", "pendulum", "--duration", "0.5 s", "--json", "--format", "csv", "--out", "new/folder")
    about = json.loads(outcome.stdout)
    assert about["status"] == "finished" and about["duration"] == 0.5
    assert about["files"] == ["new/folder/pendulum.csv", "new/folder/pendulum.png"]
    assert Path(about["files"][0]).read_text("utf-8").startswith("time [s],hinge.angle [rad],")
    quiet = call("run", "pendulum", "--duration", "0.5 s", "--quiet")
    assert quiet.exit_code == 0 and quiet.output == ""


def test_start_values_and_changed_numbers_reach_the_model():
    """Free fall of a turned pendulum: at rest, its angular acceleration is g cos(angle) / length."""
    outcome = call("run", "pendulum", "--start", "hinge.angle=60 deg", "--set", "bodies.bob.centre.x=2 m")
    assert outcome.exit_code == 0, outcome.output
    assert jounce.read("pendulum.h5")["hinge.angle_acceleration"][0] == pytest.approx(9.81 * 0.5 / 2)


def examples() -> list[str]:
    """Every command line that the help shows; benchmarks are measured elsewhere."""
    lines = [line.strip() for name in COMMANDS for line in call(name, "--help").output.splitlines()]
    return [line for line in lines if line.startswith("jounce ") and "bench" not in line]


def test_every_command_shows_an_example_that_runs():
    shown = examples()
    assert {line.split()[1] for line in shown} == set(COMMANDS) - {"bench"}
    for line in shown:
        outcome = call(*shlex.split(line)[1:])
        assert outcome.exit_code == 0, outcome.output


def test_the_demo_prints_its_three_numbers_and_draws(folder):
    outcome = call("demo")
    assert outcome.exit_code == 0
    figures = [float(n) for n in re.findall(r"  [a-z ]+ {3,}([\d.]+) (?:kN|ms|g)", outcome.stdout)]
    assert len(figures) == 3 and min(figures) > 0
    assert (folder / "jounce_demo.png").stat().st_size > 20_000
    assert str(folder / "jounce_demo.png") in outcome.stdout


def test_every_library_model_is_listed_and_can_run():
    for line in call("list").stdout.splitlines():
        name, what = line.split(maxsplit=1)
        assert what.endswith(".")
        assert jounce.load(name).sources
        assert call("check", name).stdout.startswith("ok: ")


def test_help_answers_at_once_without_the_heavy_packages():
    code = "import sys, jounce.cli as c; c.main(['--help'], standalone_mode=False); print(sorted(sys.modules))"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = outcome.stdout.splitlines()[-1]
    assert "'jounce.cli.run'" in loaded
    for heavy in ("scipy", "numba", "llvmlite", "matplotlib", "h5py", "rich"):
        assert f"'{heavy}'" not in loaded


def test_nothing_is_shown_before_patience_ends_or_without_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    with waiting.Progress(1.0) as progress:
        progress(0.5)  # the captured stderr is no terminal
    assert progress.bar is None
    with waiting.compiling():
        time.sleep(0.1)
    assert capsys.readouterr().err == ""  # it takes long, but nothing is compiled


def test_compiling_is_said_when_something_compiles_and_only_then(tmp_path, monkeypatch, capsys):
    """The second time the code comes from the cache."""
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    for said in (True, False):
        with waiting.compiling():
            jounce.prepare(jounce.load("four_bar"), cache=Cache(tmp_path / "cache"))
            time.sleep(0.1)
        assert ("compiling, only the first time" in capsys.readouterr().err) is said


def test_a_driving_study_is_one_command_that_leaves_all_there_is_to_know(folder):
    outcome = call("run", "small_car", "three-bumps", "--step", "1 ms", "--out", "results")
    assert outcome.exit_code == 0, outcome.output
    assert "hub peak 3" in outcome.stdout and "highest upward acceleration of the hub over obstacle 3" in outcome.stdout
    place = folder / "results" / "small_car_three_bumps"
    run = jounce.read(place.with_suffix(".h5"))
    assert run.metadata["settings"]["step"] == 1e-3
    metrics = json.loads(place.with_suffix(".metrics.json").read_text("utf-8"))
    assert metrics["hub_peak_1"]["value"] == run.metrics["hub_peak_1"].value
    assert place.with_suffix(".png").stat().st_size > 20_000
    echo = place.with_suffix(".echo.csv").read_text("utf-8")
    assert "axles.front.spring.law.slope,17000.0,N/m," in echo
    same = call("compare", str(place.with_suffix(".h5")), str(place.with_suffix(".h5")), "--map", "vehicle.z=vehicle.z")
    assert same.exit_code == 0 and "0.00%" in same.stdout
