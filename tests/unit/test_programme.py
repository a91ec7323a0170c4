"""A programme puts a car through all trials that fit it, and says of the others why they do not."""

import json
from dataclasses import replace
from math import inf

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError, NumericalError
from jounce.model.usual.car_figures import UNLIKE_ITS_CLASS
from jounce.results import Verdict, VerdictCheck
from jounce.studies import STUDIES
from jounce.studies.programme import run_programme as runs
from jounce.studies.programme.car_facts import car_facts
from jounce.studies.programme.trials import TRIALS, choose_trials
from jounce.studies.study import define_metric
from jounce.views.report.programme_report import programme_report_text, sheet_figures, trusted_figures

TWO = ("steady-circle", "brake-in-turn")


@pytest.fixture(scope="module")
def done():
    """golf1 without brakes: it turns, but cannot brake in a turn."""
    car = replace(jounce.load("golf1"), brakes=None)
    return jounce.run_programme(car, only=TWO)


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_every_figure_of_the_sheet_is_a_metric_of_its_study(trial):
    study = STUDIES[trial.study]
    study(**trial.settings)  # its settings exist and are right
    for figure, words in trial.sheet.items():
        _, meaning, *_ = define_metric(study.metrics, figure)
        assert "is ahead" not in meaning or "ahead" in words  # may be negative, and friction may not


def test_facts_of_a_car_without_wheels_are_those_of_its_mass():
    facts = car_facts(jounce.load("golf1").at_depth("single-track"))
    assert list(facts) == ["mass"] and facts["mass"].value == pytest.approx(900.0, rel=1e-6)


def test_names_of_trials_are_single():
    names = [trial.name for trial in TRIALS]
    assert len(set(names)) == len(names)


def test_a_trial_equals_the_study_run_alone(done):
    alone = jounce.run(done.vehicle, "steady-circle")
    assert {n: m.value for n, m in done["steady-circle"].metrics.items()} == {
        n: m.value for n, m in alone.metrics.items()
    }


def test_a_study_that_does_not_fit_says_why_and_the_others_run(done):
    turned, braked = done.outcomes
    assert (turned.state, turned.reason) == (runs.FINISHED, "")
    assert braked.state == runs.UNFIT and "brakes" in braked.reason and braked.result is None
    assert done.whole
    with pytest.raises(ModelError, match="has no result"):
        done["brake-in-turn"]


def test_the_report_has_the_sheet_the_trial_and_the_reason(done):
    text = programme_report_text(done, {"steady-circle": "steady-circle.html"})
    gradient = done["steady-circle"].metrics["understeer_gradient"]
    for words in ("Golf I class", "900", "understeer gradient", f"{gradient.value:.3g}", "does not fit", "<img src="):
        assert words in text
    assert gradient.definition.split(",")[0] in text
    assert 'href="steady-circle.html"' in text
    assert "<script" not in text


def test_a_run_in_doubt_has_no_figures_on_the_sheet(done):
    """They stand in the section of the trial; of a car that is only unusual they stay."""
    circle = done.outcomes[0]
    verdicts = {
        name: Verdict((VerdictCheck(name, 2.0, "1", 1.0, inf, "as tried here"),)) for name in ("spun", UNLIKE_ITS_CLASS)
    }
    in_doubt = {name: replace(circle, result=replace(circle.result, verdict=v)) for name, v in verdicts.items()}
    assert trusted_figures(circle) == sheet_figures(circle) == trusted_figures(in_doubt[UNLIKE_ITS_CLASS])
    assert trusted_figures(in_doubt["spun"]) == {} and sheet_figures(in_doubt["spun"]) == sheet_figures(circle)
    label, text = (
        next(iter(circle.trial.sheet.values())),
        programme_report_text(replace(done, outcomes=(in_doubt["spun"],)), {}),
    )
    assert "doubtful: spun" in text and f">{label}</td>" not in text.split('class="trial"')[0]


def test_numbers_that_give_out_are_kept_and_told(monkeypatch, done):
    part = done["steady-circle"]

    def give_out(*_, **__):
        raise NumericalError("the wheel flew off", partial=part)

    monkeypatch.setattr(runs, "run_study", give_out)
    failed = jounce.run_programme(done.vehicle, only=("steady-circle",))
    assert failed.outcomes[0].state == runs.STOPPED and not failed.whole
    assert failed["steady-circle"] is part
    assert "the wheel flew off" in programme_report_text(failed, {})


def test_ctrl_c_keeps_what_has_ended(monkeypatch, done):
    part = done["steady-circle"]
    left = iter([part])

    def run(*_, **__):
        try:
            return next(left)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(runs, "run_study", run)

    def press(outcome):
        if outcome.state == runs.LEFT:
            raise KeyboardInterrupt

    with pytest.raises(runs.ProgrammeInterrupted) as stop:
        jounce.run_programme(done.vehicle, only=("steady-circle", "step-steer", "weave"), on_outcome=press)
    states = [outcome.state for outcome in stop.value.partial.outcomes]
    assert states == [runs.FINISHED, runs.LEFT, runs.LEFT]
    assert stop.value.partial["steady-circle"] is part


def test_the_command_writes_report_runs_and_metrics(tmp_path):
    answer = CliRunner().invoke(main, ["programme", "golf1", "--only", "steady-circle", "--out", str(tmp_path / "p")])
    assert answer.exit_code == 0, answer.output
    assert "understeer gradient" in answer.output
    written = sorted(path.name for path in (tmp_path / "p").iterdir())
    assert written == ["metrics.json", "programme.html", "steady-circle.h5", "steady-circle.html"]
    about = json.loads((tmp_path / "p" / "metrics.json").read_text())
    kept = jounce.read(tmp_path / "p" / "steady-circle.h5")
    value = kept.metrics["understeer_gradient"].value
    assert about["steady-circle"]["metrics"]["understeer_gradient"]["value"] == value


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "stedy-circle"], "Did you mean 'steady-circle'"),
        (["--without", "nothing"], "there is no trial 'nothing'"),
        (["--only", "weave", "--without", "weave"], "nothing is left to run"),
        (["--workers", "0"], "0 is not in the range"),
    ],
)
def test_wrong_words_are_told_before_anything_runs(tmp_path, words, told):
    answer = CliRunner().invoke(main, ["programme", "golf1", "--out", str(tmp_path / "p"), *words])
    assert answer.exit_code == 2
    assert told in answer.output
    assert not (tmp_path / "p").exists()


def test_a_mechanism_is_refused(tmp_path):
    answer = CliRunner().invoke(main, ["programme", "pendulum", "--out", str(tmp_path / "p")])
    assert answer.exit_code == 2 and "a Vehicle" in answer.output


def test_all_wrong_names_are_told_at_once():
    with pytest.raises(ModelError) as refused:
        choose_trials(only=("a",), without=("b",))
    assert [problem.where for problem in refused.value.problems] == ["only", "without"]
