"""Files of runs: what is written by default, what they are called, and that no run replaces another."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT
from jounce.model.library import library_path

STUDY = ("run", "double_wishbone", "wheel-travel", "--axle", "front", "--points", "5")
PLAIN = "double_wishbone_front_wheel_travel"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done


def endings(folder: Path, stem: str) -> set[str]:
    return {path.name.removeprefix(stem) for path in folder.iterdir() if path.name.startswith(stem)}


def test_a_study_writes_data_metrics_and_page_and_lists_them_one_per_line(folder):
    lines = call(*STUDY).stdout.split("\n")
    usual = [".h5", ".metrics.json", ".metrics.csv", ".html"]
    assert lines[-6].endswith("s, saved") and lines[-5:-1] == [f"  {PLAIN}{ending}" for ending in usual]
    assert endings(folder, PLAIN) == {*usual}


def test_more_is_written_on_request(folder):
    call(*STUDY, "--name", "mine", "--no-page", "--csv", "--echo", "--plots", "--report")
    more = {".csv", ".echo.csv", ".png", ".svg", "_report.html"}
    assert endings(folder, "mine") == {".h5", ".metrics.json", ".metrics.csv", *more}
    assert jounce.read("mine.h5").record.name == "mine"


def test_the_same_run_replaces_itself_and_a_run_of_other_settings_gets_a_number(folder):
    call(*STUDY)
    assert "holds another run" not in call(*STUDY).stdout  # the same again
    moved = ("--set", "axles.front.hardpoints.tie_rod_outer.z=300 mm")
    told = call(*STUDY, *moved).stdout
    assert f"{PLAIN}.h5 holds another run, which stays; this one is called {PLAIN}_2" in told
    call(*STUDY, "--mode", "opposite")
    assert "holds another" in call(*STUDY, *moved).stdout  # it replaces the second
    found = {path.name: jounce.read(path) for path in folder.glob("*.h5")}
    assert set(found) == {f"{PLAIN}.h5", f"{PLAIN}_2.h5", f"{PLAIN}_3.h5"}
    assert not found[f"{PLAIN}.h5"].record.changes
    assert [change.new for change in found[f"{PLAIN}_2.h5"].record.changes] == [0.3]
    assert found[f"{PLAIN}_3.h5"].metadata["settings"]["mode"] == "opposite"


def test_a_simulation_from_another_start_gets_a_number_and_so_does_a_changed_job(folder):
    run = ("run", "pendulum", "--duration", "0.1 s", "--no-page")
    call(*run)
    call(*run, "--start-rate", "hinge.angle=1 rad/s")
    assert {path.name for path in folder.glob("*.h5")} == {"pendulum.h5", "pendulum_2.h5"}
    for points in (5, 7, 5):
        head = (
            'format = 1\nkind = "job"\ncar = "double_wishbone"\nstudy = "wheel-travel"\noutputs = { files = ["h5"] }\n'
        )
        Path("job.toml").write_text(f"{head}settings = {{ points = {points} }}\n")
        call("run", "job.toml")
    assert {path.name for path in folder.glob("job*.h5")} == {"job.h5", "job_2.h5"}


@pytest.mark.parametrize("name", ["a/b", "", ".hidden", ".."])
def test_a_name_is_no_path(name):
    done = CliRunner().invoke(main, [*STUDY, "--name", name])
    assert done.exit_code == BAD_INPUT and "is not the name of a file" in done.output


def test_units_change_what_people_read_and_no_data(folder):
    call(*STUDY, "--name", "usual", "--report")
    printed = call(*STUDY, "--name", "si", "--report", "--units", "SI").stdout
    reports = [Path(f"{name}_report.html").read_text("utf-8") for name in ("usual", "si")]
    assert [">deg/m<" in report for report in reports] == [True, False]
    assert "rad/m" in printed and "deg" not in printed.partition("saved")[0]
    usual, si = (jounce.read(f"{name}.h5") for name in ("usual", "si"))
    np.testing.assert_array_equal(usual.values, si.values)
    assert "shown_units" not in si.metadata and si.record.settings == usual.record.settings
    assert json.loads(Path("usual.metrics.json").read_text()) == json.loads(Path("si.metrics.json").read_text())


def test_a_compact_file_is_within_its_rounding_and_an_exact_one_comes_back_equal(folder):
    run = jounce.run(jounce.load("small_car"), "step-steer", duration="2 s")
    run.save("exact.h5"), run.save("compact.h5", compact=True)
    exact, compact = jounce.read("exact.h5"), jounce.read("compact.h5")
    np.testing.assert_array_equal(exact.values, run.values)
    largest = np.abs(run.values).max(axis=0)
    assert (np.abs(compact.values - run.values) <= 2.0**-32 * largest).all()  # half of 2^-32 of the next power of two
    assert Path("compact.h5").stat().st_size < 2e6 * 2 / 5 + 1e5
    assert list(compact.coordinates) == list(run.coordinates)
    for name, history in exact.coordinates.items():
        np.testing.assert_array_equal(history, run.coordinates[name])


def test_info_of_a_run_tells_files_with_digests_changes_settings_and_versions(folder):
    moved = ("--set", "axles.front.hardpoints.tie_rod_outer.z=300 mm")
    call(*STUDY, *moved, "--name", "moved")
    printed = call("info", "moved.h5").stdout
    text = library_path("double_wishbone").read_bytes()
    digest = hashlib.sha256(text).hexdigest()
    for line in (
        r"  name +moved",
        r"  file +double_wishbone",
        rf"  double_wishbone +{digest[:16]}",
        r"  axles\.front\.hardpoints\.tie_rod_outer\.z +\S+ mm +-> +300 mm",
        r"  travel +-80 mm, 80 mm +lowest and highest position",
        rf"  versions +jounce {jounce.__version__}, python .*",
    ):
        assert re.search(f"^{line}$", printed, re.MULTILINE), line
    told = json.loads(call("info", "moved.h5", "--json").stdout)["record"]
    assert told["digests"] == {"double_wishbone": digest}
    assert (told["changes"][0]["new"], told["changes"][0]["unit"]) == (0.3, "m")
    assert "0.3 m" in call("info", "moved.h5", "--units", "SI").stdout
    assert "no value was changed" in call("info", call(*STUDY).stdout.split()[-4]).stdout


def test_a_changed_value_no_longer_cites_the_source_of_the_old_one(folder):
    path, beside = "axles.front.spring.law.slope", "axles.front.spring.preload"
    car = jounce.load("small_car")
    soft = car.with_values({path: "15 N/mm"})

    def sources(vehicle):
        rows = {row["path"]: row for row in csv.DictReader(vehicle.echo().splitlines())}
        return [(rows[name]["source"], rows[name]["estimated"]) for name in (path, beside)]

    before, after = sources(car), sources(soft)
    assert after == [("changed, its file has 17 N/mm", "yes"), before[1]] and before[0] != after[0]
    soft.save("soft.toml")
    assert sources(jounce.load("soft.toml")) == after  # a saved car says so too
    assert sources(soft.with_values({path: "17 N/mm"})) == before  # back again
