"""Gains and modes of the linear study, and their derivatives, against closed forms of the single track."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from campaigns import only_in_campaign, with_campaign
from jounce.model.linear_cars import SingleTrackCar
from jounce.simulation.linear.linearise import linearise
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.handling.named_modes import named_modes
from jounce.studies.response.linear_response import frictionless_start
from jounce.studies.response.steady_steer import steady_steer_of_car

SPEED = 80.0 / 3.6
CAR = SingleTrackCar(
    name="single track",
    mass=1000.0,
    yaw_inertia=1500.0,
    front=1.1,
    rear=1.4,
    front_stiffness=8.0e4,
    rear_stiffness=1.0e5,
    steering_ratio=16.0,
)
PER_G = np.degrees(1.0) * 9.81
RUBBING = ("steering.rack_friction", "drive.differential_friction", "drive.centre_friction")
WITH_SHAFTS = ("small_car", "small_car_compliant", "small_car_electric", "hmmwv", "sedan")
WITHOUT = ("golf1", "golf1_carcass", "large_sedan", "bmw_320i", "ford_escort", "vw_vanagon")
CARS = [*((name, elements) for name in WITH_SHAFTS for elements in (0, 1, 3)), *((name, None) for name in WITHOUT)]
OFTEN = [("small_car", 1), ("small_car", 3), ("golf1", None)]  # their code is made for other tests as well


def test_a_linear_car_has_the_gains_and_the_mode_of_its_formulas():
    """All derivatives are exact, so what is left is rounding of a small linear system."""
    found = jounce.run(CAR, "linear-steer", speed=SPEED).metrics
    expected = {
        "yaw_rate_gain": CAR.yaw_rate_gain(SPEED),
        "lateral_acceleration_gain": CAR.yaw_rate_gain(SPEED) * SPEED,
        "sideslip_gain": CAR.sideslip_gain(SPEED),
        "understeer_gradient": CAR.understeer_gradient() * PER_G,
        "characteristic_speed": CAR.characteristic_speed(),
        "yaw_natural_frequency": CAR.natural_frequency(SPEED) / (2.0 * np.pi),
        "yaw_damping": CAR.damping_ratio(SPEED),
    }
    for name, value in expected.items():
        assert found[name].value == pytest.approx(value, rel=1e-11), name


def test_curves_over_frequency_are_those_of_the_transfer_function():
    """r/delta = (m a Cf s + Cf Cr L / V) / (i (m I s^2 + ...)), by elimination of v from both equations."""
    run = jounce.run(CAR, "linear-steer", speed=SPEED, points=7)
    c0, c1, c2 = CAR.characteristic_polynomial(SPEED)
    s = 2j * np.pi * run["frequency"]
    above = CAR.front_stiffness * (CAR.mass * CAR.front * s + CAR.rear_stiffness * CAR.wheelbase / SPEED)
    H = above / (c0 + c1 * s + c2 * s**2) / CAR.steering_ratio
    np.testing.assert_allclose(run["yaw_rate.gain"], np.abs(H), rtol=1e-11)
    np.testing.assert_allclose(run["yaw_rate.phase"], np.angle(H), atol=1e-11)


def test_gains_change_with_mass_and_stiffness_as_their_formulas_say(measured):
    """With K = m (b / Cf - a / Cr) / L, V_ch = sqrt(L / K) and G = V / (i (L + K V^2)):

        dV_ch/dm = -V_ch / (2 m),    dK/dCf = -m b / (L Cf^2),    dG/dp = -V^3 / (i (L + K V^2)^2) dK/dp

    Central differences of step 3e-5 err by its square times the third derivative, about 1e-9.
    """
    metrics, paths = ["characteristic_speed", "yaw_rate_gain"], ["mass", "front_stiffness"]
    found = jounce.gradient(CAR, "linear-steer", paths, metrics=metrics, speed=SPEED, points=2)
    K, L, top = CAR.understeer_gradient(), CAR.wheelbase, CAR.characteristic_speed()
    dK = np.array([K / CAR.mass, -CAR.mass * CAR.rear / (L * CAR.front_stiffness**2)])
    dG = -(SPEED**3) / (CAR.steering_ratio * (L + K * SPEED**2) ** 2) * dK
    assert -0.5 * top / K * dK[0] == pytest.approx(-top / (2.0 * CAR.mass))
    expected = np.array([-0.5 * top / K * dK, dG])
    measured("gradients of linear figures", found.values / expected - 1.0, 1e-7)


def test_the_gain_changes_with_speed_as_its_formula_says():
    """dG/dV = (L - K V^2) / (i (L + K V^2)^2): it vanishes at the characteristic speed."""
    found = jounce.gradient(CAR, "linear-steer", "settings.speed", metrics="yaw_rate_gain", speed=SPEED, points=2)
    K, L = CAR.understeer_gradient(), CAR.wheelbase
    expected = (L - K * SPEED**2) / (CAR.steering_ratio * (L + K * SPEED**2) ** 2)
    assert found.values[0, 0] == pytest.approx(expected, rel=1e-6)
    top = CAR.characteristic_speed()
    flat = jounce.gradient(CAR, "linear-steer", "settings.speed", metrics="yaw_rate_gain", speed=top, points=2)
    assert abs(flat.values[0, 0]) < 1e-6 * expected


def test_frequency_and_damping_change_with_yaw_inertia_as_their_formulas_say():
    """omega^2 = c0 / (m I) with c0 free of I: d omega/dI = -omega / (2 I). D = c1 / (2 sqrt(c0 m I)), and c1 has the
    part (Cf + Cr) I / V: dD/dI = D (((Cf + Cr) / V) / c1 - 1 / (2 I))."""
    metrics = ["yaw_natural_frequency", "yaw_damping"]
    found = jounce.gradient(CAR, "linear-steer", ["yaw_inertia"], metrics=metrics, speed=SPEED, points=2)
    _, c1, _ = CAR.characteristic_polynomial(SPEED)
    D, I = CAR.damping_ratio(SPEED), CAR.yaw_inertia
    by_I = D * ((CAR.front_stiffness + CAR.rear_stiffness) / SPEED / c1 - 0.5 / I)
    by_frequency = -CAR.natural_frequency(SPEED) / (2.0 * np.pi) / (2.0 * I)
    np.testing.assert_allclose(found.values[:, 0], [by_frequency, by_I], rtol=1e-7)


def test_a_car_with_every_part_answers_small_angles_as_small_circles_do():
    """Circles of 0.2 m/s^2 by trim, far below where tyres bend: the rest is of second order in the slip angle."""
    car = jounce.load("golf1")
    linear = jounce.run(car, "linear-steer", speed="80 km/h", points=2).metrics
    circles = jounce.run(car, "steady-circle", speed="80 km/h", lateral_acceleration="0.2 m/s^2").metrics
    for name in ("understeer_gradient", "characteristic_speed"):
        assert linear[name].value == pytest.approx(circles[name].value, rel=2e-4), name


def library_car(name, elements, **given):
    car = jounce.load(name)
    numbers = {path: 0.0 for path in RUBBING if path in car.values()}
    numbers |= {} if elements is None else {"half_shafts.elements": elements}
    return car.with_values(numbers | given)


@pytest.mark.parametrize(("name", "elements"), with_campaign(CARS, lambda case: case in OFTEN))
def test_steady_figures_are_those_of_slow_curves_and_of_small_circles(name, elements, measured):
    """Shafts that twist let wheels drift apart in a turn as stiff ones do.

    A sine of 1 mHz lags by its frequency times about 0.2 s, so its amplitude is less by 1e-6. Circles of 0.1 m/s^2 are
    found by trim, without any linear model: what is of second order in 1 % of a tyre's force is 1e-3.
    """
    car = library_car(name, elements)
    found = jounce.run(car, "linear-steer", speed=SPEED, lowest=1e-3, points=2)
    for word in ("yaw_rate", "lateral_acceleration", "roll"):
        curve = found[f"{word}.gain"][0] / abs(found.metrics[f"{word}_gain"].value) - 1.0
        measured("linear steer.steady gain and curve at 1 mHz", curve, 1e-5)
    model = car.car_model("angle")
    straight = start_straight(model, SPEED)
    circle = start_in_circle(model, SPEED, 0.1 / SPEED, at=straight)
    turned = circle.inputs[model.steering] - straight.inputs[model.steering]
    seen, before = circle.seen(), straight.seen()
    channels = {"yaw_rate": "vehicle.yaw_rate", "lateral_acceleration": "vehicle.cg.ay", "roll": "vehicle.roll"}
    for word, channel in channels.items():
        gain = (seen[channel] - before[channel]) / turned
        measured("linear steer.circles of 0.1 m/s^2", gain / found.metrics[f"{word}_gain"].value - 1.0, 3e-3)
    ratio, base = found.metrics["steering_ratio"].value, float(found.metadata["settings"]["wheelbase"])
    K = (turned / ratio - base * seen["vehicle.yaw_rate"] / SPEED) / (seen["vehicle.yaw_rate"] * SPEED) * PER_G
    measured("linear steer.understeer of circles", K / found.metrics["understeer_gradient"].value - 1.0, 3e-3)


@pytest.mark.parametrize("kind", [only_in_campaign("limited slip"), only_in_campaign("locked"), "open"])
def test_half_shafts_leave_the_kind_of_differential_what_it_is(kind):
    """An open or a limited slip differential without friction lets wheels go their ways, a locked one does not: the
    elements of the shafts change nothing but the twist of locked ones, 1e-4 of the yaw rate."""
    cars = [library_car("small_car", n).with_tables({"drive.differential": kind}) for n in (1, 3)]
    gains = [steady_steer_of_car(car, SPEED).yaw_rate for car in cars]
    assert gains[1] == pytest.approx(gains[0], rel=1e-6)
    free = steady_steer_of_car(library_car("small_car", 1), SPEED).yaw_rate
    assert (gains[0] < 0.95 * free) == (kind == "locked")


def test_dry_friction_is_left_out_and_told_but_clutches_hold():
    """`sedan` drives through a converter and a gearbox that are dry friction too: without them its engine would not be
    part of the car, and its yaw-rate gain 3e-4 less."""
    car = jounce.load("sedan")
    run = jounce.run(car, "linear-steer", speed=SPEED, points=2)
    (told,) = [note for note in run.metadata["notes"] if "dry friction" in note]
    assert "steering.rack_friction" in told and "drive.rear_differential_friction" in told
    assert "gearbox" not in told and "converter" not in told and "brake" not in told
    free = steady_steer_of_car(library_car("sedan", None), SPEED)
    assert run.metrics["yaw_rate_gain"].value == pytest.approx(free.yaw_rate, rel=1e-9)
    model = car.car_model("angle")
    modes = linearise(frictionless_start(start_straight(model, SPEED))).modes
    engine = [mode for mode in modes if mode.shares.get("crankshaft.angle", 0.0) > 0.5]
    assert not any(mode.frequency < 0.1 for mode in engine)


def test_idle_motions_are_named_and_nothing_grows():
    """Rods and struts that spin about themselves, place, course, and wheels with their shafts: 23 double or single
    zeros of `small_car`, found before as 6 numbers with positive real parts of up to 0.017 1/s."""
    car = jounce.load("small_car").car_model("angle")
    start = start_straight(car, SPEED)
    linear = linearise(frictionless_start(start))
    idle = [mode.name.removeprefix("idle: ") for mode in linear.modes if mode.name.startswith("idle: ")]
    spins = {speed for speeds in start.ready.rank.idle_speeds for speed in speeds}
    assert {f"{name}_rate" for name in idle} & spins and spins & {*idle}
    assert {"body.x", "body.y", "body.turn_z"} <= {*idle}
    assert np.count_nonzero(linear.eigenvalues == 0.0) == len(idle)
    assert linear.eigenvalues.real.max() == 0.0
    slowest = linear.eigenvalues[len(idle)]
    assert slowest.real == pytest.approx(-0.02, abs=0.005)  # 1/s, by which air and rolling take the speed away


def test_friction_by_the_smooth_law_is_left_out_as_well():
    """At rest it is a spring, by which the differential would seem locked: 0.288 in place of 0.328 1/s."""
    smooth = {f"{table}.friction_law": "smooth" for table in ("steering", "drive", "brakes")}
    car = jounce.load("small_car").with_tables(smooth)
    run = jounce.run(car, "linear-steer", speed=SPEED, points=2)
    free = steady_steer_of_car(library_car("small_car", 1), SPEED)
    assert run.metrics["yaw_rate_gain"].value == pytest.approx(free.yaw_rate, rel=1e-9)
    (told,) = [note for note in run.metadata["notes"] if "dry friction" in note]
    assert "drive.differential_friction" in told and "steering.rack_friction" in told


def test_a_car_whose_ends_swing_by_themselves_has_bounce_and_pitch():
    """golf1 has nearly as much heave in one as in the other: both are named, and lie where the body on two ride rates
    has them, M = diag(m, I), K = (kf + kr, kr b - kf a; ., kf a^2 + kr b^2). Dampers and unsprung masses: 5 %."""
    golf = jounce.load("golf1")
    values = golf.values()
    springs = np.array([values[f"axles.{axle}.spring.law.slope"] for axle in ("front", "rear")])
    rates = 2.0 / (1.0 / springs + 1.0 / 165e3)
    m, inertia, a = values["body.mass"], values["body.inertia.y"], -values["body.centre.x"]
    arms = np.array([-a, 2.4 - a])
    K = np.array([[sum(rates), rates @ arms], [rates @ arms, rates @ arms**2]])
    swings = np.sqrt(np.linalg.eigvals(K / np.array([[m], [inertia]]))) / (2.0 * np.pi)
    found = named_modes(golf.car_model(), 60 / 3.6)
    sizes = sorted(abs(found[word]) / (2.0 * np.pi) for word in ("bounce", "pitch"))
    assert sizes == pytest.approx(sorted(swings), rel=0.05)
