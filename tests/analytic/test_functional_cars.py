"""Functional cars: their freedoms, wheels that follow tables, sliders, roll stiffness, and the short form."""

from __future__ import annotations

from math import atan, cos, pi, radians, tan

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import jounce
from jounce.model.provenance import source_of
from jounce.simulation.car_summary import vehicle_summary
from jounce.studies.driving.driving_start import start_parked

GAP = 1e-11  # to which loops close
SHORT = """
format = 1
kind = "vehicle"
name = "dozen"
[functional]
mass = 1150
wheelbase = 2.5
front_share = 0.58
track = [1.42, 1.40]
cg_height = 0.54
wheel_rate = ["19 N/mm", "21 N/mm"]
damping_ratio = 0.3
roll_stiffness = [8000, 5000]
roll_centre = ["50 mm", "110 mm"]
steering_ratio = 17
tyre = "tyre_205_55_r16"
"""


@pytest.fixture(scope="module")
def golf():
    return jounce.load("golf1")


@pytest.fixture(scope="module")
def short():
    return jounce.load(SHORT)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("golf1", "18 = 6 (car body) + 4 (suspensions) + 4 (wheel spins) + 4 (tyres on their rims, upright)"),
        (
            "golf1_carcass",
            "26 = 6 (car body) + 4 (suspensions) + 4 (wheel spins) + 4 (tyres on their rims, upright) + ",
        ),
    ],
)
def test_freedoms_are_those_of_the_paper(name, parts):
    """18 and 26 [Ciglaric, sections 3.1 and 3.2]: by the rank of the rows, by counting, and by what they are."""
    text = vehicle_summary(jounce.load(name))
    assert f"freedoms             {parts}" in text
    assert f"mobility             {parts[:2]} by rank, {parts[:2]} by count" in text


def test_four_corners_of_a_functional_car_run_as_two_pairs_of_lanes(golf):
    groups = jounce.prepare(golf).mechanism.groups
    assert sorted((len(group.members), len(group.members[0].links)) for group in groups) == [(2, 3), (2, 4)]


def test_both_wheels_follow_the_table_to_rounding(golf):
    """The natural spline through the points by another program, over a whole run; and at the points themselves."""
    run = jounce.run(golf, "sine-steer", speed="40 km/h", angle="200 deg")
    data = golf.steering
    for side, table in (("left", data.table_left), ("right", data.table_right)):
        spline = CubicSpline(data.table_angle, table, bc_type="natural")
        wanted = spline(run["steering.wheel.angle"])
        np.testing.assert_allclose(run[f"front_{side}.kingpin.rz"], wanted, rtol=0, atol=10 * GAP)
        np.testing.assert_allclose(run[f"front_{side}.steer"], wanted, rtol=0, atol=1e-4)  # camber turns with the pin
    car = golf.car_model()
    for angle, left in zip(data.table_angle[6:10], data.table_left[6:10], strict=True):
        seen = start_parked(car, inputs={str(car.steering): angle}).seen()
        assert seen["front_left.kingpin.rz"] == pytest.approx(left, abs=10 * GAP)


@pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
def test_a_ratio_steers_by_a_share_of_ackermann(short, share):
    """cot(outer) - cot(inner) = track/wheelbase for all of Ackermann [Reimpell 2001]; for none, both turn alike.

    Between its points, 3 deg of the mean wheel apart, a spline is off by 5/384 h^4 times the fourth derivative, which
    is below 2 here: 1e-7 rad.
    """
    car = short.with_values({"steering.ackermann": share}).car_model()
    mean = radians(20.5)
    seen = start_parked(car, inputs={str(car.steering): 17.0 * mean}).seen()
    left, right = (seen[f"front_{side}.kingpin.rz"] for side in ("left", "right"))
    inner, outer = (atan(tan(mean) / (1 - s * 0.5 * 1.42 / 2.5 * tan(mean))) for s in (1, -1))
    assert 1 / tan(outer) - 1 / tan(inner) == pytest.approx(1.42 / 2.5, rel=1e-12)
    assert left == pytest.approx(mean + share * (inner - mean), abs=2e-7)
    assert right == pytest.approx(mean + share * (outer - mean), abs=2e-7)


def test_the_steering_ratio_of_tables_is_their_slope(golf, short):
    assert jounce.run(short, "steady-circle").metrics["steering_ratio"].value == pytest.approx(17.0, rel=1e-6)
    slope = CubicSpline(
        golf.steering.table_angle, np.add(golf.steering.table_left, golf.steering.table_right), bc_type="natural"
    )(0.0, 1)
    assert jounce.run(golf, "steady-circle").metrics["steering_ratio"].value == pytest.approx(2 / slope, rel=1e-9)


def test_left_and_right_are_mirror_images(golf):
    """The car is its own mirror image, and so are its turns, to the error of the steps."""
    runs = [jounce.run(golf, "step-steer", angle=angle, integrator="rk4", step="1 ms") for angle in (0.7, -0.7)]
    for channel in ("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll"):
        np.testing.assert_allclose(runs[0][channel], -runs[1][channel], rtol=0, atol=1e-10)
    np.testing.assert_allclose(runs[0]["front_left.tyre.Fz"], runs[1]["front_right.tyre.Fz"], rtol=1e-10)


@pytest.mark.parametrize("name", ["golf1", "golf1_carcass"])
def test_energy_is_kept(name):
    """RK4 at 1 ms: its error is of fourth order, a billionth of the work done."""
    run = jounce.run(jounce.load(name), "sine-steer", integrator="rk4", step="1 ms")
    assert run.metrics["energy_error"].value < 1e-9


def test_a_free_steering_wheel_has_one_freedom_more_and_feels_the_tyres(golf):
    """The torque at the steering wheel: aligning moments about the king-pins times the slopes of the tables."""
    assert jounce.prepare(golf.car_model(steering="torque").model).rank.mobility == 19
    run = jounce.run(golf, "step-steer", angle="60 deg", speed="60 km/h", duration="6 s")
    data, angle = golf.steering, run["steering.wheel.angle"][-1]
    torque = 0.0
    for side, table in (("left", data.table_left), ("right", data.table_right)):
        slope = CubicSpline(data.table_angle, table, bc_type="natural")(angle, 1)
        torque += slope * run[f"front_{side}.kingpin.Mz"][-1]
    assert abs(torque) > 0.5  # N m: there is something to feel
    assert run["steering.driver.effort"][-1] == pytest.approx(torque, rel=2e-3)  # the rest: it is not quite steady


def test_a_leaning_slider_has_its_roll_centre_where_it_was_put(short):
    """Half the track times the lean, in the design position; wheels go straight, so there is no camber."""
    for axle, height in (("front", 0.05), ("rear", 0.11)):
        found = jounce.run(short, "wheel-travel", axle=axle, points=3).metrics
        assert found[f"{axle}.roll_centre_height"].value == pytest.approx(height, rel=1e-9)
        assert found[f"{axle}_left.bump_camber"].value == pytest.approx(0.0, abs=1e-12)


def test_the_short_form_is_the_car_that_it_says(short, measured):
    """Mass, centre of mass, inertia, loads, rates and damping of the whole car, from its parts."""
    car = short.car_model()
    a, b = 0.42 * 2.5, 0.58 * 2.5
    assert car.mass == pytest.approx(1150.0, rel=1e-12)
    assert car.centre == pytest.approx((-a, 0.0, 0.54), abs=1e-12)
    tensor = np.zeros((3, 3))
    for body in car.model.bodies:
        d = np.subtract(body.centre, car.centre)
        xy, yz, zx = body.products
        tensor += np.diag(body.inertia) - np.array([[0, xy, zx], [xy, 0, yz], [zx, yz, 0]])
        tensor += body.mass * (d @ d * np.eye(3) - np.outer(d, d))
    by_rule = [1150 * (0.412 * 1.41) ** 2, 1.03 * 1150 * a * b, 1.09 * 1150 * a * b]
    np.testing.assert_allclose(tensor, np.diag(by_rule), rtol=1e-9, atol=1e-9)
    seen = start_parked(car).seen()
    assert seen["front_left.tyre.Fz"] == pytest.approx(0.5 * 0.58 * 1150 * 9.81, rel=1e-3)  # air is not there yet
    for axle, rate in (("front", 19e3), ("rear", 21e3)):
        found = jounce.run(short, "wheel-travel", axle=axle, points=3).metrics
        assert found[f"{axle}_left.wheel_rate"].value == pytest.approx(rate, rel=1e-9)


def test_roll_stiffness_is_a_moment_per_angle_of_the_wheels(short):
    """Wheels apart by 2 z, on a track t: the body has rolled by 2 z/t against them, and the bar holds K 2 z/t."""
    run = jounce.run(short, "sine-steer", duration="3 s")
    angle = (run["front_left.travel"] - run["front_right.travel"]) / 1.42
    assert np.abs(angle).max() > 0.02
    np.testing.assert_allclose(run["front.anti_roll_bar.twist"], angle, rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        run["front.anti_roll_bar.torque"], 8000.0 * run["front.anti_roll_bar.twist"], rtol=1e-12, atol=1e-9
    )


def test_a_steered_swing_arm_changes_camber_by_its_length(golf):
    """Bump camber is one over the arm's length, to first order [Reimpell 2001]; and it drives like the lumped mass."""
    tables = golf.tables()["axles"]["front"]
    length = 0.695 + 2.488
    arm = tables | {
        "template": "swing_arm",
        "hardpoints": tables["hardpoints"] | {"instant_centre": [0.0, -2.488, 0.273]},
        "bodies": {"arm": tables["bodies"]["hub"], "wheel": tables["bodies"]["wheel"]},
    }
    car = golf.with_tables({"axles.front": arm})
    found = jounce.run(car, "wheel-travel", axle="front", points=3).metrics
    assert found["front_left.bump_camber"].value == pytest.approx(-1 / length, rel=1e-6)
    assert jounce.prepare(car).rank.mobility == 18
    ours, theirs = (jounce.run(c, "step-steer", angle="20 deg").metrics["yaw_rate_gain"].value for c in (car, golf))
    assert ours == pytest.approx(theirs, rel=0.1)  # camber and a roll centre make a few per cent


def test_an_inclined_king_pin_lifts_the_wheel_as_it_turns(golf):
    """A wheel that turns by d about an axis inclined by i keeps its distance: it cambers by (1 - cos d) sin i or so."""
    i = radians(12.0)
    tables = {
        "axles.front.hardpoints.kingpin_lower": [0.0, 0.695 + 0.2 * tan(i), 0.073],
        "axles.front.hardpoints.kingpin_upper": [0.0, 0.695 - 0.2 * tan(i), 0.473],
    }
    car = golf.with_tables(tables).car_model()
    angle = golf.steering.table_angle[11]
    seen = start_parked(car, inputs={str(car.steering): angle}).seen()
    d = golf.steering.table_left[11]
    assert seen["front_left.kingpin.angle"] == pytest.approx(d, abs=10 * GAP)
    upright = start_parked(golf.car_model(), inputs={"steering.wheel_angle": angle}).seen()["front_left.camber"]
    # spin axis (0, 1, 0) turned about (0, -sin i, cos i): z component -(1 - cos d) sin i cos i; it leans outward below
    leaned = seen["front_left.camber"] - upright
    assert leaned == pytest.approx((1 - cos(d)) * np.sin(i) * np.cos(i), rel=0.05)


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        ({"steering.form": "column"}, "steering.form", "has no tie rods"),
        ({"steering.table_left": [-1.0, 0.0]}, "steering.table_left", "2 numbers"),
        ({"steering.table_right": [-0.5, 0.1, 0.0] * 5}, "steering.table_right", "does not rise"),
        ({"axles.rear.steered": True}, "steering.form", "2 axles are steered"),
        ({"steering.form": "ratio"}, "steering.ratio", "'ratio' is missing"),
        ({"axles.front.hardpoints.kingpin_lower": [0, 0.7, 0.1]}, "axles.front.hardpoints.kingpin_upper", "is missing"),
        ({"axles.front.carcass.mass": 50.0}, "axles.front.carcass.mass", "50 kg of a wheel of 17.5 kg"),
        ({"axles.front.carcass.vertical": 1e5}, "axles.front.carcass.vertical", "less than the 165000 N/m"),
        ({"drive.input_inertia": 0.1}, "drive.input_inertia", "nothing turns there"),
        ({"half_shafts": {"elements": 0}}, "half_shafts", "there are no half shafts"),
    ],
)
def test_a_functional_car_that_cannot_be_is_refused_by_name(golf, change, where, what):
    with pytest.raises(jounce.ModelError) as refused:
        golf.with_tables(change).car_model()
    assert any(problem.where == where and what in problem.what for problem in refused.value.problems), refused.value


def test_a_rack_is_not_replaced_by_tables_where_there_are_tie_rods():
    with pytest.raises(jounce.ModelError, match="has tie rods"):
        jounce.load("small_car").with_tables({"steering.form": "ratio", "steering.ratio": 20.0}).car_model()


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("mass = 1150", "mass = -3", "mass", "-3 is negative"),
        ("track = [1.42, 1.40]", "track = [1420, 1.40]", "track", "1420 m"),
        ('tyre = "tyre_205_55_r16"', 'tyre = "nothing"', "tyre", "there is no model of this name"),
        ("front_share = 0.58", "front_share = 58", "front_share", "58"),
        ('roll_centre = ["50 mm", "110 mm"]', "roll_centre = [50, 110]", "roll_centre", "50 m"),
        ('wheel_rate = ["19 N/mm", "21 N/mm"]', "wheel_rate = [19000]", "wheel_rate", "1 numbers"),
        ("steering_ratio = 17", "steering_ratio = 1700", "steering_ratio", "no steering ratio"),
        ("damping_ratio = 0.3", "inertia = [10, 20, 1000]", "inertia", "no rigid body has principal moments"),
        ("mass = 1150", "mas = 1150", "mas", "Did you mean 'mass'?"),
    ],
)
def test_a_slip_in_the_short_form_is_told_in_its_own_words(old, new, where, what):
    with pytest.raises(jounce.ModelError) as refused:
        jounce.load(SHORT.replace(old, new))
    assert any(p.where.endswith(f"functional.{where}") and what in p.what for p in refused.value.problems), (
        refused.value
    )


@pytest.mark.parametrize(("word", "count"), [("14", 14), ("18", 18), ("26", 26)])
def test_the_short_form_has_as_many_freedoms_as_it_asks_for(word, count):
    car = jounce.load(f'{SHORT}freedoms = "{word}"\n')
    assert jounce.prepare(car).rank.mobility == count
    again = jounce.load(car.to_toml())
    assert again.values() == car.values()


def test_the_numbers_of_a_table_are_values(golf):
    """A changed point of a table compiles nothing again."""
    changed = golf.with_values({"steering.table_left.8": 0.09, "steering.table_right.6": -0.09})
    car = changed.car_model()
    seen = start_parked(car, inputs={str(car.steering): 0.5 * pi}).seen()
    assert seen["front_left.kingpin.rz"] == pytest.approx(0.09, abs=10 * GAP)


def test_what_gyroscopic_moments_do_is_small_and_known(golf):
    """Four wheels of 0.62 kg m^2: their spin momentum times the yaw rate leans the car out, by some per cent."""
    found = jounce.run(golf, "gyroscopic-effect", speed="100 km/h", lateral_acceleration="3 m/s^2").metrics
    run = jounce.run(golf, "sine-steer", speed="100 km/h", lateral_acceleration="3 m/s^2")
    momentum = 4 * 0.62 * (100 / 3.6) / 0.28  # at the effective radius, good to 1 %
    largest = np.abs(run["vehicle.yaw_rate"]).max()
    assert found["roll_moment"].value == pytest.approx(momentum * largest, rel=0.02)
    moment = 900 * 0.53 * np.abs(run["vehicle.cg.ay"]).max()  # what leans it out anyway
    assert 0.2 < found["roll_share"].value / (found["roll_moment"].value / moment) < 3.0
    assert found["yaw_rate_share"].value < 0.06


@pytest.mark.parametrize(
    ("old", "new", "path", "said"),
    [
        ("", "", "axles.rear.damper.law.slope", True),
        ("damping_ratio = 0.3", "", "axles.rear.damper.law.slope", False),
        ("damping_ratio = 0.3", "damping = [1450, 1400]", "axles.rear.damper.law.slope", True),
        ("", "", "axles.front.damper.seal_static_ratio", False),
        ("", "", "steering.ackermann", False),
        ("damping_ratio = 0.3", "ackermann = 0.6", "steering.ackermann", True),
        ("", "", "aero.area", False),
        ("damping_ratio = 0.3", "drag_area = 0.7", "aero.area", True),
        ("", "", "aero.length", True),
        ("", "", "axles.front.bodies.hub.mass", False),
        ("damping_ratio = 0.3", "unsprung_mass = [40, 40]", "axles.front.bodies.hub.mass", True),
        ("damping_ratio = 0.3", "unsprung_mass = [40, 40]", "axles.front.bodies.hub.inertia.x", False),
        ("damping_ratio = 0.3", 'freedoms = "26"', "axles.front.carcass.lateral", False),
        ("", "", "axles.front.alignment.toe", False),
        ("", "", "axles.front.spring.law.slope", True),
        ("", "", "body.products.z", False),
        ("damping_ratio = 0.3", "inertia = [400, 1800, 1900]", "body.inertia.x", True),
    ],
)
def test_the_echo_says_what_the_short_form_said_and_what_it_did_not(old, new, path, said):
    car = jounce.load(SHORT.replace(old, new) if old else SHORT)
    assert path in car.values()
    source = source_of(path, car.sources)
    assert (source.estimated, source.source == "from [functional]") == (not said, said), source


@pytest.mark.parametrize(
    ("old", "new", "where", "what", "help"),
    [
        ("track = [1.42, 1.40]", "track = 1.42", "track", "1.42 is not a list", "two numbers: [front, rear], in m"),
        ("track = [1.42, 1.40]", "", "track", "'track' is missing", "[front, rear]"),
        ('wheel_rate = ["19 N/mm", "21 N/mm"]', "wheel_rate = [19, 21]", "wheel_rate", "19 N/m", '"19 N/mm"'),
        ("mass = 1150", "mass = 1150\nfreedoms = 20", "freedoms", "20 is not text", '"14", "18", "26"'),
        ("cg_height = 0.54", "cg_height = 2.5", "cg_height", "2.5 m, with inertia left out", "lower it"),
        ("mass = 1150", "mass = 1150\ndamping = [1450, 1400]", "damping", "so is damping_ratio", "keep one"),
        ("mass = 1150", "mass = 1150\ndrag_area = 0.7\n", "drag_area", "so is the table [aero]", "keep one"),
        ("mass = 1150", "mass = 1150\nackermann = 0.7\n", "ackermann", "so is the table [steering]", "keep one"),
        ("mass = 1150", 'mass = 1150\ndrive = "rear"\n', "drive", "so is the table [drive]", "keep one"),
    ],
)
def test_what_the_short_form_wants_is_told_with_the_slip(old, new, where, what, help):
    text = SHORT.replace(old, new)
    for table in ("aero", "steering", "drive"):
        text += f"[{table}]\n" if f"[{table}]" in what else ""
    with pytest.raises(jounce.ModelError) as refused:
        jounce.load(text)
    found = [p for p in refused.value.problems if p.where.endswith(f"functional.{where}")]
    assert any(what in p.what and help in p.help for p in found), refused.value
