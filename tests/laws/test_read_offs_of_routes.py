"""A run alone, a batch and a gradient read the same rows to the same bits: they have one function to read them."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.simulation.lanes.simulate_many import run_many
from jounce.studies import STUDIES
from jounce.studies.driving.drive import Drive
from jounce.studies.gradients import driven_gradient
from jounce.studies.gradients.gradient_paths import read_gradient_paths
from jounce.studies.many.lanes import lane_variants

HOW = {"integrator": "rk4", "step": "1 ms", "duration": "3 s"}
PATH = "body.mass"
NAMES = ["yaw_rate_first_peak", "yaw_rate_lag", "largest_roll"]


@pytest.fixture(scope="module")
def golf1():
    return jounce.load("golf1")


@pytest.fixture(scope="module")
def study():
    return STUDIES["sine-steer"](**HOW)


@pytest.fixture
def reads(monkeypatch):
    """What is read, by any route: study, rows, manoeuvre, and the metrics that it gave."""
    found, measure = [], STUDIES["sine-steer"].measure

    def note(self, run, done):
        found.append((self, run, done, measure(self, run, done)))
        return found[-1][-1]

    monkeypatch.setattr(STUDIES["sine-steer"], "measure", note)
    return found


def test_a_batch_reads_rows_of_a_lane_as_a_study_alone_reads_them(golf1, study, reads, monkeypatch):
    """The study alone is given the rows that each lane made; and the lanes are given those of the run alone."""
    masses = [golf1.values()[PATH] + by for by in (0.0, 50.0)]
    batch = jounce.vary(golf1, study, {PATH: masses}, workers=1)
    for row, (_, run, done, _) in enumerate(reads[-2:]):
        alone = study.measured(run, done).metrics
        assert {name: float(batch[name][row]) for name in NAMES} == {name: alone[name].value for name in NAMES}
    own = study.manoeuvre(golf1)
    rows = driven_gradient.drive(own, study)

    def run_of_alone(cars, settings, workers):
        return [lane_like(rows, run) for run in run_many(cars, settings, workers=workers)]

    monkeypatch.setattr(lane_variants, "run_many", run_of_alone)
    alone, again = study.measured(rows, own).metrics, jounce.vary(golf1, study, {PATH: masses[:1]}, workers=1)
    assert {name: float(again[name][0]) for name in NAMES} == {name: alone[name].value for name in NAMES}


def lane_like(rows, run):
    """The rows of a run alone where a lane has its own: the channels of the lane."""
    assert np.array_equal(rows.time, run.time)
    values = rows.to_numpy(list(run.keys()))
    assert not np.array_equal(values, run.numbers)
    return type(run)(
        time=run.time, channels=run.channels, numbers=values, metadata=run.metadata, verdict=run.verdict, end=run.end
    )


def test_a_gradient_reads_changed_rows_as_a_study_alone_reads_them(golf1, study, reads):
    """Its values are those of the study for the same rows, its slopes differences of what the study reads off rows
    that the tangents changed to both sides."""
    found = jounce.gradient(golf1, study, [PATH], metrics=NAMES)
    (_, run, done, _), (ahead, one, to, _), (back, other, fro, _) = reads[:3]
    values, above, below = (
        np.array([Drive.measured(of, rows, by).metrics[name].value for name in NAMES])
        for of, rows, by in ((study, run, done), (ahead, one, to), (back, other, fro))
    )
    (path,) = read_gradient_paths(golf1, study, [PATH], [])
    assert [found.run.metrics[name].value for name in NAMES] == values.tolist()
    assert found.values[:, 0].tolist() == ((above - below) / (2.0 * path.step)).tolist()
