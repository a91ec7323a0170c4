"""Error over processor time: the study on its quickest case, and the figures of timed runs."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.results import Channel, Result
from jounce.results.panel import from_json, to_json
from jounce.studies import WorkPrecision
from jounce.studies.numerics.timed_runs import (
    error_of_timed_run,
    largest_of_timed_run,
    real_time_factor,
    root_mean_square_of_timed_run,
)
from jounce.views.plots.plotter import plot_picture


@pytest.fixture(scope="module")
def found() -> Result:
    settings = {"cases": ["quarter_car"], "integrators": "rk4, dormand-prince, ros34pw2", "levels": 3}
    return jounce.run(jounce.load("small_car"), "work-precision", **settings)


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "ros34pw2"])
def test_finer_levels_have_smaller_errors(found, method):
    """Kinks of the road lower every order to 2: with a quarter of the step the error is a sixteenth, here a tenth."""
    error = found[f"quarter_car.{method}.error"]
    assert error[-1] < 0.1 * error[0]


def test_the_plot_has_logarithmic_axes_with_the_numbers_themselves(found):
    (axis,) = (axis for axis in plot_picture(found).axes if axis.get_visible())
    assert (axis.get_xscale(), axis.get_yscale()) == ("log", "log")
    np.testing.assert_array_equal(axis.lines[0].get_ydata(), found["quarter_car.rk4.error"])
    np.testing.assert_array_equal(axis.lines[0].get_xdata(), found["quarter_car.rk4.cpu_time"])
    assert from_json(to_json(found.panels)) == found.panels


def test_metrics_are_the_fastest_accurate_run_and_the_least_error(found):
    error, cpu = (found[f"quarter_car.rk4.{what}"] for what in ("error", "cpu_time"))
    assert found.metrics["quarter_car_least_error_rk4"].value == error.min()
    assert found.metrics["quarter_car_time_rk4"].value == cpu[error <= 1e-3].min()
    assert "rk4 run on quarter_car" in found.metrics["quarter_car_time_rk4"].definition
    assert any(note.startswith("a quarter car over its bump") for note in found.metadata["notes"])


def test_words_that_are_not_known_are_all_named():
    with pytest.raises(ModelError) as caught:
        WorkPrecision(cases="sine, bump", integrators=["rk5"])
    text = str(caught.value)
    assert "'bump'" in text and "Did you mean 'bumps'" in text and "'rk5'" in text


def test_an_error_is_divided_by_the_change_from_the_start():
    """Of 2 + sin, off by 0.1 at one row in four: largest 0.1/1, root mean square sqrt(0.01/4) / sqrt(mean sin^2)."""
    t = np.array([0.0, 0.5, 1.0, 1.5]) * np.pi
    truth = 2.0 + np.sin(t)
    run = truth + np.array([0.0, 0.1, 0.0, 0.0])
    both = [
        Result(time=t, channels=(Channel("y", "m", "a sine"),), numbers=y[:, np.newaxis], metadata={"cpu_time": 0.5})
        for y in (run, truth)
    ]
    assert error_of_timed_run(*both, ["y"], largest_of_timed_run) == pytest.approx(0.1)
    assert error_of_timed_run(*both, ["y"], root_mean_square_of_timed_run) == pytest.approx(0.05 / np.sqrt(0.5))
    assert real_time_factor(both[0]) == pytest.approx(3.0 * np.pi)
