"""Files of runs: what is written by default, what they are called, and that no run replaces another."""

from __future__ import annotations

import csv
import hashlib
import json
import multiprocessing
import os
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT
from jounce.jobs.run_files import claim_run_place, write_run_files
from jounce.model.library import library_path
from jounce.results import Channel, Record, Result, UsedSetting
from jounce.results.choice import ALL

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
    np.testing.assert_array_equal(usual.numbers, si.numbers)
    assert "shown_units" not in si.metadata and si.record.settings == usual.record.settings
    assert json.loads(Path("usual.metrics.json").read_text()) == json.loads(Path("si.metrics.json").read_text())


def test_a_compact_file_is_within_its_rounding_and_an_exact_one_comes_back_equal(folder):
    run = jounce.run(jounce.load("small_car"), "step-steer", duration="2 s")
    run.save("exact.h5"), run.save("compact.h5", compact=True)
    exact, compact = jounce.read("exact.h5"), jounce.read("compact.h5")
    np.testing.assert_array_equal(exact.numbers, run.numbers)
    largest = np.abs(run.numbers).max(axis=0)
    assert (np.abs(compact.numbers - run.numbers) <= 2.0**-32 * largest).all()  # half of 2^-32 of the next power of two
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


def figure(number: float) -> Result:
    """A result of one number, as if it were the run of a file and a setting."""
    settings = (UsedSetting("speed", number, "m/s"),)
    record = Record(file="car.toml", settings=settings).with_digest("", b"")
    return Result(time=[0.0], channels=(Channel("x", "m"),), numbers=[[number]], record=record)


def found_in(folder: Path, ending: str) -> list[float]:
    """The numbers of all runs in a folder."""
    rows = [path.read_text().split() for path in folder.glob("*.csv")]
    return (
        sorted(float(row[1].split(",")[1]) for row in rows)
        if ending == "csv"
        else sorted(float(jounce.read(path)["x"][0]) for path in folder.glob("*.h5"))
    )


def test_two_runs_that_end_at_once_both_stay(folder):
    """Each looks for a name before the other has written anything."""
    one, other = figure(1.0), figure(2.0)
    places = [claim_run_place(folder / "car", ("h5",), result) for result in (one, other)]
    assert [place.name for place in places] == ["car", "car_2"]
    for place, result in zip(places, (one, other), strict=True):
        write_run_files(result, None, place, ("h5",), ALL)
    assert found_in(folder, "h5") == [1.0, 2.0]
    assert claim_run_place(folder / "car", ("h5",), other).name == "car_2"  # it takes its own place again


@pytest.mark.parametrize("kind", ["h5", "csv"])
def test_results_of_many_processes_in_one_folder_all_stay(folder, kind):
    """As fast as they can, with the same name; every number is found again, and each name is that of one run."""
    begin = multiprocessing.get_context("fork").Event()

    def write(process: int) -> None:
        begin.wait()
        for k in range(10):
            result = figure(10.0 * process + k)
            write_run_files(result, None, claim_run_place(folder / "car", (kind,), result), (kind,), ALL)
        os._exit(0)

    children = []
    for process in range(3):
        if (child := os.fork()) == 0:
            write(process)
        children.append(child)
    begin.set()
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert found_in(folder, kind) == [float(k) for k in range(30)]
    assert len({*folder.iterdir()}) == 30


def test_a_name_is_given_back_where_nothing_could_be_written(folder):
    result = figure(1.0)
    place = claim_run_place(folder / "car", ("h5",), result)
    with pytest.raises(jounce.ModelError, match="no channel has this name"):
        write_run_files(result, None, place, ("h5",), "yaw")
    assert not [*folder.iterdir()]


def test_files_without_data_stay_too(folder):
    Path("job.toml").write_text(
        'format = 1\nkind = "job"\ncar = "double_wishbone"\nstudy = "wheel-travel"\n'
        'outputs = { files = ["csv"] }\nsettings = { points = 5 }\n'
    )
    call("run", "job.toml")
    before = Path("job.csv").read_bytes()
    told = call("run", "job.toml", "--set", "axles.front.hardpoints.tie_rod_outer.z=300 mm").stdout
    assert "files of job are there and stay; this one is called job_2" in told
    assert Path("job.csv").read_bytes() == before != Path("job_2.csv").read_bytes()


def test_the_digest_of_a_tyre_file_is_that_of_the_bytes_that_were_read(folder):
    """The file is edited after the car was read, and while it runs."""
    tyre, car = library_path("tyre_155_65_r13").read_bytes(), library_path("small_car").read_text("utf-8")
    Path("own.tir").write_bytes(tyre)
    Path("car.toml").write_text(car.replace('file = "tyre_155_65_r13"', 'file = "own.tir"'), "utf-8")
    loaded, alone = jounce.load("car.toml"), jounce.load("own.tir")
    Path("own.tir").write_bytes(tyre + b"$ edited\n")
    moved = loaded.with_values({"body.mass": "610 kg"})
    digest, edited = (hashlib.sha256(text).hexdigest() for text in (tyre, tyre + b"$ edited\n"))
    for car in (loaded, moved):
        record = jounce.run(car, "wheel-travel", axle="front", points=3).record
        assert record.digests["own.tir"] == digest
    assert jounce.run(alone, "tyre-rig").record.digests == {"own.tir": digest}
    again = jounce.run(jounce.load("car.toml"), "wheel-travel", axle="front", points=3).record
    assert again.digests["own.tir"] == edited
