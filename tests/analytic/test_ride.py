"""Ride on random roads against quarter cars in closed form; the driver's seat as two masses."""

from __future__ import annotations

import numpy as np
import pytest
from driven_cars import linear_car
from quarter_cars import BODY, SPRUNG, TRACK, UNSPRUNG, WHEELBASE, four_quarter_cars, quarter_car
from scipy.special import k1

import jounce
from jounce.parts.roads import Iso8608
from jounce.results.vibration.weighting import WEIGHTINGS, weight_history
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.ride.road_densities import road_densities

SPEED = 20.0  # m/s
SEAT = """
[seat]
point = [-1.0, 0.3, 0.5]
floor = [-1.0, 0.3, 0.5]
driver_mass = {driver}
cushion_stiffness = {cushion}
cushion_damping = {cushion_damping}
mass = {mass}
stiffness = {stiffness}
damping = {damping}
"""
NUMBERS = {"driver": 60.0, "cushion": 75_000.0, "cushion_damping": 1200.0}
NUMBERS |= {"mass": 12.0, "stiffness": 40_000.0, "damping": 500.0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> str:
    return str(tmp_path_factory.mktemp("cars"))


@pytest.fixture(scope="module")
def quarters(folder) -> jounce.Vehicle:
    return four_quarter_cars(folder)


@pytest.fixture(scope="module")
def seated(tmp_path_factory) -> jounce.Vehicle:
    return four_quarter_cars(str(tmp_path_factory.mktemp("seated")), SEAT.format(**NUMBERS))


@pytest.fixture(scope="module")
def small(quarters):
    start = start_straight(quarters.car_model(), SPEED)
    channels = ["vehicle.cg.az", "front_left.hub.az", "front_left.tyre.Fz", "vehicle.cg.ay"]
    return small_motions(start.ready, start.ready.state, start.inputs, channels)


FREQUENCIES = np.geomspace(0.3, 40.0, 25)


def test_waves_under_both_sides_move_a_quarter_car(small):
    """The front wheels stand at x = 0: w^2 times the height of the closed form, and the load. Slopes of the road push
    along it, in the height of the centre of mass: nothing of that is vertical. Differences have about six digits."""
    exact = quarter_car(FREQUENCIES)
    w = 2 * np.pi * FREQUENCIES
    found = [small.on_waves(SPEED / f, SPEED) for f in FREQUENCIES]
    hub = np.array([each["front_left.hub.az"] for each in found])
    load = np.array([each["front_left.tyre.Fz"] for each in found])
    np.testing.assert_allclose(hub, -(w**2) * exact["wheel"], rtol=5e-3)
    np.testing.assert_allclose(load, exact["load"], rtol=5e-3, atol=1e-3 * np.abs(exact["load"]).max())


def test_waves_under_one_side_add_up_to_those_under_both(small):
    for f in FREQUENCIES[::6]:
        left, right, both = (small.on_waves(SPEED / f, SPEED, side) for side in ("left", "right", "both"))
        for channel in small.channels:
            size = max(abs(left[channel]), abs(right[channel]))
            assert abs(left[channel] + right[channel] - both[channel]) <= 1e-4 * size
        # the car is its own mirror image: what is vertical is the same, what is lateral changes its sign
        assert left["vehicle.cg.az"] == pytest.approx(right["vehicle.cg.az"], rel=1e-4)
        assert left["vehicle.cg.ay"] == pytest.approx(-right["vehicle.cg.ay"], rel=1e-4)


def test_the_density_of_the_centre_of_mass_is_that_of_four_wheels_on_two_tracks(small):
    """It is the mean of four quarter cars: S = w^4 |H|^2 |1 + exp(-i w l/v)|^2/4 (1 + gamma)/2 G_d(n)/v.

    gamma = 2 pi B n K_1(2 pi B n) of an isotropic surface; G_d of class C is 256e-6 m^3 at 0.1 cycle/m.
    """
    profile = Iso8608(roughness="C", length=100.0, track=TRACK)
    f = np.geomspace(0.3, 40.0, 25)
    found = road_densities(small, profile, SPEED, f)["vehicle.cg.az"]
    n, w = f / SPEED, 2 * np.pi * f
    gamma = 2 * np.pi * TRACK * n * k1(2 * np.pi * TRACK * n)
    axles = np.abs(1 + np.exp(-1j * w * WHEELBASE / SPEED)) ** 2 / 4
    exact = w**4 * np.abs(quarter_car(f)["body"]) ** 2 * axles * (1 + gamma) / 2 * 256e-6 * (0.1 / n) ** 2 / SPEED
    assert np.abs(found / exact - 1).max() < 5e-3


def test_run_and_small_motions_agree_on_a_gentle_road():
    """A car with linear dampers on a very good road.

    A Gaussian history of bandwidth B has over T an rms that scatters by 1/(2 (B T)^(1/2)): that of the body's motion,
    1.4 Hz wide, by 6 % in 45 s. Here only phases are random and the lines have the powers of the class, so half of
    that is allowed.
    """
    run = jounce.run(linear_car(), "ride", roughness="A", length="1000 m", seed=4)
    ratios = {name: metric.value for name, metric in run.metrics.items() if name.endswith("_ratio")}
    assert len(ratios) == 15
    for name, value in ratios.items():
        assert value == pytest.approx(1.0, abs=0.03), name


def test_what_is_evaluated_begins_when_the_start_has_decayed(quarters):
    """The last axle has passed 3 m of level road and 10 m over which it becomes uneven; then until the body's slowest
    oscillation has 1 % left, here roll on the tyres' sides. And the mean load is the weight on a wheel."""
    run = jounce.run(quarters, "ride", roughness="A", speed=SPEED, length="200 m")
    start = start_straight(quarters.car_model(), SPEED)
    eigenvalues, _ = small_motions(start.ready, start.ready.state, start.inputs).modes()
    slow = [e for e in eigenvalues if e.imag > 0 and 0.3 < abs(e) / (2 * np.pi) < 25]
    wanted = (3 + 10 + WHEELBASE) / SPEED + np.log(100) / min(-e.real for e in slow)
    assert run.metrics["evaluated_from"].value == pytest.approx(wanted, abs=0.005)
    weight = (BODY / 4 + UNSPRUNG) * 9.81
    for corner in ("front_left", "rear_right"):
        load = run.metrics[f"load_{corner}_rms"].value
        assert run.metrics[f"dynamic_load_{corner}"].value == pytest.approx(load / weight, rel=2e-3)


def test_doses_and_totals_follow_from_the_channels(quarters):
    """Written out with NumPy from the channels of the run: totals of ISO 2631-1, 8.2.2."""
    run = jounce.run(quarters, "ride", roughness="B", speed=SPEED, length="200 m")
    m = {name: metric.value for name, metric in run.metrics.items()}
    rows = run.time >= m["evaluated_from"] - 1e-9
    t = run.time[rows]
    rms = lambda name: np.sqrt(np.trapezoid(run[name][rows] ** 2, t) / (t[-1] - t[0]))  # noqa: E731
    factors = {"seat.ax": 1, "seat.ay": 1, "seat.az": 1, "body.wx_rate": 0.63, "body.wy_rate": 0.4, "body.wz_rate": 0.2}
    factors |= {"back.ax": 0.8, "back.ay": 0.5, "back.az": 0.4, "floor.ax": 0.25, "floor.ay": 0.25, "floor.az": 0.4}
    parts = {name: k * rms(f"{name}_weighted") for name, k in factors.items()}
    assert m["comfort_total"] == pytest.approx(np.sqrt(sum(part**2 for part in parts.values())), rel=1e-9)
    assert m["seat_total"] == pytest.approx(np.sqrt(sum(parts[f"seat.a{axis}"] ** 2 for axis in "xyz")), rel=1e-9)
    filters = {"seat.ax": "Wd", "seat.ay": "Wd", "seat.az": "Wk", "back.ax": "Wc", "back.ay": "Wd", "back.az": "Wd"}
    filters |= {"floor.ax": "Wk", "floor.az": "Wk", "body.wx_rate": "We", "body.wz_rate": "We"}
    for channel, name in filters.items():
        alone = weight_history(run[channel], run.time[1] - run.time[0], WEIGHTINGS[name])
        np.testing.assert_allclose(run[f"{channel}_weighted"], alone, atol=1e-9)
    weighted = run["seat.az_weighted"][rows]
    assert m["seat_z_vdv"] == pytest.approx(np.trapezoid(weighted**4, t) ** 0.25, rel=1e-9)
    assert m["seat_z_crest"] == pytest.approx(np.abs(weighted).max() / rms("seat.az_weighted"), rel=1e-9)
    later = run.time >= m["evaluated_from"] + 1.0 - 1e-9
    assert m["seat_z_mtvv"] == pytest.approx(run["seat.az_running"][later].max(), rel=1e-9)


def seat_transmissibility(f: np.ndarray) -> np.ndarray:
    """Driver over body in closed form: two masses on springs and dampers above each other."""
    s = 2j * np.pi * f
    below, above = NUMBERS["stiffness"] + NUMBERS["damping"] * s, NUMBERS["cushion"] + NUMBERS["cushion_damping"] * s
    driver = above / (NUMBERS["driver"] * s**2 + above)  # over seat
    seat = below / (NUMBERS["mass"] * s**2 + NUMBERS["driver"] * s**2 * driver + below)
    return driver * seat


@pytest.fixture(scope="module")
def on_seat(seated):
    start = start_straight(seated.car_model(), SPEED)
    return small_motions(start.ready, start.ready.state, start.inputs, ["seat.az", "seat_base.az", "floor.az"])


def test_the_driver_moves_on_the_seat_as_two_masses_do(on_seat):
    for f in FREQUENCIES:
        found = on_seat.on_waves(SPEED / f, SPEED)
        exact = complex(seat_transmissibility(np.array([f]))[0])
        assert found["seat.az"] / found["seat_base.az"] == pytest.approx(exact, rel=1e-4)
        assert found["floor.az"] == pytest.approx(found["seat_base.az"], rel=1e-9)  # the same point of the body


def test_the_effective_transmissibility_of_the_seat_is_the_closed_form(seated):
    """The body's history under the seat, through T and Wk in the frequency domain, by the same through Wk alone.

    The car starts at rest on its springs, and zeros follow the history until filter and seat have decayed. The body
    leans by up to 0.02 rad, which changes what gravity and springs do along it by 2e-4.
    """
    run = jounce.run(seated, "ride", roughness="B", speed=SPEED, length="200 m")
    step, size = run.time[1] - run.time[0], 2 * len(run.time)
    f = np.fft.rfftfreq(size, step)
    base = np.fft.rfft(run["seat_base.az"], size) * WEIGHTINGS["Wk"].response(f)
    rows = slice(round(run.metrics["evaluated_from"].value / step), len(run.time))
    driver, body = (np.fft.irfft(base * T, size)[rows] for T in (seat_transmissibility(f), 1.0))
    exact = np.sqrt(np.mean(driver**2) / np.mean(body**2))
    assert run.metrics["seat_transmissibility"].value == pytest.approx(exact, rel=2e-3)
    assert exact < 0.9  # it does isolate


def test_a_driver_on_springs_changes_neither_weight_nor_rest(quarters, seated):
    """The body was weighed with seat and driver, and the springs carry them where the file draws them."""
    plain, sprung = (start_straight(car.car_model(), 0.0) for car in (quarters, seated))
    assert float(sprung.car.mass) == pytest.approx(float(plain.car.mass), rel=1e-12)
    assert sprung.car.centre == pytest.approx(plain.car.centre, rel=1e-12)
    for channel in ("front_left.tyre.Fz", "rear_right.tyre.Fz", "vehicle.cg.z"):
        assert sprung.seen()[channel] == pytest.approx(plain.seen()[channel], rel=1e-6)
    for slide in ("driver_slide", "seat_slide"):
        assert sprung.seen()[f"{slide}.displacement"] == pytest.approx(0.0, abs=1e-8)
    assert SPRUNG * 4 == BODY


def test_a_long_bump_shakes_the_seat_as_quarter_cars_say(tmp_path):
    """Over 5 m tyres feel a bump as it is. The seat is in the centre of mass: the mean of front and rear quarter cars.

    The closed form works on the transform of z = h/2 (1 - cos 2 pi s/l), of which the rear axle has a later one; the
    weighting is a factor there. The two cams of a tyre stand about 80 mm apart: they feel (pi 0.08/5)^2/2 = 0.13 % less
    of waves of 5 m, and four times as much less of those of half the length. Slopes tilt the forces by 1e-4.
    """
    seat = f"\n[seat]\npoint = [{-WHEELBASE / 2}, 0, 0.3]\n"
    car = four_quarter_cars(str(tmp_path), seat)
    height, length = 0.02, 5.0
    run = jounce.run(car, "single-bump", speed=SPEED, height=height, length=length, accuracy=1e-5)
    step, count = 1e-3, 2**15
    t = step * np.arange(count)
    along = SPEED * t / length
    bump = np.where(along < 1, height / 2 * (1 - np.cos(2 * np.pi * along)), 0.0)
    f = np.fft.rfftfreq(count, step)
    axles = (1 + np.exp(-2j * np.pi * f * WHEELBASE / SPEED)) / 2
    spectrum = np.fft.rfft(bump) * quarter_car(f)["body"] * axles * -((2 * np.pi * f) ** 2)
    exact, felt = (np.fft.irfft(spectrum * w, count) for w in (1.0, WEIGHTINGS["Wk"].response(f)))
    assert run.metrics["seat_peak_to_peak"].value == pytest.approx(np.ptp(exact), rel=5e-3)
    assert run.metrics["seat_weighted_peak_to_peak"].value == pytest.approx(np.ptp(felt), rel=5e-3)
    shaken = slice(0, int((run.time[-1] - 3.0 / SPEED) / step))  # the first wheel meets it after 3 m
    assert run.metrics["seat_vdv"].value == pytest.approx(np.trapezoid(felt[shaken] ** 4, dx=step) ** 0.25, rel=5e-3)
    assert run.metrics["floor_peak_to_peak"].value != run.metrics["seat_peak_to_peak"].value  # it pitches too


def test_a_functional_car_rides_like_the_one_it_was_derived_from():
    """The same road, springs, dampers, masses and seat. The unsprung masses move on one hinge, and weigh a little
    less there: hubs differ by 10 %, what is sprung by less than 5 %.
    """
    seat = {"point": ["-1.1 m", "0.33 m", "0.48 m"], "driver_mass": 60, "cushion_stiffness": "75 N/mm"}
    seat |= {"cushion_damping": "1200 N s/m", "mass": 12, "stiffness": "40 N/mm", "damping": "500 N s/m"}
    rich = jounce.load("small_car").with_tables({"seat": seat})
    plain = rich.at_depth("functional")
    assert float(plain.car_model().mass) == pytest.approx(float(rich.car_model().mass), rel=1e-9)
    found = [jounce.run(car, "ride", roughness="A", length="150 m").metrics for car in (rich, plain)]
    for name in ("seat_z_weighted", "body_rms", "seat_transmissibility", "dynamic_load_rear_left"):
        assert found[1][name].value == pytest.approx(found[0][name].value, rel=0.05), name
