"""Dry friction with phases: blocks on slopes and tables, against motions and instants in closed form."""

from __future__ import annotations

import math
from ctypes import CFUNCTYPE, c_byte, c_double, c_int64, c_void_p, cast

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, lsq_linear

import jounce
from jounce import Model
from jounce.errors import ModelError, NumericalError
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import AppliedForce, Bushing, DryFriction, LineFriction, Motor
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.signals import External, Harmonic
from jounce.simulation.events.stick_or_slide import choose_sides
from jounce.simulation.integrators.job import JOB, RUNNING

G, MASS = 9.81, 2.0
X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
BLOCK = Body(name="block", mass=MASS, inertia=(1.0, 1.0, 1.0))
LOCATED = 1e-10  # s: what events are located to


def events_of(run, part, what):
    return np.array([e["time"] for e in run.metadata["events"] if e["part"] == part and e["what"] == what])


def on_slope(angle, friction, static_ratio=1.0) -> Model:
    """Friction is given as a coefficient; the load across the slope is constant."""
    limit = friction * MASS * G * math.cos(angle)
    return Model("slope", gravity=(0.0, 0.0, -G)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(math.cos(angle), 0.0, -math.sin(angle))),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=limit, static_ratio=static_ratio),
    )


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince"])
def test_a_block_that_slides_up_a_slope_stops_and_stays(integrator):
    """v0^2 / 2a and v0 / a with a = g (sin + mu cos): then it holds, for tan 15 deg < 0.4, with m g sin."""
    angle, v0 = math.radians(15.0), -2.0
    a = G * (math.sin(angle) + 0.4 * math.cos(angle))
    run = jounce.simulate(
        on_slope(angle, 0.4), 3.0, start_rates={"way.displacement": v0}, integrator=integrator, step=0.01
    )
    (stop,) = events_of(run, "friction", "sticks")
    assert stop == pytest.approx(-v0 / a, abs=LOCATED)
    assert run["way.displacement"][-1] == pytest.approx(-(v0**2) / (2 * a), abs=1e-13)
    assert run["friction.torque"][-1] == pytest.approx(MASS * G * math.sin(angle), rel=1e-13)
    assert not run["way.displacement_rate"][run.time > stop].any()
    assert np.diff(run["friction.work"]).max() <= 0.0


def test_a_block_on_a_steep_slope_turns_round_without_resting():
    angle, v0 = math.radians(30.0), -2.0
    up, down = (G * (math.sin(angle) + s * 0.4 * math.cos(angle)) for s in (1, -1))
    run = jounce.simulate(on_slope(angle, 0.4), 2.0, start_rates={"way.displacement": v0}, step=0.01)
    (turn,) = events_of(run, "friction", "slides")
    assert turn == pytest.approx(-v0 / up, abs=LOCATED)
    expected = -(v0**2) / (2 * up) + 0.5 * down * (2.0 + v0 / up) ** 2
    assert run["way.displacement"][-1] == pytest.approx(expected, rel=1e-12)


def test_a_block_whose_friction_follows_its_load_slides_and_stops_as_on_any_slope():
    """The reaction across the way is m g cos: the same closed form, with a coefficient in place of a limit."""
    angle, v0 = math.radians(15.0), -2.0
    a = G * (math.sin(angle) + 0.4 * math.cos(angle))
    model = Model("slope", gravity=(0.0, 0.0, -G)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(math.cos(angle), 0.0, -math.sin(angle))),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=0.0, load_factor=0.4),
    )
    run = jounce.simulate(model, 3.0, start_rates={"way.displacement": v0}, step=0.01)
    (stop,) = events_of(run, "friction", "sticks")
    assert stop == pytest.approx(-v0 / a, abs=LOCATED)
    assert run["way.displacement"][-1] == pytest.approx(-(v0**2) / (2 * a), abs=1e-12)
    assert run["friction.torque"][0] == pytest.approx(-0.4 * MASS * G * math.cos(angle), rel=1e-12)


def pendulum_in_bearing(length: float, factor: float) -> Model:
    return Model("pendulum", gravity=(0.0, 0.0, -G)).add(
        Body(name="bob", mass=MASS, centre=(0.0, 0.0, -length)),
        Revolute(name="hinge", parent=GROUND, child="bob", point=O, axis=(0.0, 1.0, 0.0)),
        DryFriction(name="bearing", coordinates=("hinge.angle",), limit=0.0, load_factor=factor),
    )


def test_a_pendulum_in_a_dry_bearing_is_braked_by_the_force_that_the_bearing_bears():
    """m l^2 q'' = -m g l sin q - side mu r |F| with F across and along the rod, integrated by another program.

    F_t = m (l q'' + g sin q) and F_r = m (l q'^2 + g cos q): q'' is on both sides, and found by bisection.
    """
    length, factor = 1.3, 0.02  # m, coefficient times radius in m
    model = pendulum_in_bearing(length, factor)
    run = jounce.simulate(model, 2.0, start={"hinge.angle": 1.0}, step=2e-3)

    def acceleration(q, w, side):
        radial = MASS * (length * w * w + G * math.cos(q))

        def missing(a):
            load = math.hypot(MASS * (length * a + G * math.sin(q)), radial)
            return MASS * length**2 * a + MASS * G * length * math.sin(q) + side * factor * load

        free = -G / length * math.sin(q)
        return brentq(missing, free - 5.0, free + 5.0, xtol=1e-14)

    def half_swing(t, y, side):
        return [y[1], acceleration(y[0], y[1], side)]

    def at_rest(t, y, side):
        return y[1]

    at_rest.terminal = True
    t, y, side = 0.0, [1.0, 0.0], -1.0
    while t < 2.0:
        at_rest.direction = -side
        leg = solve_ivp(half_swing, (t, 2.0), y, args=(side,), events=at_rest, rtol=1e-10, atol=1e-12)
        t, y, side = leg.t[-1], [leg.y[0, -1], 0.0 if leg.t[-1] < 2.0 else leg.y[1, -1]], -side
    assert run["hinge.angle"][-1] == pytest.approx(y[0], abs=1e-7)
    assert run["hinge.angle_rate"][-1] == pytest.approx(y[1], abs=1e-7)


def test_small_motions_of_a_pendulum_in_a_dry_bearing_know_how_its_load_changes():
    """A and C by implicit derivatives of the two formulas above: with E = m l^2 q'' + m g l sin q + side mu r |F| = 0
    and |F|^2 = F_t^2 + F_r^2, q''_x = -E_x / E_q''. With the load held, A would be off by half.
    """
    length, factor, q, w = 1.3, 0.3, 1.0, 0.7
    model = pendulum_in_bearing(length, factor)
    ready = jounce.prepare(model, start={"hinge.angle": q}, start_rates={"hinge.angle": w})
    small = jounce.linearise(ready, outputs=("bearing.torque",))
    work = ready.workspace()
    a = float(work.rhs(ready.state)[ready.layout.speeds["hinge.angle_rate"]])
    load = abs(work.observe(ready.state)["bearing.torque"]) / factor
    across, along = MASS * (length * a + G * math.sin(q)), MASS * (length * w * w + G * math.cos(q))
    assert load == pytest.approx(math.hypot(across, along), rel=1e-12)
    load_q = (across * math.cos(q) - along * math.sin(q)) * MASS * G / load
    load_w = along * 2 * MASS * length * w / load
    load_a = across * MASS * length / load
    inertia = MASS * length**2 + factor * load_a
    a_q, a_w = -(MASS * G * length * math.cos(q) + factor * load_q) / inertia, -factor * load_w / inertia
    np.testing.assert_allclose(small.A, [[0.0, 1.0], [a_q, a_w]], rtol=1e-11)
    by_state = [[factor * (load_q + load_a * a_q), factor * (load_w + load_a * a_w)]]
    np.testing.assert_allclose(small.C, by_state, rtol=1e-11)


def test_methods_with_exact_derivatives_refuse_friction_that_follows_a_load():
    with pytest.raises(ModelError, match=r"forces\.bearing\.load_factor\n +follows the reaction(.|\n)*\"rk4\""):
        jounce.simulate(pendulum_in_bearing(1.3, 0.3), 0.1, integrator="rodas5p")


def test_a_joint_without_load_has_no_small_motions_of_its_friction():
    model = Model("weightless", gravity=(0.0, 0.0, 0.0)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(1.0, 0.0, 0.0)),
        DryFriction(name="guide", coordinates=("way.displacement",), limit=1.0, load_factor=0.4),
    )
    with pytest.raises(NumericalError, match="the joint of 'guide' bears no force"):
        jounce.linearise(jounce.prepare(model, start_rates={"way.displacement": 1.0}))


def test_a_sledge_is_drawn_at_constant_speed_by_the_force_that_lifts_it_too():
    """Drawn at an angle b against the ground: F cos b = mu (m g - F sin b), so F = mu m g / (cos b + mu sin b)."""
    mu, b = 0.4, 0.5
    model = Model("sledge", gravity=(0.0, 0.0, -G)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(1.0, 0.0, 0.0)),
        DryFriction(name="snow", coordinates=("way.displacement",), limit=0.0, load_factor=mu),
        Input(name="rope", unit="N", default=1.0),
        AppliedForce(
            name="pull",
            body="block",
            point=O,
            direction=(math.cos(b), 0.0, math.sin(b)),
            signal=External(input="rope"),
        ),
    )
    ready = jounce.prepare(model, start_rates={"way.displacement": 1.0})
    found = jounce.trim(ready, unknowns=["rope"], rest=["way.displacement_rate"])
    assert found.inputs["rope"] == pytest.approx(mu * MASS * G / (math.cos(b) + mu * math.sin(b)), rel=1e-9)


def four_bar(rubbing: str, cut: str) -> Model:
    """A parallelogram of links of 1 m that swings under gravity, dry friction in one of its hinges."""
    hinges = {"a": (GROUND, "left", 0.0, 0.0), "b": ("left", "top", 0.0, 1.0)}
    hinges |= {"c": ("top", "right", 1.0, 1.0), "d": ("right", GROUND, 1.0, 0.0)}
    turn = [
        Revolute(name=n, parent=p, child=c, point=(x, 0.0, z), axis=(0.0, 1.0, 0.0), cut=n == cut)
        for n, (p, c, x, z) in hinges.items()
    ]
    middles = {"left": (0.0, 0.0, 0.5), "top": (0.5, 0.0, 1.0), "right": (1.0, 0.0, 0.5)}
    bodies = [Body(name=name, mass=MASS, centre=at, inertia=(0.2, 0.2, 0.2)) for name, at in middles.items()]
    friction = DryFriction(name="friction", coordinates=(f"{rubbing}.angle",), limit=2.0)
    return Model("four-bar", gravity=(0.0, 0.0, -G)).add(*bodies, *turn, friction)


def test_friction_in_the_joint_that_closes_a_loop_is_that_of_any_other_hinge():
    """In a parallelogram all hinges turn alike: the motion is the same whichever rubs; only a cut one is refused."""
    kept = {"start": {"a.angle": 0.3}, "step": 1e-3}
    runs = [
        jounce.simulate(four_bar(rubbing, cut), 0.5, **{"integrator": "rk4", **kept})
        for rubbing, cut in (("d", ""), ("a", "d"), ("d", "b"))
    ]
    for run in runs[1:]:
        np.testing.assert_allclose(run["a.angle"], runs[0]["a.angle"], atol=1e-9)
    with pytest.raises(ModelError, match=r"joint 'd' closes a loop \(cut\)(.|\n)*cut = true in another joint"):
        jounce.simulate(four_bar("d", "d"), 0.5, **{"integrator": "rk4", **kept})


def test_friction_along_a_line_acts_as_friction_on_the_sliders_way():
    """A guide and a telescope along the same line are the same friction: bit for bit the same stop but for rounding."""
    model = Model("telescope", gravity=(0.0, 0.0, -G)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(0.0, 0.6, -0.8)),
        LineFriction(name="seals", parent=GROUND, child="block", point=(0.0, -3.0, 4.0), child_point=O, limit=30.0),
    )
    run = jounce.simulate(model, 1.0, start_rates={"way.displacement": 2.0}, step=0.01)
    a = 30.0 / MASS - 0.8 * G
    assert events_of(run, "seals", "sticks") == pytest.approx([2.0 / a], abs=LOCATED)
    assert run["way.displacement"][-1] == pytest.approx(2.0 / a, rel=1e-9)
    assert run["seals.force"][-1] == pytest.approx(0.8 * MASS * G, rel=1e-12)


def test_a_pendulum_on_a_sticking_strut_loads_its_hinge_as_statics_says():
    """A rod hinged at one end and held by the friction of a strut at the other: two forces and a weight in balance."""
    model = Model("boom", gravity=(0.0, 0.0, -G)).add(
        Body(name="boom", mass=MASS, centre=(0.5, 0.0, 0.0), inertia=(0.1, 0.1, 0.1)),
        Revolute(name="hinge", parent=GROUND, child="boom", point=O, axis=(0.0, 1.0, 0.0)),
        LineFriction(
            name="strut", parent=GROUND, child="boom", point=(0.0, 0.0, -1.0), child_point=(1.0, 0.0, 0.0), limit=50.0
        ),
    )
    run = jounce.simulate(model, 0.5, step=0.01)
    push = 0.5 * MASS * G * math.sqrt(2.0)  # along the strut at 45 deg: its arm about the hinge is 1/sqrt(2)
    assert run["strut.force"][-1] == pytest.approx(-push, rel=1e-12)
    assert run["hinge.Fx"][-1] == pytest.approx(-push / math.sqrt(2.0), rel=1e-12)
    assert run["hinge.Fz"][-1] == pytest.approx(MASS * G - push / math.sqrt(2.0), rel=1e-12)


# --- on a table that oscillates -------------------------------------------------------------------------------

AMPLITUDE, FREQUENCY, FRICTION = 0.05, 2.0, 0.5
W = 2 * math.pi * FREQUENCY


def on_table(**other) -> Model:
    limit = FRICTION * MASS * G
    return Model("table", gravity=(0.0, 0.0, -G)).add(
        Body(name="table", mass=1.0, inertia=(1.0, 1.0, 1.0)),
        BLOCK,
        Prismatic(name="guide", parent=GROUND, child="table", point=O, axis=X),
        Prismatic(name="way", parent="table", child="block", point=O, axis=X),
        Prescribed(
            name="drive",
            coordinate="guide.displacement",
            signal=Harmonic(amplitude=AMPLITUDE, frequency=FREQUENCY),
        ),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=limit, **other),
    )


def table_events(end: float, static: float) -> tuple[list[float], list[float], float]:
    """Instants of slipping and of sticking, and the way at the end: x_table = A sin w t, limit mu g per mass.

    It slips where |A w^2 sin w t| exceeds the static limit, then slides with the constant acceleration -side mu g
    until its speed is the table's; each of these is one equation, solved by bisection to rounding.
    """
    mu, most, slips, sticks = FRICTION * G, static * FRICTION * G, [], []
    t, way, stuck, side, v0 = 0.0, 0.0, True, 0.0, 0.0
    while True:
        if stuck:

            def excess(x):
                return AMPLITUDE * W * W * abs(math.sin(W * x)) - most

            fine = np.linspace(t, t + 0.5 / FREQUENCY, 4001)
            k = int(np.argmax([excess(x) > 0 for x in fine]))
            begin = brentq(excess, fine[k - 1], fine[k], xtol=1e-15) if k else t
            if begin > end:
                return slips, sticks, way
            slips.append(begin)
            t, stuck, side = begin, False, math.copysign(1.0, math.sin(W * begin))  # inertia throws it on
            v0 = AMPLITUDE * W * math.cos(W * t)

        def speed(x, t=t, side=side, v0=v0):
            return side * (v0 - side * mu * (x - t) - AMPLITUDE * W * math.cos(W * x))

        def moved(x, t=t, side=side, v0=v0):
            return v0 * (x - t) - 0.5 * side * mu * (x - t) ** 2 - AMPLITUDE * (math.sin(W * x) - math.sin(W * t))

        fine = t + np.linspace(1e-6, 2.0 / FREQUENCY, 8001)
        k = int(np.argmax([speed(x) < 0 for x in fine]))
        rest = brentq(speed, fine[k - 1], fine[k], xtol=1e-15)
        if rest > end:
            return slips, sticks, way + moved(end)
        way += moved(rest)
        v0, t = AMPLITUDE * W * math.cos(W * rest), rest
        if abs(AMPLITUDE * W * W * math.sin(W * rest)) <= most:
            stuck = True
            sticks.append(rest)
        else:
            side = math.copysign(1.0, math.sin(W * rest))
            slips.append(rest)


@pytest.mark.parametrize("static", [1.0, 1.3])
@pytest.mark.parametrize("integrator, step", [("rk4", 1e-3), ("rk4", 5e-3), ("dormand-prince", None)])
def test_a_block_on_an_oscillating_table_sticks_and_slips_when_it_must(static, integrator, step):
    """RK4 with 5 ms carries the speed of the table to (w h)^4 / 120 of itself, 1e-7 m/s, and so instants to 1e-8 s."""
    settings = {"step": step} if step else {"rtol": 1e-10}
    run = jounce.simulate(on_table(static_ratio=static), 4.0, integrator=integrator, **settings)
    slips, sticks, way = table_events(4.0, static)
    np.testing.assert_allclose(events_of(run, "friction", "slides"), slips, rtol=0, atol=1e-8)
    np.testing.assert_allclose(events_of(run, "friction", "sticks"), sticks, rtol=0, atol=1e-8)
    assert len(slips) > 10 and len(sticks) > 10
    assert run["way.displacement"][-1] == pytest.approx(way, abs=1e-7)
    stuck = run["friction.sticks"] > 0.5
    assert np.abs(run["way.displacement_rate"][stuck]).max() < 1e-11
    assert np.abs(run["friction.torque"]).max() <= (1 + 1e-9) * static * FRICTION * MASS * G
    assert np.diff(run["friction.work"]).max() <= 0.0


def test_an_event_costs_few_evaluations():
    """Beside four a step: 15 an event. Without a look between the ends of the step there would be 21."""
    run = jounce.simulate(on_table(), 4.0, step=5e-3)
    beside = run.metadata["evaluations"] - 4 * run.metadata["steps"]
    assert beside < 18 * len(run.metadata["events"])


STIFF, DAMPED, SHAKE, HELD = 2e5, 2e3, 2e4, 35.0  # N/m, N s/m, N, N: the fastest motion dies with 2000 1/s
W_SHAKE = 2 * math.pi * 3.0


def shaker() -> Model:
    """A block that rubs on the ground, and one on a stiff spring on it, shaken against each other at 3 Hz."""
    along = (STIFF, 0.0, 0.0, 0.0, 0.0, 0.0), (DAMPED, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Model("shaker", gravity=O).add(
        BLOCK,
        Body(name="rider", mass=MASS, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X),
        Prismatic(name="hop", parent="block", child="rider", point=O, axis=X),
        Bushing(name="spring", parent="block", child="rider", point=O, stiffness=along[0], damping=along[1]),
        Motor(name="motor", coordinate="hop.displacement", signal=Harmonic(amplitude=SHAKE, frequency=3.0)),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=HELD),
    )


def shaker_events(end: float) -> tuple[list[float], list[float], float]:
    """Instants of sliding and of sticking, and the way at the end, with y = (x, x', u, u')."""

    def pull(t, y):
        return STIFF * y[2] + DAMPED * y[3] - SHAKE * math.sin(W_SHAKE * t)

    def motion(t, y, side):
        a = (pull(t, y) - side * HELD) / MASS if side else 0.0
        return [y[1], a, y[3], -pull(t, y) / MASS - a]

    def leaves(t, y, side):
        return side * y[1] + 1e-13 if side else HELD - abs(pull(t, y))

    leaves.terminal, leaves.direction = True, -1.0
    t, y, side, slides, sticks = 0.0, [0.0, 0.0, 0.0, 0.0], 0.0, [], []
    while True:
        leg = solve_ivp(motion, (t, end), y, "Radau", args=(side,), events=leaves, rtol=1e-9, atol=1e-13)
        t, y = leg.t[-1], list(leg.y[:, -1])
        if not len(leg.t_events[0]):
            return slides, sticks, y[0]
        y[1] = 0.0
        goes_on = side == 0.0 or abs(pull(t, y)) > HELD
        side = math.copysign(1.0, pull(t, y)) if goes_on else 0.0
        (slides if goes_on else sticks).append(t)


@pytest.mark.parametrize("integrator", ["ros2s", "ros34pw2"])
def test_a_method_that_keeps_its_jacobian_holds_what_sticks_beside_it(integrator):
    """Instants and way against SciPy's integrator, phase by phase; a change of phase makes no new Jacobian.

    With x the way and u the hop: 2 x'' = k u + c u' - M - T, 2 (x'' + u'') = -(k u + c u') + M.
    """
    run = jounce.simulate(shaker(), 2.0, integrator=integrator, accuracy=1e-5)
    slides, sticks, way = shaker_events(2.0)
    np.testing.assert_allclose(events_of(run, "friction", "slides"), slides, rtol=0, atol=1e-5)
    np.testing.assert_allclose(events_of(run, "friction", "sticks"), sticks, rtol=0, atol=1e-5)
    assert len(slides) > 10 and len(sticks) > 10
    assert run["way.displacement"][-1] == pytest.approx(way, abs=1e-5)
    stuck = run["friction.sticks"] > 0.5
    assert np.abs(run["way.displacement_rate"][stuck]).max() < 1e-12
    (made,) = (int(note.split("Jacobian made ")[1].split()[0]) for note in run.metadata["notes"] if "made" in note)
    assert made <= 2 + run.metadata["steps"] // 100


@pytest.mark.parametrize("step", [2e-3, 1e-3, 5e-4])
def test_without_location_the_error_is_of_second_order(step):
    """The way along the table, of 64 mm, to 1 m/s^2 times the square of the step; friction gains no energy here."""
    run = jounce.simulate(on_table(), 4.0, step=step, events="stepwise")
    assert abs(run["way.displacement"][-1] - table_events(4.0, 1.0)[2]) < step**2
    assert any("at ends of steps" in note for note in run.metadata["notes"])
    assert np.diff(run["friction.work"]).max() <= 0.0


# --- inputs that jump -----------------------------------------------------------------------------------------

PULL, PULLED_LIMIT, SPRING, REACH = 50.0, 30.0, 800.0, 0.1  # N, N, N/m, m
METHODS = ["rk4", "dormand-prince", "rodas5p", "ros2s"]


def pulled_by_force() -> Model:
    return Model("plank", gravity=O).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X),
        Input(name="pull", unit="N"),
        AppliedForce(name="rope", body="block", point=O, direction=X, signal=External(input="pull")),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=PULLED_LIMIT),
    )


def pulled_by_hook() -> Model:
    """The block hangs on a spring whose other end is where an input says."""
    along = (SPRING, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Model("hook", gravity=O).add(
        BLOCK,
        Body(name="hook", mass=1.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X),
        Prismatic(name="reach", parent=GROUND, child="hook", point=O, axis=X),
        Input(name="place", unit="m"),
        Prescribed(name="hand", coordinate="reach.displacement", signal=External(input="place")),
        Bushing(name="spring", parent="hook", child="block", point=O, stiffness=along, damping=(0.0,) * 6),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=PULLED_LIMIT),
    )


@pytest.mark.parametrize("method, events", [*((method, "located") for method in METHODS), ("rk4", "stepwise")])
@pytest.mark.parametrize("jump", [0.0, 0.25])
def test_a_force_that_jumps_beyond_the_limit_moves_the_block_at_once(method, events, jump):
    """x = (F - T) t^2 / 2 m from the jump on, which is at the start or on a corner of a held history."""
    pull = PULL if jump == 0.0 else ([0.0, jump, 1.0], [0.0, PULL, PULL], "hold")
    run = jounce.simulate(pulled_by_force(), 1.0, inputs={"pull": pull}, integrator=method, step=0.01, events=events)
    a = (PULL - PULLED_LIMIT) / MASS
    np.testing.assert_allclose(run["way.displacement"], 0.5 * a * (run.time - jump).clip(0.0) ** 2, atol=1e-6)
    slides = run.time > jump
    np.testing.assert_allclose(run["friction.torque"][slides], PULLED_LIMIT, rtol=1e-9)


@pytest.mark.parametrize("given", ["constant", "held history", "steps", "state first"])
@pytest.mark.parametrize("method", METHODS)
def test_a_prescribed_end_of_a_spring_that_jumps_at_the_start_draws_the_block_along(method, given):
    """x = (u - T / k) (1 - cos w t) up to half a period, where it stays: k (2 T / k - u) is within the limit.

    From the first row on friction is within its limit, also where phases were chosen before the input was known.
    """
    model, end, settings = pulled_by_hook(), 0.5, {"integrator": method, "step": 1e-3}
    if given in ("steps", "state first"):
        sim = jounce.start(model, **settings)
        if given == "state first":
            assert sim.state.time == 0.0
        for _ in range(50):
            sim.step({"place": REACH}, end / 50)
        run = sim.result()
    else:
        place = REACH if given == "constant" else ([0.0, end], [REACH, REACH], "hold")
        run = jounce.simulate(model, end, inputs={"place": place}, **{"integrator": "rk4", **settings})
    w, most = math.sqrt(SPRING / MASS), REACH - PULLED_LIMIT / SPRING
    expected = most * (1.0 - np.cos(w * run.time.clip(0.0, math.pi / w)))
    np.testing.assert_allclose(run["way.displacement"], expected, atol=1e-5)
    assert np.abs(run["friction.torque"]).max() <= (1 + 1e-9) * PULLED_LIMIT
    assert run["friction.sticks"][0] == 0.0 and run["friction.sticks"][-1] == 1.0


def test_a_force_that_jumps_where_a_block_has_just_stopped_is_not_held():
    """Without location the block sticks at the end of a step, where the next call lets the force jump.

    It stops at v0 m / T = 19.5 steps, after v0^2 m / 2 T, and goes from step 20 on as if it had always rested.
    """
    step, a = 0.01, (PULL - PULLED_LIMIT) / MASS
    v0 = 19.5 * step * PULLED_LIMIT / MASS
    sim = jounce.start(
        pulled_by_force(), start_rates={"way.displacement": v0}, integrator="rk4", step=step, events="stepwise"
    )
    sim.step({"pull": 0.0}, 20 * step)
    rest = sim["way.displacement"]
    assert sim["friction.sticks"] == 1.0
    assert rest == pytest.approx(0.5 * v0 * 19.5 * step, abs=step**2)
    sim.step({"pull": PULL}, 0.5)
    assert sim["way.displacement"] - rest == pytest.approx(0.5 * a * 0.5**2, rel=1e-12)


# --- several at once ------------------------------------------------------------------------------------------


def rotors(*frictions) -> Model:
    """Two equal rotors of 0.5 kg m^2, one of which a motor turns."""
    model = Model("rotors", gravity=(0.0, 0.0, 0.0)).add(Input(name="torque", unit="N m"))
    for name in ("left", "right"):
        model.add(
            Body(name=name, mass=1.0, inertia=(0.5, 0.5, 0.5)),
            Revolute(name=f"{name} bearing", parent=GROUND, child=name, point=O, axis=X),
        )
    return model.add(Motor(name="motor", coordinate="left bearing.angle", signal=External(input="torque")), *frictions)


def rub(name: str, limit: float, *coordinates: str, factors=(1.0,)) -> DryFriction:
    turning = tuple(f"{c} bearing.angle" for c in coordinates)
    return DryFriction(name=name, coordinates=turning, factors=factors, limit=limit)


def test_redundant_frictions_share_a_load_and_give_way_one_after_the_other():
    """Two brakes and a clutch between their rotors: three rows on two freedoms. All hold up to the sum of what acts.

    A torque of 1 N m/s on the left rotor is held by its brake (3 N m) and, by the clutch (2 N m), by the right one
    (4 N m). So the left rotor moves at 5 s, by the clutch's slipping, whatever the shares were before; then the right
    brake holds the clutch's 2 N m.
    """
    model = rotors(
        rub("left brake", 3.0, "left"),
        rub("right brake", 4.0, "right"),
        rub("clutch", 2.0, "left", "right", factors=(1.0, -1.0)),
    )
    run = jounce.simulate(model, 6.0, inputs={"torque": ([0.0, 6.0], [0.0, 6.0])}, step=0.01)
    before = run.time < 5.0
    held = run["left brake.torque"] + run["clutch.torque"]
    np.testing.assert_allclose(held[before], run.time[before], atol=1e-9)
    assert not run["left bearing.angle_rate"][before].any()
    assert run["left bearing.angle"][-1] == pytest.approx(1.0 / 0.5 / 6.0, rel=1e-9)  # (t - 5)^3 / 6 over the inertia
    assert run["right brake.torque"][-1] == pytest.approx(2.0, rel=1e-12)
    assert not run["right bearing.angle_rate"].any()


def test_a_rotor_dragged_by_a_clutch_is_carried_along_once_its_own_brake_gives_way():
    """The clutch (5 N m) breaks the right brake (2 N m) loose at 2 N m + what the rotor's inertia takes.

    Stuck together both accelerate by (t - 2) / (2 I) where the left rotor has no brake: both move from t = 2 on, and
    the clutch carries half of what is above 2 N m besides these 2: it slips where 2 + (t - 2) / 2 = 5, at 8 s.
    """
    model = rotors(rub("right brake", 2.0, "right"), rub("clutch", 5.0, "left", "right", factors=(1.0, -1.0)))
    run = jounce.simulate(model, 9.0, inputs={"torque": ([0.0, 9.0], [0.0, 9.0])}, step=0.01)
    assert events_of(run, "right brake", "slides") == pytest.approx([2.0], abs=1e-9)
    assert events_of(run, "clutch", "slides") == pytest.approx([8.0], abs=1e-9)
    assert run["right bearing.angle_rate"][800] == pytest.approx(6.0**2 / 2, rel=1e-9)
    assert run["right bearing.angle_acceleration"][-1] == pytest.approx(6.0, rel=1e-9)


def test_friction_on_a_prescribed_motion_is_a_force_only_and_the_run_says_so():
    """Half a turn forth and back: the drive feels the limit against the motion, and nothing at rest."""
    model = Model("driven", gravity=(0.0, 0.0, 0.0)).add(
        BLOCK,
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X),
        Prescribed(name="drive", coordinate="way.displacement", signal=Harmonic(amplitude=0.1, frequency=1.0)),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=7.0),
    )
    run = jounce.simulate(model, 2.0, step=1e-3)
    moving = np.abs(run["way.displacement_rate"]) > 1e-6
    expected = 7.0 * np.sign(run["way.displacement_rate"])
    np.testing.assert_allclose(run["friction.torque"][moving], expected[moving], rtol=1e-12)
    assert any("its motion is prescribed" in note for note in run.metadata["notes"])


def test_chatter_is_recognised_named_and_ends_the_run_with_what_was_computed(monkeypatch):
    """A rule that always chooses the wrong side: the run must not hang."""

    @CFUNCTYPE(c_int64, c_int64)
    def choose_wrongly(address):
        job = np.ctypeslib.as_array((c_byte * JOB.itemsize).from_address(address)).view(JOB)[0]
        side = c_double.from_address(int(job["modes"] + 8 * job["friction_sides"]))
        side.value = -side.value or 1.0
        return RUNNING

    address = cast(choose_wrongly, c_void_p).value
    monkeypatch.setattr("jounce.simulation.events.friction_phases.decide_phases_address", lambda: address)
    with pytest.raises(NumericalError, match="friction chatters") as failed:
        jounce.simulate(on_slope(math.radians(15.0), 0.4), 3.0, start_rates={"way.displacement": -2.0}, step=0.01)
    assert 0.3 < failed.value.partial.time[-1] < 0.4


def test_the_pattern_of_phases_is_the_least_of_its_energy():
    """Random contacts: f minimises T A T / 2 - b T within its limits, found by scipy's bounded least squares."""
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 9):
        for _ in range(20):
            root = rng.normal(size=(n, n + 2))
            A, b, limit = root @ root.T, 3.0 * rng.normal(size=n), rng.uniform(0.1, 1.0, n)
            side, T = np.zeros(n), np.zeros(n)
            among, flags = np.ones(n, np.int64), np.zeros((3, n), np.int64)
            assert choose_sides(A, b, limit, limit, among, side, T, np.zeros((2, n, n)), flags)
            L = np.linalg.cholesky(A)
            least = lsq_linear(L.T, np.linalg.solve(L, b), (-limit, limit), tol=1e-14, method="bvls").x
            np.testing.assert_allclose(T, least, atol=1e-8)
            a = b - A @ T
            assert np.all(np.where(side == 0, np.abs(a) < 1e-9, side * a > -1e-9))
