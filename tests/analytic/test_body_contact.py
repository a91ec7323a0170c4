"""A body that touches the road: a box at rest, sliding, dropped; a car that tips over."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.model.assemblies.body.contacts import body_contacts, with_body_contacts
from jounce.parts.roads import Road, Slope

MASS, STIFFNESS, FRICTION, G = 200.0, 5e4, 0.6, 9.81
HALF = 0.4  # m: half the length and width of the box, whose centre is as high above its corners as HEIGHT
HEIGHT = 0.3


def box(damping: float = 1.0, friction: float = FRICTION, height: float = HEIGHT, **slip: float) -> jounce.Model:
    """On four corners, `height` above the road."""
    model = jounce.Model("box")
    model.add(jounce.parts.Body(name="box", mass=MASS, centre=(0.0, 0.0, height), inertia=(20.0, 20.0, 30.0)))
    for k, (x, y) in enumerate(((HALF, HALF), (HALF, -HALF), (-HALF, HALF), (-HALF, -HALF))):
        at = (x, y, height - HEIGHT)
        model.add(
            jounce.parts.BodyContact(
                name=f"corner {k}",
                body="box",
                point=at,
                stiffness=STIFFNESS,
                damping=damping,
                friction=friction,
                **slip,
            )
        )
    return model


def loads(run: jounce.Result) -> np.ndarray:
    return np.array([run[f"corner {k}.load"] for k in range(4)])


def test_a_box_at_rest_sinks_by_its_weight_over_four_stiffnesses():
    rest = jounce.standing(box())
    depth = MASS * G / (4 * STIFFNESS)
    assert rest.named["box.z"] == pytest.approx(-depth, rel=1e-9)
    run = jounce.simulate(box(), 3.0, integrator="rk4")
    assert run["corner 0.depth"][-1] == pytest.approx(depth, rel=1e-3)
    assert loads(run)[:, -1].sum() == pytest.approx(MASS * G, rel=1e-3)


def test_a_sliding_box_loses_its_speed_at_mu_g():
    """v' = -mu g v / sqrt(v^2 + s^2): at 8 m/s and s = 0.1 m/s the smooth law is 8e-5 below mu g. The box pitches a
    little, which shifts loads between corners and leaves their sum."""
    speed = 8.0
    begin = {"box.z": -MASS * G / (4 * STIFFNESS)}
    run = jounce.simulate(box(), 0.8, start=begin, start_rates={"box.vx": speed}, rtol=1e-9, integrator="rk4")
    late = run.time > 0.3  # the pitch has settled
    slope = np.polyfit(run.time[late], run["box.vx"][late], 1)[0]
    assert slope == pytest.approx(-FRICTION * G, rel=5e-3)
    assert run["box.vx"][-1] == pytest.approx(speed - FRICTION * G * 0.8, rel=5e-3)


def test_a_dropped_box_without_damping_and_friction_keeps_its_energy_and_bounces():
    """It falls h, presses the springs by d with k/2 4 d^2 = m g (h + d), and comes back to its height."""
    drop = 0.05
    run = jounce.simulate(
        box(damping=0.0, friction=0.0, height=HEIGHT + drop), 0.6, rtol=1e-10, output_step=1e-4, integrator="rk4"
    )
    k = 4 * STIFFNESS
    deepest = (MASS * G + np.sqrt((MASS * G) ** 2 + 2 * k * MASS * G * drop)) / k
    assert run["corner 0.depth"].max() == pytest.approx(deepest, rel=1e-4)
    balance = run["energy.balance"]
    assert np.abs(balance - balance[0]).max() < 1e-6 * MASS * G * drop
    fall = np.sqrt(2 * drop / G)
    again = run["box.z"][run.time > 2 * fall].max()
    assert again == pytest.approx(0.0, abs=1e-4)  # as high as it began


def test_damping_takes_energy_and_never_pulls():
    run = jounce.simulate(box(height=HEIGHT + 0.1), 1.0, rtol=1e-8, integrator="rk4")
    assert loads(run).min() >= 0.0
    works = np.array([run[f"corner {k}.work"] for k in range(4)])
    assert works[:, -1].sum() < -0.5 * MASS * G * 0.1  # most of the fall is gone


def test_the_touch_is_located_and_is_only_a_kink():
    """It falls 20 mm in sqrt(2 h / g); a run that ends steps there and one that does not agree."""
    plain = jounce.simulate(box(height=HEIGHT + 0.02), 0.4, integrator="rk4")
    every = jounce.simulate(box(height=HEIGHT + 0.02), 0.4, events="every", integrator="rk4")
    touches = [event["time"] for event in every.metadata["events"] if event["what"] == "touches the road"]
    assert touches[:4] == pytest.approx([np.sqrt(2 * 0.02 / G)] * 4, abs=1e-7)
    assert every["box.z"][-1] == pytest.approx(plain["box.z"][-1], abs=1e-6)


def test_a_box_on_a_slope_creeps_at_the_speed_of_the_smooth_law():
    """tan a = mu v / sqrt(v^2 + s^2): v = s tan a / sqrt(mu^2 - tan^2 a)."""
    grade, s = 0.1, 0.1
    run = jounce.simulate(box(), 4.0, road=Road(elements={"hill": Slope(grade=grade)}), integrator="rk4")
    expected = s * grade / np.sqrt(FRICTION**2 - grade**2)
    speed = np.hypot(run["box.vx"][-1], run["box.vz"][-1])
    assert speed == pytest.approx(expected, rel=0.02)


@pytest.fixture(scope="module")
def rolled():
    return jounce.run(jounce.load("small_car"), "roll-over", duration="7 s")


def test_a_car_that_rolls_over_comes_to_lie_on_the_road(rolled):
    """No corner of its body is deeper in the road than a fall presses it, it stops, and its weight is borne by its body
    and its tyres."""
    depths = np.array([rolled[name] for name in rolled if name.endswith(".depth")])
    assert depths.max() < 0.35
    assert rolled["vehicle.cg.speed"][-1] < 0.05
    names = [name for name in rolled if name.endswith(".load") and "body_contact" in name]
    bodily = sum(rolled[name][-1] for name in names)
    tyres = sum(rolled[f"{axle}_{side}.tyre.Fz"][-1] for axle in ("front", "rear") for side in ("left", "right"))
    assert bodily + tyres == pytest.approx(850.0 * G, rel=0.02)
    assert rolled.metrics["touch_time"].value > rolled.metrics["lift_time"].value
    assert rolled.metrics["energy_error"].value < 1e-3


def test_notes_say_what_is_beyond_the_model(rolled):
    notes = " ".join(rolled.metadata["notes"])
    assert "touches the road from" in notes and "no part bends for good" in notes
    assert "tyre laws are not measured there" in notes


def test_a_car_that_stays_on_its_wheels_says_nothing_of_its_body():
    run = jounce.run(jounce.load("small_car"), "roll-over", raised="0 m", angle="20 deg", duration="1 s")
    assert "touch_time" not in run.metrics
    assert not any("touches" in note for note in run.metadata["notes"])


def test_points_of_a_file_take_the_place_of_those_by_size():
    own = {"type": "body_contact", "body": "body", "point": [-1.0, 0.0, 1.4], "stiffness": "200 N/mm"}
    car = jounce.load("small_car").with_tables({"forces.roof": own})
    assert [part.name for part in with_body_contacts(car).forces.values()] == ["roof"]
    car = jounce.load("golf1")
    points = np.array([part.point for part in body_contacts(car).values()])
    assert len(points) == 12
    assert np.ptp(points[:, 1]) == pytest.approx(1.610)  # its width
    assert np.ptp(points[:, 0]) == pytest.approx(3.705)  # its length
