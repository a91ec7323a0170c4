"""What beams, bodies that bend, flexible bars and twisted bodies refuse, and how they say it."""

import pytest

import jounce
from jounce.model.library import library_path
from jounce.parts import Attached, Body, Elastic, ElasticBeam, Fixed, RigidElements, Spherical

O, X, Y = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
BEAM = {"name": "rod", "start": O, "end": X, "across": Y, "youngs_modulus": 2e11, "density": 7850.0, "diameter": 0.02}
SHAPES = {"name": "bends", "parent": "bar", "child": "shapes", "amplitudes": ("lift",)}


def said(*parts):
    """The text of the refusal of a model of these parts."""
    model = jounce.Model("beam")
    with pytest.raises(jounce.ModelError) as found:
        jounce.prepare(model.add(*parts), integrator=None)
    return str(found.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"end": O}, ("beams.rod.end", "both ends lie in one point")),
        ({"across": X}, ("beams.rod.across", "along the beam")),
        ({"width": 0.01}, ("beams.rod.diameter", "either a diameter, or width and height")),
        ({"bore": 0.03}, ("beams.rod.bore", "0.03", "smaller")),
        ({"poisson_ratio": 0.7}, ("beams.rod.poisson_ratio", "0.7", "0.5")),
        ({"frames": ("tip",)}, ("beams.rod.places", "0 places for 1 frames")),
        ({"frames": ("tip",), "places": (1.2,)}, ("beams.rod.places", "1.2", "between 0")),
        ({"modes_z": 0.0}, ("beams.rod.modes_z", "no shape")),
        ({"loaded": True, "start_support": "pinned"}, ("beams.rod.loaded", "no shape at rest")),
    ],
)
def test_an_elastic_beam_says_what_is_wrong(change, words):
    text = said(ElasticBeam(**BEAM | change))
    assert all(word in text for word in words), text


def test_rigid_elements_are_not_cut_into_more_pieces_than_anybody_waits_for():
    text = said(RigidElements(**BEAM, pieces=30, spatial=True))
    assert "beams.rod.pieces" in text and "30" in text and "1 to 20" in text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"terms": ("H.0.0", "I.11"), "numbers": (1.0, 1.0)}, ("joints.bends.terms", "'I.11'")),
        ({"terms": ("H.0.0", "F.4.1"), "numbers": (1.0, 1.0)}, ("joints.bends.terms", "'F.4.1'")),
        ({"terms": ("H.0.0",), "numbers": (1.0, 2.0)}, ("joints.bends.numbers", "2 numbers for 1 terms")),
        ({"terms": ("H.0.0",), "numbers": (-1.0,)}, ("joints.bends.terms", "lift has no inertia")),
        ({"terms": ("H.0.0",), "numbers": (1.0,), "axis": X}, ("joints.bends.across", "is missing")),
        ({"terms": ("H.0.0",), "numbers": (1.0,), "turns": ("sink",)}, ("joints.bends.turns", "'sink'", "lift")),
        ({"amplitudes": ("a b",), "terms": ("H.0.0",), "numbers": (1.0,)}, ("joints.bends.amplitudes", "'a b'")),
    ],
)
def test_shapes_say_which_term_is_wrong(change, words):
    bodies = [Body(name=name, mass=0.0, massless=True) for name in ("bar", "shapes", "tip")]
    frame = Attached(name="end", parent="shapes", child="tip", point=X, terms=("P.2.0",), numbers=(1.0,))
    hung = Fixed(name="clamp", parent="ground", child="bar")
    text = said(*bodies, hung, Elastic(**SHAPES | change), frame)
    assert all(word in text for word in words), text


@pytest.mark.parametrize("route", ["lagrange", "poincare", "relative_cartesian"])
def test_routes_that_know_rigid_bodies_alone_name_the_joints_that_bend(route):
    model = jounce.Model("pendulum")
    model.add(ElasticBeam(**BEAM), Spherical(name="ball", parent="ground", child="rod", point=O))
    with pytest.raises(jounce.ModelError) as found:
        jounce.prepare(model, route=route, integrator=None)
    assert "joints.rod_bends" in str(found.value) and "recursive" in str(found.value)


@pytest.mark.parametrize(
    ("bar", "words"),
    [
        ('form = "flexible"', ("axles.front.anti_roll_bar.diameter", "missing")),
        ('form = "flexible"\ndiameter = "19 mm"\nstiffness = "1 kN m/rad"', ("anti_roll_bar.stiffness", "follows")),
        ('form = "flexible"\ndiameter = "19 mm"\nbore = "20 mm"', ("anti_roll_bar.bore", "20 mm")),
        ('form = "linkage"\ndiameter = "19 mm"\nstiffness = "1 kN m/rad"', ("anti_roll_bar.diameter", "flexible")),
    ],
)
def test_a_bar_says_what_its_wire_lacks(bar, words):
    text = library_path("small_car").read_text("utf-8")
    with pytest.raises(jounce.ModelError) as found:
        jounce.load(text.replace('stiffness = "1334.98 N m/rad"\nform = "torsion bar"', bar))
    assert all(word in str(found.value) for word in words), found.value
