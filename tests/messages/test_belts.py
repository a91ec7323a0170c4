"""Belts that cannot be are refused by path, value and cure; what is estimated of one is told."""

from __future__ import annotations

import re

import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.library import library_path
from jounce.model.rules.vehicle import vehicle_warnings

MODEL = {"axles.front.tyre.model": "rigid ring"}
# tables that are changed, the path, and what the message names
WRONG = {
    "a word that is none": ({"axles.front.tyre.model": "rigid rings"}, "tyre.model", ("rigid rings", "rigid ring")),
    "a belt without its model": ({"axles.front.belt": {"mass": 4.0}}, "belt", ("no belt", 'model = "rigid ring"')),
    "an unknown key": (MODEL | {"axles.front.belt": {"weight": 4.0}}, "belt.weight", ("weight", "mass")),
    "heavier than its wheel": (MODEL | {"axles.front.belt": {"mass": 40.0}}, "belt.mass", ("40 kg", "with its tyre")),
    "more inertia than its wheel": (
        MODEL | {"axles.front.belt": {"inertia_about": 4.0}},
        "belt.inertia_about",
        ("4 kg m^2", "a part of"),
    ),
    "softer than the whole tyre": (
        MODEL | {"axles.front.belt": {"radial": 1e5}},
        "belt.radial",
        ("100000 N/m", "160000 N/m", "stiffer"),
    ),
    "a negative stiffness": (MODEL | {"axles.front.belt": {"tilt": -1.0}}, "belt.tilt", ("-1", "positive")),
    "on a carcass": (MODEL | {"axles.front.carcass": {"vertical": 1e6}}, "carcass", ("sidewall", "point contact")),
    "two tyres a wheel": (MODEL | {"axles.front.tyre.twin_distance": 0.3}, "tyre.twin_distance", ("two", "point")),
    "a cam with an edge": ({"axles.front.tyre.cam_order": 1.0}, "cam_order", ("1 has an edge", "1.05")),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_belt_that_cannot_be_is_refused_by_path_value_and_cure(wrong):
    tables, path, words = WRONG[wrong]
    with pytest.raises(ModelError) as caught:
        jounce.simulate(jounce.load("small_car").with_tables(tables), 1e-3)
    (problem,) = (each for each in caught.value.problems if each.where.endswith(path))
    assert all(word in f"{problem.what} {problem.help}" for word in words)


def test_a_rigid_ring_needs_the_law_of_a_tyre():
    car = jounce.load("double_wishbone")
    axle = next(iter(car.axles))
    with pytest.raises(ModelError) as caught:
        car.with_tables({f"axles.{axle}.tyre.model": "rigid ring"})
    (problem,) = caught.value.problems
    assert problem.where == f"axles.{axle}.tyre.model" and "law" in problem.what and ".tir" in problem.help


@pytest.mark.parametrize("depth", ["functional", "functional-carcass"])
def test_a_functional_car_refuses_belts_by_name(depth):
    with pytest.raises(ModelError) as caught:
        jounce.load("small_car").with_tables(MODEL).at_depth(depth).car_model()
    assert caught.value.problems[0].where == "axles.front.tyre.model" and "tabulated" in caught.value.problems[0].help


@pytest.fixture
def file_with(tmp_path):
    """A car on a front tyre of the library with more keys in its file."""

    def made(keys: str):
        tyre = library_path("tyre_155_65_r13").read_text("utf-8")
        (tmp_path / "belt.tir").write_text(tyre.replace("[VERTICAL]", f"{keys}\n[VERTICAL]", 1), encoding="utf-8")
        text = library_path("small_car").read_text("utf-8")
        text = re.sub(r'file = "tyre_155_65_r13"', 'file = "belt.tir"\nmodel = "rigid ring"', text, count=1)
        (tmp_path / "car.toml").write_text(text, encoding="utf-8")
        return jounce.load(tmp_path / "car.toml")

    return made


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("[INERTIA]\nBELT_MASS = -7", ("BELT_MASS", "-7", "positive")),
        ("[STRUCTURAL]\nFREQ_LAT = 0", ("FREQ_LAT", "0", "positive")),
        ("[STRUCTURAL]\nFREQ_LONG = 40000", ("FREQ_LONG", "40000", "Hz")),
        ("[STRUCTURAL]\nDAMP_YAW = 4", ("DAMP_YAW", "4", "critical")),
    ],
)
def test_numbers_of_a_file_that_no_belt_has_are_refused(file_with, key, words):
    with pytest.raises(ModelError) as caught:
        file_with(key)
    (problem,) = caught.value.problems
    assert problem.where == "axles.front.tyre.file"
    assert all(word in f"{problem.what} {problem.help}" for word in ("belt.tir", *words))


def test_what_of_a_belt_is_estimated_or_left_out_is_told(file_with):
    car = file_with("[INERTIA]\nBELT_MASS = 4.1\n[STRUCTURAL]\nFREQ_LONG = 85\nQ_BVX = 0.3")
    notes = [note for note in vehicle_warnings(car) if note.startswith("axles.front.belt: ")]
    estimated, left_out = sorted(notes)[1], sorted(notes)[0]
    assert "estimated" in estimated and "mass" not in estimated and "lateral" in estimated
    assert "Q_BVX" in left_out
