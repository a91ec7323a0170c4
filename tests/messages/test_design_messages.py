"""What is wrong with a design is told before anything runs, all at once, with what would be right."""

import pytest

import jounce

FRONT, REAR = "axles.front.spring.law.slope", "axles.rear.spring.law.slope"
DRAW = {"method": "sobol", "variants": 4}


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


def problems_of(car, values, design=None, metrics=None):
    with pytest.raises(jounce.ModelError) as refused:
        jounce.vary(car, "step-steer", values, design=design, metrics=metrics)
    return {problem.where: f"{problem.what} | {problem.help}" for problem in refused.value.problems}


def test_everything_that_is_wrong_is_told_at_once(car):
    values = {
        "axles.front.sprng.law.slope": ["15 N/mm"],
        REAR: ["18 mm", "20 N/mm"],
        "body.mass": {"distribution": "norml"},
        "settings.sped": [20.0],
    }
    found = problems_of(car, values, {"methd": "grid"}, ["yaw_rate_gan"])
    assert "Did you mean 'axles.front.spring.law.slope'?" in found["axles.front.sprng.law.slope"]
    assert "'18 mm' is not in N/m" in found[f"{REAR}.0"]
    assert "Did you mean 'normal'?" in found["body.mass.distribution"]
    assert "Did you mean 'speed'?" in found["settings.sped"]
    assert "Did you mean 'method'?" in found["methd"]
    assert "Did you mean 'yaw_rate_gain'?" in found["metrics.yaw_rate_gan"]
    assert len(found) == 6


@pytest.mark.parametrize(
    ("values", "design", "where", "word"),
    [
        ({}, None, "values", "names nothing"),
        ({FRONT: []}, None, FRONT, "no list of values"),
        ({FRONT: "15 N/mm"}, None, FRONT, "no list of values"),
        ({FRONT: [float("nan")]}, None, f"{FRONT}.0", "finite"),
        ({FRONT: [1e4, 2e4], REAR: [1e4]}, None, "values", "lists of different lengths"),
        ({FRONT: [1e4]}, "gird", "method", "Did you mean 'grid'?"),
        ({FRONT: [1e4]}, {"variants": 3}, "", ""),
        ({FRONT: [1e4]}, {"method": "grid", "variants": 3}, "variants", "leave it out"),
        ({FRONT: {"distribution": "uniform", "least": 1e4, "most": 2e4}}, None, "variants", "is missing"),
        ({FRONT: {"distribution": "uniform", "least": 1e4, "most": 2e4}}, "grid", FRONT, "not a distribution"),
        ({FRONT: {"distribution": "uniform", "least": 2e4, "most": 1e4}}, DRAW, f"{FRONT}.most", "least below most"),
        ({FRONT: {"distribution": "normal", "mean": 2e4}}, DRAW, f"{FRONT}.deviation", "is missing"),
        ({FRONT: {"distribution": "normal", "mean": 2e4, "deviation": 0}}, DRAW, f"{FRONT}.deviation", "above zero"),
        (
            {FRONT: {"distribution": "triangular", "least": 1e4, "mode": 3e4, "most": 2e4}},
            DRAW,
            f"{FRONT}.mode",
            "from 10000",
        ),
        (
            {FRONT: {"distribution": "choice", "values": [1e4], "weights": [1, 2]}},
            DRAW,
            f"{FRONT}.weights",
            "one for each",
        ),
        ({FRONT: {"least": 1e4, "most": 2e4, "count": 1}}, "grid", f"{FRONT}.count", "from 2"),
        ({FRONT: {"values": [1e4], "relativ": True}}, None, FRONT, "has the keys"),
        ({"settings.step": {"values": [1.0], "relative": True}}, None, "settings.step.relative", "no number"),
        ({FRONT: [1e4]}, {"method": "sobol", "variants": 4, "seed": -1}, "seed", "whole number"),
        (
            {FRONT: [1e4], REAR: [1e4]},
            {"variants": 4, "correlations": [[FRONT, REAR, 1.0]]},
            "correlations.0",
            "between -1 and 1",
        ),
    ],
)
def test_a_wrong_design_is_told_by_its_place(car, values, design, where, word):
    if not where:  # lists are drawn from where a number of variants is given
        assert jounce.vary(
            car, "wheel-travel", values, design=design, metrics=["front_left.camber"]
        ).numbers.tolist() == [0, 1, 2]
        return
    found = problems_of(car, values, design)
    assert word in found[where], found


def test_correlations_that_cannot_be_are_refused(car):
    paths = [FRONT, REAR, "body.mass"]
    draw = {"distribution": "normal", "mean": 1.0, "deviation": 0.1, "relative": True}
    pairs = [[paths[0], paths[1], 0.9], [paths[1], paths[2], 0.9], [paths[0], paths[2], -0.9]]
    found = problems_of(car, dict.fromkeys(paths, draw), {"variants": 4, "correlations": pairs})
    assert "at once" in found["correlations"]


def test_a_csv_design_is_refused_by_its_lines(car, tmp_path):
    (tmp_path / "points.csv").write_text(f"{FRONT} [mm],body.mss [kg]\n15,600\n18,\n")
    found = problems_of(car, tmp_path / "points.csv")
    assert "needs N/m" in found[FRONT] and "Did you mean 'body.mass'?" in found["body.mss"]


def test_a_mechanism_cannot_be_varied():
    with pytest.raises(jounce.ModelError, match="no values by path"):
        jounce.vary(jounce.load("pendulum"), "step-steer", {"bodies.bob.mass": [1.0]})


def test_values_in_the_place_of_the_study_are_told(car):
    with pytest.raises(jounce.ModelError, match="the name of a study, or a study that was made before"):
        jounce.vary(car, {FRONT: [1e4]}, {FRONT: [1e4]})


@pytest.mark.parametrize("workers", [0, -1, 1.5])
def test_a_number_of_workers_that_cannot_be_is_refused(car, workers):
    with pytest.raises(jounce.ModelError, match="a whole number from 1 to 1024"):
        jounce.vary(car, "step-steer", {FRONT: [1e4]}, workers=workers)


def test_a_run_that_lacks_a_metric_says_which_and_why(car, tmp_path):
    """The yaw rate is not steady so soon behind the step."""
    table = jounce.vary(car, "step-steer", {"body.mass": [650.0]}, metrics=["steady_roll"], duration=1.2)
    assert table["steady_roll"].isna().all()
    assert table["reason"][0].startswith("no value of steady_roll; no steady value was reached: in the last 0.5 s")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{FRONT} [N/mm],{REAR} [N/mm]\n15,18\n,\n16,19\n", 3),
        (f"{FRONT} [N/mm],{REAR} [N/mm]\n15,18\n16,19\n , \n", 4),
        (f"{FRONT} [N/mm]\n15\n\n16\n", 3),
    ],
    ids=["between", "at the end", "of one column"],
)
def test_an_empty_row_of_a_file_is_told_by_its_line(car, tmp_path, text, line):
    file = tmp_path / "rows.csv"
    file.write_text(text)
    assert f"rows.csv:{line}: the row is empty" in problems_of(car, str(file))["file"]


def test_blank_lines_at_the_end_of_a_file_are_no_rows(car, tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text(f"{FRONT} [N/mm]\n15\nsixteen\n\n\n")
    assert "is empty" not in problems_of(car, str(file))["file"]
