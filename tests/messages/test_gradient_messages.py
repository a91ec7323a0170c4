"""What is wrong with a gradient is told before anything runs, all at once, with what would be right."""

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


def problems_of(call, *args, **settings):
    with pytest.raises(jounce.ModelError) as refused:
        call(*args, **settings)
    return {problem.where: f"{problem.what} | {problem.help}" for problem in refused.value.problems}


def test_everything_that_is_wrong_is_told_at_once(car):
    settings = ["settings.sped", "settings.duration", "settings.angle"]
    paths = ["body.mas", "axles.front.template", "half_shafts.elements", *settings]
    found = problems_of(jounce.gradient, car, "step-steer", ["yaw_rate_gan", "energy_error"], paths)
    assert "Did you mean 'body.mass'?" in found["body.mas"]
    assert "structure" in found["axles.front.template"]
    assert "count" in found["half_shafts.elements"]
    assert "Did you mean 'speed'?" in found["settings.sped"]
    assert "no quantity that changes what happens" in found["settings.duration"]
    assert "chosen by the study itself" in found["settings.angle"]
    assert "Did you mean 'yaw_rate_gain'?" in found["metrics.yaw_rate_gan"]
    assert "rounding" in found["metrics.energy_error"]


@pytest.mark.parametrize(
    ("study", "metrics", "paths", "where", "word"),
    [
        ("fishhook", ["final vehicle.y"], ["body.mass"], "study", "several runs"),
        ("step-steer", [], ["body.mass"], "metrics", "no metric is named"),
        ("step-steer", ["steady_roll"], [], "wrt", "no path is named"),
    ],
)
def test_a_gradient_without_sense_says_why(car, study, metrics, paths, where, word):
    assert word in problems_of(jounce.gradient, car, study, metrics, paths)[where]


def test_a_line_that_practice_finds_has_no_derivative(car):
    found = problems_of(jounce.gradient, car, "lane-change", "largest_roll", "body.mass", line="searched")
    assert "chooses among runs" in found["study"]


def test_a_number_at_the_border_of_what_is_possible_has_no_derivative():
    found = problems_of(
        jounce.gradient, jounce.load("golf1"), "steady-circle", "roll_gradient", "drive.centre_friction"
    )
    assert "border of what is possible" in found["drive.centre_friction"]


def test_settings_without_a_derivative_are_told_by_name():
    paths = ["settings.height", "settings.speed"]
    found = problems_of(jounce.gradient, jounce.load("golf1"), "three-bumps", "largest_load", paths)
    assert "changes the road" in found["settings.height"]
    assert "changes how long the run takes" in found["settings.speed"]


def test_tables_that_a_depth_computes_are_refused_by_name(car):
    found = problems_of(
        jounce.gradient,
        car.at_depth("functional"),
        "step-steer",
        "yaw_rate_peak_time",
        "axles.front.hardpoints.tie_rod_outer.z",
        duration="1.5 s",
    )
    assert "tables that are computed from it" in found["axles.front.hardpoints.tie_rod_outer.z"]


def test_the_command_tells_the_same_without_a_traceback(tmp_path):
    words = [
        "gradient",
        "golf1",
        "steady-circle",
        "--metric",
        "rol_gradient",
        "--wrt",
        "body.mass",
        "--out",
        str(tmp_path),
    ]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 2
    assert "Did you mean 'roll_gradient'?" in answer.output
    assert not list(tmp_path.iterdir())


def test_the_command_prints_a_table_and_writes_a_chart(tmp_path, small_pictures):
    words = [
        "gradient",
        "golf1",
        "steady-circle",
        "--metric",
        "roll_gradient",
        "--wrt",
        "body.mass",
        "--out",
        str(tmp_path),
    ]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    assert "body.mass" in answer.output
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "golf1_steady_circle_gradient.csv",
        "golf1_steady_circle_gradient.png",
    ]
