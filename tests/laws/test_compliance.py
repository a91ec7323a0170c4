"""Compliance of an axle on bushings: symmetry, equilibrium under small loads, stiff limit, closed forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.errors import ModelError
from jounce.model import Model, Vehicle
from jounce.model.axle_data import BushingData, SpringData
from jounce.model.templates import TEMPLATES
from jounce.parts import Input
from jounce.parts.forces import AppliedForce, AppliedTorque
from jounce.parts.joints import DrivenPoint
from jounce.parts.laws import Linear
from jounce.parts.signals import External
from jounce.simulation.loops.assemble import move_coordinates_to_assemble
from jounce.studies import run
from jounce.studies.kinematics.compliance import compliance_equilibrium
from jounce.studies.kinematics.held_axle import held_axle_inputs

LEFT_Z, RIGHT_Z = 2, 8  # places in the matrix
STIFF = 1e6  # N/m: makes forces comparable with gaps
DIRECTIONS = dict(zip("xyz", np.eye(3), strict=True))
FULL = np.diag([3e6, 5e6, 2e6, 90.0, 60.0, 120.0])  # a bushing whose axes lie askew: every term is there
FULL[:3, :3] += [[0.0, 3e5, 1e5], [3e5, 0.0, -2e5], [1e5, -2e5, 0.0]]
FULL[3:, :3] += np.array([[9.0, 5.0, -7.0], [4.0, -8.0, 6.0], [-3.0, 2.0, 5.0]]) * 100
FULL[:3, 3:] = FULL[3:, :3].T


def on_bushings(name: str, axle: str, factor: float = 1.0) -> Vehicle:
    """A library vehicle with a bushing at every mount of one axle; no two mounts are alike, one is askew."""
    car = jounce.load(name)
    diagonal = np.array([3e6, 8e6, 2e6, 60.0, 90.0, 70.0])
    mounts = TEMPLATES[car.axles[axle].template].mounts
    terms = {mount: tuple(factor * (1.0 + 0.1 * k) * diagonal) for k, mount in enumerate(mounts)}
    if mounts:  # functional corners have none: their springs alone give way
        terms[mounts[0]] = tuple(factor * FULL.ravel())
    bushings = {mount: BushingData(stiffness=found) for mount, found in terms.items()}
    return replace(car, axles={**car.axles, axle: replace(car.axles[axle], bushings=bushings)})


def settled(car: Vehicle, axle: str, travel, compliant: bool = True):
    model = car.axle_model(axle, compliant=compliant)
    return compliance_equilibrium(model, held_axle_inputs(model, [travel] if isinstance(travel, float) else travel))


def without_bar(car: Vehicle, axle: str) -> Vehicle:
    data = car.axles[axle]
    elements = {word: element for word, element in data.elements.items() if word != "anti_roll_bar"}
    return replace(car, axles={**car.axles, axle: replace(data, elements=elements)})


# the axle of each layout in the library file of its name; the semi-trailing one has an anti-roll bar: one wheel moves
# the other
AXLES = {
    word: next(name for name, axle in jounce.load(word).axles.items() if axle.template == word) for word in TEMPLATES
}


@pytest.fixture(
    scope="module", params=with_campaign(AXLES, ("five_link", "semi_trailing_arm", "lumped_mass").__contains__)
)
def found(request):
    """An axle that has settled in its bushings, its wheels at different travel."""
    name, axle = request.param, AXLES[request.param]
    return settled(on_bushings(name, axle), axle, (0.02, -0.01))


def test_the_matrix_is_symmetric_and_positive(found):
    """Maxwell and Betti: without friction the work of two loads does not depend on their order."""
    C = found.C
    assert np.abs(C - C.T).max() < 1e-6 * np.abs(C).max()
    assert np.linalg.eigvalsh(0.5 * (C + C.T)).min() > -1e-9 * np.abs(C).max()


def test_the_matrix_is_the_slope_of_the_equilibrium(found):
    """Pads taken away, their forces and small loads applied instead, equilibrium found anew.

    Loads of about 1 N move the wheels by some 10 um. What curvature adds falls with the square of the loads and is
    below 1e-7 here; rounding leaves an equilibrium uncertain by about 1e-14 m, 1e-9 of the movement.
    """
    prefixes = [pad.removesuffix(".pad") for pad in _pads(found.ready.model)]
    ready = jounce.prepare(_loaded(found.ready.model))
    state = _same_state(found, ready)
    pads = np.zeros(12)
    pads[[LEFT_Z, RIGHT_Z]] = found.pad_forces
    np.testing.assert_allclose(_rest(ready, state, prefixes, pads), state, atol=1e-10)
    rng = np.random.default_rng(1)
    for _ in range(3):
        F = rng.standard_normal(12) * np.tile([1, 1, 1, 0.1, 0.1, 0.1], 2)
        above, below = (_carriers(ready, _rest(ready, state, prefixes, pads + f), prefixes) for f in (F, -F))
        measured = np.concatenate([_motion(a, b) for a, b in zip(above, below, strict=True)]) / 2
        predicted = found.C @ F
        assert np.abs(measured - predicted).max() < 1e-6 * np.abs(predicted).max()


@pytest.mark.parametrize(("name", "axle"), [("double_wishbone", "front"), ("semi_trailing_arm", "semi_trailing")])
def test_ideal_joints_leave_the_springs_only(name, axle):
    """d = z' z'^T F / k_w of each wheel alone, k_w with its geometric term, all from the wheel-travel study."""
    car, travel = without_bar(jounce.load(name), axle), 0.02
    found = settled(car, axle, travel, compliant=False)
    kc = run(car, "wheel-travel", axle=axle, travel=(0.0, travel), points=2)
    for k, side in enumerate(("left", "right")):
        rate = kc[f"{axle}_{side}.wheel_rate"][-1]
        own = found.C[6 * k : 6 * k + 6, 6 * k : 6 * k + 6]
        assert own[2, 2] == pytest.approx(1.0 / rate, rel=1e-9)
        assert own[0, 2] * rate == pytest.approx(kc[f"{axle}_{side}.support_slope_inboard"][-1], abs=1e-9)
        assert -own[4, 2] * rate == pytest.approx(kc[f"{axle}_{side}.caster_change"][-1], abs=1e-8)
        assert np.linalg.matrix_rank(own, tol=1e-9 * np.abs(own).max()) == 1
    assert np.abs(found.C[:6, 6:]).max() < 1e-12 * np.abs(found.C).max()


BUSHED = [(name, axle) for name, axle in AXLES.items() if TEMPLATES[jounce.load(name).axles[axle].template].mounts]


@pytest.mark.parametrize(("name", "axle"), with_campaign(BUSHED, lambda case: case[0] == "macpherson"))
def test_stiff_bushings_tend_to_ideal_joints_with_slope_one(name, axle):
    """Off by c/factor + d/factor^2, where the second term is below 2 % from the first factor on."""
    ideal = settled(without_bar(jounce.load(name), axle), axle, 0.02, compliant=False).C
    off = []
    for factor in (1e2, 1e3, 1e4):
        # torsion would stiffen a hinge itself: an ideal joint has none
        soft = _without_torsion(without_bar(on_bushings(name, axle, factor), axle), axle)
        off.append(np.abs(settled(soft, axle, 0.02).C - ideal).max())
    slopes = np.diff(np.log10(off))
    np.testing.assert_allclose(slopes, -1.0, atol=0.02)
    assert off[-1] < 1e-3 * np.abs(ideal).max()


def test_roll_rate_of_equal_independent_wheels_is_half_wheel_rate_times_track_squared():
    car = without_bar(jounce.load("double_wishbone"), "front")
    result = run(replace(car, axles={"front": replace(car.axles["front"], bushings={})}), "compliance", axle="front")
    kc = run(car, "wheel-travel", axle="front", travel=("-1 mm", "1 mm"), points=3)
    rate, track = kc["front_left.wheel_rate"][1], kc["front.track"][1]
    assert result.metrics["front.roll_rate"].value == pytest.approx(0.5 * rate * track**2, rel=1e-9)
    assert result.metrics["front.parallel_rate"].value == pytest.approx(rate, rel=1e-9)
    assert result.metrics["front_left.wheel_rate"].value == pytest.approx(rate, rel=1e-9)


def test_a_trailing_arm_on_two_bushings_has_a_closed_form():
    """C = (sum of T^T K T + k u u^T)^-1 at the wheel centre, T: the motion of a mount; nothing is under load."""
    car = on_bushings("semi_trailing_arm", "trailing")
    data = car.axles["trailing"]
    top, bottom = np.array([-2.6, 0.66, 0.6]), np.array([-2.55, 0.7, 0.25])
    rate = 40e3
    data = replace(
        data,
        hardpoints={**data.hardpoints, "spring_top": tuple(top), "spring_bottom": tuple(bottom)},
        elements={"spring": SpringData(law=Linear(slope=rate), free_length=float(np.linalg.norm(top - bottom)))},
    )
    car = replace(car, axles={"trailing": data})
    W = np.array(data.hardpoints["wheel_centre"])
    K = np.zeros((6, 6))
    for mount, bushing in data.bushings.items():
        T = _motion_at(np.array(data.hardpoints[mount]) - W)
        terms = np.array(bushing.stiffness, float)
        K += T.T @ (np.diag(terms) if terms.size == 6 else terms.reshape(6, 6)) @ T
    u = (bottom - top) / np.linalg.norm(bottom - top) @ _motion_at(bottom - W)[:3]
    left = np.linalg.inv(K + rate * np.outer(u, u))
    C = settled(car, "trailing", 0.0).C
    np.testing.assert_allclose(C[:6, :6], left, atol=1e-9 * np.abs(left).max())
    mirror = np.diag([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    np.testing.assert_allclose(C[6:, 6:], mirror @ left @ mirror, atol=1e-9 * np.abs(left).max())
    # a side force at the ground, by hand from the same matrix
    result = run(car, "compliance", axle="trailing")
    radius = data.tyre.radius
    d = left @ np.array([0.0, 1.0, 0.0, radius, 0.0, 0.0])
    at_ground = result.metrics["trailing_left.lateral_force_parallel.deflection"].value
    assert at_ground == pytest.approx(d[1] + radius * d[3], rel=1e-9)
    assert result.metrics["trailing_left.lateral_force_parallel.steer"].value == pytest.approx(d[5], rel=1e-9)
    assert result.metrics["trailing_left.lateral_force_parallel.camber"].value == pytest.approx(-d[3], rel=1e-9)


def test_an_arm_may_have_a_bushing_at_one_pivot_and_a_ball_at_the_other():
    """The ball's point does not move, whatever the load."""
    car = on_bushings("semi_trailing_arm", "semi_trailing")
    data = car.axles["semi_trailing"]
    kept = {"pivot_inner": data.bushings["pivot_inner"]}
    car = replace(car, axles={"semi_trailing": replace(data, bushings=kept)})
    found = settled(without_bar(car, "semi_trailing"), "semi_trailing", 0.0)
    lever = np.array(data.hardpoints["pivot_outer"]) - found.wheels[0].W
    moved = _motion_at(lever)[:3] @ found.C[:6, :6]
    assert np.abs(moved).max() < 1e-9 * np.abs(found.C).max()


def test_an_axle_that_nothing_holds_is_refused():
    car = jounce.load("double_wishbone")
    data = replace(car.axles["front"], elements={}, bushings={})
    with pytest.raises(ModelError, match="nothing holds the wheels"):
        run(replace(car, axles={"front": data}), "compliance", axle="front")


def test_a_bushing_where_there_is_no_mount_is_refused(tmp_path):
    path = tmp_path / "car.toml"
    text = jounce.model.library.library_path("double_wishbone").read_text()
    path.write_text(text.replace("lower_arm_rear = {", "lower_arm_reer = {"))
    with pytest.raises(ModelError, match=r"no mount 'lower_arm_reer' for a bushing\. Did you mean 'lower_arm_rear'"):
        jounce.load(path)


# --- loads in place of pads ------------------------------------------------------------------------------


def _pads(model: Model) -> list[str]:
    return [part.name for part in model.joints if isinstance(part, DrivenPoint)]


def _loaded(model: Model) -> Model:
    """The axle without its pads, six loads on each wheel centre instead."""
    parts = [part for part in model.parts if not isinstance(part, DrivenPoint) and not _drives_a_pad(part)]
    for pad in (part for part in model.joints if isinstance(part, DrivenPoint)):
        for axis, direction in DIRECTIONS.items():
            force, torque = (f"{pad.name.removesuffix('.pad')}.load_{letter}{axis}" for letter in "FM")
            along = {"body": pad.child, "direction": tuple(direction)}
            parts += [Input(name=force, unit="N"), Input(name=torque, unit="N m")]
            parts.append(AppliedForce(name=f"{force} here", point=pad.point, signal=External(input=force), **along))
            parts.append(AppliedTorque(name=f"{torque} here", signal=External(input=torque), **along))
    return Model(model.name, model.gravity).add(*parts)


def _drives_a_pad(part) -> bool:
    return isinstance(part, Input) and part.name.endswith(".travel")


def _rest(ready, start: np.ndarray, prefixes: list[str], loads: np.ndarray) -> np.ndarray:
    """Where forces and multipliers balance: Newton on the compiled forces, its Jacobian by differences."""
    work, state, h = ready.workspace(), start.copy(), 1e-7
    names = [f"{prefix}.load_{letter}{axis}" for prefix in prefixes for letter in "FM" for axis in "xyz"]
    for name, load in zip(names, loads, strict=True):
        work.inputs[work.layout.inputs[name]] = load
    on = [work.layout.rows[name] for name in ready.rank.active]

    def unbalance(pose: np.ndarray, mu: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        m = work.matrices(pose)
        return np.concatenate([(m["rhs"] - m["J"][on].T @ mu) / STIFF, m["g"][on]]), m["J"][on]

    m = work.matrices(state)
    mu = np.linalg.lstsq(m["J"][on].T, m["rhs"], rcond=None)[0]
    for _ in range(6):
        error, J = unbalance(state, mu)
        slopes = np.zeros((len(error), J.shape[1]))
        for k in range(J.shape[1]):
            for sign in (1.0, -1.0):
                pose = state.copy()
                move_coordinates_to_assemble(work, pose, sign * h * np.eye(J.shape[1])[k])
                slopes[:, k] += sign * unbalance(pose, mu)[0] / (2 * h)
        by_mu = np.vstack([-J.T, np.zeros((len(J), len(J)))])
        step = np.linalg.lstsq(np.hstack([slopes, by_mu]), -error, rcond=1e-13)[0]
        move_coordinates_to_assemble(work, state, step[: J.shape[1]])
        mu += STIFF * step[J.shape[1] :]
    return state


def _same_state(found, ready) -> np.ndarray:
    """The settled state in the memory of the other model."""
    state, here, there = ready.state.copy(), found.ready.layout, ready.layout
    for name, offset in there.coordinates.items():
        state[offset] = found.state[here.coordinates[name]]
    return state


def _carriers(ready, state: np.ndarray, prefixes: list[str]) -> list[np.ndarray]:
    """Wheel centre, spindle and mark of each wheel carrier."""
    seen = ready.workspace().observe(state)
    points = ("centre", "spindle", "mark")
    return [np.array([[seen[f"{p}.{at}.position_{a}"] for a in "xyz"] for at in points]) for p in prefixes]


def _motion(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Small displacement and turn that lead from one pose of a carrier to the other."""
    (W, e, f), (V, d, g) = ((c, s - c, m - c) for c, s, m in (above, below))
    axes, before = np.array([e, f, np.cross(e, f)]), np.array([d, g, np.cross(d, g)])
    return np.concatenate([W - V, 0.5 * np.cross(0.5 * (axes + before), axes - before).sum(axis=0)])


def _motion_at(lever: np.ndarray) -> np.ndarray:
    """Displacement and turn at a lever from where they are known."""
    x, y, z = lever
    T = np.eye(6)
    T[:3, 3:] = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]
    return T


def _without_torsion(car: Vehicle, axle: str) -> Vehicle:
    data = car.axles[axle]
    bushings = {}
    for mount, bushing in data.bushings.items():
        terms = np.array(bushing.stiffness, float)
        terms = terms if terms.size == 6 else np.diag(terms.reshape(6, 6))
        bushings[mount] = replace(bushing, stiffness=(*terms[:3], 0.0, 0.0, 0.0))
    return replace(car, axles={**car.axles, axle: replace(data, bushings=bushings)})
