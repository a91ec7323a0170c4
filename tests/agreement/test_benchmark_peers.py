"""A comparison of engines is fair only if every one drives the same car."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from jounce.cli import main
from jounce_benchmarks import kc_sweep, peers
from jounce_benchmarks.bench import run_benchmark
from jounce_benchmarks.wishbone_car import quarter_car, wishbone_car

pin = pytest.importorskip("pinocchio")
mujoco = pytest.importorskip("mujoco")

from peers import pinocchio_model  # noqa: E402
from peers.tree import motion_order  # noqa: E402

# A peer may carry the car body by another of its points; what its joints do does not depend on that. A quarter heaves.
CARS = {"car": (wishbone_car, 38, 6), "quarter": (quarter_car, 9, 1)}  # speeds of all, and of the body


def speeds_and_efforts(which):
    """Car body at rest in the design position, every joint moving under some effort."""
    _, size, body = CARS[which]
    rng = np.random.default_rng(7)
    speeds, efforts = rng.normal(size=size), rng.normal(size=size) * 10.0
    speeds[:body] = efforts[:body] = 0.0
    return speeds, efforts, slice(body, None)


def our_accelerations(model, speeds, efforts):
    tree = [joint for joint in model.joints if not getattr(joint, "cut", False)]
    engine = pinocchio_model.build(model, tree, (), motion_order(tree))
    q = engine.our_q(pin.neutral(engine.model))
    return np.linalg.solve(engine.mass_matrix(q), efforts - engine.bias(q, speeds))


@pytest.mark.parametrize("which", CARS)
def test_the_car_in_pinocchio_is_our_car(which):
    from jounce_peers.pinocchio_car import Car

    speeds, efforts, inner = speeds_and_efforts(which)
    model = Car(which == "quarter").model
    a = pin.aba(model, model.createData(), pin.neutral(model), speeds, efforts)[inner]
    ours = our_accelerations(CARS[which][0](), speeds, efforts)[inner]
    np.testing.assert_allclose(a, ours, rtol=0, atol=1e-10 * np.abs(ours).max())


@pytest.mark.parametrize("which", CARS)
def test_the_car_in_mujoco_is_our_car(which):
    from jounce_peers.mujoco_car import xml

    speeds, efforts, inner = speeds_and_efforts(which)
    model = mujoco.MjModel.from_xml_string(xml(quarter=which == "quarter"))
    model.tendon_stiffness[:] = model.tendon_damping[:] = 0.0  # struts off: the bare tree
    state = mujoco.MjData(model)
    state.qvel[:], state.qfrc_applied[:] = speeds, efforts
    mujoco.mj_forward(model, state)
    ours = our_accelerations(CARS[which][0](), speeds, efforts)[inner]
    np.testing.assert_allclose(state.qacc_smooth[inner], ours, rtol=0, atol=1e-10 * np.abs(ours).max())


def test_the_small_car_in_mujoco_has_our_masses_freedoms_and_loops():
    """Its tree is held against ours by `test_car_in_mujoco`; here, that the timed one leaves nothing out."""
    from jounce.mechanism import connect_mechanism
    from jounce_peers.mujoco_small_car import xml
    from jounce_peers.plain_car import plain_car

    car = plain_car()
    mechanism = connect_mechanism(car.model)
    model = mujoco.MjModel.from_xml_string(xml(mechanism))
    assert model.body_mass.sum() == pytest.approx(car.mass, rel=1e-12)
    assert model.nv == len(mechanism.speeds)
    assert model.neq == len(mechanism.closures)
    assert (
        model.ntendon == 12 + 5 + 2
    )  # springs, dampers and stops; bars, shafts, column, rack; pinion and differential


def test_a_peer_that_is_not_installed_gives_no_figure():
    assert peers.measure_peer(peers.Peer("a_package_that_nobody_has", "mujoco_car", ("Euler",))) is None


def test_outside_a_clone_a_benchmark_gives_our_figures_alone(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "FOLDER", tmp_path)
    monkeypatch.setattr(kc_sweep, "ROUNDS", 1)
    monkeypatch.setattr(kc_sweep, "REPEATS", 1)
    answer = CliRunner().invoke(main, ["bench", "kc-sweep"])
    assert answer.exit_code == 0
    assert "not measured: numpy_baseline; their models are in the repository only" in answer.stdout
    found = run_benchmark("kc-sweep")
    assert found["missing"] == ["numpy_baseline"] and found["peers"] == found["ratios"] == {}
    assert found["ours"]["cpu_s_per_study"] > 0


@pytest.mark.campaign
def test_the_car_of_commonroad_compiled_is_the_car_of_commonroad(monkeypatch):
    """The same text of equations, in Python and by numba: the same states after 50 ms, to rounding."""
    from jounce_peers import commonroad_car as peer

    p = peer.parameters_vehicle1()
    start = np.array(peer.init_mb([0.0, 0.0, 0.0, peer.SPEED, 0.0, 0.0, 0.0], p), float)
    rows = np.zeros((2, 6, start.size))
    peer._in_python(start, 50, rows[0], p)
    peer._compiled()(start, 50, rows[1], peer._as_tuples(p))
    np.testing.assert_allclose(rows[0], rows[1], rtol=1e-9, atol=1e-12)
    assert abs(rows[0, -1, 5]) > 1e-3  # it yaws
