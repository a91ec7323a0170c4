"""Studies on courses of cones: verdicts that follow from the run, and practice that repeats itself."""

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.parts.controls import in_python
from jounce.simulation.simulate import simulate
from jounce.studies.courses.cone_drive import ConeDrive
from jounce.studies.courses.lane_change import LaneChange
from jounce.studies.courses.obstacle_avoidance import ObstacleAvoidance
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.driving.single_track_of_car import single_track_of_car
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run, page_text
from jounce.views.page.scene_course import scene_of_course

# lines and gains that practice has found: `line = searched`, driver stanley, delay of 0.1 s compensated, 800 deg/s
FOUND_1 = [0.0039, 6.693, 54.324, 3.4786, 60.372, 104.586, 0.2955]
FOUND_2 = [-0.1702, 5.175, 30.0532, 3.0826, 32.1584, 51.7956, -0.3965]
TRAINED = {"driver": "stanley", "compensated": True, "delay": "0.1 s", "rate_limit": "800 deg/s"}


@pytest.fixture(scope="module")
def golf():
    return jounce.load("golf1")


@pytest.fixture(scope="module")
def plain(golf):
    """The default driver on the centre line, too fast for it."""
    return jounce.run(golf, "lane-change", speed="100 km/h")


@pytest.mark.parametrize(
    ("study", "speed", "line", "gain"),
    [("lane-change", 90.0, FOUND_1, 0.9947), ("obstacle-avoidance", 62.5, FOUND_2, 0.8992)],
)
def test_a_practised_driver_passes_both_courses_at_the_wanted_speeds(golf, study, speed, line, gain):
    """Other programs reach 100 and 65 km/h with a car of this size and more grip (mu 1.0; this one has 0.92)."""
    run = jounce.run(golf, study, speed=speed / 3.6, line_numbers=line, gain=gain, **TRAINED)
    metrics = {name: metric.value for name, metric in run.metrics.items()}
    assert metrics["passed"] == 1.0 and metrics["cones_hit"] == 0.0 and metrics["least_clearance"] > 0.0
    assert metrics["entry_speed"] == pytest.approx(speed / 3.6, rel=1e-3)
    assert metrics["largest_steering_rate"] <= np.radians(800.0) * 1.01
    assert any(note.startswith("passed") for note in run.metadata["notes"])


def test_a_run_that_is_too_fast_says_which_cone_it_hit_and_where(plain):
    metrics = {name: metric.value for name, metric in plain.metrics.items()}
    course = plain.metadata["course"]
    hit = [cone for cone in course["cones"] if "time" in cone]
    assert metrics["passed"] == 0.0 and metrics["least_clearance"] < 0.0
    assert len(hit) == metrics["cones_hit"] > 0
    first = min(hit, key=lambda cone: cone["time"])
    assert first["x"] == pytest.approx(metrics["first_hit_x"])
    assert any(first["name"] in note and "failed at 100 km/h" in note for note in plain.metadata["notes"])
    assert any(first["name"] in event["label"] for event in plain.metadata["events"])
    # at that moment the middle of the front axle is no farther from the cone than the car is long
    at = [np.interp(first["time"], plain.time, plain[f"vehicle.{axis}"]) for axis in "xy"]
    assert np.hypot(at[0] - first["x"], at[1] - first["y"]) < 3.9


def test_the_throttle_stays_on_part_1_and_is_released_2_m_behind_the_entry_of_part_2(golf, plain):
    torque = plain["drive.torque"] if "drive.torque" in plain else None
    assert torque is None or np.ptp(torque) == 0.0
    run = jounce.run(golf, "obstacle-avoidance", speed="40 km/h")
    speed = run["vehicle.cg.speed"]
    front = run["vehicle.x"] + run.metadata["course"]["outline"][0]
    before = front < 2.0
    assert np.ptp(speed[before]) < 1e-3  # held by the drive
    assert speed[-1] < speed[0] - 0.2  # air, rolling and cornering
    assert run.metrics["exit_speed"].value < run.metrics["entry_speed"].value


def test_a_car_that_never_left_the_course_tells_the_cone_that_it_hit_and_no_time(golf):
    lost = jounce.run(golf, "lane-change", speed="100 km/h", preview="0.05 s")
    assert any("it hit cone" in note and "did not come out of the course" in note for note in lost.metadata["notes"])
    assert not {"time_in_course", "exit_speed"} & set(lost.metrics)
    assert {"time_in_course", "exit_speed"} <= set(jounce.run(golf, "lane-change", speed="40 km/h").metrics)


@pytest.mark.parametrize(("delay", "told"), [("0.105 s", "delay 0.11 s, the next whole tick above 0.105 s"), (0.1, "")])
def test_a_delay_between_two_ticks_is_told(golf, delay, told):
    run = jounce.run(golf, "lane-change", speed="40 km/h", delay=delay)
    note = run.metadata["notes"][0]
    assert told in note and ("whole tick" in note) == bool(told)


def test_runs_at_other_speeds_and_on_other_lines_share_the_axes_of_the_course(golf, plain):
    """The car starts before the entry on its line; so a second run can be laid over it between the same cones."""
    aside = [0.12, 15.0, 45.0, 3.58, 70.0, 95.0, 0.17]
    other = jounce.run(golf, "lane-change", speed="40 km/h", line_numbers=aside)
    a, b = (
        {c["name"]: (c["x"], c["y"]) for c in run.metadata["course"]["cones"]}
        | {"lanes": run.metadata["course"]["lanes"]}
        for run in (plain, other)
    )
    assert a == b and a["lanes"][0][0] == 0.0 and a["lanes"][0][2] == -a["lanes"][0][3]
    overhang = plain.metadata["course"]["outline"][0]
    for run, speed, y in ((plain, 100.0, 0.0), (other, 40.0, 0.12)):
        assert run["vehicle.x"][0] == pytest.approx(-(0.5 * speed / 3.6 + overhang), abs=1e-9)
        assert run["vehicle.y"][0] == pytest.approx(y, abs=1e-9)
        assert np.abs(run["course.path_error"][:10]).max() < 1e-6
    scenes = [
        scene_of_course(run.metadata["course"], run, np.arange(run.time.size), Encoder()) for run in (plain, other)
    ]
    assert [(c.x, c.y) for c in scenes[0].cones] == [(c.x, c.y) for c in scenes[1].cones]


def test_page_and_picture_show_the_cones_also_of_a_saved_run(plain, tmp_path):
    again = jounce.read(plain.save(tmp_path / "run.h5"))
    ours, theirs = (page_run(run, Encoder()).scene.course for run in (plain, again))
    assert (theirs.cones, theirs.lanes) == (ours.cones, ours.lanes)
    encoder = Encoder()
    course = scene_of_course(again.metadata["course"], again, np.arange(again.time.size), encoder)
    assert sum(cone.hit is not None for cone in course.cones) == plain.metrics["cones_hit"].value
    assert len(course.cones) == 2 * (4 + 6 + 7) and len(course.lanes) == 3
    track = next(panel for panel in again.panels if panel.over == "vehicle.x")
    assert {form: len(x) for _, form, x, _ in track.marks if form != "line"} == {
        "cone": len(course.cones) - plain.metrics["cones_hit"].value,
        "hit": plain.metrics["cones_hit"].value,
    }
    plain.plot(path=tmp_path / "run.png")
    plain.report(tmp_path / "run.html")
    broken = {**again.metadata, "course": {**again.metadata["course"], "radius": "wide"}}
    with pytest.raises(jounce.ModelError, match="cones or lanes cannot be read"):
        page_text(replace(again, metadata=broken))


@pytest.mark.parametrize("depth", ["single-track", "roll"])
@pytest.mark.parametrize("study", ["lane-change", "obstacle-avoidance"])
def test_linear_cars_drive_through_cones_too(study, depth):
    """Their steering wheel is a signal: its rate comes from its angle, and keeps the limit of the hand."""
    run = jounce.run(jounce.load("small_car").at_depth(depth), study, speed="50 km/h", rate_limit="200 deg/s")
    assert 0.1 < run.metrics["largest_steering_rate"].value <= np.radians(200.0) * 1.01
    held = any("its speed is held" in note for note in run.metadata["notes"])
    assert held == (study == "obstacle-avoidance")


def test_practice_improves_and_repeats_itself(golf):
    first = jounce.run(golf, "lane-change", speed="95 km/h", line="usual", **TRAINED)
    once, twice = (
        jounce.run(golf, "lane-change", speed="95 km/h", line="searched", practice_runs=25, **TRAINED) for _ in range(2)
    )
    better, before = (run.metrics["least_clearance"].value for run in (once, first))
    assert better > before + 0.05
    assert once.metadata["settings"]["line_numbers"] == twice.metadata["settings"]["line_numbers"]
    assert once.metrics["practice_runs"].value <= 25
    np.testing.assert_array_equal(once["vehicle.y"], twice["vehicle.y"])


def test_the_highest_clean_speed_is_clean_and_the_next_is_not(golf):
    run = jounce.run(golf, "lane-change", speed="70 km/h", highest=True, delay=0.0, speed_step="5 km/h")
    highest = run.metrics["highest_clean_speed"].value
    assert run.metrics["passed"].value == 1.0 and run.metrics["entry_speed"].value == pytest.approx(highest, rel=1e-3)
    above = jounce.run(golf, "lane-change", speed=highest + 5 / 3.6, delay=0.0)
    assert above.metrics["passed"].value == 0.0


@pytest.mark.parametrize(
    ("study", "settings"),
    [
        (LaneChange, {"speed": "80 km/h", "highest": True, "speed_step": "10 km/h", "delay": 0.0}),
        (LaneChange, {"speed": "95 km/h", "line": "searched", "practice_runs": 12, **TRAINED}),
    ],
)
def test_a_run_that_was_found_is_repeated_from_its_settings_to_the_last_bit(golf, study, settings):
    found = jounce.run(golf, study(**settings))
    kept = {name: value for name, value in found.metadata["settings"].items() if name in study().values}
    assert kept["highest"] is False and kept["speed"] == pytest.approx(found["vehicle.vx"][0], rel=1e-4)
    again = jounce.run(golf, study(**kept))
    np.testing.assert_array_equal(again["vehicle.y"], found["vehicle.y"])
    assert again.metrics["front_stiffness"] == found.metrics["front_stiffness"]
    assert again.metrics["practice_runs"].value == 0.0 < found.metrics["practice_runs"].value


def test_the_search_for_the_highest_speed_goes_on_until_it_has_an_answer():
    """From far above in small steps: more tries than a fixed number would allow; the answer is that from below."""
    car = jounce.load("small_car").at_depth("single-track")
    down = jounce.run(car, "lane-change", speed="140 km/h", highest=True, speed_step="1 km/h")
    assert down.metrics["practice_runs"].value > 60
    highest = down.metrics["highest_clean_speed"].value
    up = jounce.run(car, "lane-change", speed=highest - 3 / 3.6, highest=True, speed_step="1 km/h")
    assert up.metrics["highest_clean_speed"].value == pytest.approx(highest, abs=1e-5)
    none = jounce.run(car, "lane-change", speed="40 km/h", highest=True, speed_step="15 km/h", preview="0.05 s")
    assert any("no speed from 40 down to 25 km/h was clean, in steps of 15 km/h" in x for x in none.metadata["notes"])
    assert any("the search ended before 10 km/h" in x for x in none.metadata["notes"])  # no single track stands for it


def test_a_driver_in_python_and_compiled_drives_the_same_way(golf):
    """Only sines and arc tangents differ, in their last bits.

    A driver of the same structure with other numbers runs first: both share one machine code, and none of its numbers.
    """
    study = LaneChange(speed="70 km/h", compensated=True)
    ready = study.get_ready(golf, None)
    done = study.manoeuvre_of(ready)
    given = {"inputs": dict(ready.run.inputs), "step": 1e-3, "output_step": 0.1}
    other = replace(ready.line, out_begin=ready.line.out_begin - 3.0, out_height=2.0)
    before = replace(done.controllers[0], path=ready.run.path(other), preview=0.7)
    first = simulate(ready.run.start.ready, 4.0, controllers=[before], **{"integrator": "rk4", **given})
    runs = [
        simulate(ready.run.start.ready, 4.0, controllers=[driver], **{"integrator": "rk4", **given})
        for driver in (done.controllers[0], in_python(done.controllers[0]))
    ]
    assert abs(runs[0]["steering.wheel.angle"]).max() > 0.5
    assert abs(runs[0]["vehicle.y"] - first["vehicle.y"]).max() > 0.5
    for name in ("vehicle.y", "vehicle.yaw", "steering.wheel.angle", "controls.driver.path_error"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=0, atol=1e-9)


def test_the_single_track_of_a_car_predicts_circles_that_it_was_not_read_off(golf):
    """Read off at 15 m/s, asked at 30 m/s: L + K v^2 per curvature. Without air, which lifts the axles at speed.

    What is left are the tyres: 1 m/s^2 is 3 % of their way to saturation, and at 30 m/s they drive harder.
    """
    car = replace(golf, aero=None).car_model("angle")
    track = single_track_of_car(car, 15.0, start_straight(car, 15.0))
    speed, ay = 30.0, 1.0
    circle = start_in_circle(car, speed, ay / speed)
    m, a, b = track.mass, track.front_length, track.rear_length
    K = m / (a + b) * (b / track.front_stiffness - a / track.rear_stiffness)
    predicted = track.steering_ratio * ((a + b) * ay / speed**2 + K * ay)
    assert circle.inputs[car.steering] == pytest.approx(predicted, rel=0.01)
    assert track.mass == pytest.approx(900.0) and track.yaw_inertia == pytest.approx(1350.0, rel=2e-3)


@pytest.mark.parametrize(
    ("study", "settings", "told"),
    [
        (LaneChange, {"width": "1.2 m"}, "the car is 1.61 m wide"),
        (LaneChange, {"speed": 0.0}, "speed"),
        (ObstacleAvoidance, {"run_in": "-3 m"}, "run_in"),
        (LaneChange, {"driver": "stanley", "preview": "1 s"}, "stanley has none"),
        (LaneChange, {"gain": 2.0}, "macadam has none"),
        (LaneChange, {"mode": "open-loop", "line": "searched"}, "practice needs a driver who looks"),
        (LaneChange, {"line_numbers": [0, 20, 10, 3.5, 60, 90, 0]}, "a shift ends before it begins"),
        (LaneChange, {"line_numbers": [0, 20]}, "line_numbers"),
        (LaneChange, {"line": "searched", "line_numbers": FOUND_1}, "a line is either given or searched"),
        (LaneChange, {"line": "given"}, "no line is given"),
    ],
)
def test_a_course_that_cannot_be_driven_is_refused_in_words(golf, study, settings, told):
    with pytest.raises(jounce.ModelError) as error:
        jounce.run(golf, study(**settings))
    assert told in str(error.value)


def test_open_loop_needs_nobody_who_looks_and_takes_a_history_from_a_file(golf, tmp_path):
    run = jounce.run(golf, "lane-change", speed="60 km/h", mode="open-loop", line="usual")
    assert not any(name.startswith("controls.") for name in run)
    assert run.metrics["largest_path_error"].value < 1.5  # the linear car would stay on its line
    file = tmp_path / "wheel.csv"
    times = np.linspace(0.0, 3.0, 61)
    rows = [f"{t},{20 * np.sin(2 * t)}" for t in times]
    file.write_text("\n".join(["time [s],angle [deg]", *rows]))
    steered = jounce.run(golf, "lane-change", speed="60 km/h", mode="open-loop", steering_history=str(file))
    assert np.degrees(steered.metrics["largest_steering_angle"].value) == pytest.approx(20.0, rel=0.01)
    with pytest.raises(jounce.ModelError, match="a driver steers by itself"):
        LaneChange(steering_history=str(file))


def test_the_record_of_a_closed_loop_is_driven_again_without_looking(golf, tmp_path, measured):
    """The same car from the same place with the same hand: it comes by the same way, though the line enters 0.18 m
    beside the middle of lane 1. The driver turns the wheel every 10 ms, in corners that a spline through rows rounds:
    1e-3 of what the car moves aside, twice."""
    words = {"speed": "50 km/h", "line": "given", "line_numbers": [-0.18, 10.0, 50.0, 3.5, 65.0, 100.0, 0.1]}
    looking = jounce.run(golf, "lane-change", **words)
    file = looking.to_csv(tmp_path / "looking.csv")
    again = jounce.run(golf, "lane-change", speed="50 km/h", mode="open-loop", steering_history=str(file))
    assert again["vehicle.y"][0] == pytest.approx(-0.18, abs=1e-6)
    rows = slice(0, min(looking.time.size, again.time.size))
    measured("lane change driven again", again["vehicle.y"][rows] - looking["vehicle.y"][rows], 2 * 3.7e-3)


def test_both_studies_share_their_settings():
    assert set(ObstacleAvoidance.settings) - set(ConeDrive.settings) == {"engine_drag"}
    assert replace(ConeDrive.speed, name="").least == ObstacleAvoidance.speed.least
