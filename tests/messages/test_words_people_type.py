"""Words as people type them: swapped arguments, files of another kind, bare numbers beside a header; lines that fit."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.cli.printed_record import printed_record
from jounce.errors import BAD_INPUT

HEIGHT = "axles.front.hardpoints.wheel_centre.z"
QUICK = ("kc", "double_wishbone", "--travel", "-10 mm", "10 mm", "--points", "3", "--no-page")
WIDTH = 100  # columns of a terminal


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


@pytest.mark.parametrize("command", ["run", "gradient"])
def test_a_car_and_a_study_that_are_swapped_are_told_in_the_right_order(command):
    more = ("--metric", "a", "--wrt", "b") if command == "gradient" else ()
    code, output = call(command, "step-steer", "small_car", *more)
    assert code == BAD_INPUT and "the two are swapped" in output
    assert f"jounce {command} small_car step-steer" in output


@pytest.mark.parametrize("command", ["check", "kc", "run"])
def test_a_loggers_file_in_place_of_a_model_is_told_with_what_can_be_done_with_it(command, folder):
    (folder / "log.csv").write_text("time [s],ay [g]\n0,0\n1,0.5\n")
    code, output = call(command, "log.csv")
    assert code == BAD_INPUT and "holds measured histories, not a model" in output
    assert "jounce info FILE" in output and "jounce compare RUN.h5 FILE" in output


def test_info_shows_what_a_loggers_file_holds_and_what_to_do_with_it(folder):
    (folder / "log.csv").write_text("time,Speed [km/h],Yaw [deg/s]\n12:00:00,80,-2\n12:00:01.5,90,3\n")
    code, output = call("info", "log.csv")
    assert code == 0 and "2 rows from 0 to 1.5 s" in output
    assert re.search(r"^  Speed +80 +90  km/h$", output, re.MULTILINE)
    assert "jounce compare RUN.h5 log.csv" in output and "replay --record log.csv" in output
    code, output = call("info", "log.csv", "--units", "SI")
    assert re.search(r"^  Speed +22.222 +25  m/s$", output, re.MULTILINE)
    code, output = call("info", "log.csv", "--json")
    assert json.loads(output)["columns"] == [{"name": "Speed", "unit": "m/s"}, {"name": "Yaw", "unit": "rad/s"}]


def test_a_bare_length_is_read_as_the_header_says_and_it_is_told():
    """The file has units = { length = "mm" }: 300 is as "300 mm", which needs no note."""
    code, output = call(*QUICK, "--set", f"{HEIGHT}=300")
    assert code == 0 and f"{HEIGHT}=300 was read as 300 mm" in output
    code, with_unit = call(*QUICK, "--set", f"{HEIGHT}=300 mm")
    assert code == 0 and "was read as" not in with_unit
    wheel_load = r"^  wheel load .*$"
    assert re.search(wheel_load, output, re.MULTILINE)[0] == re.search(wheel_load, with_unit, re.MULTILINE)[0]


def test_a_bare_number_that_the_header_does_not_speak_of_is_refused_with_both_readings():
    code, output = call(*QUICK, "--set", "axles.front.spring.law.slope=25")
    assert code == BAD_INPUT and 'write "25 N/m" (0.025 N/mm) or "25 N/mm"' in output


@pytest.mark.parametrize("word", ["--output-step", "--rise"])
def test_a_negative_time_without_a_unit_is_not_offered_with_one(word):
    code, output = call("run", "small_car", "step-steer", word, "-1")
    assert code == BAD_INPUT and "-1 s" not in output and "-1 ms" not in output


def test_the_record_of_a_script_fits_a_terminal():
    phases = [
        {"name": "approach", "hold_speed": True, "duration": "0.2 s"},
        {"name": "turn in", "steering": {"to": "20 deg", "in": "0.1 s"}, "duration": "0.2 s"},
    ]
    run = jounce.run(jounce.load("golf1"), "script", phases=phases)
    printed = printed_record(run).splitlines()
    assert max(map(len, printed)) <= WIDTH
    assert any(line.startswith("  name turn in, steering to 20 deg") for line in printed)


def test_the_table_of_metrics_fits_a_terminal():
    code, output = call("run", "golf1", "load-transfer", "--no-page")
    table = output.partition("\n\n")[2].partition("\n\n")[0]
    assert code == 0 and max(map(len, table.splitlines())) <= WIDTH
    assert re.search(r"^  front load transfer +0\.\d+  kN  load transfer of the front axle", table, re.MULTILINE)


def test_the_check_of_a_tyre_says_units():
    code, output = call("check", "tyre_205_55_r16")
    assert code == 0 and re.search(r"worst at slip \S+ %, slip angle \S+ deg, inclination \S+ deg, load \S+ kN", output)
    assert "relaxation: 0.553 m, at most 5 m allowed" in output
    code, output = call("info", "tyre_205_55_r16")
    assert "nominal load 4.3 kN" in output and "valid for load 0.2 to 9 kN, slip -100 to 100 %" in output


@pytest.mark.parametrize(("system", "acceleration", "time"), [("engineering", "g", "ms"), ("SI", "m/s²", "s")])
def test_the_demo_is_shown_in_the_units_that_were_asked_for(system, acceleration, time, folder):
    code, output = call("demo", "--units", system)
    assert code == 0
    assert re.findall(r"^  .* (\S+)$", output, re.MULTILINE) == [acceleration, acceleration, time]
    run = jounce.read("jounce_demo/small_car_three_bumps.h5")
    assert "shown_units" not in run.metadata  # what is saved is in SI anyway


def test_metrics_of_a_study_are_listed_in_the_units_that_were_asked_for():
    assert re.search(r"TB_factor +\[s deg\]", call("info", "step-steer")[1])
    assert re.search(r"TB_factor +\[s rad\]", call("info", "step-steer", "--units", "SI")[1])


def test_the_list_of_models_and_studies_fits_a_terminal():
    code, output = call("list")
    assert code == 0 and max(map(len, output.splitlines())) <= WIDTH
