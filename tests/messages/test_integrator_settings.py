"""Settings of integrators that are wrong, that change nothing, or that are too long: what a run says about them."""

from __future__ import annotations

import inspect

import pytest

import jounce
from jounce import Model
from jounce.errors import ModelError, NumericalError
from jounce.parts import GROUND, Body
from jounce.parts.forces import Spring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Linear
from jounce.studies.settings import RELATIVE_TOLERANCE

PENDULUM = jounce.load("pendulum")
NOTHING = "changes nothing: "
O = (0.0, 0.0, 0.0)


def notes_of(**settings) -> list[str]:
    return jounce.simulate(PENDULUM, 0.1, **settings).metadata.get("notes", [])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"integrator": "rk4", "rtol": 1e-8}, f"rtol = 1e-08 {NOTHING}rk4 takes fixed steps of 1 ms"),
        ({"integrator": "rk4", "accuracy": 1e-4}, f"accuracy = 0.0001 {NOTHING}rk4 takes fixed steps of 1 ms"),
        ({"accuracy": 1e-4, "integrator": "dormand-prince"}, f"accuracy = 0.0001 {NOTHING}dormand-prince follows rtol"),
        ({"rtol": 1e-8, "integrator": "vehicle"}, f"rtol = 1e-08 {NOTHING}vehicle follows accuracy"),
        ({"rtol": 1e-8, "integrator": "auto"}, f"rtol = 1e-08 {NOTHING}auto follows accuracy"),
        (
            {"rtol": 1e-8, "integrator": "rodas5p", "step": 1e-3},
            f"rtol = 1e-08 {NOTHING}rodas5p takes fixed steps of 1 ms",
        ),
    ],
)
def test_a_tolerance_that_changes_nothing_is_told(settings, said):
    assert said in notes_of(**settings)


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince", "vehicle", "auto"])
def test_nothing_is_said_of_tolerances_that_nobody_gave_or_that_are_followed(integrator):
    followed = {"dormand-prince": {"rtol": 1e-8}, "rk4": {}}.get(integrator, {"accuracy": 1e-4})
    assert not any(NOTHING in note for note in notes_of(integrator=integrator, **followed))


def test_all_tolerances_beyond_their_limits_are_refused_at_once():
    with pytest.raises(ModelError) as refused:
        jounce.simulate(PENDULUM, 0.1, accuracy=1e9, rtol=5.0, integrator="rk4")
    assert [(p.where, p.what) for p in refused.value.problems] == [("accuracy", "1e+09"), ("rtol", "5")]
    assert all("at most 0.1" in p.help for p in refused.value.problems)
    with pytest.raises(ModelError, match="finer than numbers are"):
        jounce.simulate(PENDULUM, 0.1, accuracy=1e-12, integrator="rk4")


def test_words_of_settings_may_have_capitals_everywhere():
    made = [jounce.simulate(PENDULUM, 0.1, integrator=word, projection="Project") for word in ("RK4", "rk4")]
    assert (made[0].numbers == made[1].numbers).all()
    jounce.prepare(PENDULUM, integrator="Dormand-Prince")
    assert jounce.studies.StepSteer(integrator="RK4").integrator == "rk4"


def test_a_study_hands_on_its_relative_tolerance():
    assert RELATIVE_TOLERANCE.default == inspect.signature(jounce.simulate).parameters["rtol"].default
    made = {"duration": "1.2 s", "integrator": "dormand-prince"}
    steps = [
        jounce.run(jounce.load("small_car"), "step-steer", rtol=rtol, **made).metadata["steps"] for rtol in (1e-4, 1e-8)
    ]
    assert steps[1] > 1.5 * steps[0]


def test_a_fixed_step_that_an_implicit_method_would_not_take_is_named():
    car = jounce.load("small_car")
    with pytest.raises(
        NumericalError, match=r"time step 0\.05 s, above the limit of 0\.02 s \(the longest step that ros2s"
    ):
        jounce.run(car, "sine-steer", integrator="vehicle", step="50 ms")
    run = jounce.simulate(PENDULUM, 0.2, integrator="vehicle", step=0.04)
    assert any(note.startswith("time step 0.04 s, above the limit of 0.02 s") for note in run.metadata["notes"])


def test_an_element_that_is_far_too_stiff_is_named_where_loops_give_way():
    car = jounce.load("quarter_car").with_values({"forces.spring.law.slope": 1e12})
    with pytest.raises(NumericalError, match=r"stiffest is element spring, [12]e\+11 N/m") as failed:
        jounce.simulate(car, 0.1, integrator="vehicle")
    assert "dead point" not in str(failed.value)


def on_spring(stiffness: float) -> Model:
    ends = {"parent": GROUND, "child": "block", "point": (0.0, 0.0, -1.0), "child_point": O}
    return Model("stiff", gravity=(0.0, 0.0, -9.81)).add(
        Body(name="block", mass=2.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=(0.0, 0.0, 1.0)),
        Spring(name="spring", free_length=1.0, law=Linear(slope=stiffness), **ends),
    )


@pytest.mark.parametrize("integrator", ["auto", "vehicle", "rodas5p"])
def test_a_block_put_on_a_spring_that_gives_way_by_less_than_an_atom_keeps_its_energy(integrator):
    """It swings by m g/k = 2e-11 m about its rest, with 4e-10 J: nothing beside 20 N over a micrometre."""
    run = jounce.simulate(on_spring(1e12), 0.1, integrator=integrator)
    assert run.verdict.state == "passed"


def test_a_step_that_is_too_long_is_told_first_and_no_element_is_blamed_for_it():
    with pytest.raises(NumericalError) as failed:
        jounce.run(jounce.load("golf1"), "lane-change", integrator="rk4", step="20 ms")
    text = str(failed.value)
    assert "stiffest" not in text, text  # forces of a state that has exploded say nothing
    assert 0 < text.index("time step 0.02 s, above the limit") < text.index("no longer finite"), text
