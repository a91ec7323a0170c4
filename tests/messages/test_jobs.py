"""Job files: one file, one command. What is wrong is told with file and line, all at once, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.model import load as load_model

BRAKE = """format = 1
kind = "job"
name = "brake in a turn"
car = "small_car"

[values]
"axles.front.spring.law.slope" = "18 N/mm"

[settings]
speed = "40 km/h"
longest = "20 s"

[[phases]]
name = "approach"
[[phases]]
name = "turn"
at = { x = "5 m" }
steering = { to = "45 deg", in = "0.3 s" }
duration = "0.5 s"
[[phases]]
name = "brake"
pedal = { to = 0.4, in = "0.2 s", shape = "ramp" }
until = { speed_below = "30 km/h" }

[outputs]
folder = "results"
files = ["h5", "csv", "metrics", "page", "report", "plots", "echo"]
channels = ["vehicle.*", "*.tyre.Fz"]
step = "10 ms"
"""  # 27 lines


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def call(*words):
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def written(text: str, name: str = "job.toml") -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_one_file_and_one_command_make_all_files():
    outcome = call("run", written(BRAKE), "--json")
    assert outcome.exit_code == 0, outcome.stderr
    about = json.loads(outcome.stdout)
    assert about["job"] == "brake in a turn" and about["study"] == "script"
    assert about["metrics"]["final_speed"]["value"] == pytest.approx(30 / 3.6, abs=1e-4)
    assert about["metrics"]["begin_turn"]["value"] == pytest.approx(0.45, abs=1e-4)
    endings = (".h5", ".csv", ".metrics.json", ".metrics.csv", ".html", "_report.html", ".png", ".svg", ".echo.csv")
    assert sorted(path.name for path in Path("results").iterdir()) == sorted(f"job{ending}" for ending in endings)
    run = jounce.read("results/job.h5")
    assert {name.split(".")[0] for name in run} == {"vehicle", "front_left", "front_right", "rear_left", "rear_right"}
    assert run.record.changes[0].new == 18_000.0
    assert "axles.front.spring.law.slope,18000" in Path("results/job.echo.csv").read_text("utf-8")


def test_python_runs_the_same_job():
    run = jounce.run_job(written(BRAKE), out="elsewhere")
    again = jounce.load("job.toml").run()
    np.testing.assert_array_equal(run["vehicle.speed"], again["vehicle.speed"])
    assert Path("elsewhere/job.h5").exists() and not Path("results").exists()


def test_a_study_is_run_with_its_settings():
    text = 'format = 1\nkind = "job"\ncar = "small_car"\nstudy = "wheel-travel"\n[settings]\naxle = "rear"\n'
    outcome = call("run", written(text), "--json", "--out", "kc")
    assert outcome.exit_code == 0, outcome.stderr
    assert json.loads(outcome.stdout)["settings"]["axle"] == "rear"
    assert Path("kc/job.html").exists()


def test_files_are_named_by_their_way_from_the_job():
    car = jounce.load("small_car").to_toml()
    written(car, "cars/my_car.toml")
    road = 'format = 1\nkind = "road"\nname = "bump"\n[elements.bump]\ntype = "bump"\n'
    road += 'height = "30 mm"\nlength = "1 m"\nstart = "4 m"\n'
    written(road, "jobs/bump.toml")
    text = 'format = 1\nkind = "job"\ncar = "../cars/my_car.toml"\nroad = "bump.toml"\n[settings]\nspeed = "30 km/h"\n'
    text += '[[phases]]\nduration = "0.6 s"\n[outputs]\nfolder = "out"\nfiles = ["h5"]\n'
    job = written(text, "jobs/over.toml")
    assert call("run", job).exit_code == 0
    run = jounce.read("jobs/out/over.h5")
    assert run["front_left.tyre.road"].max() == pytest.approx(0.03, rel=0.02)


LOG = "Time (s),SWA [deg],Brake [-]\n" + "\n".join(f"{0.02 * k:.2f},{min(k, 30)},0" for k in range(60)) + "\n"
REPLAY = 'format = 1\nkind = "job"\ncar = "small_car"\n[settings]\nspeed = "40 km/h"\n[inputs]\n'
REPLAY += 'steering = { file = "log.csv", column = "SWA [deg]", time = "Time (s)" }\n'


def test_inputs_are_replayed_from_a_log():
    written(LOG, "log.csv")
    run = jounce.load(written(REPLAY)).run()
    assert run.time[-1] == pytest.approx(1.18)
    assert np.degrees(run["steering.wheel.angle"][-1]) == pytest.approx(30.0, abs=1e-6)


WRONG_LOGS = {
    'column = "SWA [deg]"|column = "SWB [deg]"': "log.csv:1: SWB [deg]: there is no such column. Did you mean",
    'time = "Time (s)"|time = "clock"': "log.csv:1: clock: there is no such column",
    "log.csv|lag.csv": "cannot be read: No such file",
    "0.20,10,0|0.20,,0": "log.csv:12: SWA: has no number",
    "0.20,10,0|0.10,10,0": "log.csv:12: Time: does not rise: 0.1 follows 0.18",
    "0.20,10,0|0.20,ten,0": "log.csv:12: row: 0.20,ten,0",
    "1.16,30,0|9.16,30,0": "log.csv:60: Time: no row for 8.02 s after line 59",
    "SWA [deg],|SWA [km/h],": "SWA: is in m/s",
    "SWA [deg],|SWA,": "has no unit",
}


@pytest.mark.parametrize(("change", "told"), WRONG_LOGS.items(), ids=lambda case: case[:40])
def test_a_log_that_cannot_be_replayed_is_told_by_its_line(change, told):
    old, new = change.split("|")
    job, log = REPLAY.replace(old, new), LOG.replace(old, new)
    if "SWA" in old and "column" not in old:
        job = REPLAY.replace("SWA [deg]", "SWA")
    if old == "1.16,30,0":
        log = log.replace("1.18,30,0\n", "9.18,30,0\n")
    assert (job, log) != (REPLAY, LOG)
    written(log, "log.csv")
    outcome = call("run", written(job))
    assert outcome.exit_code == 2 and told in outcome.stderr and "job.toml:7: inputs.steering" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_gap_of_a_log_may_be_allowed():
    written(LOG.replace("1.16,30,0", "3.16,30,0").replace("1.18,30,0", "3.18,30,0"), "log.csv")
    job = REPLAY.replace('time = "Time (s)"', 'time = "Time (s)", longest_gap = "3 s"')
    assert call("check", written(job)).exit_code == 0


WRONG = {
    'car = "small_car"|car = "small_cat"': (4, "Did you mean 'small_car'"),
    'car = "small_car"\n|\n': (1, "'car' is missing"),
    'kind = "job"\n|kind = "job"\nroad = 3\n': (3, "3 is not text"),
    'name = "brake in a turn"|nam = "x"': (3, "Did you mean 'name'"),
    "law.slope|law.slop": (7, "Did you mean 'axles.front.spring.law.slope'"),
    '"18 N/mm"|18': (7, 'write "18 N/m" (0.018 N/mm) or "18 N/mm"'),
    '"18 N/mm"|"18 kg"': (7, "'18 kg' is not in N/m"),
    '"18 N/mm"|"-18 N/mm"': (7, "negative"),
    '"40 km/h"|40': (10, 'write "40 m/s" (144 km/h) or "40 km/h"'),
    '"40 km/h"|"40"': (10, "40 has no unit"),
    '"40 km/h"|"4000 km/h"': (10, "from -540 to 540 km/h"),
    'longest = "20 s"|longst = "20 s"': (11, "there is no such setting. Did you mean 'longest'"),
    '"5 m"|5': (17, 'write "5 m" (5000 mm) or "5 mm"'),
    "x = |z = ": (17, "key 'z' is not known here"),
    '"45 deg"|0.8': (18, 'write "0.8 rad" (45.8366 deg) or "0.8 deg"'),
    '"0.3 s"|"3 m"': (18, "'3 m' is not in s"),
    "pedal = {|pedall = {": (22, "Did you mean 'pedal'"),
    '"ramp"|"quick"': (22, "'quick' is not known"),
    'until = { speed_below = "30 km/h" }\n|\n': (20, "phase 'brake' never ends"),
    'folder = "results"|folder = 3': (26, "3 is not text"),
    '"h5", "csv"|"h5", "cvs"': (27, "Did you mean 'csv'"),
    '"10 ms"|10': (29, 'write "10 s" (10000 ms) or "10 ms"'),
    '[outputs]|study = "step-steer"\n[outputs]': (25, "key 'study' is not known here"),
    "[settings]|[[phases]\n[settings]": (9, "not TOML"),
}


@pytest.mark.parametrize(("change", "told"), WRONG.items(), ids=lambda case: str(case)[:40])
def test_a_mistake_is_told_with_its_line_before_anything_runs(change, told):
    old, new = change.split("|")
    assert old in BRAKE
    written(BRAKE.replace(old, new, 1))
    line, words = told
    for command in ("check", "run"):
        outcome = call(command, "job.toml")
        assert outcome.exit_code == 2 and words in outcome.stderr, outcome.stderr
        if words != "not TOML":
            assert f"job.toml:{line}: " in outcome.stderr
        assert not Path("results").exists()


def test_all_mistakes_are_told_at_once():
    text = BRAKE.replace('"40 km/h"', "40").replace('"45 deg"', "1").replace("x = ", "z = ").replace('"h5"', '"h6"')
    outcome = call("check", written(text))
    assert "job.toml: 4 problems" in outcome.stderr


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({'"40 km/h"': "40", 'x = "5 m"': 'channel = "vehicle.xx", above = "5 m"'}, ("settings.speed", "phases.1.at")),
        ({'"vehicle.*"': '"vehickle.*"', "pedal = {": "inputs.sail = {"}, ("outputs.channels", "inputs.sail")),
        (
            {"x = ": "z = ", 'until = { speed_below = "30 km/h" }\n': "\n"},
            ("key 'z' is not known here", "phase 'brake' never ends"),
        ),
        (
            {'"40 km/h"': '"40"', "[outputs]": "[design]\n[outputs]"},
            ("settings.speed", "needs either values or a file"),
        ),
    ],
    ids=["setting and until", "channels and inputs", "condition and order", "setting and design"],
)
def test_mistakes_of_several_stages_are_told_at_once(changes, told):
    """Of the file, of the order of phases, and those that only the car shows."""
    text = BRAKE
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    outcome = call("check", written(text))
    assert outcome.exit_code == 2
    assert all(words in outcome.stderr for words in told), outcome.stderr


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('x = "5 m"', 'channel = "vehicle.xx", above = "5 m"', "job.toml:17: phases.1.at"),
        ('x = "5 m"', 'channel = "vehicle.yaw_rate", above = 5', 'write "5 rad/s" (286.479 deg/s) or "5 deg/s"'),
        ('"vehicle.*"', '"vehickle.*"', "job.toml:28: outputs.channels"),
        ("pedal = {", "inputs.sail = {", "there is no such input"),
    ],
)
def test_what_only_the_car_knows_is_told_by_check(old, new, told):
    outcome = call("check", written(BRAKE.replace(old, new)))
    assert outcome.exit_code == 2 and told in outcome.stderr, outcome.stderr


def test_a_script_that_does_not_end_keeps_what_was_computed():
    outcome = call("run", written(BRAKE.replace('"20 s"', '"0.6 s"').replace('"0.5 s"', '"0.1 s"')))
    assert outcome.exit_code == 3
    assert "phase 'brake' does not end within 0.6 s: it waits for vehicle.speed below 30 km/h" in outcome.stderr
    assert jounce.read("results/job.h5").time[-1] == pytest.approx(0.6)


def test_check_and_info_say_what_a_job_is():
    written(BRAKE)
    assert call("check", "job.toml").stdout.startswith("ok: brake in a turn: job, script of Small car")
    told = call("info", "job.toml").stdout
    assert "turn: from vehicle.x above 5 m: steering; ends by 0.5 s" in told
    about = json.loads(call("info", "job.toml", "--json").stdout)
    assert list(about) == ["kind", "name", "car", "values", "study", "settings", "files"] and about["kind"] == "job"
    checked = json.loads(call("check", "job.toml", "--json").stdout)
    assert checked == {"ok": True, "kind": "job", "name": "brake in a turn", "study": "script", "car": "small_car"}


@pytest.mark.parametrize("words", [["step-steer"], ["--speed", "3 m/s"], ["--duration", "3 s"], ["--plots"]])
def test_what_a_job_says_itself_is_not_said_again(words):
    outcome = call("run", written(BRAKE), *words)
    assert outcome.exit_code == 2 and "a job says this itself" in outcome.stderr


def test_values_and_folder_may_be_said_again():
    words = ("--set", "body.mass=800 kg", "--out", "other", "--quiet")
    assert call("run", written(BRAKE), *words).exit_code == 0
    assert {change.path for change in jounce.read("other/job.h5").record.changes} == {
        "axles.front.spring.law.slope",
        "body.mass",
    }


CRUISE = """format = 1
kind = "job"
car = "small_car"
[settings]
speed = "60 km/h"
[controllers.cruise]
type = "speed_control"
speed = "70 km/h"
proportional = "100 N s"
integral = "20 N"
most_torque = "100 N m"
[[phases]]
duration = "8 s"
[outputs]
files = ["h5"]
"""


def test_a_job_adds_a_controller_to_the_car():
    run = jounce.load(written(CRUISE)).run()
    assert run["vehicle.vx"][-1] == pytest.approx(70 / 3.6, rel=0.02)
    assert run["controls.cruise.drive.torque"].max() == 100.0
    outcome = call("check", written(CRUISE.replace("speed_control", "sped_control")))
    assert "job.toml:7: controllers.cruise.type" in outcome.stderr and "Did you mean 'speed_control'" in outcome.stderr


def test_a_job_says_how_much_of_the_car_is_modelled():
    text = BRAKE.replace('car = "small_car"', 'car = "small_car"\ndepth = "functional"')
    run = jounce.load(written(text)).run()
    assert run.metrics["begin_turn"].value == pytest.approx(0.45, abs=1e-4)
    assert len(run.coordinates) < 30  # the structural car has 60 and more
    outcome = call("check", written(text.replace("functional", "functionel")))
    assert "job.toml:5: depth" in outcome.stderr and "Did you mean 'functional'" in outcome.stderr


def test_a_job_is_no_model():
    with pytest.raises(jounce.ModelError, match="is a job, and no model"):
        load_model(written(BRAKE))


def test_a_road_goes_with_studies_that_take_one():
    text = 'format = 1\nkind = "job"\ncar = "small_car"\nroad = "three_planks"\nstudy = "step-steer"\n'
    outcome = call("check", written(text))
    assert "job.toml:4: road" in outcome.stderr and "step-steer has a road of its own" in outcome.stderr
    missing = text.replace("step-steer", "drive-road").replace("three_planks", "nowhere.toml")
    assert "job.toml:4: road" in call("check", written(missing)).stderr


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("pedal = 0.3", "phases.0.pedal"),
        ('pedal = 0.3\ndrive = "held"', "phases.0.pedal"),
        ('drive = "10 N m"', "phases.0.drive"),
        ("hold_speed = true", "phases.0.hold_speed"),
        ('inputs = { "drive.torque" = "10 N m" }', "phases.0.inputs.drive.torque"),
    ],
)
def test_an_input_that_a_controller_sets_is_not_moved_by_a_phase(own, told):
    text = CRUISE.replace('duration = "8 s"', f'duration = "8 s"\n{own}')
    for command in ("check", "run"):
        outcome = call(command, written(text))
        assert outcome.exit_code == 2 and f"job.toml:14: {told}\n" in outcome.stderr, outcome.stderr
        assert "is set by the controller 'cruise'" in outcome.stderr
    steered = CRUISE.replace('duration = "8 s"', 'duration = "8 s"\nsteering = "10 deg"')
    assert call("check", written(steered)).exit_code == 0


def test_a_log_of_repeated_times_has_no_gaps_besides():
    rows = "\n".join(f"{0.02 * (k // 4):.2f},{k}" for k in range(40))
    written(f"Time (s),SWA [deg]\n{rows}\n9.0,1\n", "log.csv")
    outcome = call("check", written(REPLAY))
    assert "does not rise" in outcome.stderr and "no row for" not in outcome.stderr


HELD = """format = 1
kind = "job"
car = "small_car"
[settings]
speed = "60 km/h"
[[phases]]
name = "on"
hold_speed = true
until = { speed_above = "90 km/h" }
"""


def test_a_held_speed_that_is_waited_for_is_refused_however_it_is_written():
    for held in ("true", '"60 km/h"'):
        outcome = call("check", written(HELD.replace("true", held)))
        assert outcome.exit_code == 2 and "job.toml:6: phases.0" in outcome.stderr, outcome.stderr
        assert "phase 'on' never ends: its speed is held at 60 km/h" in outcome.stderr
    assert call("check", written(HELD.replace('"90 km/h"', '"90 km/h", time = "1 s"'))).exit_code == 0
    braked = HELD.replace('name = "on"', 'name = "brake"\npedal = 0.3\nduration = "1 s"\n[[phases]]')
    assert call("check", written(braked)).exit_code == 0  # what is held then is not known before


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("phases = []", "phases\n    is empty"),
        ('[[phases]]\nduration = "1 s"\npedal = 2', "phases.0.pedal\n    2\n    from 0 to 1"),
        ('[[phases]]\nduration = "1 s"\nsteering = nan', "nan is no number"),
    ],
)
def test_what_is_wrong_is_said_as_it_is(new, told):
    text = f'format = 1\nkind = "job"\ncar = "small_car"\n{new}\n'
    outcome = call("check", written(text))
    assert outcome.exit_code == 2 and told in outcome.stderr, outcome.stderr
