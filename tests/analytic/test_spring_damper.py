"""A force of length and rate together: grids against SciPy, spring and damper; formulas against an ODE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline, PchipInterpolator, RegularGridInterpolator

import jounce
from jounce.errors import ModelError
from jounce.graph import Graph, interpret, lookup2
from jounce.graph.tables import Surface, grid_table_data
from jounce.units import Quantity, Slope

MASS, FREE = 20.0, 0.5  # kg, m
X, V = np.array([-0.3, -0.1, 0.05, 0.2, 0.35]), np.array([-1.5, -0.4, 0.1, 0.9])
F = np.array([[np.sin(3 * x) * (1 + v) + v**3 for v in V] for x in X])


def read(data: np.ndarray, x: float, v: float, order: tuple[int, int] = (0, 0)) -> float:
    graph = Graph()
    node = lookup2(Surface(0, len(X), len(V), 3), graph.symbol("x"), graph.symbol("v"), order)
    return float(interpret([node], {"x": x, "v": v}, tables=data)[0])


INSIDE = [(0.0, 0.0), (-0.22, -1.1), (0.3, 0.5), (0.05, -0.4), (0.1, 0.85)]


def test_between_the_points_a_grid_is_what_scipy_says():
    """Linear and natural splines are tensor products, so SciPy's one-dimensional ones in turn give the same."""
    linear = RegularGridInterpolator((X, V), F)
    for x, v in INSIDE:
        assert read(grid_table_data(X, V, F, "linear", "linear"), x, v) == pytest.approx(linear([[x, v]])[0], abs=1e-13)
        along_x = CubicSpline(X, F, bc_type="natural")(x)
        spline = CubicSpline(V, along_x, bc_type="natural")(v)
        assert read(grid_table_data(X, V, F, "spline", "linear"), x, v) == pytest.approx(spline, abs=1e-13)


def test_a_monotone_grid_meets_its_points_and_its_lines():
    data = grid_table_data(X, V, F, "monotone", "linear")
    for i, x in enumerate(X):
        along = PchipInterpolator(V, F[i])
        for v in (*V, -0.9, 0.4):
            assert read(data, x, v) == pytest.approx(along(v), abs=1e-13)
    for h in (1e-9, -1e-9):  # C1 across the lines
        slopes = [read(data, X[2] + h, -0.9, (1, 0)), read(data, -0.2, V[1] + h, (0, 1))]
        assert slopes == pytest.approx([read(data, X[2], -0.9, (1, 0)), read(data, -0.2, V[1], (0, 1))], abs=1e-6)


@pytest.mark.parametrize("interpolation", ["linear", "monotone", "spline"])
def test_beyond_the_grid_it_goes_on_straight_or_stays(interpolation):
    straight, clamped = (grid_table_data(X, V, F, interpolation, word) for word in ("linear", "clamped"))
    for x, v in ((0.6, 0.5), (-0.9, 0.5), (0.1, 3.0), (0.1, -3.0), (0.9, 4.0)):
        edge = np.clip(x, X[0], X[-1]), np.clip(v, V[0], V[-1])
        assert read(clamped, x, v) == pytest.approx(read(clamped, *edge), abs=1e-13)
        assert read(straight, *edge) == pytest.approx(read(clamped, *edge), abs=1e-13)
    ahead = [read(straight, X[-1] + d, 0.5) for d in (0.0, 0.2, 0.4)]
    assert ahead[2] - ahead[1] == pytest.approx(ahead[1] - ahead[0], abs=1e-12)
    assert ahead[1] != pytest.approx(ahead[0], abs=1e-3)


def hung(*forces, **start) -> jounce.Result:
    """A mass on a vertical guide below the ground's origin, hung on force elements; pulled down and let go."""
    model = jounce.Model("hung mass").add(
        jounce.parts.Body(name="mass", mass=MASS, centre=(0.0, 0.0, -FREE), inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(
            name="guide", parent="ground", child="mass", point=(0.0, 0.0, -FREE), axis=(0.0, 0.0, -1.0)
        ),
        *forces,
    )
    return jounce.simulate(model, 2.0, start={"guide.displacement": 0.15}, integrator="dormand-prince", rtol=1e-10)


ENDS = {"parent": "ground", "child": "mass", "point": (0.0, 0.0, 0.0), "child_point": (0.0, 0.0, -FREE)}


def test_a_grid_of_a_plane_is_spring_and_damper_together():
    """F = k x + c v is plane, so any interpolation and continuation is exact, also beyond the grid."""
    k, c = 4000.0, 60.0
    x, v = (-0.05, 0.0, 0.02), (-0.3, 0.1)
    rows = tuple(tuple(k * a + c * b for b in v) for a in x)
    law = jounce.parts.laws.Grid(x=x, v=v, y=rows)
    one = hung(jounce.parts.SpringDamper(name="strut", **ENDS, free_length=FREE, law=law))
    two = hung(
        jounce.parts.Spring(name="spring", **ENDS, free_length=FREE, law=k),
        jounce.parts.Damper(name="damper", **ENDS, law=c),
    )
    np.testing.assert_allclose(one["guide.displacement"], two["guide.displacement"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(one["strut.force"], two["spring.force"] + two["damper.force"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(one["strut.work"], two["spring.work"] + two["damper.work"], rtol=0, atol=1e-8)


@dataclass(frozen=True)
class Progressive:
    """F = k x + c v (1 + (x/a)^2): a damper that grows with its stroke."""

    k: Slope
    c: Annotated[float, Quantity("N s/m")]
    a: Annotated[float, Quantity("m", "positive")]

    def value(self, x, v):
        return self.k * x + self.c * v * (1 + (x / self.a) ** 2)


def test_an_own_law_of_two_arguments_moves_a_mass_as_its_differential_equation_says():
    """m x'' = m g - F(x, x'), integrated by SciPy; the work of the element is minus the integral of F v."""
    k, c, a = 4000.0, 60.0, 0.05
    run = hung(jounce.parts.SpringDamper(name="strut", **ENDS, free_length=FREE, law=Progressive(k=k, c=c, a="50 mm")))

    def rates(t, y):
        force = k * y[0] + c * y[1] * (1 + (y[0] / a) ** 2)
        return [y[1], 9.81 - force / MASS, -force * y[1]]

    exact = solve_ivp(rates, (0.0, 2.0), [0.15, 0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-12, t_eval=run.time).y
    np.testing.assert_allclose(run["guide.displacement"], exact[0], rtol=0, atol=1e-8)
    np.testing.assert_allclose(run["strut.work"], exact[2], rtol=0, atol=1e-6)
    np.testing.assert_allclose(run["strut.power"], -run["strut.force"] * run["strut.rate"], rtol=0, atol=1e-9)
    assert np.ptp(run["energy.balance"]) < 1e-6  # J, of 4000 * 0.15^2 / 2 = 45


FILE = """
format = 1
kind = "mechanism"
name = "hung mass"
[bodies.mass]
mass = 20
centre = [0, 0, -0.5]
inertia = [1, 1, 1]
[joints.guide]
type = "prismatic"
parent = "ground"
child = "mass"
point = [0, 0, -0.5]
axis = [0, 0, -1]
[forces.strut]
type = "spring_damper"
parent = "ground"
child = "mass"
point = [0, 0, 0]
child_point = [0, 0, -0.5]
free_length = "500 mm"
[forces.strut.law]
type = "grid"
x = ["-100 mm", 0, "200 mm"]
v = ["-1 m/s", 0, 0.5]
y = [["-1 kN", 0, 1], [-10, 0, 10], ["1 kN", 1100, 1200]]
beyond = "clamped"
"""


def test_a_grid_stands_in_a_file_as_rows_and_is_saved_again():
    model = jounce.load(FILE)
    law = model.forces[0].law
    assert (law.x, law.v) == ((-0.1, 0.0, 0.2), (-1.0, 0.0, 0.5))
    assert law.y == (-1000.0, 0.0, 1.0, -10.0, 0.0, 10.0, 1000.0, 1100.0, 1200.0)
    assert jounce.load(model.to_toml()) == model
    assert model.with_values({"forces.strut.law.y.8": "1.3 kN"}).forces[0].law.y[8] == 1300.0


@pytest.mark.parametrize(
    ("good", "bad", "where", "what"),
    [
        ('x = ["-100 mm", 0, "200 mm"]', "x = [0, 0, 1]", "forces.strut.law.x.1", "0 does not rise above 0"),
        (FILE[FILE.index("x = [") :], "x = [0, 1]\nv = [1]\ny = [0, 1]\n", "forces.strut.law.v", "1 entries"),
        ("v = [\"-1 m/s\", 0, 0.5]", "v = [0, 1]", "forces.strut.law.y", "9 entries, but 3 in x and 2 in v"),
        ("[-10, 0, 10]", "[-10, 10]", "forces.strut.law.y.1", "has 2 entries, but the first row has 3"),
        ("[-10, 0, 10]", "[-10, 0, 1e200]", "forces.strut.law.y", "1e+200 is beyond"),
        ("[-10, 0, 10]", '[-10, 0, "10 m"]', "forces.strut.law.y.5", "is not in N"),
        ('"-1 m/s"', '"-1 m"', "forces.strut.law.v.0", "is not in m/s"),
        ('beyond = "clamped"', 'beyond = "flat"', "forces.strut.law.beyond", "one of: linear, clamped"),
        ('type = "grid"', 'type = "points"', "forces.strut.law.type", "'points' is not known"),
        ('type = "grid"', 'type = "grid"\nz = 3', "forces.strut.law.z", "key 'z' is not known here"),
    ],
)  # fmt: skip
def test_a_broken_grid_is_refused_by_path(good, bad, where, what):
    assert good in FILE
    with pytest.raises(ModelError) as refused:
        jounce.load(FILE.replace(good, bad))
    assert [(p.where, what in f"{p.what}; {p.help}") for p in refused.value.problems] == [(where, True)]


def test_laws_of_one_and_of_two_arguments_are_not_confused():
    @dataclass(frozen=True)
    class Straight:
        k: Slope

        def value(self, x):
            return self.k * x

    strut = {"name": "strut", **ENDS}
    for part, text in (
        (jounce.parts.SpringDamper(**strut, free_length=FREE, law=Straight(k=1.0)), "value takes 1 argument"),
        (jounce.parts.Damper(**strut, law=Progressive(k=1.0, c=1.0, a=1.0)), "value takes 2 arguments"),
    ):
        with pytest.raises(ModelError, match=text):
            jounce.Model("hung mass").add(jounce.parts.Body(name="mass", mass=1.0), part)
