"""Sweeps of an axle on a rig: derivatives, repeatability, other values, mistakes."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from axle_rig import BOTH, axle_rig

import jounce
from jounce.errors import ModelError
from jounce.native.kernel import Compiler
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.revalue import revalue_prepared
from jounce.simulation.sweeps.sweep import sweep

TRAVEL = np.linspace(-0.08, 0.08, 141)
PARALLEL = {"left.travel": TRAVEL, "right.travel": TRAVEL}
WHEEL = [f"left.{point}.position_{axis}" for point in ("centre", "spindle", "mark") for axis in "xyz"]


@pytest.fixture(scope="module")
def rig() -> Prepared:
    return prepare(axle_rig())


def wheel(found, quantity: str, direction: int = 0) -> np.ndarray:
    return np.array([found.of(name.replace("position", quantity), direction) for name in WHEEL])


@pytest.mark.parametrize("driven", ["left.travel", "rack.displacement"])
def test_velocities_and_accelerations_are_derivatives_by_the_input(rig, driven):
    """Richardson extrapolation of central differences, steps h and h/2.

    The shortest length is the steering arm, 0.12 m: the fourth-order error is (h/0.12)^4 of the value or less, the
    rounding 1e-16 / h and, for the rate of a velocity, 1e-14 / h: 1e-10 with h = 0.4 mm.
    """
    h, at = 4e-4, 0.03
    path = at + h * np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    found = sweep(rig, {driven: path}, [{driven: 1.0}])

    def difference(y: np.ndarray) -> np.ndarray:
        wide, narrow = (y[:, 4] - y[:, 0]) / (2 * h), (y[:, 3] - y[:, 1]) / h
        return (4 * narrow - wide) / 3

    velocity, acceleration = wheel(found, "velocity"), wheel(found, "acceleration")
    np.testing.assert_allclose(velocity[:, 2], difference(wheel(found, "position")), rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(acceleration[:, 2], difference(velocity), rtol=1e-9, atol=1e-8)
    length = found.of("left.spring.length")[np.newaxis]
    np.testing.assert_allclose(found.of("left.spring.rate")[2], difference(length)[0], rtol=1e-9, atol=1e-10)


def test_derivatives_add_up_over_inputs(rig):
    one, two, both = sweep(rig, PARALLEL, [{"left.travel": 1.0}, {"rack.displacement": 1.0}, {**BOTH}]).channels[:, 70]
    columns = rig.layout.channels
    sums = sweep(rig, PARALLEL, [{"left.travel": 1.0, "rack.displacement": -3.0}]).channels[0, 70]
    for name in WHEEL:
        place = columns[name.replace("position", "velocity")][0]
        assert sums[place] == pytest.approx(one[place] - 3.0 * two[place], abs=1e-12)
        assert both[place] == pytest.approx(one[place], abs=1e-12)  # the left wheel does not feel the right pad


def test_loops_are_closed_to_rounding_at_every_point(rig):
    found = sweep(rig, PARALLEL, [BOTH])
    assert found.status == "finished" and found.limit is None
    assert found.of("constraints.gap").max() < 1e-13
    assert found.of("constraints.velocity_gap").max() < 1e-12
    assert np.abs(found.of("left.centre.position_z") - 0.31 - TRAVEL).max() < 1e-13


def test_both_sides_are_mirror_images(rig):
    found = sweep(rig, PARALLEL, [BOTH])
    np.testing.assert_allclose(found.of("left.mark.position_y"), -found.of("right.mark.position_y"), atol=1e-13)


def test_a_point_does_not_depend_on_how_it_was_reached(rig):
    """In one leg, in small ones, there and back, round about and with repeated points."""
    there = {"left.travel": 0.06, "rack.displacement": -0.03}
    ways = [
        [0.0, 1.0],
        np.linspace(0.0, 1.0, 300),
        [-0.5, 0.0, 1.2, 1.0],
        [1.0, 1.0],
    ]
    ends = [
        wheel(sweep(rig, {k: v * np.array(w) for k, v in there.items()}, [BOTH]), "acceleration")[:, -1] for w in ways
    ]
    around = {"left.travel": [0.0, 0.06, 0.06], "rack.displacement": [0.05, 0.05, -0.03]}
    ends.append(wheel(sweep(rig, around, [BOTH]), "acceleration")[:, -1])
    for end in ends[1:]:
        np.testing.assert_allclose(end, ends[0], atol=1e-10)


def test_a_sweep_leaves_its_start_alone_and_repeats_to_the_last_bit(rig):
    kept = rig.state.copy(), rig.numbers.inputs.copy()
    first = sweep(rig, PARALLEL, [BOTH])
    sweep(rig, {"rack.displacement": [0.04]}, [BOTH])
    again = sweep(rig, PARALLEL, [BOTH])
    assert np.array_equal(first.channels, again.channels) and np.array_equal(first.states, again.states)
    assert np.array_equal(kept[0], rig.state) and np.array_equal(kept[1], rig.numbers.inputs)


def test_rods_that_may_spin_about_themselves_change_nothing_for_the_wheels(rig):
    """Each leaves one idle freedom, which no input decides and no row corrects."""
    free = prepare(axle_rig(free_rods=True))
    assert len(free.rank.idle) == 2
    found, plain = sweep(free, PARALLEL, [BOTH]), sweep(rig, PARALLEL, [BOTH])
    assert found.status == "finished" and found.rejected == 0
    for quantity in ("position", "velocity", "acceleration"):
        np.testing.assert_allclose(wheel(found, quantity), wheel(plain, quantity), atol=1e-10)


def test_what_the_inputs_leave_free_moves_with_the_least_kinetic_energy():
    """Kelvin: momentum has no part along the freedoms that are left, whatever they did at the start.

    The metric is that of the predicted pose, which is off by about (stride / 0.1 m)^3 of a step: 1e-6 at 1 mm.
    """
    free = prepare(axle_rig(free_rods=True), start_rates={"left.rod_inner.wy": 5.0})
    state = sweep(free, PARALLEL, [BOTH]).states[-1]
    found = free.workspace().matrices(state)
    speeds = state[min(free.layout.speeds.values()) :][: len(found["M"])]
    left = np.linalg.svd(found["J"])[2][len(found["J"]) :]
    assert len(left) == 2 and np.abs(speeds).max() > 1.0
    assert np.abs(left @ found["M"] @ speeds).max() < 1e-6 * np.abs(found["M"] @ speeds).max()


def test_a_long_sweep_in_many_calls_is_the_same_sweep(rig, monkeypatch):
    whole = sweep(rig, PARALLEL, [BOTH])
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.POINTS_A_CALL", 10)
    assert np.array_equal(sweep(rig, PARALLEL, [BOTH]).channels, whole.channels)


def test_a_lock_up_keeps_what_was_computed_and_names_input_and_joint(rig):
    found = sweep(rig, {"left.travel": np.linspace(0.0, -0.3, 31)}, [{"left.travel": 1.0}])
    assert found.status == "limit" and found.limit is not None
    assert 0 < found.reached < 31 and found.channels.shape[1] == len(found.states) == found.reached
    assert np.isfinite(found.channels).all()
    assert all(name.startswith("left.") for name in found.limit.joints) and found.limit.joints
    assert re.search(r"left.travel = -2\d\d\.\d mm ", found.limit.text) and "right" not in found.limit.text
    beyond = {"left.travel": [found.limit.inputs["left.travel"] - 1e-6]}
    assert sweep(rig, beyond, [BOTH]).status == "limit"
    before = {"left.travel": [found.limit.inputs["left.travel"] + 1e-6]}
    assert sweep(rig, before, [BOTH]).status == "finished"


def test_both_sides_of_a_symmetric_lock_up_are_named(rig):
    down = np.linspace(0.0, -0.3, 31)
    found = sweep(rig, {"left.travel": down, "right.travel": down}, [BOTH])
    assert found.limit is not None
    assert {name.split(".")[0] for name in found.limit.joints} == {"left", "right"}


def test_a_dragged_point_compiles_nothing_and_gives_what_a_fresh_start_gives(rig):
    before = Compiler.count
    moved = rig.model.with_values({"joints.left.upper_ball.point.z": "552 mm"})
    dragged = revalue_prepared(rig, moved)
    found, fresh = sweep(dragged, PARALLEL, [BOTH]), sweep(prepare(moved), PARALLEL, [BOTH])
    assert Compiler.count == before
    np.testing.assert_allclose(wheel(found, "acceleration"), wheel(fresh, "acceleration"), atol=1e-10)
    assert np.abs(wheel(found, "position") - wheel(sweep(rig, PARALLEL, [BOTH]), "position")).max() > 1e-4
    assert dragged.mechanism.model is moved and dragged.model is moved
    point = next(c.point for c in dragged.mechanism.closures if c.name == "left.upper_ball")
    assert point[2] == pytest.approx(0.552)


def test_values_that_open_the_loops_are_closed_again_or_refused(rig):
    longer = revalue_prepared(rig, rig.model.with_values({"joints.left.tie_rod.length": 0.295}))
    assert sweep(longer, PARALLEL, [BOTH]).of("constraints.gap").max() < 1e-13
    with pytest.raises(ModelError, match="does not close"):
        revalue_prepared(rig, rig.model.with_values({"joints.left.tie_rod.length": 5.0}))


def test_forces_however_large_do_not_change_the_way(rig):
    stiff = prepare(rig.model.with_values({"forces.left.spring.law.slope": 1e15}))
    assert np.array_equal(sweep(stiff, PARALLEL, [BOTH]).states[:, :14], sweep(rig, PARALLEL, [BOTH]).states[:, :14])


def test_a_start_that_does_not_close_is_not_swept(rig):
    state = rig.state.copy()
    state[rig.layout.coordinates["left.lower_arm_pivot.angle"]] = 2.5
    assert sweep(replace(rig, state=state), PARALLEL, [BOTH]).status == "loops not closed"


@pytest.mark.parametrize(
    ("path", "directions", "text"),
    [
        ({"left.travl": [0.0]}, [BOTH], "left.travel"),
        ({"left.travel": [0.0]}, [{"rack": 1.0}], "no such input"),
        ({"left.travel": [0.0, 0.1], "right.travel": [0.0]}, [BOTH], "length"),
        ({"left.travel": []}, [BOTH], "length"),
        ({}, [BOTH], "length"),
        ({"left.travel": [0.0, float("nan")]}, [BOTH], "finite"),
        ({"left.travel": [0.0]}, [], "at least one"),
    ],
)
def test_mistakes_are_named(rig, path, directions, text):
    with pytest.raises(ModelError, match=text):
        sweep(rig, path, directions)


def test_a_mechanism_that_its_inputs_do_not_decide_is_refused():
    model = jounce.Model("loose").add(
        *(
            jounce.parts.Body(name=n, mass=1.0, centre=(0.0, 0.0, -0.5), inertia=(0.1, 0.1, 0.1))
            for n in ("arm", "bob")
        ),
        jounce.parts.Revolute(name="top", parent="ground", child="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        jounce.parts.Revolute(name="mid", parent="arm", child="bob", point=(0.0, 0.0, -0.5), axis=(0.0, 1.0, 0.0)),
        jounce.parts.Input(name="angle", unit="rad"),
        jounce.parts.Prescribed(
            name="motor", coordinate="top.angle", signal=jounce.parts.signals.External(input="angle")
        ),
    )
    with pytest.raises(ModelError, match="1 freedom is left"):
        sweep(prepare(model), {"angle": [0.0, 0.1]}, [{"angle": 1.0}])
    timed = jounce.parts.Prescribed(
        name="clock", coordinate="mid.angle", signal=jounce.parts.signals.Harmonic(amplitude=1.0, frequency=1.0)
    )
    with pytest.raises(ModelError, match="follows time"):
        sweep(prepare(model.add(timed)), {"angle": [0.0, 0.1]}, [{"angle": 1.0}])
