"""A car that drives on its bushings: statics of the compliance study, ideal joints as a limit, energy, mirror image."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.errors import ModelError
from jounce.mechanism import connect_mechanism
from jounce.model import Model
from jounce.model.axle_data import BushingData
from jounce.model.templates import TEMPLATES
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import AppliedForce, AppliedTorque, Bushing
from jounce.parts.joints import Fixed, Free, Prismatic
from jounce.parts.signals import External, Harmonic
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.summary import listed_in_summary
from jounce.studies import STUDIES
from jounce.studies.combinations.combination import CombinationStudy
from jounce.studies.driving.drive import Drive
from jounce.studies.driving.driving_start import start_in_circle, start_parked, start_straight
from jounce.studies.kinematics.compliance import compliance_equilibrium
from jounce.studies.kinematics.held_axle import held_axle_inputs, pose_held_wheel
from jounce.views.page.encoding import Encoder
from jounce.views.page.scene import scene_of
from jounce_benchmarks.stiff_car import STIFFNESS, car_on_stiff_bushings

SPEED = 60 / 3.6  # m/s
LEFT_OUT = "12 bushings are left out; compliance = true puts them in"
TORSION_FREE = (0.0, 0.0, 0.0)
AXES = dict(zip("xyz", np.eye(3), strict=True))
EQUAL = ("stiffness", "inertia")


@cache
def soft_car() -> jounce.Vehicle:
    return jounce.load("small_car_compliant")


def on_bushings(name: str, stiffness: float, only: tuple[str, ...] = ()) -> jounce.Vehicle:
    """A library car with bushings at its mounts, or at some of them, that hold no turn."""
    car = jounce.load(name)
    terms = (stiffness,) * 3 + TORSION_FREE
    axles = {}
    for axle, data in car.axles.items():
        mounts = [m for m in TEMPLATES[data.template].mounts if not only or m in only]
        axles[axle] = replace(data, bushings={mount: BushingData(stiffness=terms) for mount in mounts})
    return replace(car, axles=axles)


# --- statics -----------------------------------------------------------------------------------------------


def test_the_library_car_is_the_small_car_but_for_its_bushings():
    own, plain = soft_car().values(), jounce.load("small_car").values()
    assert {path for path in own if path not in plain} == {path for path in own if ".bushings." in path}
    assert {path: own[path] for path in plain} == plain


def test_loads_move_the_wheels_of_the_driving_car_as_the_compliance_matrix_says(measured):
    """The same axle in the car that drives, body held and tyres replaced by loads, finds its equilibrium by trim.

    Loads of 3 N and 0.3 N m move the wheels by some micrometres up to 0.1 mm; between opposite loads curvature cancels
    but for its second order, 1e-7 of that, and an equilibrium is found to 1e-12 m.
    """
    car = soft_car().with_values({"steering.column_elements": 0})  # the rack is held by the pinion
    rigs = {name: car.axle_model(name, compliant=True) for name in car.axles}
    found = {name: compliance_equilibrium(rig, held_axle_inputs(rig, [0.0])) for name, rig in rigs.items()}
    driving = car.car_model("angle", compliant=True)
    pads = {
        f"{corner.prefix}.load_Fz": force
        for name, rig in rigs.items()
        for corner, force in zip(rig.corners.values(), found[name].pad_forces, strict=True)
    }
    ready = jounce.prepare(_held_under_loads(driving), integrator=None)
    rng = np.random.default_rng(4)
    for name, rig in rigs.items():
        corners = [driving.corners[corner.prefix] for corner in rig.corners.values()]
        F = rng.standard_normal(12) * np.tile([3.0, 3.0, 3.0, 0.3, 0.3, 0.3], 2)
        names = [f"{c.prefix}.load_{letter}{axis}" for c in corners for letter in "FM" for axis in AXES]
        poses = []
        for sign in (1.0, -1.0):
            more = {at: pads.get(at, 0.0) + sign * f for at, f in zip(names, F, strict=True)}
            state = jounce.standing(ready, inputs=pads | more).state
            poses.append([pose_held_wheel(ready, corner, state) for corner in corners])
        moved = found[name].C @ F
        for k, (above, below) in enumerate(zip(*poses, strict=True)):
            d, turn = moved[6 * k : 6 * k + 3], moved[6 * k + 3 : 6 * k + 6]
            off = np.abs(0.5 * (above.W - below.W) - d).max() / np.abs(d).max()
            tilted = np.cross(turn, found[name].wheels[k].e)
            off = max(off, np.abs(0.5 * (above.e - below.e) - tilted).max() / np.abs(tilted).max())
            measured("compliance.driving car", off, 1e-5)
            assert off < 1e-5


def _held_under_loads(driving) -> Model:
    """The car without tyres, air and gravity, its body held, six loads on each wheel carrier."""
    parts = []
    for part in driving.model.parts:
        if part.name == "body" and isinstance(part, Free):
            parts.append(Fixed(name="held", parent=GROUND, child="body", point=(0.0, 0.0, 0.0)))
        elif not part.name.endswith(".tyre") and part.name != "aerodynamics":
            parts.append(part)
    for corner in driving.corners.values():
        for axis, direction in AXES.items():
            force, torque = (f"{corner.prefix}.load_{letter}{axis}" for letter in "FM")
            along = {"body": corner.carrier, "direction": tuple(direction)}
            parts += [Input(name=force, unit="N"), Input(name=torque, unit="N m")]
            parts.append(
                AppliedForce(name=f"{force} here", point=corner.wheel_centre, signal=External(input=force), **along)
            )
            parts.append(AppliedTorque(name=f"{torque} here", signal=External(input=torque), **along))
    return Model("held", gravity=(0.0, 0.0, 0.0)).add(*parts)


def _in_circle(car) -> np.ndarray:
    """What the driver and the road feel in a circle at 4 m/s^2."""
    start = start_in_circle(car, SPEED, 4.0 / SPEED)
    seen = start.seen()
    names = ("vehicle.roll", "vehicle.cg.sideslip", "front_left.tyre.Fz", "front_right.tyre.Fy")
    return np.array([start.inputs["steering.wheel_angle"], *(seen[name] for name in names)])


ONE_OF_TWO = ("lower_arm_rear", "pivot_inner")  # the other pivot keeps a ball joint
LIMITS = [("small_car", (), 1e8), ("small_car", ONE_OF_TWO, 1e8), ("small_car_electric", (), 1e8), ("hmmwv", (), 1e7)]


@pytest.mark.parametrize(("name", "only", "k"), with_campaign(LIMITS, lambda case: case[0] == "small_car"))
def test_stiff_bushings_tend_to_ideal_joints_with_slope_one(name, only, k, measured):
    """Off by a/k + b/k^2, so that ten times the stiffness leaves a tenth of it.

    With e the largest difference at the softer of two stiffnesses, as part of the number itself, b/k^2 is of the size
    of e^2 and the line through both meets 1/k = 0 within a tenth of that. A bar without links twists between arms on
    bushings as between hinged ones.
    """
    ideal = _in_circle(jounce.load(name).car_model("angle"))
    soft, stiff = (_in_circle(on_bushings(name, k, only).car_model("angle", compliant=True)) for k in (k, 10.0 * k))
    e, fewer = np.abs(soft / ideal - 1.0), np.abs(stiff / ideal - 1.0)
    seen = e > 1e-5  # a trim leaves 1e-9
    assert seen[0] and seen.sum() >= 3
    np.testing.assert_allclose(fewer[seen] / e[seen], 0.1, rtol=0.02)
    line = (10.0 * stiff - soft) / 9.0
    measured("compliance.rigid limit", line / ideal - 1.0, e.max() ** 2)
    np.testing.assert_allclose(line, ideal, rtol=e.max() ** 2)


def test_a_car_trims_on_bushings_standing_straight_and_in_a_circle():
    """Nothing accelerates, and the road carries the weight; the body leans out of the circle."""
    car = soft_car().car_model("angle", compliant=True)
    parked = start_parked(car)
    assert sum(parked.seen()[f"{corner}.tyre.Fz"] for corner in car.corners) == pytest.approx(car.mass * 9.81, abs=1e-6)
    for start in (parked, start_straight(car, SPEED, parked)):
        speeds = list(start.ready.layout.speeds.values())
        assert np.abs(start.rates()[speeds]).max() < 1e-5  # m/s^2: a light rod on stiff rubber shows it most
    assert start_in_circle(car, SPEED, 4.0 / SPEED).seen()["vehicle.roll"] > 0.0


# --- runs --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turned():
    """The same sine of the wheel to either side, on bushings, with equal half shafts."""
    values = soft_car().values()
    alike = soft_car().with_values({f"half_shafts.right_{word}": values[f"half_shafts.{word}"] for word in EQUAL})
    made = {"frequency": "1 Hz", "duration": "1.6 s", "compliance": True, "integrator": "rk4"}
    return [jounce.run(alike, "sine-steer", angle=angle, **made) for angle in ("50 deg", "-50 deg")]


def test_a_car_on_bushings_keeps_the_balance_of_energy_and_its_loops_closed(turned, measured):
    run = turned[0]
    measured("compliance.energy", run.metrics["energy_error"].value, 1e-6)
    assert run.metrics["energy_error"].value < 1e-6
    assert run.metrics["largest_gap"].value < 1e-10


def test_the_mirrored_drive_is_the_mirror_image_to_the_last_bit_but_few(turned, measured):
    """Lanes round alike; roundings of the body, which is no lane, are some 1e-12 of a rate near 0.3 rad/s."""
    left, right = turned
    for name in ("vehicle.yaw_rate", "vehicle.roll", "vehicle.cg.ay"):
        off = np.abs(left[name] + right[name]).max() / np.abs(left[name]).max()
        measured("compliance.mirror", off, 1e-9)
        assert off < 1e-9
    np.testing.assert_allclose(left["front_left.lower_arm_rear.Fy"], -right["front_right.lower_arm_rear.Fy"], atol=1e-5)


def along_the_road(car) -> complex:
    """The mode below 10 Hz of the car, parked with its brakes on, in which its body moves along the road most."""
    start = start_parked(car, inputs={"brakes.pedal": 1.0})
    small = small_motions(start.ready, start.ready.state, start.inputs, ["vehicle.cg.vx"])
    eigenvalues, shares = small.modes()
    swinging = (eigenvalues.imag > 2 * math.pi) & (eigenvalues.imag < 20 * math.pi)
    return eigenvalues[swinging][np.abs(shares[0, swinging]).argmax()]


def test_a_car_on_bushings_recoils_more_as_its_softer_mode_along_the_road_says():
    """A car that is held with a deceleration a and let go springs back by (a/w) exp(-z acos(z) / sqrt(1 - z^2)).

    w and z are those of small motions; the stop is not as sudden, and its tyres are not linear: 10 % of the ratio.
    """
    recoils, predicted = [], []
    for compliance in (False, True):
        car = soft_car()
        run = jounce.run(car, "brake-to-standstill", pedal=1.0, compliance=compliance)
        recoils.append(run.metrics["recoil"].value)
        mode = along_the_road(car.car_model("angle", compliant=compliance))
        w, z = abs(mode), -mode.real / abs(mode)
        predicted.append(math.exp(-z * math.acos(z) / math.sqrt(1.0 - z * z)) / w)
    assert recoils[1] > 1.1 * recoils[0]
    assert recoils[1] / recoils[0] == pytest.approx(predicted[1] / predicted[0], rel=0.1)


def test_assumed_damping_takes_the_energy_of_rubber():
    """A loss factor eta takes pi eta k x^2 in each cycle at its frequency; here eta = 0.1 at 15 Hz."""
    k, x, frequency = 2e6, 1e-4, 15.0
    data = BushingData(stiffness=(k, k, k, 60.0, 60.0, 60.0))
    model = Model("shaken", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="pin", mass=1.0, inertia=(1e-3, 1e-3, 1e-3)),
        Prismatic(name="slide", parent=GROUND, child="pin", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        Prescribed(name="shaker", coordinate="slide.displacement", signal=Harmonic(amplitude=x, frequency=frequency)),
        Bushing(
            name="rubber",
            parent=GROUND,
            child="pin",
            point=(0.0, 0.0, 0.0),
            stiffness=data.stiffness,
            damping=data.damping_or_assumed(),
        ),
    )
    run = jounce.simulate(model, 2.0 / frequency, step=1e-5, output_step=1.0 / frequency)
    taken = run["rubber.work"][-2] - run["rubber.work"][-1]
    assert taken == pytest.approx(math.pi * 0.1 * k * x**2, rel=1e-9)


def test_two_bodies_on_a_bushing_swing_as_one_reduced_mass(measured):
    """x'' + c/m x' + k/m x = 0 with m = m1 m2/(m1 + m2), and the middle of both goes straight on.

    RK4 at w h = 0.02 errs by (w h)^5/120 in each of 700 steps: 2e-8 of the amplitude.
    """
    k, m1, m2, v = 2e6, 2.0, 6.0, 0.1
    data = BushingData(stiffness=(k, 3e6, 1e6, 60.0, 60.0, 60.0))
    m, c = m1 * m2 / (m1 + m2), data.damping_or_assumed()[0]
    w = math.sqrt(k / m)
    inertia = (0.01, 0.01, 0.01)
    model = Model("pair", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="arm", mass=m2, inertia=inertia),
        Body(name="pin", mass=m1, inertia=inertia),
        Bushing(
            name="rubber",
            parent="arm",
            child="pin",
            point=(0.0, 0.0, 0.0),
            stiffness=data.stiffness,
            damping=data.damping_or_assumed(),
        ),
    )
    ready = jounce.prepare(model, start_rates={"pin.vx": v})
    run = jounce.simulate(ready, 700 * 0.02 / w, step=0.02 / w, output_step=70 * 0.02 / w)
    a, b = 0.5 * c / m, math.sqrt(k / m - (0.5 * c / m) ** 2)
    x = v / b * np.exp(-a * run.time) * np.sin(b * run.time)
    off = np.abs(run["rubber.Fx"] + k * x + c * (v * np.exp(-a * run.time) * np.cos(b * run.time) - a * x)).max()
    measured("compliance.two bodies", off / (k * v / w), 1e-7)
    assert off < 1e-7 * k * v / w


def test_a_tie_rod_swings_on_a_bushing_of_1e7_as_a_rod_of_its_own(measured):
    """It turns about its outer ball against k at its inner end, I s^2 + c l^2 s + k l^2 = 0, both ways across alike.

    The ball gives way with the knuckle: 13 kg and the wheel against less than 0.3 kg, 2 %. RK4 bears 2.785/|s| on the
    real axis, of which a tenth is kept.
    """
    start = start_straight(car_on_stiff_bushings().car_model("angle", compliant=True), SPEED)
    small = small_motions(start.ready, start.ready.state, start.inputs)
    eigenvalues = small.modes()[0]
    rod = next(body for body in start.car.model.bodies if body.name == "front_left.tie_rod")
    inner, outer = (np.array(soft_car().axles["front"].hardpoints[f"tie_rod_{end}"]) for end in ("inner", "outer"))
    length, lever = np.linalg.norm(inner - outer), np.linalg.norm(np.array(rod.centre) - outer)
    inertia = rod.inertia[2] + rod.mass * lever**2
    square = STIFFNESS * length**2 / inertia
    fast = np.abs(np.roots([1.0, 0.1 / (2 * math.pi * 15.0) * square, square])).max()
    off = np.sort(np.abs(eigenvalues / -fast - 1.0))[:4]  # two ways, two sides
    measured("compliance.tie rod", off, 0.02)
    assert off.max() < 0.02
    fastest = float(np.abs(eigenvalues).max())
    assert 0.85 * 2.785 / fastest < small.stable_step(1e-3) < 2.785 / fastest


# --- studies -----------------------------------------------------------------------------------------------

SHORT = {
    "step-steer": {"angle": "20 deg", "duration": "1.2 s"},
    "sine-steer": {"angle": "20 deg", "frequency": "2 Hz", "duration": "1.2 s"},
    "steady-circle": {"points": 6, "lateral_acceleration": "1 m/s^2"},
    "slow-ramp": {"rate": "60 deg/s", "lateral_acceleration": "1 m/s^2"},
    "brake-to-standstill": {"speed": "10 km/h", "duration": "1 s"},
    "park-on-slope": {"duration": "0.1 s"},
    "roll-over": {"duration": "0.7 s"},
    "plausibility": {},
    "gyroscopic-effect": {},
    "crosswind": {"wind": "5 m/s", "gust": "step", "duration": "3 s"},
    "understeer-budget": {"points": 6, "lateral_acceleration": "1 m/s^2"},
    "load-transfer": {"points": 6, "lateral_acceleration": "1 m/s^2"},
    "linear-steer": {},
    "swept-steer": {"lateral_acceleration": "0.5 m/s^2", "lowest": "0.5 Hz", "duration": "10 s"},
    "random-steer": {"lateral_acceleration": "0.5 m/s^2", "lowest": "0.5 Hz", "duration": "10 s"},
    "weave": {"periods": 2, "frequency": "1 Hz", "angle": "20 deg"},
    "sine-with-dwell": {"sides": "left", "angle": "60 deg"},
    "fishhook": {"sides": "left", "angle": "60 deg", "speeds": "50 km/h"},
    "j-turn": {"sides": "left", "angle": "60 deg", "speeds": "50 km/h"},
    "brake-in-turn": {"lateral_acceleration": "2 m/s^2", "pedal": 0.1, "duration": "1.7 s"},
    "lift-off-in-turn": {"lateral_acceleration": "2 m/s^2", "duration": "1.7 s"},
    "straight-braking": {"speed": "10 km/h", "pedal": 0.3, "duration": "1 s"},
    "lane-change": {"speed": "60 km/h"},
    "obstacle-avoidance": {"speed": "40 km/h"},
    "ride": {"length": "60 m"},
    "single-bump": {},
    "four-post": {},
    "script": {"phases": [{"duration": "0.3 s"}]},
    "replay": {"end": "101.2 s"},
    "three-bumps": {"speed": "60 km/h"},
    "sine-road": {},
    "one-obstacle": {},
    "three-planks": {},
    "drive-road": {"duration": "0.3 s"},
    "rim-acceleration": {},
    "torque-step": {"duration": "0.9 s"},
    "drive-path": {"frequency": "2 Hz", "duration": "1 s"},
    "one-sided-torque": {},
    "clutch-drop": {"duration": "1.5 s"},
    "acceleration": {"duration": "1 s"},
    "set-up": {},
    "tilt-table": {},
    "off-tracking": {},
}
OF_MOTORS = "one-sided-torque"
SAMPLE = ("steady-circle", "park-on-slope", "torque-step")


def test_every_driving_study_is_among_the_cases():
    driving = {name for name, study in STUDIES.items() if issubclass(study, Drive)}
    assert {name for name in driving if not issubclass(STUDIES[name], CombinationStudy)} == set(SHORT)


@pytest.mark.parametrize("study", with_campaign(SHORT, SAMPLE.__contains__))
def test_driving_studies_run_on_bushings(study):
    car = soft_car() if study != OF_MOTORS else on_bushings("small_car_electric", 2e6)
    run = jounce.run(car, study, compliance=True, **SHORT[study])
    assert np.isfinite(run.numbers).all()
    assert any("assumed 1.06 ms times their stiffness" in note for note in run.metadata["notes"])
    assert run.metadata["settings"]["compliance"] is True
    if STUDIES[study].simulates:
        assert any(name.endswith("front_left.lower_arm_rear.Fy") for name in run)
    else:  # an understeer gradient that steers no wheel by force is another one, and so is where the car tips over
        ideal = jounce.run(car, study, **SHORT[study])
        name = "rollover_threshold" if study == "tilt-table" else "understeer_gradient"
        assert abs(run.metrics[name].value / ideal.metrics[name].value - 1.0) > 0.01


def test_a_study_says_which_bushings_it_leaves_out():
    for study in ("steady-circle", "park-on-slope"):
        assert jounce.run(soft_car(), study, **SHORT[study]).metadata["notes"][0] == LEFT_OUT
    plain = jounce.run(jounce.load("small_car"), "park-on-slope", duration="0.1 s", compliance="true")
    assert "compliance = true changes nothing: the car has no bushings" in plain.metadata["notes"]
    damped = {f"axles.{name}.bushings.{mount}.damping": [100.0] * 3 + [0.1] * 3 for name, mount in _mounts()}
    run = jounce.run(soft_car().with_tables(damped), "park-on-slope", duration="0.1 s", compliance=True)
    assert not any("left out" in note or "damping" in note for note in run.metadata["notes"])


def _mounts() -> list[tuple[str, str]]:
    return [(name, mount) for name, axle in soft_car().axles.items() for mount in axle.bushings]


def test_a_word_that_is_neither_true_nor_false_is_refused():
    with pytest.raises(ModelError, match="true or false; whether the car has its bushings"):
        jounce.studies.StepSteer(compliance="perhaps")
    assert jounce.studies.StepSteer(compliance="True").compliance is True


def test_rates_of_bushings_are_values_of_the_driving_car():
    """Whatever they are, also zero: the equations stay, and so does their code."""
    made = soft_car().car_model(compliant=True).model.structure()
    for number in (0.0, 1e7):
        changed = soft_car().with_values({"axles.front.bushings.lower_arm_rear.stiffness.1": number})
        assert changed.car_model(compliant=True).model.structure() == made
    assert soft_car().car_model().model.structure() == jounce.load("small_car").car_model().model.structure()


def test_both_sides_of_an_axle_on_bushings_are_lanes_of_one_kernel():
    soft, ideal = (connect_mechanism(soft_car().car_model(compliant=compliant).model) for compliant in (True, False))
    assert listed_in_summary(soft) == listed_in_summary(ideal) and listed_in_summary(soft).startswith(
        "2 x 6 bodies, 2 x 4 bodies;"
    )


def test_the_page_draws_a_sleeve_and_a_ball_for_each_bushing(turned):
    scene = scene_of(turned[0], np.arange(2), Encoder())
    names = [body.name for body in scene.bodies]
    for axle, mount in _mounts():
        for side in ("left", "right"):
            own = [shape for shape in scene.shapes if shape.name == f"{axle}_{side}.{mount}"]
            sleeve, ball = (next(shape for shape in own if shape.kind == kind) for kind in ("rod", "ball"))
            middle = 0.5 * (np.array(sleeve.a) + np.array(sleeve.b))
            np.testing.assert_allclose(middle, ball.at, atol=1e-12)
            assert names[sleeve.body] == ("rack" if mount == "tie_rod_inner" else "body")
            assert names[ball.body].startswith(f"{axle}_{side}.")
