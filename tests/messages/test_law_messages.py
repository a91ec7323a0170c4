"""What is wrong with an own law is said in its words, and what a file cannot hold is refused."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import pytest

import jounce
from jounce.parts.laws import OWN_LAWS, Points
from jounce.units import Quantity, Slope

Cubic = Annotated[float, Quantity("N/m^3")]


@dataclass(frozen=True)
class Progressive:
    k: Slope
    k3: Cubic

    def value(self, x):
        return self.k * x + self.k3 * x**3


@dataclass(frozen=True)
class WithoutUnit:
    k: float

    def value(self, x):
        return self.k * x


@dataclass
class Changing:
    k: Slope

    def value(self, x):
        return self.k * x


@dataclass(frozen=True)
class WithoutFormula:
    k: Slope


@dataclass(frozen=True)
class ByMath:
    k: Slope

    def value(self, x):
        return self.k * math.sinh(x)


@dataclass(frozen=True)
class ByIf:
    k: Slope

    def value(self, x):
        return self.k * x if x > 0 else 0.0


@dataclass(frozen=True)
class Infinite:
    k: Slope

    def value(self, x):
        return self.k / x


@dataclass(frozen=True)
class Nothing:
    k: Slope

    def value(self, x):
        self.k * x


def problem_of(law) -> str:
    with pytest.raises(jounce.ModelError) as refused:
        jounce.load("quarter_car").with_tables({"forces.spring.law": law})
    assert len(refused.value.problems) == 1, refused.value
    problem = refused.value.problems[0]
    assert problem.where.startswith("forces.spring.law")
    return f"{problem.what}; {problem.help}"


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (WithoutUnit(k=1.0), 'Annotated[float, Quantity("N/m^3")]'),
        (Changing(k=1.0), "@dataclass(frozen=True)"),
        (WithoutFormula(k=1.0), "value(self, x)"),
        (ByMath(k=1.0), "functions of jounce.graph"),
        (ByIf(k=1.0), "select"),
        (Infinite(k=1.0), "division by zero"),
        (Nothing(k=1.0), "a finite number"),
        (Progressive(k="12 N", k3=0.0), "is not in N/m"),
        (Progressive(k=float("nan"), k3=0.0), "is not a finite number"),
        (Progressive, "neither number nor table"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_wrong_with_a_law_is_said(law, said):
    assert said in problem_of(law)


def test_a_spring_that_pulls_where_it_should_push_is_refused_in_a_car():
    with pytest.raises(jounce.ModelError, match="pull where it should push"):
        jounce.load("small_car").with_tables({"axles.front.damper.law": Progressive(k=-100.0, k3=0.0)})


def test_a_bar_has_a_stiffness_or_a_law():
    car = jounce.load("small_car").with_tables({"axles.front.anti_roll_bar.law": Progressive(k=1000.0, k3=0.0)})
    assert car.axles["front"].elements["anti_roll_bar"].stiffness is None
    assert jounce.load("small_car").laws()["axles.front.anti_roll_bar.law"] is None


def test_an_own_law_is_not_saved_but_by_its_word():
    """Unnamed it is refused, named it reads back equal; a result is saved either way."""
    model = jounce.load("quarter_car").with_tables({"forces.spring.law": Progressive(k="20 N/mm", k3=3e5)})
    with pytest.raises(jounce.ModelError) as refused:
        model.to_toml()
    (problem,) = refused.value.problems
    assert problem.where == "forces.spring.law"
    assert "Progressive is a formula in Python" in problem.what
    assert 'type = "points"' in problem.help
    OWN_LAWS["progressive"] = Progressive
    try:
        text = model.to_toml()
        assert jounce.load(text) == model
        with pytest.raises(jounce.ModelError, match="is not in N/m"):
            jounce.load(text.replace("k = 20000.0", 'k = "2 m"'))
    finally:
        del OWN_LAWS["progressive"]
    with pytest.raises(jounce.ModelError, match="type 'progressive' is not known"):
        jounce.load(text)


def test_a_run_with_an_own_law_is_saved_and_viewed_without_it(tmp_path):
    model = jounce.load("quarter_car").with_tables({"forces.spring.law": Progressive(k="20 N/mm", k3=3e5)})
    run = jounce.simulate(model, "0.02 s", integrator="rk4")
    again = jounce.read(run.save(tmp_path / "run.h5"))
    assert again.view(tmp_path / "run.html").stat().st_size > 100_000


def test_points_stand_alone():
    @dataclass(frozen=True)
    class Around:
        inner: Annotated[object, Quantity("1")]

        def value(self, x):
            return self.inner.value(x)

    assert "points cannot stand inside" in problem_of(Around(inner=Points(x=(0, 1), y=(0, 1))))
