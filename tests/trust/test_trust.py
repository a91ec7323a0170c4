"""Figures of the programme's sheet beside those that are found without the studies; see docs/reference/trust.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from cars import CARS
from check import UNCHECKED, check_sheet
from figures import FIGURES

from campaigns import only_in_campaign
from jounce.studies.programme.trials import TRIALS

HERE = Path(__file__).parent
SAMPLE = ("golf1", ("steady-circle", "step-steer", "swept-steer", "straight-braking", "lift-off-in-turn"))


def test_every_figure_of_the_sheet_has_a_check_or_a_reason():
    on_sheet = {(trial.name, metric) for trial in TRIALS for metric in trial.sheet}
    assert on_sheet - set(FIGURES) == set(UNCHECKED) & on_sheet
    assert {(trial, metric) for trial, metric in UNCHECKED if metric != "passed"} <= on_sheet


def test_checks_use_none_of_the_studies():
    for path in HERE.glob("*.py"):
        if path.name not in (Path(__file__).name, "check.py"):
            assert "jounce.studies" not in path.read_text() and "jounce.run(" not in path.read_text(), path.name


@pytest.mark.parametrize("name, only", [SAMPLE, *(only_in_campaign((name, ())) for name in CARS)])
def test_figures_of_the_sheet_are_found_otherwise(name, only):
    rows = check_sheet(name, only)
    assert len(rows) > 8
    assert [f"{row.trial} {row.metric}: {row.sheet:.5g}, {row.own}, {row.how}" for row in rows if not row.fine] == []
