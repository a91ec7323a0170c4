"""Fits: a known tyre is found again out of noisy points, and curves of other formulas are followed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.tyre_files.tir_file import read_tir
from jounce.model.tyre_files.tyre_arrays import TyreArrays
from jounce.parts.tyres.tyre_law import Contact
from jounce.studies.tyres.tyre_points import TyrePoints

DATA = Path(__file__).parents[1] / "published" / "data"
NOISE = 0.01  # of the load
LOADS = np.array([1000.0, 2500.0, 4000.0, 5500.0])


def grid(*axes) -> list[np.ndarray]:
    return [axis.ravel() for axis in np.meshgrid(*axes)]


def curves(tyre, **state):
    return TyreArrays(lambda contact: [(f := tyre.forces(contact)).Fx, f.Fy, f.Mz])(**state, speed=15.0)


@pytest.fixture(scope="module")
def known():
    """A tyre of the library with conicity, and noisy points of it: slip angles at three inclinations, slips upright."""
    tyre = jounce.load("tyre_155_65_r13").with_values({"PHX1": 0.001, "PVY1": 0.02, "PHY1": -0.002}).tyre
    angle, load, inclination = grid(np.radians(np.arange(-14.0, 14.5, 0.5)), LOADS, np.array([-0.07, 0.0, 0.07]))
    slip, load_x = grid(np.arange(-0.3, 0.301, 0.01), LOADS)
    columns = {
        "slip": np.concatenate([0 * angle, slip]),
        "slip_angle": np.concatenate([angle, 0 * slip]),
        "inclination": np.concatenate([inclination, 0 * slip]),
        "load": np.concatenate([load, load_x]),
    }
    random = np.random.default_rng(7)
    for name, exact, share in zip(("Fx", "Fy", "Mz"), curves(tyre, **columns), (1, 1, 0.02), strict=True):
        columns[name] = exact + share * NOISE * columns["load"] * random.normal(size=exact.size)
    return tyre, TyrePoints("noisy.csv", columns)


def test_a_known_tyre_is_found_again_within_the_noise(known, tmp_path):
    """With n points and p coefficients a fitted curve is wrong by sigma sqrt(p/n) in the mean, sigma the noise: here
    0.25 sigma for Fx, 0.14 for Fy. Three times that at every place of a fine grid between the points; what is left of
    the points is the noise within four times its own uncertainty sigma / sqrt(2 n)."""
    tyre, points = known
    fit = jounce.run(points, "tyre-fit", like="tyre_205_55_r16")
    path = tmp_path / "fitted.tir"
    path.write_text(fit.metadata["tyre_file"], encoding="utf-8")
    found = read_tir(path).tyre
    slip, load = grid(np.linspace(-0.28, 0.28, 57), np.array([1500.0, 3300.0, 5000.0]))
    n, p = fit.metrics["Fx.points"].value, 11
    error = (curves(found, slip=slip, load=load)[0] - curves(tyre, slip=slip, load=load)[0]) / load
    assert np.sqrt(np.mean(error**2)) < 3 * NOISE * math.sqrt(p / n)
    angle, load, inclination = grid(
        np.linspace(-0.24, 0.24, 49), np.array([1500.0, 3300.0, 5000.0]), [-0.05, 0.0, 0.05]
    )
    at = {"slip_angle": angle, "load": load, "inclination": inclination}
    n, p = fit.metrics["Fy.points"].value, 14
    exact, again = curves(tyre, **at), curves(found, **at)
    assert np.sqrt(np.mean(((again[1] - exact[1]) / load) ** 2)) < 3 * NOISE * math.sqrt(p / n)
    assert np.sqrt(np.mean(((again[2] - exact[2]) / load) ** 2)) < 3 * 0.02 * NOISE * math.sqrt((10 + p) / n)
    for force, share in (("Fx", 1), ("Fy", 1), ("Mz", 0.02)):
        rows = np.isfinite(fit[force])
        left = np.sqrt(np.mean(((fit[force] - fit[f"{force}.fitted"])[rows] / fit["load"][rows]) ** 2))
        assert left == pytest.approx(share * NOISE, rel=4 / math.sqrt(2 * rows.sum()) + 24 / rows.sum())


def test_without_noise_the_curves_are_the_same(known):
    """Then the least squares end where there is nothing left, to the tolerance of the solver (1e-8 of the cost)."""
    tyre, points = known
    forces = curves(tyre, **{name: points.columns[name] for name in ("slip", "slip_angle", "inclination", "load")})
    exact = dict(zip(("Fx", "Fy", "Mz"), forces, strict=True))
    fit = jounce.run(TyrePoints("exact.csv", points.columns | exact), "tyre-fit", nominal_load="3 kN")
    assert fit.metrics["Fx.rms_share"].value < 1e-4
    assert fit.metrics["Fy.rms_share"].value < 1e-4
    assert fit.metrics["PDY1"].value == pytest.approx(0.97, rel=0.01)


def calspan() -> TyrePoints:
    """The tyre of the Iltis benchmark: a cubic law of side force, no Magic Formula [Frik, Leister, Schwartz 1993]."""
    data = json.loads((DATA / "tyre_calspan_iltis.json").read_text("utf-8"))
    rows = [dict(zip(data["columns"], row, strict=True)) for row in data["points"]]
    zero = np.zeros(len(rows))
    columns = {name: np.array([row[key] for row in rows]) for name, key in (("slip_angle", "alpha"), ("load", "Fz"))}
    return TyrePoints(
        "calspan.csv", columns | {"slip": zero, "inclination": zero, "Fy": np.array([row["Fy"] for row in rows])}
    )


def test_a_published_curve_of_another_formula_is_followed():
    """Side forces of the Calspan tyre of the Iltis up to 9 kN: its slope is a parabola of the load and its shape a
    cubic of the slip angle, which four letters cannot follow exactly; 2 % of the largest force is what they can."""
    fit = jounce.run(calspan(), "tyre-fit")
    assert fit.metrics["Fy.rms_share"].value < 0.02
    assert -fit.metrics["PKY1"].value > 0 and 0.9 < fit.metrics["PDY1"].value < 1.4


def test_the_formula_of_1987_is_followed_in_side_force_and_longitudinal_force():
    """Table of SAE 870421, 2 to 8 kN: the same sine, other dependence on load; 1 % of the largest force."""
    data = json.loads((DATA / "tyre_bakker_1987.json").read_text("utf-8"))
    rows = [dict(zip(data["columns"], row, strict=True)) for row in data["points"]]
    rows = [row for row in rows if row["quantity"] != "Mz"]
    over = np.array([row["slip"] for row in rows])
    percent = np.array([row["unit"] == "percent" for row in rows])
    value = np.array([row["value"] for row in rows])
    columns = {
        "slip": np.where(percent, over / 100, 0.0),
        "slip_angle": np.where(percent, 0.0, np.radians(over)),
        "inclination": np.zeros(len(rows)),
        "load": np.array([1000 * row["Fz_kN"] for row in rows]),
        "Fx": np.where(percent, value, 0.0),
        "Fy": np.where(percent, 0.0, -value),  # the paper's y points right
    }
    fit = jounce.run(TyrePoints("sae_870421.csv", columns), "tyre-fit")
    assert fit.metrics["Fx.rms_share"].value < 0.01
    assert fit.metrics["Fy.rms_share"].value < 0.01


def test_one_load_tells_nothing_of_how_coefficients_change_with_it():
    at_one = calspan().columns
    rows = at_one["load"] == 4500.0
    points = {name: np.repeat(values[rows], 3) for name, values in at_one.items()}
    points["slip_angle"] = points["slip_angle"] + 1e-4 * np.arange(points["slip_angle"].size)
    fit = jounce.run(TyrePoints("one.csv", points), "tyre-fit")
    assert "PKY1" in fit.metrics and "PKY2" not in fit.metrics and "PDY2" not in fit.metrics
    assert "PVY3" not in fit.metrics  # no inclined wheel among them


def test_a_fit_of_the_wrong_sign_is_refused(known):
    _, points = known
    turned = TyrePoints("sae.csv", points.columns | {"Fy": -points.columns["Fy"]})
    with pytest.raises(ModelError, match="Fy rises with slip_angle"):
        jounce.run(turned, "tyre-fit")


def test_the_fitted_channel_is_the_force_of_the_fitted_tyre(known, tmp_path):
    """In plain floats, of the file that was written."""
    _, points = known
    fit = jounce.run(points, "tyre-fit")
    path = tmp_path / "fitted.tir"
    path.write_text(fit.metadata["tyre_file"], encoding="utf-8")
    tyre = read_tir(path).tyre
    for k in (0, 100, 400):
        state = {name: fit[name][k] for name in ("slip", "slip_angle", "inclination", "load")}
        forces = tyre.forces(Contact(**state, speed=15.0))
        assert fit["Fy.fitted"][k] == pytest.approx(forces.Fy, rel=1e-9)
        assert fit["Mz.fitted"][k] == pytest.approx(forces.Mz, rel=1e-9)


def test_a_coefficient_on_its_bound_is_told():
    """Points on a straight line have no peak: the friction that would follow them grows without end."""
    angle, load = grid(np.radians(np.arange(-3.0, 3.1, 0.25)), LOADS)
    columns = {
        "slip": 0 * angle,
        "slip_angle": angle,
        "inclination": 0 * angle,
        "load": load,
        "Fy": -90.0 * angle * load,
    }
    notes = jounce.run(TyrePoints("line.csv", columns), "tyre-fit").metadata["notes"]
    assert any(note.startswith("PDY1 ended on its bound 4") for note in notes)


def test_a_tyre_that_is_found_again_is_told_nothing(known):
    assert jounce.run(known[1], "tyre-fit", like="tyre_205_55_r16").metadata["notes"] == []
