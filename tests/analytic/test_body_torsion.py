"""A body that is twisted between its axles: how it shares a roll moment, alone and in a car."""

import pytest

import jounce
from jounce.model.library import library_path
from jounce.parts import Attached, Body, Elastic, Fixed, Revolute, TorsionBar

X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
# front share of the roll moment by torsion stiffness in N m/rad, of three springs in closed form:
SHARES = {
    1e3: 0.5168164313,
    1e4: 0.5435540070,
    5e4: 0.5767575323,
    1e5: 0.5866060356,
    3e5: 0.5950299126,
    1e6: 0.5984474580,
}


def twisted(stiffness):
    """Both halves on frames of a body without mass, which rolls about a line on the ground; a side force on all."""
    model = jounce.Model("two halves", gravity=(0.0, 0.05, 0.0))
    model.add(
        *(Body(name=name, mass=0.0, massless=True) for name in ("body", "shapes", "front", "rear")),
        Revolute(name="roll", parent="ground", child="body", point=O, axis=X),
        Elastic(
            name="torsion",
            parent="body",
            child="shapes",
            amplitudes=("twist",),
            turns=("twist",),
            terms=("H.0.0",),
            numbers=(1.0,),
        ),
        Attached(name="front frame", parent="shapes", child="front", point=O, terms=("P.3.0",), numbers=(0.5,)),
        Attached(name="rear frame", parent="shapes", child="rear", point=O, terms=("P.3.0",), numbers=(-0.5,)),
        Body(name="front half", mass=600.0, centre=(1.0, 0.0, 0.35), inertia=(100.0, 100.0, 100.0)),
        Body(name="rear half", mass=500.0, centre=(-1.0, 0.0, 0.4), inertia=(100.0, 100.0, 100.0)),
        Fixed(name="front weld", parent="front", child="front half"),
        Fixed(name="rear weld", parent="rear", child="rear half"),
        TorsionBar(
            name="front spring", coordinates=("roll.angle", "torsion.twist"), factors=(1.0, 0.5), stiffness=45e3
        ),
        TorsionBar(
            name="rear spring", coordinates=("roll.angle", "torsion.twist"), factors=(1.0, -0.5), stiffness=30e3
        ),
        TorsionBar(name="body spring", coordinates=("torsion.twist",), factors=(1.0,), stiffness=stiffness),
    )
    return model


@pytest.mark.parametrize(("stiffness", "share"), SHARES.items())
def test_halves_share_the_roll_moment_as_springs_in_closed_form(stiffness, share):
    ready = jounce.prepare(twisted(stiffness), integrator=None)
    standing = jounce.standing(ready)
    layout = ready.workspace().layout
    roll, twist = (standing.state[layout.coordinates[name]] for name in ("roll.angle", "torsion.twist"))
    front, rear = 45e3 * (roll + 0.5 * twist), 30e3 * (roll - 0.5 * twist)
    assert front / (front + rear) == pytest.approx(share, abs=1e-6)


def car_with(stiffness):
    text = library_path("small_car").read_text("utf-8")
    return jounce.load(text.replace("[body]\n", f'[body]\ntorsion_stiffness = "{stiffness:g} N m/rad"\n', 1))


def front_share(car):
    """Of the load transfer at the end of a step of the steering wheel."""
    run = jounce.run(car, "step-steer")
    moved = [abs(run[f"{axle}_left.tyre.Fz"][-1] - run[f"{axle}_right.tyre.Fz"][-1]) for axle in ("front", "rear")]
    return moved[0] / sum(moved)


def test_a_car_that_twists_carries_less_on_its_stiffer_axle():
    """A stiff body is a rigid one; left and right corner stay lanes of one kernel; the twist is a named motion."""
    rigid, stiff, soft = front_share(jounce.load("small_car")), front_share(car_with(1e8)), front_share(car_with(1e5))
    assert stiff == pytest.approx(rigid, abs=2e-5)  # 1e5 / 1e8 of what the soft one differs by, and rounding of runs
    assert soft < rigid - 0.003
    ready = jounce.prepare(car_with(4e5), integrator=None)
    assert [len(group.members) for group in ready.workspace().mechanism.groups] == [2, 2]
    assert any(mode.name == "body_torsion.twist" for mode in jounce.linearise(ready).modes)


def test_a_body_that_cannot_be_twisted_is_refused():
    text = library_path("small_car").read_text("utf-8")
    with pytest.raises(jounce.ModelError, match=r"body\.torsion_damping"):
        jounce.load(text.replace("[body]\n", '[body]\ntorsion_damping = "10 N m s/rad"\n', 1))
    halves = car_with(1e5).car_model().model
    assert {"body_front", "body_rear"} <= {body.name for body in halves.bodies}
    whole = sum(body.mass for body in jounce.load("small_car").car_model().model.bodies)
    assert sum(body.mass for body in halves.bodies) == pytest.approx(whole)
