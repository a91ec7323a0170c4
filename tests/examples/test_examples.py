"""The lessons run as they stand, and show what they say."""

from __future__ import annotations

import runpy
from math import atan2, degrees, dist, pi
from pathlib import Path

import numpy as np
import pytest
from fastest_point import fastest_point
from scipy.linalg import eigh

import jounce
from jounce.elastic.files.arrays import read_arrays
from jounce.elastic.files.shipped import shipped_bodies
from jounce.own_parts.register import REGISTERED, forget_registration
from jounce.studies.fastest_line.shooting import ALONG_AT_END

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    """Run an example in an empty folder; what it computed comes back by name."""
    monkeypatch.chdir(tmp_path)
    yield lambda name: runpy.run_path(str(EXAMPLES / name))
    for sort, word in list(REGISTERED):  # what a lesson registers is gone afterwards
        forget_registration(sort, word)


def test_every_lesson_is_tested():
    here = Path(__file__).read_text("utf-8")
    assert [path.name for path in EXAMPLES.glob("*.py") if f'lesson("{path.name}")' not in here] == []


def test_the_pendulum_swings_with_the_elliptic_period(lesson, tmp_path):
    """The period in print: K(sin^2 30 deg) = 1.685750354812596 [Abramowitz, Stegun 1964, table 17.1].

    Crossings are read off between samples of 1 ms; the rate changes by less than 1e-5 of itself in that
    time, which leaves an error of a few 1e-9 s.
    """
    seen = lesson("01_pendulum.py")
    assert seen["period"] == pytest.approx(4 * np.sqrt(1 / 9.81) * 1.685750354812596, abs=1e-7)
    assert (tmp_path / "pendulum.png").stat().st_size > 10_000


def test_the_four_bar_keeps_its_bars_and_its_energy(lesson):
    """Geometry from outside: B and C from the hinge angles by plane trigonometry; CD must keep its length.

    Energy: RK4 at 1 ms drifts by 1e-5 J; 1e-4 J of 3 J would still show a wrong inertia or spring.
    """
    seen = lesson("02_four_bar.py")
    run = seen["run"]
    to_B, to_C = complex(0, 0.10), complex(0.35, 0.15)  # x + i z; a positive angle about y turns clockwise
    crank = -run["A.angle"]
    coupler = crank - run["B.angle"]
    C = to_B * np.exp(1j * crank) + to_C * np.exp(1j * coupler)
    assert np.abs(C - 0.30) == pytest.approx(dist((0.35, 0.25), (0.30, 0.0)), abs=1e-9)
    assert np.ptp(run["A.angle"]) > pi / 2  # it does move
    assert np.ptp(seen["energy"]) < 1e-4
    assert run.metadata["redundant_rows"] == ["D.y", "D.turn3", "D.turn4"]


def test_the_quarter_car_stands_on_its_weight_after_the_bump(lesson):
    """Statics: at rest the tyre carries every mass of the corner.

    At 1.2 Hz the body's swing halves in less than half a second, so that of 170 N after the bump less
    than 0.1 N is left at 8 s.
    """
    seen = lesson("03_quarter_car.py")
    load = seen["runs"]["standard"]["tyre.Fz"]
    assert load[-1] == pytest.approx((350 + 6 + 3 + 14 + 1 + 22) * 9.81, abs=0.1)
    assert load.min() == 0.0  # the wheel flies
    assert load.max() > 2 * load[-1]


def test_the_tie_rod_end_takes_the_bump_steer_out(lesson, tmp_path):
    """A difference of the new curve around the design position shows it, too: toe is flat there."""
    seen = lesson("04_double_wishbone_kc.py")
    assert degrees(seen["before"]) < -1.0
    corrected = seen["car"].with_values({seen["HEIGHT"]: seen["high"]})
    kc = jounce.run(corrected, "wheel-travel", travel=("-1 mm", "1 mm"), points=3)
    slope = (kc["front_left.toe"][2] - kc["front_left.toe"][0]) / 0.002
    assert abs(slope) < 1e-3 * abs(seen["before"])
    assert (tmp_path / "double_wishbone.h5").exists()


def test_the_macpherson_axis_goes_through_its_points_and_both_turns_are_alike(lesson):
    """Lower ball joint (5, 592, 160) and strut top (-24.3, 468, 720) mm give the angles by hand."""
    kc = lesson("05_macpherson.py")["kc"]
    assert kc.metrics["front_left.caster"].value == pytest.approx(atan2(29.3, 560.0), abs=1e-12)
    assert kc.metrics["front_left.kingpin"].value == pytest.approx(atan2(124.0, 560.0), abs=1e-12)
    np.testing.assert_allclose(kc["front_left.steer"], -kc["front_right.steer"][::-1], atol=1e-10)


def test_the_semi_trailing_arms_gain_the_camber_that_was_found_by_hand(lesson):
    seen = lesson("06_semi_trailing_arm.py")
    for name, run in seen["runs"].items():
        by_hand = seen["camber_by_hand"](seen["variants"][name])
        assert run.metrics["semi_trailing_left.bump_camber"].value == pytest.approx(by_hand, abs=1e-12)


def test_the_five_link_slopes_are_those_of_its_curves(lesson):
    """Central differences over h = 1 mm err by h^2/6 of the third derivative: of 10 rad/m^3, 2e-6 rad/m."""
    seen = lesson("07_five_link.py")
    assert seen["difference"] < degrees(2e-6)
    assert seen["kc"].metadata["steering_axis"].startswith("virtual")


def test_the_functional_corners_do_what_their_instant_centres_say(lesson):
    """Lumped: no lean. Swing arm: 1/length, and the roll centre on the line from contact point to instant centre."""
    seen = lesson("08_functional_corners.py")
    for name, run in seen["runs"].items():
        assert run.metrics["front_left.bump_camber"].value == pytest.approx(seen["expected"][name], abs=1e-12)
    assert seen["height"] == pytest.approx(seen["line"], abs=1e-12)


def test_the_tables_move_as_the_links_do(lesson):
    """Ten times the error of the tables, and the rounding of two runs of 50 000 steps."""
    seen = lesson("09_tables_in_place_of_links.py")
    assert seen["difference"] < 10 * seen["tables"].error_bound + 1e-10
    assert np.ptp(seen["heave"]["links"]) > 0.01


def test_a_softer_spring_hardly_shows_over_short_bumps(lesson, tmp_path):
    """30 % of the spring's rate are 5 N/mm beside 160 N/mm of the tyre: 3 % of what shakes the hub."""
    seen = lesson("11_report_and_page.py")
    hub = [run.metrics["hub_largest"].value for run in seen["runs"].values()]
    assert hub[0] != hub[1] == pytest.approx(hub[0], rel=0.1)
    assert "Small car" in (tmp_path / "bumps_report.html").read_text("utf-8")
    assert jounce.read(tmp_path / "softer.h5").metrics["hub_largest"].value == hub[1]


def test_the_car_that_changes_lanes_answers_late_and_leans_less_with_its_bar(lesson):
    """Order of answers and of peaks, not their sizes; the bumps are 1 m apart at 30 km/h, 3 % as in test_driving."""
    seen = lesson("10_drive_a_car.py")
    change, without, bumps = (seen[name].metrics for name in ("change", "without", "bumps"))
    assert 0.0 < change["yaw_rate_lag"].value < change["lateral_acceleration_lag"].value < 0.3
    assert without["largest_roll"].value > 1.2 * change["largest_roll"].value
    assert bumps["hub_interval_1"].value == pytest.approx(1.0 / (30 / 3.6), rel=0.03)
    assert bumps["mount_largest"].value < 0.2 * bumps["hub_largest"].value


def test_the_own_law_swings_with_the_elliptic_period_and_stiffens_the_wheel(lesson):
    """The crossing is read off between samples of 0.1 ms, where the path is straight to 1e-8 of the amplitude."""
    seen = lesson("12_own_spring_law.py")
    for measured, exact in seen["periods"].values():
        assert measured == pytest.approx(exact, rel=1e-6)
    assert seen["rate"][2] > 2 * seen["rate"][0]


def test_the_tie_rod_is_moved_until_the_wheels_steer_as_wanted(lesson):
    """Toe of a study of its own against the line that was asked for; half a minute of arc is less than rigs measure."""
    seen = lesson("13_wanted_bump_steer.py")
    places = dict(zip(seen["PATHS"], seen["best"].x, strict=True))
    kc = jounce.run(
        seen["car"].with_values(places), "wheel-travel", axle="front", travel=("-70 mm", "70 mm"), points=29
    )
    straight = np.polyfit(kc["travel"], np.degrees(kc["front_left.toe"]), 1)
    assert straight[0] == pytest.approx(-3.0, abs=0.05)  # deg/m
    assert np.polyval(straight, kc["travel"]) == pytest.approx(np.degrees(kc["front_left.toe"]), abs=0.008)
    assert seen["seconds"] < 1.0


def test_the_job_turns_in_at_its_place_and_brakes_at_its_yaw_rate(lesson, tmp_path):
    """Way divided by speed, which the controller holds to 1e-6; levels to the microsecond of located instants."""
    seen = lesson("14_one_file_one_command.py")
    assert seen["begins"]["turn_in"] == pytest.approx(20 / (60 / 3.6), abs=5e-6)
    assert seen["yaw_rate"] == pytest.approx(12.0, abs=1e-3)
    assert seen["end"] == pytest.approx(10 / 3.6, abs=1e-4)
    assert seen["roll"][1] > seen["roll"][0]
    assert seen["replay"].time[-1] == pytest.approx(3.0)
    assert (tmp_path / "brake_in_a_turn.png").exists()


def test_the_band_of_a_users_file_swings_flies_and_pulls_a_car_down(lesson):
    """Closed forms of the swing and of the flight, seen in rows of 1 ms; wheels carry the weight in any case."""
    seen = lesson("15_parts_of_your_own.py")
    assert seen["error"] < 1e-8
    assert seen["flight"] == pytest.approx(2 * 3 / 9.81, abs=1e-3)
    loose, taut = seen["standing"]["loose"], seen["standing"]["taut"]
    assert taut[0] < loose[0] - 0.01 and taut[1] == pytest.approx(loose[1], rel=1e-9) and taut[2] > 400.0


def test_the_ride_lesson_shows_what_it_says(lesson, tmp_path):
    """Twice the height: loads in proportion to 10 %, the seat less. The seat's closed form is tested with the study; of
    a sprung mass above its resonance less than all arrives. The body's frequency: sqrt(k/m) of front springs in series
    with the tyres for the mass on them, 17 and 150 N/mm at 0.95 and 250 kg, is 1.2 to 1.5 Hz.
    """
    seen = lesson("16_ride_comfort.py")
    a, b = ({name: metric.value for name, metric in seen["rides"][kind].metrics.items()} for kind in "AB")
    assert b["dynamic_load_rear_left"] / a["dynamic_load_rear_left"] == pytest.approx(2.0, rel=0.1)
    assert 1.5 < b["seat_total"] / a["seat_total"] < 1.95
    assert 0.5 < seen["sprung"].metrics["seat_transmissibility"].value < 1.0
    assert 1.2 < seen["rig"].metrics["bounce_frequency"].value < 1.6
    assert (tmp_path / "four_post.png").stat().st_size > 10_000 and (tmp_path / "ride.png").stat().st_size > 10_000


def test_a_controller_of_ones_own_runs_alike_in_both_forms_and_is_slower_uphill_as_it_must(lesson):
    """In proportion the error times the gain is the torque of the hill; within what is left of the transient."""
    seen = lesson("17_control_at_a_rate.py")
    assert seen["same"]
    assert seen["slower"] == pytest.approx(seen["expected"], rel=5e-3) and seen["slower"] > 0.3
    assert abs(seen["library"]["vehicle.vx"][-1] - 20.0) < 0.02


def test_the_skyhook_calms_the_body_by_a_fifth_and_leaves_the_wheels_on_the_road(lesson, tmp_path):
    """The share that the lesson states; loads of wheels vary by at most a twentieth more than those of the passive car.

    Passive and active car are the same car while the actuators do nothing, so the share is the controller's.
    """
    seen = lesson("18_skyhook.py")
    assert 0.20 < seen["share"] < 0.26
    spread = {name: max(np.std(run[load]) for load in seen["LOADS"]) for name, run in seen["runs"].items()}
    assert spread["skyhook"] < 1.05 * spread["passive"]
    assert jounce.load(tmp_path / "calm_car.toml").controllers == seen["calm"].controllers


def test_the_environment_goes_back_to_its_start_and_follows_the_interface_of_gymnasium(lesson):
    """reset gives (observation, info), step gives (observation, reward, terminated, truncated, info)."""
    seen = lesson("19_step_by_step.py")
    assert seen["first"] == seen["sim"]["vehicle.y"]
    assert abs(seen["seen"][0] - seen["LANE"]) < 0.3 and len(seen["rewards"]) == 120
    environment = seen["environment"]
    observation, info = environment.reset(seed=2)
    assert observation.shape == (4,) and observation.dtype == np.float32 and info == {}
    again, reward, terminated, truncated, info = environment.step(np.zeros(1, np.float32))
    assert again.shape == (4,) and isinstance(reward, float) and (terminated, truncated) == (False, False)
    np.testing.assert_array_equal(environment.reset(seed=2)[0], observation)


def test_the_lesson_of_six_depths_has_tables_beside_links_and_axles_near_them(lesson, tmp_path):
    """Peaks of tables within 1 % and of functional axles within 5 % of those with links; a carcass changes little."""
    seen = lesson("20_one_car_at_six_depths.py")
    peaks = {depth: np.array(values) for depth, values in seen["peaks"].items()}
    for depth, bound in {"tabulated": 0.01, "functional": 0.05, "functional-carcass": 0.05}.items():
        assert np.abs(peaks[depth] / peaks["structural"] - 1.0).max() < bound, depth
    assert peaks["single-track"][2] == 0.0  # it does not roll
    assert (tmp_path / "six_depths.png").stat().st_size > 10_000


@pytest.mark.campaign
def test_the_lane_change_lesson_shows_what_it_says(lesson, tmp_path):
    """Cones fall at 90 km/h and none after practice; what practice found can be driven again, to the last bit.

    The bend: Stanley's driver has no error in a steady circle; where the bend begins and ends it cuts some centimetres.
    """
    seen = lesson("21_lane_change.py")
    assert seen["practised"].metrics["passed"].value == 1.0
    assert seen["again"].metrics["least_clearance"].value == seen["practised"].metrics["least_clearance"].value
    assert seen["other"].metrics["passed"].value == 0.0
    error = seen["ride"]["controls.driver.path_error"]
    assert abs(error).max() < 0.05
    assert (tmp_path / "lane_change.html").exists() and (tmp_path / "lane_change.png").stat().st_size > 10_000


@pytest.mark.campaign
def test_the_sedan_of_the_lesson_shifts_up_gear_by_gear_and_the_motor_draws_more_than_it_moves(lesson, tmp_path):
    """Five shifts of six gears, the first where 4500 rpm turn the wheels at 7.4 m/s less slip. The motor's energy holds
    at least that of the moving car."""
    seen = lesson("22_full_throttle.py")
    ups = [event for event in seen["run"].metadata["events"] if event["what"] == "shifts up"]
    speeds = np.interp([event["time"] for event in ups], seen["run"].time, seen["run"]["vehicle.vx"])
    assert len(ups) == 5 and 0.85 * 7.4 < speeds[0] < 7.4
    assert seen["late"].metrics["time_to_100_kmh"].value < seen["early"].metrics["time_to_100_kmh"].value
    moving = 0.5 * float(seen["electric"].car_model().mass) * seen["silent"]["vehicle.vx"][-1] ** 2
    assert moving < 0.93 * seen["silent"].metrics["electrical_energy"].value < 2.0 * moving
    assert (tmp_path / "electric.png").stat().st_size > 10_000


def test_the_car_of_the_lesson_stops_shorter_with_anti_lock_brakes_and_passes_with_stability_control(lesson, tmp_path):
    """Locked tyres of golf1 hold 0.73 to 0.78 of their load, their peak is above 0.9: at least a tenth of the way."""
    seen = lesson("23_stability_control.py")
    assert seen["ways"]["true"] < 0.9 * seen["ways"]["false"] and seen["cycles"] > 3.0
    assert [seen["tests"][word].metrics["passed"].value for word in ("false", "true")] == [0.0, 1.0]
    assert seen["verdict"].startswith("passed")
    assert jounce.load(tmp_path / "golf_with_brakes.toml").esc.on


def test_the_equations_of_the_double_pendulum_run_alone_and_give_its_modes(lesson, tmp_path):
    """Frequencies from det(K - w^2 M) = 0 by hand: M and K of two bars that hang, in relative angles.

    M = (I1 + I2 + m1 s^2 + m2 (l1^2 + s2^2 + 2 l1 s2), I2 + m2 s2 (s2 + l1); ., I2 + m2 s2^2)
    K = g (m1 s + m2 l1 + m2 s2, m2 s2; ., m2 s2)
    """
    seen = lesson("26_read_the_equations.py")
    assert np.array_equal(seen["ours"], seen["theirs"])
    g, s, l1, s2, m1, I1, I2 = 9.81, 0.5, 1.0, 0.4, 1.0, 0.1, 0.2
    for k, m2 in ((0, 0.5), (999, 5.0)):
        coupled = I2 + m2 * s2 * (s2 + l1)
        M = [[I1 + I2 + m1 * s**2 + m2 * (l1**2 + s2**2 + 2 * l1 * s2), coupled], [coupled, I2 + m2 * s2**2]]
        K = g * np.array([[m1 * s + m2 * l1 + m2 * s2, m2 * s2], [m2 * s2, m2 * s2]])
        exact = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)))) / (2 * pi)
        assert seen["frequencies"][k] == pytest.approx(exact, rel=1e-10)
    assert (tmp_path / "equations" / "double_pendulum.html").exists()


@pytest.mark.campaign
def test_the_budget_of_the_lesson_adds_up_to_the_understeer_gradient_of_the_circles(lesson, tmp_path):
    """The effects of each budget, and the gradient that `steady-circle` reads off its own trims; the bar's share of the
    load transfer is force times arm: half as stiff, and the car leans more, so between a half and all of it."""
    seen = lesson("24_understeer_budget.py")
    for run in seen["budgets"].values():
        values = {name: metric.value for name, metric in run.metrics.items()}
        total = values.pop("understeer_gradient")
        assert values["sum_of_effects"] == pytest.approx(total, rel=0.01)
    assert seen["circle"].metrics["understeer_gradient"].value == pytest.approx(
        seen["budgets"]["bar"].metrics["understeer_gradient"].value, rel=1e-6
    )
    bars = [
        jounce.run(each, "load-transfer", **seen["settings"]).metrics["front.bars"].value
        for each in (seen["car"], seen["soft"])
    ]
    assert 0.5 < bars[1] / bars[0] < 1.0
    assert (tmp_path / "understeer_budget.png").stat().st_size > 10_000


def test_the_variants_of_a_car_show_what_a_derivation_by_hand_predicts(lesson):
    """Scatter to first order: |slope| times the deviation, the slope from the equations of the linkage. The deviation
    of 64 points is uncertain by 1 / sqrt(2 * 64) = 9 % where they are drawn at random, and by less where they are
    evenly spread. A stiffer spring or bar takes roll away.
    """
    seen = lesson("25_vary_a_car.py")
    assert seen["deviation"] == pytest.approx(abs(seen["slope"]) * 1e-3, rel=0.09)
    assert (np.diff(seen["springs"]["steady_roll"]) < 0.0).all() and set(seen["springs"]["verdict"]) == {"passed"}
    table = seen["table"]
    assert len(table) == 9 and seen["first"].ran == 9 and seen["again"].ran == 0
    assert (np.diff(table["roll_gradient"].reshape(3, 3), axis=0) < 0.0).all()
    assert (np.diff(table["roll_gradient"].reshape(3, 3), axis=1) < 0.0).all()
    assert seen["first"].digest == seen["again"].digest


def test_the_hardpoints_of_three_starts_give_the_wanted_curves(lesson, tmp_path):
    """The best car, run again on its rig: toe hardly moves, camber falls as wanted; its file loads to the same car."""
    seen = lesson("27_optimise_hardpoints.py")
    found, after = seen["found"], seen["after"]
    assert found.agreed == 3
    assert np.ptp(after["front_left.toe"]) < np.radians(0.03)
    camber = np.interp(seen["travel"], after["travel"], after["front_left.camber"])
    np.testing.assert_allclose(camber, seen["wanted"][1][1], atol=np.radians(0.6))
    assert jounce.load(tmp_path / "better_wishbone.toml").values() == pytest.approx(found.car.values())
    assert (tmp_path / "optimise_hardpoints.png").stat().st_size > 10_000


@pytest.mark.campaign
def test_the_torque_history_saves_energy_from_every_start(lesson):
    """The cost is the work of the motors, checked by a run without derivatives; the way is that of constant torque."""
    seen = lesson("28_torque_history.py")
    energies = [seen["drive"](u)[0] for u in seen["ends"].values()]
    assert np.ptp(energies) < 1e-3 * min(energies)
    assert 0.40 < seen["saved"] < 0.43
    histories = {name: (seen["times"], seen["best"], "linear") for name in seen["motors"]}
    inputs = dict(seen["start"].inputs) | histories
    run = jounce.simulate(seen["start"].ready, seen["DURATION"], inputs=inputs, step=1e-3)
    assert sum(run[name][-1] for name in seen["works"]) == pytest.approx(min(energies), rel=1e-4)
    assert run[seen["PLACE"]][-1] == pytest.approx(seen["way"], rel=1e-4)


@pytest.mark.campaign  # tests/convergence/test_fastest_line.py has shorter searches
@pytest.mark.parametrize("starts", [1, 3])
def test_the_fastest_line_is_found_from_its_starts_and_no_point_is_much_faster(lesson, tmp_path, monkeypatch, starts):
    """A point with the same limit of acceleration, which may turn at once, is a bound from below: `fastest_point`.

    The car may lose to it what its yaw inertia and histories of 0.3 s cost: less than 1 %. Between stations, 0.13 s
    apart, the limits may be missed by what a history bends there. A line shifted by d over L = 90 m is longer by
    (pi d)^2 / (4 L): searches that end when a step gains less than 1e-6 of 7 s leave 6 cm open; they agree much better.
    """
    search = jounce.fastest_line
    monkeypatch.setattr(
        jounce, "fastest_line", lambda *given, **more: search(*given, **(more | {"starts": more["starts"][:starts]}))
    )
    seen = lesson("29_fastest_line.py")
    found, best, track = seen["found"], seen["best"], seen["track"]
    half, entry, radius = 0.5 * seen["WIDTH"], seen["ENTRY"] + 0.5 * seen["into"], seen["RADIUS"]
    assert found.agreed == starts
    assert np.ptp([course.line.offset for course in found.courses], axis=0).max() < 0.02
    centre = np.array([entry, radius])
    end = np.array([centre[0] + radius + half, track.middle.point(track.middle.length).y])
    least = fastest_point((0.0, -half), seen["SPEED"], seen["LIMIT"], centre, radius - half, end, ALONG_AT_END)
    assert least < found.time < 1.01 * least
    assert seen["missed"] < 0.002
    run = seen["run"]
    assert np.hypot(run["vehicle.cg.ax"], run["vehicle.cg.ay"]).max() < 1.03 * seen["LIMIT"]
    assert best.line.speed.min() < seen["SPEED"] < best.line.speed[-1]  # it brakes, and then it drives
    assert (tmp_path / "fastest_line.png").stat().st_size > 10_000


def test_the_body_shell_is_the_one_that_ships(lesson, tmp_path):
    """Four frames: 24 freedoms less 6 rigid ones, and four modes; frequencies of the shell are above those of all its
    rows, by the shapes that were left out."""
    seen = lesson("30_body_shell_of_finite_elements.py")
    body, found = seen["body"], seen["reduction"].free
    assert len(found) == 4 * 6 - 6 + 4
    whole = eigh(body.stiffness.toarray(), body.mass.toarray(), eigvals_only=True)[6:]
    exact = np.sqrt(whole) / (2 * pi)
    assert (found > exact[: len(found)] * (1 - 1e-9)).all() and found[0] < 1.03 * exact[0]
    shipped, made = (read_arrays(path) for path in (shipped_bodies()["body_shell"], tmp_path / "body_shell.npz"))
    assert list(shipped) == list(made)
    for name, array in shipped.items():
        if array.dtype.kind == "U":
            assert array.tolist() == made[name].tolist()
        else:  # to rounding of other processors
            np.testing.assert_allclose(array, made[name], rtol=1e-12, atol=1e-12 * np.abs(array).max(initial=0.0))


def test_a_belt_swings_behind_a_cleat_where_the_linear_model_says(lesson):
    """From 60 to 150 Hz the hub on belts feels more than twice as much. The belt moves upright a little faster than on
    a rim that is held, (c + k c/(c - k))/m with the numbers of the car: what it hangs on has six times its mass and
    more, which gives way and raises the frequency by less than 10 %."""
    seen = lesson("31_cleat_on_rigid_rings.py")
    most = {name: amplitude[seen["band"]].max() for name, amplitude in seen["felt"].items()}
    assert most["rigid ring"] > 2.0 * most["point contact"]
    belt, whole = seen["ring"].axles["front"].elements["belt"], 160e3  # N/m, VERTICAL_STIFFNESS of the tyre's file
    stiffness = belt.radial + whole * belt.radial / (belt.radial - whole)
    upright = next(mode for mode in seen["belts"] if mode.name.startswith("front_left.belt.vertical"))
    assert 1.0 < upright.frequency / (np.sqrt(stiffness / belt.mass) / (2 * pi)) < 1.1
    heights = [run["front_left.tyre.road"].max() for run in seen["runs"].values()]
    assert heights[0] == pytest.approx(heights[1], rel=1e-3) and heights[0] < 0.02
