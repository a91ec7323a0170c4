"""Bodies that bend, against closed forms, published tables, rigid bodies and rigid elements."""

import numpy as np
import pytest

from jounce import Model, linearise, prepare, simulate
from jounce.elastic.beam_shapes import bending_wave_numbers, torsion_wave_numbers
from jounce.elastic.modal_beam import modal_beam
from jounce.parts import (
    Body,
    BodyMotion,
    Distance,
    Elastic,
    ElasticBeam,
    Fixed,
    Input,
    Prescribed,
    Revolute,
    Spherical,
)
from jounce.parts.signals import Constant, External

STEEL = {"youngs_modulus": 2.1e11, "density": 7850.0}
X, Y, Z, O = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)


def built(*parts, gravity=O):
    model = Model("beam", gravity=gravity)
    model.add(*parts)
    return model


def frequencies(model):
    """Angular frequencies of a model, rising."""
    return np.sort(np.abs(np.linalg.eigvals(linearise(model).A).imag))[::2]


def scale(part):
    """sqrt(E I / rho A L^4) of a beam with a round section."""
    beam = part.beam()
    return np.sqrt(beam.bending["z"] / (beam.mass_per_length * beam.length**4))


def test_a_clamped_beam_in_any_direction_has_the_frequencies_of_a_clamped_beam():
    """Both bending planes and torsion; the body's own axes are those of no vehicle."""
    part = ElasticBeam(
        name="rod", start=(0.1, 0.2, 0.3), end=(0.52, 0.536, 0.748), across=Z, diameter=0.02, modes_y=2.0, modes_z=2.0,
        modes_twist=1.0, frames=("tip",), places=(1.0,), **STEEL,
    )  # fmt: skip
    found = frequencies(built(part, Fixed(name="clamp", parent="ground", child="rod"))) / scale(part)
    waves = bending_wave_numbers("clamped", "free", 2)
    twist = torsion_wave_numbers("clamped", "free", 1) * np.sqrt(8e10 / 7850.0) / 0.7
    twist *= np.sqrt(2.1 / 2.6 / 0.8) / scale(part)  # G = E / 2.6
    assert found == pytest.approx(np.sort([*np.repeat(waves**2, 2), *twist]), rel=1e-9)


def test_a_free_beam_floats_and_bends_as_a_free_beam():
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, diameter=0.01, start_support="free", modes_y=2.0, modes_z=2.0, **STEEL
    )
    found = frequencies(built(part)) / scale(part)
    assert found[:6] == pytest.approx(np.zeros(6), abs=1e-6)
    assert found[6:] == pytest.approx(np.repeat(bending_wave_numbers("free", "free", 2) ** 2, 2), rel=1e-9)


@pytest.mark.parametrize("count", [1, 2, 4, 8])
def test_a_load_at_the_tip_bends_a_cantilever_but_for_the_shapes_left_out(count):
    """Of P L^3 / 3 E I, n shapes give the sum of 12 / lambda^4; one shape for the load gives all of it."""
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, diameter=0.02, modes_z=count, frames=("tip",), places=(1.0,), **STEEL
    )
    beam, modes = part.beam(), part.modes()
    body = modal_beam(beam, modes, {"tip": 1.0})
    deflection = (body.frames["tip"].shift[:, 2] ** 2 / body.stiffness).sum() * 3.0 * beam.bending["z"]
    kept = (12.0 / bending_wave_numbers("clamped", "free", count) ** 4).sum()
    assert deflection == pytest.approx(kept, rel=1e-9)
    exact = ElasticBeam(
        name="rod", start=O, end=X, across=Y, diameter=0.02, modes_z=count, frames=("tip",), places=(1.0,),
        loaded=True, **STEEL,
    )  # fmt: skip
    body = modal_beam(beam, exact.modes(), {"tip": 1.0})
    assert (body.frames["tip"].shift[:, 2] ** 2 / body.stiffness).sum() * 3.0 * beam.bending["z"] == pytest.approx(1.0)


FLAP = {  # first and second frequency by the speed of turning, all over sqrt(E I / rho A L^4)
    2: (4.137319573160338, 22.614921958990234),
    6: (7.360373019102554, 26.80908167515669),
    12: (13.170150487572206, 37.60311233196428),
}


def test_a_turning_beam_stiffens_as_its_speed_grows():
    """Flap frequencies of a clamped beam on a hub; those in the plane of turning are lower by the speed, in squares.

    Table computed by 18 polynomials, converged to 1e-8, equal in its digits to [Wright, Smith, Thresher, Wang 1982,
    table 1]. Without shortening by bending all are 3.516. A hub of 1e6 kg m^2 keeps its speed.
    """
    part = ElasticBeam(
        name="rod",
        start=O,
        end=X,
        across=Y,
        youngs_modulus=1e9,
        density=1000.0,
        diameter=1e-3,
        modes_y=6.0,
        modes_z=6.0,
    )
    hub = Body(name="hub", mass=1e4, inertia=(1e6, 1e6, 1e6))
    turns = Revolute(name="turns", parent="ground", child="hub", point=O, axis=Z)
    model = built(part, hub, turns, Fixed(name="root", parent="hub", child="rod"))
    for speed, flap in FLAP.items():
        ready = prepare(model, start_rates={"turns.angle": speed * scale(part)})
        found = np.sort(np.abs(np.linalg.eigvals(linearise(ready).A).imag))[::2][1:5] / scale(part)
        chord = np.sqrt(np.square(flap) - speed**2)
        # of Ritz's method from above; in the plane the speed is taken off, which the smaller square feels more
        assert found[1::2] == pytest.approx(flap, rel=1e-3)
        assert found[::2] == pytest.approx(chord, rel=2e-3)


def test_a_beam_that_is_spun_up_lags_as_its_centrifugal_stiffness_has_it():
    """Largest lag -0.574 m at 6.75 s, extrapolated from 4, 8 and 16 finite elements; linear beams diverge here."""
    side, speed, last = np.sqrt(12 * 5e-4), 6.0, 15.0  # E A 2.8e7 N, E I 1.4e4 N m^2, rho A 1.2 kg/m
    part = ElasticBeam(
        name="rod", start=O, end=(10.0, 0.0, 0.0), across=Z, youngs_modulus=2.8e7 / side**2, density=1.2 / side**2,
        width=side, height=side, modes_z=4.0,
    )  # fmt: skip
    model = built(
        Input(name="turn", unit="rad"),
        part,
        Revolute(name="hub", parent="ground", child="rod", point=O, axis=Z),
        Prescribed(name="drive", coordinate="hub.angle", signal=External(input="turn")),
    )
    t = np.linspace(0.0, 8.0, 3201)
    angle = speed / last * (t**2 / 2 + (last / 2 / np.pi) ** 2 * (np.cos(2 * np.pi * t / last) - 1))
    run = simulate(model, 7.5, inputs={"turn": (t, angle, "spline")}, output_step=0.05)
    tip = sum(run[f"rod_bends.z{i}"] for i in range(1, 5))  # each shape is 1 there; z points against the turning
    assert tip.max() == pytest.approx(0.574, rel=3e-3)
    assert run.time[tip.argmax()] == pytest.approx(6.75)


def test_amplitudes_held_at_zero_leave_a_rigid_body():
    """The same inertia in one body, with a lump that both carry: a tumbling pendulum, to rounding."""
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, diameter=0.02, modes_y=1.0, modes_z=2.0, modes_twist=1.0,
        frames=("tip",), places=(1.0,), **STEEL,
    )  # fmt: skip
    beam = part.beam()
    mass, spin = beam.mass_per_length, beam.spin_per_length
    lump = Body(name="lump", mass=0.3, centre=(1.02, 0.03, 0.01), inertia=(1e-3, 2e-3, 2e-3))
    ball = Spherical(name="ball", parent="ground", child="rod", point=O)
    names = next(joint.amplitudes for joint in part.parts() if isinstance(joint, Elastic))
    held = [Prescribed(name=f"hold {a}", coordinate=f"rod_bends.{a}", signal=Constant(value=0.0)) for a in names]
    gravity = (0.0, 0.0, -9.81)
    bends = built(part, ball, lump, Fixed(name="weld", parent="tip", child="lump", point=X), *held, gravity=gravity)
    bar = Body(name="rod", mass=mass, centre=(0.5, 0.0, 0.0), inertia=(spin, mass / 12, mass / 12))
    stiff = built(bar, ball, lump, Fixed(name="weld", parent="rod", child="lump", point=X), gravity=gravity)
    rates = {"ball.wx": 4.0, "ball.wy": 2.0, "ball.wz": -3.0}
    ours, rigid = (
        simulate(m, 0.5, start_rates=rates, integrator="rk4", step=1e-3, output_step=0.05) for m in (bends, stiff)
    )
    for channel in ("ball.q0", "ball.wx", "ball.wy", "ball.wz", "ball.Fx", "ball.Fz", "weld.Fx", "weld.My"):
        size = np.abs(rigid[channel]).max()
        assert ours[channel] == pytest.approx(rigid[channel], abs=1e-12 * max(size, 1.0)), channel


def test_a_pendulum_that_bends_keeps_its_energy():
    """Four shapes and a lump at the tip; RK4's own loss at this step is 4e-11 J of 1.8 J when it is halved."""
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, youngs_modulus=7e10, density=2700.0, diameter=0.012, modes_y=2.0,
        modes_z=2.0, frames=("tip",), places=(1.0,),
    )  # fmt: skip
    model = built(
        part,
        Spherical(name="ball", parent="ground", child="rod", point=O),
        Body(name="lump", mass=0.3, centre=(1.02, 0.03, 0.01), inertia=(1e-3, 2e-3, 2e-3)),
        Fixed(name="weld", parent="tip", child="lump", point=X),
        gravity=(0.0, 0.0, -9.81),
    )
    run = simulate(model, 60.0, integrator="rk4", step=1e-4, output_step=0.5)
    assert run["energy.kinetic"].max() > 1.0
    assert np.ptp(run["energy.balance"]) < 1e-8
    assert np.abs(run["rod_bends.z1"]).max() > 1e-3  # it does bend


def test_a_free_body_that_bends_keeps_its_momentum():
    """Linear momentum over the nodes, angular momentum about the ground's origin: nothing acts on it."""
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, youngs_modulus=7e10, density=2700.0, diameter=0.012, start_support="free",
        modes_y=1.0, modes_z=2.0,
    )  # fmt: skip
    model = built(part, BodyMotion(name="rod motion", body="rod", point=O))
    rates = {"rod.wx": 3.0, "rod.wy": 5.0, "rod.wz": 7.0, "rod.vx": 0.5}
    start = {"rod_bends.z1": 0.01, "rod_bends.y1": 0.02}
    run = simulate(model, 0.2, start=start, start_rates=rates, integrator="rk4", step=2e-5, output_step=0.02)
    momenta = np.array([momentum(part, run, k) for k in range(len(run.time))])
    scale = np.abs(momenta[0]).max()
    assert np.abs(momenta - momenta[0]).max() < 1e-9 * scale
    assert np.ptp(run["rod_bends.z1"]) > 5e-3


def momentum(part, run, k):
    """Angular and linear momentum about the ground's origin, from the terms of the body's inertia."""
    (joint,) = [each for each in part.parts() if isinstance(each, Elastic)]
    known, n = dict(zip(joint.terms, joint.numbers, strict=True)), len(joint.amplitudes)
    q, s = (np.array([run[f"rod_bends.{a}{end}"][k] for a in joint.amplitudes]) for end in ("", "_rate"))

    def poly(head):
        pairs = sum(known.get(f"{head}.{i}.{j}", 0.0) * q[i] * q[j] for i in range(n) for j in range(i + 1))
        return known.get(head, 0.0) + sum(known.get(f"{head}.{i}", 0.0) * q[i] for i in range(n)) + pairs

    m, hx, hy, hz, xx, yy, zz, xy, yz, zx = (poly(f"I.{c}") for c in range(10))
    F = np.array(
        [
            sum(
                s[i] * (known.get(f"F.{c}.{i}", 0.0) + sum(known.get(f"F.{c}.{i}.{j}", 0.0) * q[j] for j in range(n)))
                for i in range(n)
            )
            for c in range(6)
        ]
    )
    w = np.array([run[f"rod.w{axis}"][k] for axis in "xyz"])
    v = np.array([run[f"rod.v{axis}"][k] for axis in "xyz"])
    h, I = np.array([hx, hy, hz]), np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
    a, b, c, d = (run[f"rod.q{i}"][k] for i in range(4))
    own = np.array([I @ w + np.cross(h, v) + F[:3], m * v - np.cross(h, w) + F[3:]])
    x, y, z = b, c, d
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - a * z), 2 * (x * z + a * y)],
            [2 * (x * y + a * z), 1 - 2 * (x * x + z * z), 2 * (y * z - a * x)],
            [2 * (x * z - a * y), 2 * (y * z + a * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    turned = own @ R.T
    at = np.array([run[f"rod.{axis}"][k] for axis in "xyz"])
    return np.concatenate([turned[0] + np.cross(at, turned[1]), turned[1]])


def test_a_rod_between_two_frames_of_one_beam_bends_it():
    """A loop that no coordinate but amplitudes can close: the distance stays, so the shapes' rates are tied."""
    part = ElasticBeam(
        name="rod", start=O, end=X, across=Y, diameter=0.01, modes_z=3.0, frames=("middle", "tip"), places=(0.5, 1.0),
        **STEEL,
    )  # fmt: skip
    tie = Distance(name="tie", parent="middle", child="tip", point=(0.5, 0.0, 0.2), child_point=(1.0, 0.0, 0.3))
    lump = Body(name="lump", mass=0.5, centre=X, inertia=(1e-4, 1e-4, 1e-4))
    weld = Fixed(name="weld", parent="tip", child="lump", point=X)
    model = built(part, lump, weld, tie, Fixed(name="clamp", parent="ground", child="rod"), gravity=(0.0, 0.0, -9.81))
    run = simulate(model, 0.2, output_step=0.01)
    assert np.abs(run["rod_bends.z1"]).max() > 1e-4
    assert np.abs(run["constraints.gap"]).max() < 1e-10


def test_a_free_beam_hung_by_a_frame_swings_as_a_pinned_one():
    """No joint carries its own frame, so this floats and the hinge at the frame closes a loop; seven shapes of a free
    beam leave the first two frequencies of a pinned one too high, as Ritz's method does."""
    line = {"name": "rod", "across": Y, "diameter": 0.01, "modes_z": 7.0, "start_support": "free", **STEEL}
    part = ElasticBeam(**line, start=X, end=O, frames=("tip",), places=(1.0,))
    model = built(part, Revolute(name="pin", parent="ground", child="tip", point=O, axis=Y))
    found = frequencies(model) / scale(part)
    want = bending_wave_numbers("pinned", "free", 2) ** 2
    assert found[0] == pytest.approx(0.0, abs=1e-5)
    assert np.all(found[1:3] > want) and found[1:3] == pytest.approx(want, rel=0.03)
