"""CSV files as loggers and people write them. The expected numbers are worked out by hand from the text."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.results.csv_table import csv_name_and_unit, read_csv_table
from jounce.results.measured import read_measured

HEADINGS = {
    "Time (s)": ("Time", "s"),
    "t [s]": ("t", "s"),
    "AccY [g]": ("AccY", "g"),
    "yaw_rate (deg/s)": ("yaw_rate", "deg/s"),
    "Speed km/h": ("Speed", "km/h"),
    "yaw rate deg/s": ("yaw rate", "deg/s"),
    "Gier °/s": ("Gier", "°/s"),
    "Brake [-]": ("Brake", "-"),
    "Throttle [%]": ("Throttle", "%"),
    "acc (m/s2)": ("acc", "m/s2"),
    "yaw_rate": ("yaw_rate", None),
    "front left": ("front left", None),
    "s": ("s", None),
    "hub (left) [mm]": ("hub (left)", "mm"),
}


@pytest.mark.parametrize(("heading", "parts"), HEADINGS.items())
def test_a_heading_is_a_name_and_a_unit(heading, parts):
    assert csv_name_and_unit(heading) == parts


def test_a_logger_file_is_read_in_si(tmp_path):
    file = tmp_path / "log.csv"
    file.write_bytes(
        "\ufeffTime (s),AccY [g],yaw_rate (deg/s),Speed km/h,Speed2 [mph]\n0,0.5,9,36,10\n0.1,-1,18,72,20\n".encode()
    )
    run = read_measured(file)
    np.testing.assert_allclose(run.time, [0.0, 0.1])
    np.testing.assert_allclose(run["AccY"], [0.5 * 9.80665, -9.80665])
    np.testing.assert_allclose(run["yaw_rate"], [math.pi / 20, math.pi / 10])
    np.testing.assert_allclose(run["Speed"], [10.0, 20.0])
    np.testing.assert_allclose(run["Speed2"], [4.4704, 8.9408])  # NIST SP 811, appendix B.8
    assert dict(run.units) == {"AccY": "m/s^2", "yaw_rate": "rad/s", "Speed": "m/s", "Speed2": "m/s"}


@pytest.mark.parametrize("apart", [";", "\t"])
def test_semicolons_and_tabs_leave_room_for_decimal_commas(apart, tmp_path):
    file = tmp_path / "log.csv"
    file.write_text(f"t [s]{apart}SWA [deg]\n0,0{apart}1,5\n0,5{apart}-3\n", "utf-8")
    table = read_csv_table(file, ["time", "SWA"])
    np.testing.assert_allclose(table.values, [[0.0, math.radians(1.5)], [0.5, math.radians(-3.0)]])


def test_columns_that_nobody_wants_may_hold_anything(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("clock,Time (s),SWA [deg],T [K]\n12:00:01,0,1,hot\n12:00:02,1,2,\n", "utf-8")
    table = read_csv_table(file, ["Time (s)", "SWA [deg]"])
    np.testing.assert_allclose(table.values[:, 1], np.radians([1.0, 2.0]))
    assert table.lines.tolist() == [2, 3]


WRONG = {
    "t [s],SWA [deg]\n0,1\n1,2\n|throttle": "log.csv:1: throttle",
    "t [s],SWA [deg]\n0,1\n1,2\n|SWB": "Did you mean 'SWA'?",
    "t [s],SWA\n0,1\n1,2\n|SWA": "has no unit",
    "t [s],SWA [wink]\n0,1\n1,2\n|SWA": "unit 'wink' is not known",
    "t [s],SWA [deg]\n0,1\n1,two\n|SWA": "log.csv:3: row",
    "t [s],SWA [deg]\n0,1\n1\n|SWA": "log.csv:3: row",
    "t [s],SWA [deg],SWA [deg]\n0,1,1\n1,1,1\n|SWA": "stands there twice",
}


@pytest.mark.parametrize(("case", "words"), WRONG.items())
def test_what_is_wrong_with_a_column_is_told_with_its_line(case, words, tmp_path):
    text, wanted = case.split("|")
    (tmp_path / "log.csv").write_text(text, "utf-8")
    with pytest.raises(ModelError) as refusal:
        read_csv_table(tmp_path / "log.csv", ["t", wanted])
    assert words in str(refusal.value)


def test_times_that_fall_are_told_with_their_lines(tmp_path):
    (tmp_path / "log.csv").write_text("t [s],a [1]\n0,1\n2,1\n1,1\n1,1\n", "utf-8")
    with pytest.raises(ModelError) as refusal:
        read_measured(tmp_path / "log.csv")
    assert "log.csv:4: t" in str(refusal.value) and "1 follows 2" in str(refusal.value)
    assert "log.csv:5: t" in str(refusal.value)


def test_remarks_before_the_header_are_skipped_and_lines_are_those_of_the_file(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("# log.csv\n# of a test\ntime [s],a [mm]\n0,1\n1,2\n", "utf-8")
    table = read_csv_table(file)
    np.testing.assert_array_equal(table.values, [[0.0, 0.001], [1.0, 0.002]])
    assert table.lines.tolist() == [4, 5] and list(read_measured(file)) == ["a"]
    file.write_text("# log.csv\ntime [s],a [mm]\n0,1\n1,x\n", "utf-8")
    with pytest.raises(ModelError) as caught:
        read_csv_table(file)
    assert [problem.line for problem in caught.value.problems] == [4]
    with pytest.raises(ModelError) as caught:
        read_csv_table(file, ["b"])
    assert [problem.line for problem in caught.value.problems] == [2]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n"])
def test_an_empty_file_is_called_empty(text, tmp_path):
    file = tmp_path / "log.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(ModelError, match="the file is empty"):
        read_csv_table(file, ["time"])


def test_a_cell_that_is_no_number_is_quoted_as_it_stands(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("time [s];a [mm]\n0;1\n1;1.234,5\n", "utf-8")
    with pytest.raises(ModelError, match=r"1;1\.234,5"):
        read_csv_table(file)


def test_who_asks_for_a_column_says_the_unit_that_its_heading_has_not(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("clock,yaw_rate,speed [km/h]\n0,180,36\n1,90,72\n")
    table = read_csv_table(file, ["clock [s]", "yaw_rate [deg/s]", "speed"], runs_over="clock [s]")
    assert [column.unit for column in table.columns] == ["s", "rad/s", "m/s"]
    np.testing.assert_allclose(table.values, [[0.0, np.pi, 10.0], [1.0, np.pi / 2, 20.0]], rtol=1e-15)
    with pytest.raises(ModelError) as refusal:
        read_csv_table(file, ["clock [s]", "yaw_rate", "speed [m/s]"])
    assert "yaw_rate\n    has no unit" in str(refusal.value) and "the file says 'speed [km/h]'" in str(refusal.value)


CLOCKS = {
    "12:34:56.789,12:34:57.289": [0.0, 0.5],
    "23:59:59.5,00:00:01.25": [0.0, 1.75],
    "2026-05-01T12:34:56.789,2026-05-01T12:34:57.289": [0.0, 0.5],
    "2026-05-01 23:59:59.75,2026-05-02 00:00:00.25": [0.0, 0.5],
    "2026-05-01T12:34:56.789Z,2026-05-01T14:34:57.289+02:00": [0.0, 0.5],
}


@pytest.mark.parametrize("heading", ["time", "time [s]", "Time (hh:mm:ss)"])
@pytest.mark.parametrize(("cells", "seconds"), CLOCKS.items(), ids=list(CLOCKS))
def test_a_column_of_clocks_counts_from_its_first_row_and_needs_no_unit(cells, seconds, heading, tmp_path):
    file = tmp_path / "log.csv"
    first, second = cells.split(",")
    file.write_text(f"{heading},SWA [deg]\n{first},1\n{second},2\n", "utf-8")
    assert read_csv_table(file, runs_over="time").values[:, 0].tolist() == seconds


@pytest.mark.parametrize("cell", ["01.05.2026 12:34:56", "12:34", "25:00:00", "12:34:99"])
def test_a_clock_of_another_form_is_refused_with_those_that_are_read(cell, tmp_path):
    file = tmp_path / "log.csv"
    file.write_text(f"time,SWA [deg]\n{cell},1\n{cell},2\n", "utf-8")
    with pytest.raises(
        ModelError, match=rf"(?s):2: time.*'{cell}' is no clock.*12:34:56.789 or 2026-05-01T12:34:56.789"
    ):
        read_csv_table(file)


def test_what_a_logger_writes_in_a_usual_unit_is_shown_in_it(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("time [s],Speed [km/h],Travel [mm],Load [kN],AccY [g]\n0,80,5,3,1\n1,90,6,4,1\n", "utf-8")
    shown = {channel.name: channel.shown_unit for channel in read_measured(file).channels}
    assert shown == {"Speed": "km/h", "Travel": "mm", "Load": "kN", "AccY": "m/s^2"}
