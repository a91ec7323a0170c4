"""Designs give the variants that they say: beside SciPy's own distributions and samples, and closed forms."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

import jounce
from jounce.studies.many.designs.design import Design, DesignColumn
from jounce.studies.many.designs.read_design import read_design
from jounce.studies.many.designs.spread import (
    Choice,
    Levels,
    Lognormal,
    Normal,
    Triangular,
    TruncatedNormal,
    Uniform,
)
from jounce.studies.many.designs.varied_number import VariedNumbers

pytestmark = pytest.mark.usefixtures("no_own_parts")

FRONT, REAR = "axles.front.spring.law.slope", "axles.rear.spring.law.slope"
U = np.linspace(0.001, 0.999, 201)
IN_SCIPY = {
    "uniform": (Uniform(least=2.0, most=5.0), stats.uniform(2.0, 3.0)),
    "normal": (Normal(mean=3.0, deviation=0.5), stats.norm(3.0, 0.5)),
    "truncated-normal": (
        TruncatedNormal(mean=3.0, deviation=2.0, least=2.0, most=3.5),
        stats.truncnorm(-0.5, 0.25, loc=3.0, scale=2.0),
    ),
    "triangular": (Triangular(least=1.0, mode=2.0, most=5.0), stats.triang(0.25, loc=1.0, scale=4.0)),
    "lognormal": (Lognormal(median=2.0, log_deviation=0.3), stats.lognorm(0.3, scale=2.0)),
}


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


def design_of(*spreads, method="monte-carlo", count=64, **more):
    columns = tuple(DesignColumn(path=f"p{k}", unit="1", spread=s, nominal=10.0 + k) for k, s in enumerate(spreads))
    return Design(method=method, columns=columns, count=count, **more)


@pytest.mark.parametrize("word", IN_SCIPY)
def test_a_distribution_has_the_distribution_function_of_scipy(word):
    ours, theirs = IN_SCIPY[word]
    assert theirs.cdf(ours.at(U)) == pytest.approx(U, abs=1e-12)


def test_choices_are_taken_as_often_as_their_weights_say():
    u = (np.arange(8000) + 0.5) / 8000
    values, counts = np.unique(Choice(values=(5.0, 1.0, 3.0), weights=(1.0, 2.0, 5.0)).at(u), return_counts=True)
    assert dict(zip(values, counts, strict=True)) == {1.0: 2000, 3.0: 5000, 5.0: 1000}
    assert np.unique(Levels((7.0, 8.0)).at(u), return_counts=True)[1].tolist() == [4000, 4000]


def test_a_grid_is_the_product_of_its_lists_and_any_part_of_it_can_be_had():
    lists = ((1.0, 2.0, 3.0), (5.0,), (7.0, 8.0))
    grid = design_of(*map(Levels, lists), method="grid", count=6)
    assert grid.numbers(0, 6).tolist() == [list(row) for row in product(*lists)]
    assert grid.numbers(4, 100).tolist() == [[3.0, 5.0, 7.0], [3.0, 5.0, 8.0]]


def test_one_at_a_time_begins_with_the_car_as_it_is():
    single = design_of(Levels((1.0, 2.0)), Levels((3.0,)), method="one-at-a-time", count=4)
    assert single.numbers(0, 4).tolist() == [[10.0, 11.0], [1.0, 11.0], [2.0, 11.0], [10.0, 3.0]]


def test_a_latin_hypercube_has_one_variant_in_each_share_of_each_range():
    cube = design_of(*[Uniform(least=0.0, most=1.0)] * 3, method="latin-hypercube", count=50, seed=3)
    shares = np.sort((cube.numbers(0, 50) * 50).astype(int), axis=0)
    assert (shares == np.arange(50)[:, None]).all()


@pytest.mark.parametrize("method", ["latin-hypercube", "sobol", "monte-carlo"])
def test_a_variant_does_not_depend_on_the_part_of_the_design_that_is_asked_for(method):
    drawn = design_of(Uniform(least=0.0, most=1.0), Normal(mean=0.0, deviation=1.0), method=method, count=40, seed=7)
    parts = [design_of(*[c.spread for c in drawn.columns], method=method, count=40, seed=7) for _ in range(3)]
    pieces = [parts[0].numbers(0, 3), parts[1].numbers(3, 17), parts[2].numbers(17, 40)]
    assert np.array_equal(np.vstack(pieces), drawn.numbers(0, 40))
    other = design_of(*[c.spread for c in drawn.columns], method=method, count=40, seed=8)
    assert not np.isclose(other.numbers(0, 40), drawn.numbers(0, 40)).any()


def test_sobols_sequence_fills_the_square_more_evenly_than_chance():
    """256 points of a scrambled (0, 2)-net: each of 16 x 16 squares holds one. [Owen 1998]"""
    net = design_of(*[Uniform(least=0.0, most=16.0)] * 2, method="sobol", count=256)
    assert len({tuple(square) for square in net.numbers(0, 256).astype(int).tolist()}) == 256


def test_correlated_numbers_keep_their_distributions_and_have_the_rank_correlation_of_a_gaussian_copula():
    """Spearman's rho of a Gaussian copula is 6/pi asin(r/2) [Kruskal 1958]. Its estimate of n pairs deviates by less
    than 4/sqrt(n), and Kolmogorov's distance of n points exceeds 1.95/sqrt(n) once in a thousand draws.
    """
    n, r = 4000, 0.7
    drawn = design_of(
        Uniform(least=0.0, most=1.0),
        Lognormal(median=2.0, log_deviation=0.3),
        count=n,
        correlations=((1.0, r), (r, 1.0)),
    ).numbers(0, n)
    rho = stats.spearmanr(drawn[:, 0], drawn[:, 1]).statistic
    assert rho == pytest.approx(6.0 / np.pi * np.arcsin(r / 2.0), abs=4.0 / np.sqrt(n))
    assert stats.kstest(drawn[:, 0], stats.uniform.cdf).statistic < 1.95 / np.sqrt(n)
    assert stats.kstest(drawn[:, 1], stats.lognorm(0.3, scale=2.0).cdf).statistic < 1.95 / np.sqrt(n)


def test_values_are_read_with_their_units_and_relative_ones_multiply_what_the_car_has(car):
    problems = []
    values = {
        FRONT: ["15 N/mm", 18000.0],
        REAR: {"least": 0.9, "most": 1.1, "count": 2, "relative": True},
        "settings.speed": ["36 km/h", 20],
    }
    found = read_design(values, {}, VariedNumbers(car, jounce.studies.StepSteer()), problems)
    nominal = car.values()[REAR]
    expected = [[15000.0, 0.9 * nominal, 10.0], [18000.0, 1.1 * nominal, 20.0]]
    assert problems == [] and found.numbers(0, 2).tolist() == expected
    assert found.variants(1, 2)[0].settings == {"speed": 20.0}


def test_a_csv_file_is_a_design_in_its_own_units(car, tmp_path):
    (tmp_path / "points.csv").write_text(f"{FRONT} [N/mm],body.mass (kg)\n15,600\n18.5,650\n")
    found = read_design(tmp_path / "points.csv", {}, VariedNumbers(car, jounce.studies.StepSteer()), [])
    assert found.numbers(0, 9).tolist() == [[15000.0, 600.0], [18500.0, 650.0]]


def test_a_row_is_what_the_study_gives_for_that_car_alone(car):
    table = jounce.vary(
        car, "wheel-travel", {FRONT: ["15 N/mm", "18 N/mm"]}, metrics=["front_left.wheel_rate"], axle="front"
    )
    alone = jounce.run(car.with_values({FRONT: "18 N/mm"}), "wheel-travel", axle="front")
    assert table["front_left.wheel_rate"][1] == alone.metrics["front_left.wheel_rate"].value
    assert table["front_left.wheel_rate"][0] < table["front_left.wheel_rate"][1]
    assert table.units == {FRONT: "N/m", "front_left.wheel_rate": "N/m"}
    assert [*table] == [FRONT, "front_left.wheel_rate", "verdict", "reason"] and set(table.verdict) == {"unchecked"}


def test_a_variant_that_cannot_be_built_is_told_in_its_row_and_the_others_go_on(car):
    told = []
    table = jounce.vary(
        car,
        "wheel-travel",
        {FRONT: [15000.0, -1.0, 18000.0]},
        metrics=["front_left.wheel_rate"],
        workers=2,
        progress=told.append,
    )
    assert table.verdict.tolist() == ["unchecked", "refused", "unchecked"]
    assert FRONT in table.reason[1] and "negative" in table.reason[1]
    assert np.isnan(table["front_left.wheel_rate"]).tolist() == [False, True, False]
    assert told[-1] == 1.0


def test_rows_and_histories_are_kept_in_a_folder_and_the_same_call_finds_them(car, tmp_path):
    def table(told):
        return jounce.vary(
            car,
            "wheel-travel",
            {FRONT: [15000.0, 18000.0]},
            metrics=["front_left.wheel_rate"],
            out=tmp_path,
            histories="front_left.camber",
            progress=told.append,
            axle="front",
        )

    told = []
    first, again = table(told), table(told)
    assert first.to_pandas().equals(again.to_pandas()) and told == [1.0] and first.units[FRONT] == "N/m"
    history = jounce.read(tmp_path / "histories" / "0000001.h5")
    alone = jounce.run(car.with_values({FRONT: 18000.0}), "wheel-travel", axle="front")
    assert (history["front_left.camber"] == alone["front_left.camber"]).all()
    assert history.record.changes[0].path == FRONT
    with pytest.raises(jounce.ModelError, match="no folder"):
        jounce.vary(car, "wheel-travel", {FRONT: [15000.0]}, histories="all")
