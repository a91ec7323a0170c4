"""A bushing of 36 numbers is passive: symmetric, and in no direction does it push."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model import check
from jounce.model.rules.vehicle import check_vehicle

DIAGONAL = (2e5, 3e5, 4e5, 50.0, 60.0, 70.0)


def held(stiffness=DIAGONAL, damping=(0.0,) * 6) -> jounce.Model:
    return jounce.Model("held").add(
        jounce.parts.Body(name="block", mass=1.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Free(name="free", parent="ground", child="block", point=(0.0, 0.0, 0.0)),
        jounce.parts.Bushing(
            name="mount", parent="ground", child="block", point=(0.0, 0.0, 0.0), stiffness=stiffness, damping=damping
        ),
    )


def full(**entries: float) -> tuple[float, ...]:
    """The diagonal, with entries by row and column: c05 = 3.0."""
    matrix = np.diag(DIAGONAL)
    for place, value in entries.items():
        matrix[int(place[1]), int(place[2])] = value
    return tuple(matrix.ravel())


def passive_matrix(seed: int) -> np.ndarray:
    """B B^T with units of all sizes."""
    random = np.random.default_rng(seed)
    half = random.standard_normal((6, 6)) * np.sqrt(DIAGONAL)[:, None]
    return half @ half.T


SPEEDS = {"free.vx": 0.3, "free.vy": -0.2, "free.vz": 0.1, "free.wx": 2.0, "free.wy": -1.0, "free.wz": 3.0}


def power_at_the_start(damping: tuple[float, ...], stiffness=DIAGONAL) -> float:
    """Of the bushing on the block, where nothing is strained yet."""
    ready = jounce.prepare(held(stiffness, damping), start_rates=SPEEDS)
    return ready.workspace().rhs(ready.state)[ready.layout.works["mount"]]


@pytest.mark.parametrize("seed", range(5))
def test_a_passive_matrix_is_taken_also_as_printed_with_seven_digits(seed):
    """And takes v^T C v from the motion."""
    printed = np.array([float(f"{v:.7g}") for v in passive_matrix(seed).ravel()])
    C, v = 0.01 * printed, np.array(list(SPEEDS.values()))
    taken = power_at_the_start(tuple(C), tuple(printed))
    assert taken == pytest.approx(-v @ C.reshape(6, 6) @ v, rel=1e-13)


def test_an_unsymmetric_stiffness_is_refused_with_both_entries():
    with pytest.raises(ModelError, match=r"forces.mount.stiffness\n.*500 at \(x, rz\), but -500 at \(rz, x\)"):
        jounce.prepare(held(full(c05=500.0, c50=-500.0)))


def test_what_is_not_symmetric_in_a_damping_does_no_work_and_is_allowed():
    plain, turning = full(), full(c01=1e4, c10=-1e4)
    assert power_at_the_start(turning) == pytest.approx(power_at_the_start(plain), rel=1e-13) != 0.0


@pytest.mark.parametrize("field", ["stiffness", "damping"])
@pytest.mark.parametrize("beyond, fine", [(0.999, True), (1.001, False)])
def test_a_coupling_stronger_than_the_diagonal_terms_bear_pushes(field, beyond, fine):
    """Of two directions: k12^2 <= k11 k22."""
    most = float(np.sqrt(DIAGONAL[0] * DIAGONAL[5])) * beyond
    model = held(**{field: full(c05=most, c50=most)})
    if fine:
        assert check(model) == []
        return
    with pytest.raises(ModelError, match=rf"forces.mount.{field}\n.*when x with rz move together"):
        jounce.prepare(model)


def test_a_coupling_to_a_direction_without_stiffness_pushes():
    with pytest.raises(ModelError, match="pushes instead of resisting"):
        jounce.prepare(held(full(c55=0.0, c05=1.0, c50=1.0)))


def test_bushings_of_an_axle_obey_the_same_rule():
    car = jounce.load("double_wishbone")
    axle = car.axles["front"]
    mount, data = next(iter(axle.bushings.items()))
    other = replace(axle, bushings={**axle.bushings, mount: replace(data, stiffness=full(c05=500.0))})
    (problem,) = check_vehicle(replace(car, axles={**car.axles, "front": other}))
    assert problem.where == f"axles.front.bushings.{mount}.stiffness"
    assert problem.help.startswith("a stiffness is symmetric")
