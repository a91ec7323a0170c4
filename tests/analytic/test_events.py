"""Events that are located: triggers, stops and tyres, against instants in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest
from wheel_rig import wheel_rig

import jounce
from jounce import Model
from jounce.errors import ModelError
from jounce.parts import GROUND, Body, Trigger
from jounce.parts.forces import Spring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Bilinear, Points, Stop
from jounce.parts.laws.pushing import pushing_only
from jounce.parts.roads import Plank, Road
from jounce.studies.driving.driving_start import start_straight

G, HEIGHT = 9.81, 1.0
UP, O = (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
LOCATED = 1e-10  # s


def falling(*parts) -> Model:
    return Model("falls", gravity=(0.0, 0.0, -G)).add(
        Body(name="block", mass=2.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=UP),
        *parts,
    )


def times(run, part, what):
    return [e["time"] for e in run.metadata["events"] if (e["part"], e["what"]) == (part, what)]


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince", "bulirsch-stoer"])
def test_a_trigger_ends_a_fall_when_it_is_passed(integrator):
    """sqrt(2 h / g) and g t, whatever the step; the last row of the run lies there."""
    floor = Trigger(name="floor", body="block", point=O, direction=UP, level=-HEIGHT, crossing="falling", ends_run=True)
    fast = Trigger(name="fast", body="block", point=O, direction=UP, quantity="velocity", level=-2.0)
    run = jounce.simulate(falling(floor, fast), 2.0, integrator=integrator, step=0.01)
    landed = math.sqrt(2 * HEIGHT / G)
    assert times(run, "floor", "falls below") == pytest.approx([landed], abs=LOCATED)
    assert times(run, "fast", "falls below") == pytest.approx([2.0 / G], abs=LOCATED)
    assert run.time[-1] == pytest.approx(landed, abs=LOCATED)
    assert run["way.displacement_rate"][-1] == pytest.approx(-G * landed, rel=1e-9)
    assert run.metadata["status"] == "finished"


def test_a_trigger_of_one_direction_is_silent_in_the_other():
    """Thrown up at 3 m/s a block passes 0.3 m twice; on its way down only the falling one speaks."""
    triggers = [
        Trigger(name=word, body="block", point=O, direction=UP, level=0.3, crossing=word)
        for word in ("rising", "falling", "either")
    ]
    run = jounce.simulate(falling(*triggers), 0.6, start_rates={"way.displacement": 3.0}, step=0.01)
    up, down = ((3.0 + sign * math.sqrt(9.0 - 2 * G * 0.3)) / G for sign in (-1, 1))
    assert times(run, "rising", "rises above") == pytest.approx([up], abs=LOCATED)
    assert times(run, "falling", "falls below") == pytest.approx([down], abs=LOCATED)
    assert not times(run, "rising", "falls below") and not times(run, "falling", "rises above")
    assert len(times(run, "either", "rises above") + times(run, "either", "falls below")) == 2


STIFFNESS = 2e4  # N/m
STOPS = {
    "two slopes": Bilinear(compression=STIFFNESS, extension=0.0),
    "points": pushing_only(Points(x=(0.0, 0.02, 0.1), y=(0.0, 400.0, 2000.0), interpolation="linear")),
}


@pytest.mark.parametrize("law", STOPS.values(), ids=STOPS)
def test_contact_with_a_stop_is_located_where_a_run_asks_for_it(law):
    """Dropped from 0.1 m onto a stop of 2e4 N/m: contact after sqrt(2 h / g), free again after the half swing on it.

    x = -m g/k + r cos(w t - phi) with v = -sqrt(2 g h) where x = 0: half a period and twice atan(g / (w |v|)).
    Steps that end there keep RK4 at order 4 through the contact: its energy error falls to that of the swing alone.
    """
    mass, drop = 2.0, 0.1
    stop = Spring(
        name="stop",
        parent=GROUND,
        child="block",
        point=(0.0, 0.0, -1.0),
        child_point=O,
        free_length=1.0 - drop,
        law=law,
    )
    landing, w = math.sqrt(2 * drop / G), math.sqrt(STIFFNESS / mass)
    free = landing + (math.pi + 2 * math.atan(G / (w * G * landing))) / w
    errors = {}
    for events in ("located", "every"):
        run = jounce.simulate(falling(stop), 0.2, step=1e-3, events=events)
        errors[events] = abs(run["energy.balance"][-1] - run["energy.balance"][0])
        if events == "every":
            assert times(run, "stop.contact", "touches") == pytest.approx([landing], abs=LOCATED)
            assert times(run, "stop.contact", "comes free") == pytest.approx([free], abs=1e-7)  # RK4: (w h)^4 / 120
        else:
            assert not run.metadata["events"]
    assert errors["every"] < 0.2 * errors["located"]


def test_the_stops_of_a_car_touch_where_their_clearance_is_used_up():
    """Those of the library car are given by points. Between rows of 0.2 ms a length bends by less than 1e-6 m."""
    car = jounce.load("small_car")
    start = start_straight(car.car_model("angle"), 15.0)
    road = Road(elements={"plank": Plank(start=1.5, length=0.3, height=0.08)})
    ready, settings = start.ready.on_road(road), {"step": 2e-4, "output_step": 2e-4, "events": "every"}
    run = jounce.simulate(ready, 0.2, inputs=dict(start.inputs), **{"integrator": "rk4", **settings})
    (touches,) = times(run, "front_left.bump_stop.contact", "touches")
    points, stop = car.axles["front"].points(1), car.axles["front"].elements["bump_stop"]
    wanted = math.dist(points["spring_top"], points["spring_bottom"]) - stop.clearance
    assert np.interp(touches, run.time, run["front_left.bump_stop.length"]) == pytest.approx(wanted, abs=1e-6)


def test_points_that_push_back_beyond_contact_are_no_stop():
    wrong = Stop(x=(-0.1, 0.0, 0.1), y=(-5.0, 0.0, 5.0))
    with pytest.raises(ModelError, match=r"forces\.stop\.law\.x\n +a stop pushes from x = 0 on"):
        stop = dict(parent=GROUND, child="block", point=(0.0, 0.0, -1.0), child_point=O, free_length=0.9)
        jounce.prepare(falling(Spring(name="stop", law=wrong, **stop)))


def test_a_wheel_lands_when_its_fall_is_over_and_lifts_off_again():
    """sqrt(2 h / g) from 5 cm above the road; sprung back, it lifts off and lands once more, after twice v / g."""
    run = jounce.simulate(wheel_rig(locked=True), 0.5, start={"up.displacement": 0.05}, step=5e-4, events="every")
    landing, again = times(run, "tyre.contact", "lands")[:2]
    lift_off = times(run, "tyre.contact", "lifts off")[0]
    assert landing == pytest.approx(math.sqrt(2 * 0.05 / G), abs=LOCATED)
    speed = np.interp(lift_off, run.time, run["up.displacement_rate"])
    assert again - lift_off == pytest.approx(2 * speed / G, rel=1e-2)  # rows every 10 ms
