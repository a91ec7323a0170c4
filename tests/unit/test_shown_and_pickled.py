"""What Python prints of things fits on a screen; what is prepared, or drives along, is pickled and goes on alike."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.native import making
from jounce.native.cache import Cache
from jounce.parts.part_text import whole_text

SCREEN = 2000  # characters: twenty lines of a hundred


def again(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def pendulum():
    return jounce.load("pendulum")


def test_what_is_prepared_fits_on_a_screen_and_is_pickled(pendulum):
    """Runs of both are equal to the last bit; the machine code is the same, out of the cache."""
    for route in ("recursive", "lagrange"):
        ready = jounce.prepare(pendulum, start={"hinge.angle": 0.3}, route=route)
        runs = [jounce.simulate(each, 0.1).numbers for each in (ready, again(ready))]
        np.testing.assert_array_equal(*runs)
        assert again(ready).fingerprint() == ready.fingerprint()
        assert repr(ready) == "<Prepared 'pendulum': 1 coordinate, 0 constraint rows, mobility 1; on road 'flat'>"


def test_a_car_that_was_driven_is_pickled_and_so_is_its_simulation():
    car = jounce.load("golf1")
    sim = jounce.start(car, speed="20 m/s")
    sim.step({}, 0.05)
    other = again(sim)
    for each in (sim, other):
        each.step({"steering.wheel_angle": jounce.parts.controls.Reach(0.1, 0.0)}, 0.05)
    np.testing.assert_array_equal(sim.look(), other.look())
    assert repr(sim).startswith("<Stepper 'Golf I class, functional' at 0.1 s: inputs ") and len(repr(sim)) < SCREEN
    assert again(car).values() == car.values() and again(car.car_model().model).name == car.name


def test_who_waits_for_machine_code_is_told(pendulum, tmp_path, caplog, capsys, monkeypatch):
    """The logger `jounce` says what is compiled and what the cache does; at a prompt a line says so after a second."""
    monkeypatch.setattr(making, "PATIENCE", 0.0)
    monkeypatch.setattr("sys.ps1", ">>> ", raising=False)
    with caplog.at_level("DEBUG", logger="jounce"):
        jounce.prepare(pendulum, cache=Cache(tmp_path / "first"))
    said = [record.getMessage() for record in caplog.records]
    assert "compiling the equations of pendulum, which no cache has" in said
    assert any(text.startswith("compiled the equations of pendulum in ") for text in said)
    assert any(text.startswith("wrote ") and str(tmp_path) in text for text in said)
    assert capsys.readouterr().err == "jounce: compiling the equations of pendulum, only the first time ...\n"
    with making.told_by_bar("a bar that shows it"):
        jounce.prepare(pendulum, cache=Cache(tmp_path / "second"))
    assert capsys.readouterr().err == ""


def test_everything_that_verbs_return_fits_on_a_screen(pendulum):
    hanging = jounce.prepare(pendulum, start={"hinge.angle": "80 deg"})
    rest = jounce.standing(hanging)
    tangents = jounce.simulation.simulate_tangents(pendulum, 0.05, ["hinge.angle"], by_values=["bodies.bob.mass"])
    axle = jounce.load("double_wishbone")
    path = "axles.front.hardpoints.tie_rod_outer.z"
    function = jounce.studies.metric_function(axle, "wheel-travel", [path], metrics=["front_left.camber"], axle="front")
    bend = jounce.parts.paths.clothoid_path([25, 30], [0, 0, 0.04])
    shown = {
        "Trimmed": rest,
        "LinearModel": jounce.linearise(hanging, rest.state),
        "SavedState": jounce.start(pendulum).state,
        "SimulatedTangents": tangents,
        "WrittenEquations": jounce.export.written_equations(pendulum),
        "MetricFunction": function,
        "MountedAxle": jounce.studies.mount(axle, axle="front"),
        "Path": bend,
    }
    for name, thing in shown.items():
        assert repr(thing).startswith(f"<{name}") and len(repr(thing)) < SCREEN
    assert len(repr(jounce.studies.Track(middle=bend, width=3.0))) < SCREEN


def test_channels_that_a_route_does_not_have_are_answered_by_name(tmp_path):
    """In the coordinates of bodies a joint has none; what no route has is answered with the near name, as ever."""
    ready = again(jounce.prepare(jounce.load("four_bar"), route="relative_cartesian"))
    run = jounce.simulate(ready, 0.01)
    says = "the route 'relative_cartesian' has other coordinates, and no such channel"
    asked = [
        lambda name: run[name],
        lambda name: jounce.read(run.save(tmp_path / "run.h5"))[name],
        lambda name: jounce.start(ready).column(name),
        lambda name: jounce.simulate(ready, 0.01, until=[jounce.Until(channel=name, above=0.1)]),
    ]
    for ask in asked:
        with pytest.raises(jounce.ModelError, match=r"A\.angle") as caught:
            ask("A.angle")
        assert says in str(caught.value)
        with pytest.raises(jounce.ModelError, match=r"Did you mean 'energy\.kinetic'"):
            ask("energy.kinetc")


def test_verbs_tell_how_far_they_are(pendulum):
    """Shares rise to 1, also of the verbs that differentiate."""
    axle, car, mass = jounce.load("double_wishbone"), jounce.load("golf1"), ["bodies.bob.mass"]
    told = [[], [], []]
    jounce.simulation.simulate_tangents(pendulum, 0.2, ["hinge.angle"], by_values=mass, progress=told[0].append)
    jounce.sensitivity(axle, "wheel-travel", axle="front", points=5, progress=told[1].append)
    jounce.gradient(
        car, "step-steer", ["body.mass"], metrics="yaw_rate_overshoot", duration="2 s", progress=told[2].append
    )
    for shares in told:
        assert len(shares) > 1 and shares == sorted(shares) and shares[-1] == 1.0


def test_parts_with_long_tables_are_shown_in_short_and_told_apart():
    """A repr says how long a table is, and its ends; a fingerprint still sees each number of a path."""
    many = [0.001 * k for k in range(1000)]
    grid = jounce.parts.laws.Grid(x=many, v=[0.0, 1.0], y=[many, many])
    history = jounce.parts.signals.History(time=many, value=many)
    points = jounce.parts.laws.Points(x=many, y=many)
    car = jounce.load("golf1").car_model()
    layout = jounce.prepare(jounce.load("pendulum")).layout
    for thing in (points, grid, history, car, car.leading, layout):
        assert len(repr(thing)) < 400
    assert "<1000 from 0.0 to 0.999>" in repr(points) and repr(points).endswith("table=None)")
    assert repr(jounce.parts.laws.Points(x=(0.0, 1.0), y=(0.0, 5.0))).startswith("Points(x=(0.0, 1.0), y=(0.0, 5.0), ")
    one, other = (jounce.parts.paths.clothoid_path([25, 30], [0, 0, k]) for k in (0.04, 0.03))
    assert whole_text((one, points)) == whole_text((one, points)) != whole_text((other, points))
    assert whole_text(points) != whole_text(replace(points, y=(*points.y[:500], 0.6, *points.y[501:])))


def test_written_equations_are_shown_as_formulas(pendulum):
    """m l^2 of a point mass and its weight's moment, by hand."""
    assert jounce.export.written_equations(pendulum)._repr_latex_() == (
        r"$$m l^2 \ddot{\varphi} = m g l \cos \varphi$$"
    )
