"""The models that ship with the package."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model import library_models, load
from jounce.model.library import library_path
from jounce_benchmarks.wishbone_car import quarter_car


def test_a_name_and_the_path_of_its_file_load_the_same_model():
    for name in library_models():
        assert load(name) == load(library_path(name))


def test_an_unknown_name_is_refused_with_the_closest_one():
    with pytest.raises(ModelError, match=r"Did you mean 'quarter_car'\?"):
        load("quartercar")


def test_a_file_without_an_ending_is_still_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_bytes(library_path("pendulum").read_bytes())
    assert load("mine") == load("pendulum")


def test_a_file_beside_us_does_not_hide_the_library(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pendulum").write_text("not a model")
    assert load("pendulum").name == "pendulum"
    with pytest.raises(ModelError):
        load("./pendulum")


def unpainted(model):
    """What decides the equations: no sensors, and not how bodies look."""
    structure = model.structure()
    return structure | {"sensors": [], "bodies": [body | {"look": "plain"} for body in structure["bodies"]]}


def test_the_quarter_car_is_the_one_of_the_benchmark():
    """Written by hand in millimetres; axes may be of any length, everything else agrees to rounding."""
    ours, theirs = load("quarter_car"), quarter_car(lift_off=True)
    assert unpainted(ours) == unpainted(theirs)
    mine, other = ours.values(), theirs.values()
    axes = {path.rsplit(".", 1)[0] for path in other if "axis." in path}
    for axis in axes:
        a, b = (np.array([values[f"{axis}.{k}"] for k in "xyz"]) for values in (mine, other))
        np.testing.assert_allclose(a / np.linalg.norm(a), b / np.linalg.norm(b), atol=1e-15)
    plain = [path for path in other if path.rsplit(".", 1)[0] not in axes]
    assert [mine[path] for path in plain] == pytest.approx([other[path] for path in plain], rel=1e-14)
