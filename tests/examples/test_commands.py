"""Commands that go well: what they print and what they leave."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import COMMANDS, answer, main
from jounce.errors import BAD_INPUT
from jounce.native.cache import Cache
from jounce.native.making import announce_making
from jounce.studies import STUDIES


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
        r"energy balance \S+ J\nintegrator dormand-prince .*\n\nsaved\n  four_bar\.h5\n  four_bar\.html\n",
        outcome.stdout,
    )
    assert {path.name for path in folder.iterdir()} == {"four_bar.h5", "four_bar.html"}
    again = call("run", "four_bar", "--duration", "0.5 s", "--no-page", "--plots", "--csv")
    assert again.stdout.endswith("saved\n  four_bar.h5\n  four_bar.csv\n  four_bar.png\n")
    assert {path.suffix for path in folder.iterdir()} == {".h5", ".html", ".csv", ".png"}


def test_json_says_the_same_to_programs_and_quiet_says_nothing():
    outcome = call(
        "run", "pendulum", "--duration", "0.5 s", "--json", "--format", "csv", "--no-page", "--out", "new/folder"
    )
    about = json.loads(outcome.stdout)
    assert about["status"] == "finished" and about["duration"] == 0.5
    assert about["files"] == ["new/folder/pendulum.csv"]
    assert Path(about["files"][0]).read_text("utf-8").startswith("time [s],hinge.angle [rad],")
    quiet = call("run", "pendulum", "--duration", "0.5 s", "--quiet")
    assert quiet.exit_code == 0 and quiet.output == ""


def test_start_values_and_changed_numbers_reach_the_model():
    """Free fall of a turned pendulum: at rest, its angular acceleration is g cos(angle) / length."""
    outcome = call("run", "pendulum", "--start", "hinge.angle=60 deg", "--set", "bodies.bob.centre.x=2 m")
    assert outcome.exit_code == 0, outcome.output
    assert jounce.read("pendulum.h5")["hinge.angle_acceleration"][0] == pytest.approx(9.81 * 0.5 / 2)


def examples(name: str) -> list[str]:
    """Every command line that the help of a command shows."""
    lines = [line.strip() for line in call(name, "--help").output.splitlines()]
    return [line for line in lines if line.startswith("jounce ")]


def takes_minutes(line: str) -> bool:
    """Whole programmes and all entries of the papers; parts of them are run with the other examples."""
    return line.startswith(("jounce programme", "jounce papers")) and "--only" not in line


def run_example(line: str) -> None:
    outcome = call(*shlex.split(line.partition(" > ")[0])[1:])
    assert outcome.exit_code == 0, f"{line}\n{outcome.output}"


@pytest.mark.usefixtures("small_pictures")
def test_every_command_shows_an_example_that_runs():
    """All in one folder, so that later ones find what earlier ones left. `bench` takes minutes, as its help says; what
    the demo shows is run below, and the job of `optimise` with the page that shows it.
    """
    for name in COMMANDS:
        shown = examples(name)
        assert shown, f"{name} shows no example"
        for line in shown if name not in ("bench", "demo", "optimise") else []:
            if not takes_minutes(line):
                run_example(line)


@pytest.mark.campaign
@pytest.mark.usefixtures("small_pictures")
@pytest.mark.parametrize("name", ["programme", "papers"])
def test_whole_programmes_and_papers_run(name):
    lines = [line for line in examples(name) if takes_minutes(line)]
    assert lines
    for line in lines:
        run_example(line)


def test_every_command_that_prints_results_can_be_quiet_and_speak_json():
    for name in set(COMMANDS) - {"completion"}:
        text = call(name, "--help").output
        assert "--quiet" in text and "--json" in text, name


@pytest.mark.usefixtures("small_pictures")
def test_the_demo_ends_with_the_page_and_its_three_numbers(folder):
    """An obstacle of 30 mm at 40 km/h shakes a hub by some ten g and the body by less than the weight."""
    assert examples("demo")[0] == "jounce demo"
    outcome = call("demo")
    assert outcome.exit_code == 0
    figures = [float(n) for n in re.findall(r"^  [a-z ,]+ {2,}([\d.]+) (?:ms|g)$", outcome.stdout, re.MULTILINE)]
    assert len(figures) == 3
    assert 5 < figures[0] < 50 and 0.1 < figures[1] < 2 and 0 < figures[2] < 500
    page = Path(re.search(r"^page +(.+)$", outcome.stdout, re.MULTILINE)[1])
    assert page.parent == folder / "jounce_demo" and page.stat().st_size > 500_000
    endings = {path.suffix for path in page.parent.iterdir()}
    assert endings == {".html", ".png", ".h5"}


def test_every_library_model_is_listed_under_its_kind_and_can_run():
    kinds = json.loads(call("list", "--json").stdout)
    assert list(kinds) == ["mechanisms", "vehicles", "trailers", "roads", "tyres", "bodies", "studies"]
    listed = call("list").stdout
    for names in kinds.values():
        for name, what in names.items():
            told = re.escape(what).replace(r"\ ", r"\s+").replace(r"\-", r"-\s*")  # long ones go on below
            assert re.search(rf"^  {name} +{told}$", listed, re.MULTILINE)
    for name in [*kinds["mechanisms"], *kinds["vehicles"], *kinds["trailers"], *kinds["roads"], *kinds["tyres"]]:
        assert jounce.load(name).sources
        assert call("check", name).stdout.startswith("ok: ")


def test_only_the_chosen_channels_are_kept():
    call("run", "quarter_car", "--duration", "0.1 s", "--channels", "tyre.F?, energy.*")
    kept = jounce.read("quarter_car.h5")
    assert "tyre.Fz" in kept and all(name.startswith(("tyre.F", "energy.")) for name in kept)
    refused = call("run", "quarter_car", "--duration", "0.1 s", "--channels", "tyre.fz")
    assert refused.exit_code == BAD_INPUT and "Did you mean 'tyre.Fz'?" in refused.stderr


@pytest.mark.usefixtures("small_pictures")
def test_channels_that_do_not_exist_are_refused_before_a_run_and_lose_no_study(monkeypatch):
    """The run would last an hour of the car's time; what channels a study has is known behind it only."""
    ran = []
    monkeypatch.setattr(jounce, "simulate", lambda *args, **more: ran.append(args))
    refused = call("run", "quarter_car", "--duration", "1 h", "--channels", "nosuch.*")
    assert refused.exit_code == BAD_INPUT and "nosuch.*" in refused.stderr and not ran
    study = call("run", "small_car", "park-on-slope", "--duration", "0.1 s", "--channels", "nosuch.*")
    assert study.exit_code == BAD_INPUT and "all channels are kept" in study.stderr
    assert "vehicle.speed" in jounce.read("small_car_park_on_slope.h5")


# ---- the shell


def test_bash_completes_commands_models_studies_and_options(tmp_path):
    """In a bash of its own, as after `source <(jounce completion bash)`: what TAB would offer."""
    (tmp_path / "jounce").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jounce "$@"\n', "utf-8")
    (tmp_path / "jounce").chmod(0o755)
    script = """
    source <(jounce completion bash)
    offered() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        _jounce_completion jounce
        echo "${COMPREPLY[@]}"
    }
    offered jounce comp
    offered jounce info quarter
    offered jounce run small_car step
    offered jounce run small_car --chan
    """
    where = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    outcome = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=where)
    assert [line.split() for line in outcome.stdout.splitlines()] == [
        ["compare", "completion"],
        ["quarter_car"],
        ["step-steer"],
        ["--channels"],
    ], outcome.stderr


def test_help_answers_at_once_without_the_heavy_packages():
    code = "import sys, jounce.cli as c; c.main(['--help'], standalone_mode=False); print(sorted(sys.modules))"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = outcome.stdout.splitlines()[-1]
    assert "'jounce.cli.commands.run'" in loaded
    for heavy in ("scipy", "numba", "llvmlite", "matplotlib", "h5py", "rich"):
        assert f"'{heavy}'" not in loaded


def test_nothing_is_shown_before_patience_ends_or_without_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr("jounce.progress.PATIENCE", 0.01)
    with answer.Progress(1.0) as progress:
        progress(0.5)  # the captured stderr is no terminal
    assert progress.bar is None
    with answer.bar_while_compiling():
        time.sleep(0.1)
    assert capsys.readouterr().err == ""  # it takes long, but nothing is compiled


def test_compiling_is_said_when_something_compiles_and_only_then(tmp_path, monkeypatch, capsys):
    """The second time the code comes from the cache."""
    monkeypatch.setattr("jounce.progress.PATIENCE", 0.01)
    for said in (True, False):
        with answer.bar_while_compiling():
            jounce.prepare(jounce.load("four_bar"), cache=Cache(tmp_path / "cache"))
            time.sleep(0.1)
        assert ("compiling, only the first time" in capsys.readouterr().err) is said


def test_quiet_is_quiet_also_while_waiting(monkeypatch, capsys):
    monkeypatch.setattr("jounce.progress.PATIENCE", 0.01)
    with answer.Progress(quiet=True), announce_making("code"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_the_bar_tells_the_real_time_factor():
    """Half a second simulated in a quarter of a second: twice real time."""
    progress = answer.Progress(1.0)
    progress.moving_since = time.perf_counter() - 0.25
    assert re.fullmatch(r"0\.5 of 1 s, (1\.9\d*|2(\.0\d*)?) times real time", progress._rate(0.5))


def test_the_bar_says_what_moves(monkeypatch):
    """A sweep simulates nothing."""
    told = []
    bar = SimpleNamespace(task_ids=[0], update=lambda task, description="", **rest: told.append(description))
    monkeypatch.setattr("jounce.progress.PATIENCE", 0.0)
    monkeypatch.setattr(answer.sys.stderr, "isatty", lambda: True)
    for study in ("wheel-travel", "step-steer"):
        progress = answer.Progress(doing=STUDIES[study].doing)
        progress.bar = bar
        progress(0.5)
    assert told == ["moving through the range", "simulating"]


def test_help_can_be_asked_for_again_after_any_command():
    """The module of a command is named like it, and `list` is a name of Python, too."""
    assert call("list").exit_code == call("--help").exit_code == 0


def test_help_imports_nothing_heavy():
    """`jounce --help` answers at once because it does without NumPy, which takes longer than all the rest."""
    program = "import sys, jounce.cli as c; c.main(['--help'], standalone_mode=False); print(*sys.modules, sep='\\n')"
    seen = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "jounce.cli.study" in seen
    assert not {"numpy", "scipy", "h5py", "numba", "llvmlite", "matplotlib", "rich"} & set(seen.split("\n"))


def test_a_driving_study_is_one_command_that_leaves_all_there_is_to_know(folder):
    outcome = call("run", "small_car", "three-bumps", "--step", "1 ms", "--plots", "--echo", "--out", "results")
    assert outcome.exit_code == 0, outcome.output
    assert (
        "hub peak 3" in outcome.stdout
        and "highest peak of the hub's upward acceleration over obstacle 3" in outcome.stdout
    )
    place = folder / "results" / "small_car_three_bumps"
    run = jounce.read(place.with_suffix(".h5"))
    assert run.metadata["settings"]["step"] == 1e-3
    metrics = json.loads(place.with_suffix(".metrics.json").read_text("utf-8"))
    assert metrics["hub_peak_1"]["value"] == run.metrics["hub_peak_1"].value
    assert place.with_suffix(".png").stat().st_size > 20_000
    echo = place.with_suffix(".echo.csv").read_text("utf-8")
    assert "axles.front.spring.law.slope,17000.0,N/m," in echo
    same = call("compare", str(place.with_suffix(".h5")), str(place.with_suffix(".h5")), "--channels", "vehicle.z")
    assert same.exit_code == 0 and "the same model, the same settings" in same.stdout
    assert f"{len(run.metrics)} metrics are equal to six digits" in same.stdout


def test_variants_from_the_command_line_are_those_of_python(tmp_path, monkeypatch):
    """The same words for settings and values; a range in even steps, and one that is drawn."""
    monkeypatch.chdir(tmp_path)
    path = "axles.front.hardpoints.tie_rod_outer.z"
    line = ["vary", "double_wishbone", "wheel-travel", "--axle", "front", "--points", "3", "--workers", "1"]
    line += ["--metric", "front_left.bump_steer", "--name", "table", "--vary", f"{path}=200 mm to 210 mm in 3"]
    said = CliRunner().invoke(main, line)
    assert said.exit_code == 0, said.output
    found = jounce.vary(
        jounce.load("double_wishbone"),
        "wheel-travel",
        {path: ["200 mm", "205 mm", "210 mm"]},
        metrics=["front_left.bump_steer"],
        axle="front",
        points=3,
        workers=1,
    )
    rows = np.genfromtxt(tmp_path / "table.csv", delimiter=",", skip_header=1, usecols=(1, 2))
    expected = np.column_stack([found[path], found["front_left.bump_steer"]])
    np.testing.assert_allclose(rows, expected, rtol=1e-12)  # the steps of a range are rounded once more
    for wrong, says in (([], "say what is varied"), (["--vary", "body.mass=800"], "800 has no unit")):
        refused = CliRunner().invoke(main, ["vary", "golf1", "linear-steer", *wrong])
        assert refused.exit_code == 2 and says in refused.output
