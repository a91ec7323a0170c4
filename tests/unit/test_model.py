"""A model: parts by name, numbers by path, structure apart from values."""

from __future__ import annotations

import json
import math

import pytest
from every_part import every_part

from jounce.errors import ModelError
from jounce.model import Model, check
from jounce.parts import Body, Prescribed
from jounce.parts.forces import Spring
from jounce.parts.joints import Coupling, Revolute
from jounce.parts.laws import Bilinear, Linear, Points


def pendulum(law=Linear(slope=2e4)) -> Model:  # noqa: B008
    return Model("pendulum").add(
        Body(name="arm", mass=2.0, centre=(0.5, 0.0, 0.0), inertia=(0.01, 0.05, 0.05)),
        Revolute(name="pin", parent="ground", child="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        Spring(
            name="strut",
            parent="ground",
            child="arm",
            point=(0.0, 0.0, 0.2),
            child_point=(0.5, 0.0, 0.0),
            free_length=0.4,
            law=law,
        ),
    )


def test_parts_are_found_by_section_in_their_order():
    model = every_part()
    assert [b.name for b in model.bodies][:2] == ["body 0", "body 1"]
    assert {Prescribed, Coupling} < {type(j) for j in model.joints}
    sections = (model.bodies, model.inputs, model.joints, model.forces, model.sensors, model.controllers)
    assert sum(map(len, sections)) == len(model.parts)


def test_models_are_equal_by_content():
    assert pendulum() == pendulum()
    assert pendulum() != pendulum(Linear(slope=3e4))
    assert pendulum() != Model("pendulum")
    mixed = Model("pendulum").add(*reversed(pendulum().parts))
    assert mixed == pendulum()  # one part a section: how sections mix does not matter


def test_every_number_has_a_path():
    values = pendulum(Points(x=(0.0, 0.1), y=(0.0, 7.0))).values()
    assert values["gravity.z"] == -9.81
    assert values["bodies.arm.mass"] == 2.0
    assert values["joints.pin.axis.y"] == 1.0
    assert values["forces.strut.law.y.1"] == 7.0
    assert not any(path.startswith("joints.pin.child_point") for path in values)
    assert all(type(value) is float for value in values.values())


def test_values_are_set_by_path_and_the_old_model_stays():
    model = pendulum()
    changed = model.with_values({"joints.pin.point.x": "212 mm", "forces.strut.law.slope": "30 N/mm", "gravity.z": 0})
    assert changed.values()["joints.pin.point.x"] == 0.212
    assert changed.values()["forces.strut.law.slope"] == 3e4
    assert changed.gravity == (0.0, 0.0, 0.0)
    assert model == pendulum()
    assert changed.structure() == model.structure()


def test_setting_all_values_of_a_model_gives_that_model():
    model = every_part()
    other = model.map_numbers(lambda path, value, unit: 2.0 * value + 1.0)
    back = other.map_numbers(lambda path, value, unit: model.values()[path])
    assert back == model
    assert model.with_values(model.values()) == model


REFUSED = {
    ("bodies.arm.mas", 1): "Did you mean 'bodies.arm.mass'",
    ("bodies.arm.centre", 1): "bodies.arm.centre.x",
    ("bodies.arm.interface", True): "is structure",
    ("joints.pin.parent", "arm"): "is structure",
    ("joints.pin.child_point", 1): "is structure",
    ("forces.strut.law.type", "tanh"): "is structure",
    ("bodies.arm.mass", "2 m"): "needs kg",
    ("bodies.arm.mass", -2): "negative",
    ("bodies.arm.mass", math.nan): "finite",
    ("gravity.x", math.inf): "finite",
    ("joints.pin.axis.y", 0): "is no direction",
    ("bodies.arm.inertia.x", 9): "no rigid body",
    ("forces.strut.law.x.1", -1): "does not rise",
}


@pytest.mark.parametrize("change, why", REFUSED.items(), ids=lambda c: c[0] if isinstance(c, tuple) else "")
def test_values_that_cannot_be_are_refused(change, why):
    law = Points(x=(0.0, 0.1), y=(0.0, 7.0))
    with pytest.raises(ModelError, match=why) as refusal:
        pendulum(law).with_values(dict([change]))
    assert all(p.help for p in refusal.value.problems)


def test_structure_is_plain_and_free_of_values():
    model = every_part()
    structure = model.structure()
    assert json.loads(json.dumps(structure)) == structure
    assert model.map_numbers(lambda path, value, unit: 0.125).structure() == structure
    assert pendulum(Bilinear(compression=1.0, extension=1.0)).structure() != pendulum().structure()
    two, three = Points(x=(0.0, 1.0), y=(0.0, 1.0)), Points(x=(0.0, 1.0, 2.0), y=(0.0, 1.0, 2.0))
    assert pendulum(two).structure() != pendulum(three).structure()


def test_a_part_with_a_mistake_is_refused_when_it_is_added():
    with pytest.raises(ModelError) as refusal:
        Model("x").add(Body(name="a..b", mass=-1.0, centre=(0.0, 0.0)), "spring")  # type: ignore[arg-type]
    assert {p.where for p in refusal.value.problems} == {"bodies.a..b", "bodies.a..b.mass", "bodies.a..b.centre", "x"}


def test_names_are_unique_over_the_whole_model():
    model = pendulum().add(Body(name="arm", mass=1.0), Body(name="strut", mass=1.0), Body(name="ground", mass=1.0))
    assert [p.where for p in check(model)] == ["bodies.arm", "bodies.strut", "bodies.ground"]


@pytest.mark.parametrize("sign, words", [(1, "positive integrals"), (-1, "tensor entries")])
def test_a_thin_rod_along_the_space_diagonal_can_be_but_not_its_mirror_image(sign, words):
    """Moments 0, I, I along (1, 1, 1)/sqrt 3: Ixx = 2 I/3 and the integral of x y dm = I/3.

    With the other sign the moments are I/3, I/3, 4 I/3, which no body has.
    """
    products = (sign * 0.1, sign * 0.1, sign * 0.1)
    rod = Body(name="rod", mass=1.0, inertia=(0.2, 0.2, 0.2), products=products, products_are=words)
    wrong = Body(name="rod", mass=1.0, inertia=(0.2, 0.2, 0.2), products=(-sign * 0.1,) * 3, products_are=words)
    assert check(Model("x").add(rod)) == []
    (problem,) = check(Model("x").add(wrong))
    assert problem.where == "bodies.rod.inertia" and "0.1 + 0.1 < 0.4" in problem.what
