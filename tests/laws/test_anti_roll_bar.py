"""An anti-roll bar as a linkage of arms and drop links, and as a spring between the hinges of the two arms."""

from __future__ import annotations

from dataclasses import replace

import pytest

import jounce
from jounce.mechanism import connect_mechanism
from jounce.model.axle_data import AntiRollBarData, MassData

LIGHT = MassData(mass=0.05, inertia=(5e-5, 5e-5, 5e-5))


def with_bars(name: str, form: str, stiffness: float = 1500.0) -> jounce.Vehicle:
    """A library car with a bar of this form on every axle, its arms ahead of a light drop link to the lower arm."""
    car = jounce.load(name)
    axles = {}
    for word, axle in car.axles.items():
        points, elements = dict(axle.hardpoints), dict(axle.elements)
        if "bar_link" not in points:
            x, y, z = (sum(v) / 2 for v in zip(points["wheel_centre"], points[inner_point(axle)], strict=True))
            points |= {"bar_link": (x, y, z), "bar_end": (x, y, z + 0.1), "bar_bearing": (x + 0.25, 0.8 * y, z + 0.05)}
        elements["anti_roll_bar"] = AntiRollBarData(stiffness=stiffness, form=form)
        bodies = axle.bodies | ({"bar_arm": LIGHT, "drop_link": LIGHT} if form == "linkage" else {})
        axles[word] = replace(axle, hardpoints=points, elements=elements, bodies=bodies)
    return replace(car, axles=axles)


def inner_point(axle) -> str:
    return "pivot_inner" if axle.template == "semi_trailing_arm" else "lower_arm_front"


@pytest.mark.parametrize("name", ["small_car", "small_car_electric", "hmmwv"])
def test_the_car_body_carries_a_car_with_linkage_bars(name):
    """It floats by declaration: the arms of the bars are interfaces too, and come before it among the bodies."""
    model = with_bars(name, "linkage").car_model().model
    links = connect_mechanism(model).links
    assert (links[0].body, links[0].joint.name, links[0].parent) == ("body", "body", -1)
    assert all(link.parent >= 0 for link in links[1:])


def test_both_forms_have_the_same_roll_rate_in_the_design_position():
    """The ratio of the torsion form is the derivative of the linkage in that position; 1e-9 is rounding."""

    def roll_rate(form: str, stiffness: float) -> float:
        run = jounce.run(with_bars("small_car", form, stiffness), "compliance", axle="front")
        return run.metrics["front.roll_rate"].value

    stiff = roll_rate("linkage", 1500.0)
    assert stiff == pytest.approx(roll_rate("torsion bar", 1500.0), rel=1e-9)
    assert stiff > 2.0 * roll_rate("linkage", 0.0)  # the bar is most of what was compared


def test_a_car_with_a_linkage_bar_drives_as_one_with_the_torsion_form():
    """Steady roll to 1 %: the torsion form keeps the ratio of the design position, that of the linkage changes."""
    runs = {
        form: jounce.run(with_bars("small_car", form), "step-steer", angle="30 deg", duration="2 s")
        for form in ("linkage", "torsion bar")
    }
    rolls = {form: run.metrics["steady_roll"].value for form, run in runs.items()}
    assert rolls["linkage"] == pytest.approx(rolls["torsion bar"], rel=0.01)
    assert runs["linkage"].metrics["largest_gap"].value < 1e-10
