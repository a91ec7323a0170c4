"""What a replay says about a record that it cannot drive by, and about settings that do not fit it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError

HEADER = "time [s],steering_wheel_angle [deg],speed [km/h],yaw_rate [deg/s],lateral_acceleration [g]"


def rows(seconds: float = 3.0, rate: float = 50.0, speed: float = 60.0) -> list[list[float]]:
    t = np.arange(0.0, seconds, 1.0 / rate)
    return [[float(x), 10.0 * float(np.sin(3.0 * x)), speed, float(np.sin(3.0 * x)), 0.1] for x in t]


def refused(tmp_path, table=None, header: str = HEADER, **settings) -> str:
    file = tmp_path / "log.csv"
    cells = [",".join("" if np.isnan(x) else f"{x:g}" for x in row) for row in (table or rows())]
    file.write_text("\n".join([header, *cells]) + "\n")
    with pytest.raises(ModelError) as refusal:
        jounce.run(jounce.load("large_sedan"), "replay", record=str(file), **settings)
    return re.sub(r"\s+", " ", str(refusal.value))


def test_columns_that_are_missing_are_named_with_those_that_are_there(tmp_path):
    text = refused(tmp_path, steering_angle="stering_wheel_angle", speed="velocity")
    assert "2 problems" in text and "Did you mean 'steering_wheel_angle'?" in text
    assert "velocity there is no such column" in text and f"columns: {HEADER.replace(',', ', ')}" in text


def test_a_column_of_another_kind_or_without_a_unit_is_named(tmp_path):
    header = HEADER.replace("yaw_rate [deg/s]", "yaw_rate [deg]").replace("speed [km/h]", "speed [g]")
    text = refused(tmp_path, header=header)
    assert "2 problems" in text and "yaw_rate is in rad a column in rad/s" in text and "speed is in m/s²" in text
    text = refused(tmp_path, header=HEADER.replace("yaw_rate [deg/s]", "yaw_rate"))
    assert "yaw_rate has no unit" in text and "for example yaw_rate [deg/s]" in text
    text = refused(tmp_path, yaw_rate="yaw_rate [rad/s]")
    assert "the file says 'yaw_rate [deg/s]'" in text
    text = refused(tmp_path, header=HEADER.replace("angle [deg]", "angle [1]"))
    assert "steering_wheel_angle is in no unit a column in rad" in text
    text = refused(tmp_path, full_scale="400 deg")
    assert "steering_wheel_angle is in rad a column without a unit, [1]" in text


def test_degrees_that_the_header_calls_radians_are_noticed(tmp_path):
    table = [[t, 20.0 * a, v, r, y] for t, a, v, r, y in rows()]
    text = refused(tmp_path, table, header=HEADER.replace("angle [deg]", "angle [rad]"))
    assert "read as the file's unit says" in text and "at most 30 rad; were these deg?" in text and "log.csv:" in text


def test_a_record_shorter_than_a_second_and_time_that_does_not_rise_are_refused(tmp_path):
    assert "the record lasts 0.78 s, 40 rows at least 1 s; is its time in s?" in refused(tmp_path, rows(0.8))
    table = rows()
    table[20][0] = table[19][0]
    text = refused(tmp_path, table)
    assert "time does not rise: 0.38 follows 0.38" in text and "log.csv:22" in text


def test_a_record_of_a_few_rows_is_driven(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("\n".join([HEADER, *(f"{t:g},0,50,0.01,0.001" for t in (0.0, 0.4, 0.8, 1.2))]))
    run = jounce.run(jounce.load("large_sedan"), "replay", record=str(file))
    assert run.time[-1] == pytest.approx(1.2)


def test_gaps_longer_than_allowed_are_refused_with_where_they_are(tmp_path):
    table = rows()
    for row in table[50:70]:
        row[1] = np.nan
    text = refused(tmp_path, [*table[:100], *table[120:]])
    assert "3 problems" in text  # cells of steering, and rows for steering and speed
    assert "steering_wheel_angle has no numbers from 0.98 to 1.4 s, 0.42 s long" in text
    assert "speed has no numbers from 1.98 to 2.4 s" in text and "up to longest_gap = 0.1 s is bridged" in text
    late = rows()
    for row in late[:30]:
        row[2] = np.nan
    assert "speed has no numbers from 0 to 0.6 s" in refused(tmp_path, late)
    empty = [[t, np.nan, v, r, y] for t, _, v, r, y in rows()]
    assert "steering_wheel_angle has fewer than two numbers" in refused(tmp_path, empty)


def test_a_car_that_stands_at_the_begin_is_told_where_it_drives(tmp_path):
    table = [[t, a, 36.0 * t, r, y] for t, a, _, r, y in rows()]
    text = refused(tmp_path, table)
    assert "the speed is 0 m/s at 0 s" in text and 'begin = "0.2 s" is where it has 2 m/s' in text
    assert "it never is so fast" in refused(tmp_path, rows(speed=1.0))
    reverse = refused(tmp_path, rows(speed=-30.0))
    assert "the speed is -8.33 m/s at 0 s at least 1 m/s, forward" in reverse


def test_windows_outside_of_the_record_are_refused_all_at_once(tmp_path):
    text = refused(tmp_path, begin="-5 s", zero_window="1 s, 9 s", cutoff="24 Hz")
    assert "3 problems" in text and "from -5 to 2.98 s inside of 0 to 2.98 s" in text
    assert "zero_window from 1 to 9 s" in text and "24 Hz, with 50 rows a second at most 20 Hz" in text
    assert "begin from 2.5 to 2.98 s" in refused(tmp_path, begin="2.5 s")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"angle_of": "road wheel"}, ("ratio", "is left out, and angle_of is road wheel")),
        ({"ratio": 15}, ("ratio", "is given, and angle_of is steering wheel")),
        ({"yaw_rate": "none", "lateral_acceleration": "none"}, ("nothing is compared",)),
        ({"steering_angle": "none"}, ("the car is driven by it",)),
        ({"begin": "2 s", "end": "2.5 s"}, ("0.5 s after begin", "at least 1 s")),
        ({"beside": "vehicle.roll"}, ("not of the form CHANNEL=COLUMN", "vehicle.roll=roll [deg]")),
        ({"beside": "vehicle.rol=yaw_rate"}, ("the car has no channel vehicle.rol",)),
        ({"to_the_right": "speed"}, ("there is no 'speed'", "some of steering_angle, yaw_rate")),
        ({"zero_window": "1 s"}, ("1 value", "2 values")),
        ({"record": " "}, ("names no file",)),
        ({"record": "nowhere.csv"}, ("nowhere.csv", "cannot be read")),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings, words):
    with pytest.raises(ModelError) as refusal:
        jounce.run(jounce.load("large_sedan"), "replay", **settings)
    assert all(word in re.sub(r"\s+", " ", str(refusal.value)) for word in words)


def test_a_faulty_record_on_the_command_line_is_a_message_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.csv").write_text("time [s],speed [km/h]\n0,50\n2,50\n")
    said = CliRunner().invoke(main, ["run", "large_sedan", "replay", "--record", "log.csv"])
    assert said.exit_code == 2 and "Traceback" not in said.output and "steering_wheel_angle" in said.output
    assert [path.name for path in tmp_path.iterdir()] == ["log.csv"]


def test_a_job_names_a_record_beside_itself(tmp_path):
    cells = [",".join(f"{x:g}" for x in row) for row in rows()]
    (tmp_path / "log.csv").write_text("\n".join([HEADER, *cells]) + "\n")
    job = tmp_path / "job.toml"
    job.write_text(
        'format = 1\nkind = "job"\ncar = "large_sedan"\nstudy = "replay"\n[settings]\nrecord = "log.csv"\n'
        '[outputs]\nfiles = ["metrics"]\n'
    )
    assert "yaw_rate_error" in jounce.run_job(job, tmp_path).metrics
    job.write_text(job.read_text().replace("log.csv", "lag.csv"))
    with pytest.raises(ModelError, match=r"lag\.csv"):
        jounce.run_job(job, tmp_path)
