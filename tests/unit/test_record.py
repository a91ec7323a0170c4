"""A run keeps what it was made from: its file, what was changed in it, its settings, when and with which versions."""

from __future__ import annotations

import datetime
import platform

import pytest

import jounce
from jounce.model.provenance import changed_values_for_provenance, provenance_record
from jounce.results import Change


def test_changed_values_keep_their_trace_through_every_change_and_the_file(tmp_path):
    """Old values are those of the file, not those of the change before; what was set back is not changed."""
    path = "axles.front.hardpoints.tie_rod_outer.z"
    car = jounce.load("double_wishbone")
    old = car.values()[path]
    assert changed_values_for_provenance(car) == ()
    twice = car.with_values({path: "100 mm", "axles.front.tyre.radius": "0.3 m"}).with_values({path: "101 mm"})
    expected = {path: (old, 0.101, "m"), "axles.front.tyre.radius": (car.values()["axles.front.tyre.radius"], 0.3, "m")}
    assert {c.path: (c.old, c.new, c.unit) for c in changed_values_for_provenance(twice)} == expected
    assert changed_values_for_provenance(twice.with_values({p: was for p, (was, _, _) in expected.items()})) == ()
    run = jounce.run(twice, "wheel-travel", points=3)
    again = jounce.read(run.save(tmp_path / "kc.h5"))
    assert again.record == run.record
    assert {c.path for c in again.record.changes} == set(expected)
    assert (again.record.file, again.record.study) == ("double_wishbone", "wheel-travel")


def test_a_point_of_the_right_side_that_the_file_leaves_out_was_its_mirror_image_or_nothing():
    path = "axles.front.right.hardpoints.tie_rod_outer.y"
    car = jounce.load("double_wishbone")
    y = car.values()["axles.front.hardpoints.tie_rod_outer.y"]
    found = {c.path: c for c in changed_values_for_provenance(car.with_values({path: -y - 0.001}))}
    assert found[path] == Change(path, found[path].old, -y - 0.001, "m", "mm")
    assert found[path].old in (None, pytest.approx(-y))


def test_a_simulation_keeps_its_settings_with_units_date_and_versions():
    before = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    model = jounce.load("pendulum")
    mass = next(path for path in model.values() if path.endswith(".mass"))
    record = jounce.simulate(model.with_values({mass: 2.5}), "20 ms", output_step="2 ms", integrator="rk4").record
    used = {s.name: (s.value, s.unit) for s in record.settings}
    assert used["duration"] == (0.02, "s") and used["output_step"] == (0.002, "s")
    assert [(c.path, c.new, c.unit) for c in record.changes] == [(mass, 2.5, "kg")]
    assert record.file == "pendulum"
    assert before <= datetime.datetime.fromisoformat(record.date) <= datetime.datetime.now(datetime.UTC)
    assert record.versions["jounce"] == jounce.__version__ and record.versions["python"] == platform.python_version()


def test_settings_of_a_study_carry_their_unit_and_meaning():
    record = jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig", points=11, speed="36 km/h").record
    used = {s.name: s for s in record.settings}
    assert (used["speed"].value, used["speed"].unit) == (10.0, "m/s") and used["speed"].meaning
    assert used["points"].value == 11
    assert "tyre_205_55_r16" in record.file


def test_a_model_made_in_python_has_no_file_and_no_changes():
    record = provenance_record(jounce.Model("empty"))
    assert (record.file, record.changes) == ("", ())
