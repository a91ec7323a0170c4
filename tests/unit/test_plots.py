"""Pictures carry their units, and nothing lies over the curves."""

import warnings
from itertools import pairwise

import numpy as np
import pytest

from jounce.errors import ModelError, SetupError
from jounce.results import Channel, Result
from jounce.views.plots.plots import plot


@pytest.fixture
def run() -> Result:
    time = np.linspace(0.0, 2.0, 50)
    channels = (
        Channel("vehicle.yaw_rate", "rad/s"),
        Channel("front_left.tyre.Fz", "N"),
        Channel("front_right.tyre.Fz", "N"),
        Channel("vehicle.lateral_acceleration", "m/s^2"),
        Channel("_cost $\\frac$", "1"),
    )
    values = np.outer(time, [1e-13, 3000.0, 3100.0, 9.81, np.nan])
    metadata = {"model": "small car", "study": "step-steer", "status": "interrupted", "integrator": "rk4"}
    return Result(time=time, channels=channels, values=values, metadata=metadata)


def test_each_unit_has_a_panel_whose_label_carries_it(run):
    figure = plot(run, *run)
    assert [axis.get_ylabel() for axis in figure.axes] == [
        "yaw rate [rad/s]",
        "Fz [N]",
        "lateral acceleration [m/s²]",
        " cost $\\frac$ [–]",
    ]
    assert figure.axes[-1].get_xlabel() == "time [s]"


def test_the_curves_are_the_channels(run):
    names = ["front_left.tyre.Fz", "front_right.tyre.Fz"]
    (axis,) = plot(run, *names).axes
    assert [text.get_text() for text in axis.get_legend().get_texts()] == names
    for line, name in zip(axis.lines, names, strict=True):
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([run.time, run[name]]))


def test_quantities_of_one_unit_share_a_panel_labelled_with_the_unit_alone():
    channels = (Channel("body.height", "m"), Channel("road.z", "m"))
    run = Result(time=np.arange(2.0), channels=channels, values=np.eye(2))
    assert [axis.get_ylabel() for axis in plot(run, *run).axes] == ["[m]"]


def test_a_study_is_drawn_over_what_it_moves_not_over_time():
    channels = (Channel("travel", "m"), Channel("front_left.toe", "rad"))
    values = np.array([[-0.05, 1e-3], [0.05, 2e-3]])
    kc = Result(time=np.arange(2.0), channels=channels, values=values, metadata={"abscissa": "travel"})
    (axis,) = plot(kc, "front_left.toe").axes
    np.testing.assert_array_equal(axis.lines[0].get_xydata(), values)
    assert axis.get_xlabel() == "travel [m]"


def test_the_title_names_model_and_study_and_a_run_that_did_not_finish(run):
    assert plot(run, "vehicle.yaw_rate").get_suptitle() == "small car: step-steer (interrupted)"


@pytest.mark.parametrize(("kind", "beginning"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_written_without_a_warning(run, tmp_path, kind, beginning):
    path = tmp_path / f"run.{kind}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run.plot(*run, path=path)
    assert path.read_bytes().startswith(beginning)


def test_no_legend_lies_over_a_panel_or_another_legend():
    """Nine long names make a legend of nine rows above the lower panel."""
    names = [f"bodies.front_left_lower_arm.angular_acceleration_{k}" for k in range(9)]
    channels = (Channel("constraints.gap", "m"), *(Channel(name, "rad/s^2") for name in names))
    run = Result(time=np.arange(2.0), channels=channels, values=np.eye(2, 10))
    figure = plot(run, *run)
    figure.draw_without_rendering()
    legends = [axis.get_legend().get_window_extent() for axis in figure.axes]
    panels = [axis.get_window_extent() for axis in figure.axes]
    from_top_to_bottom = [edge for pair in zip(legends, panels, strict=True) for edge in pair]
    for upper, lower in pairwise(from_top_to_bottom):
        assert upper.y0 > lower.y1 - 1.0  # a pixel: the legend's frame sits on the panel's edge


def test_names_that_are_not_there_are_all_reported(run):
    with pytest.raises(ModelError, match=r"Did you mean 'vehicle\.yaw_rate'\?") as caught:
        plot(run, "vehicle.yawrate", "nope")
    assert len(caught.value.problems) == 2
    with pytest.raises(ModelError, match="no channel is named"):
        plot(run)  # `run.plot()` is another matter: the study's own picture


def test_without_names_a_run_is_drawn_by_what_it_is_looked_at():
    """A study lists its panels; kinematics have theirs; any other run shows its forces and coordinates."""
    x = np.linspace(-0.05, 0.05, 5)

    def result(names: dict[str, str], **about: object) -> Result:
        channels = tuple(Channel(name, unit) for name, unit in names.items())
        return Result(time=np.arange(5.0), channels=channels, values=np.outer(x, np.ones(len(names))), metadata=about)

    driven = result({"vehicle.yaw_rate": "rad/s", "spring.force": "N"}, figure=[["yaw", ["vehicle.yaw_rate"], "time"]])
    assert [axis.get_title(loc="left") for axis in driven.plot().axes if axis.get_visible()] == ["yaw"]
    kc = result({"travel": "m", "front_left.toe": "rad"}, abscissa="travel")
    assert [axis.get_title(loc="left") for axis in kc.plot().axes if axis.get_visible()] == ["Toe [deg]"]
    swing = result({"a": "m", "spring.force": "N"})
    assert [axis.get_ylabel() for axis in swing.plot().axes] == ["force [N]"]


def test_one_sample_is_no_curve():
    single = Result(time=np.zeros(1), channels=(Channel("a", "m"),), values=np.zeros((1, 1)))
    with pytest.raises(ModelError, match="one sample is no curve"):
        single.plot()


def test_an_unknown_picture_format_or_folder_is_named(run, tmp_path):
    with pytest.raises(ModelError, match=r"no picture format ends in '\.docx'"):
        plot(run, "vehicle.yaw_rate", path=tmp_path / "run.docx")
    with pytest.raises(SetupError, match="cannot be written"):
        plot(run, "vehicle.yaw_rate", path=tmp_path / "nowhere" / "run.png")
