"""Pictures carry their units, and nothing lies over the curves."""

import warnings
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from jounce.errors import ModelError, SetupError
from jounce.results import Channel, ChannelOwner, Result
from jounce.results.panel import Panel, Spectra
from jounce.views.wording import wordings_of_channels


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
    return Result(time=time, channels=channels, numbers=values, metadata=metadata)


def test_each_unit_has_a_panel_whose_label_carries_it(run):
    figure = run.plot(*run)
    assert [axis.get_ylabel() for axis in figure.axes] == [
        "yaw rate [deg/s]",
        "Fz [N]",
        "lateral acceleration [m/s²]",
        " cost $\\frac$ [–]",
    ]
    assert figure.axes[-1].get_xlabel() == "time [s]"


def test_the_curves_are_the_channels(run):
    names = ["front_left.tyre.Fz", "front_right.tyre.Fz"]
    (axis,) = run.plot(*names).axes
    assert [text.get_text() for text in axis.get_legend().get_texts()] == names
    for line, name in zip(axis.lines, names, strict=True):
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([run.time, run[name]]))


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["front_left.camber", "front_right.camber"], ["front left", "front right"]),
        (["vehicle.roll", "vehicle.cg.sideslip"], ["roll", "cg sideslip"]),
        (["steering.wheel.angle", "steering.rack.displacement"], ["wheel angle", "rack displacement"]),
        (["front_left.tyre.Fz", "front_left.tyre.Fy"], ["Fz", "Fy"]),
        (["travel"], ["travel"]),
    ],
)
def test_a_legend_says_in_words_what_tells_the_curves_apart(names, words):
    assert wordings_of_channels(names) == words


def test_quantities_of_one_unit_share_a_panel_labelled_with_the_unit_alone():
    channels = (Channel("body.height", "m"), Channel("road.z", "m"))
    run = Result(time=np.arange(2.0), channels=channels, numbers=np.eye(2))
    assert [axis.get_ylabel() for axis in run.plot(*run).axes] == ["[m]"]


def test_a_study_is_drawn_over_what_it_moves_not_over_time():
    channels = (Channel("travel", "m"), Channel("front_left.toe", "rad"))
    values = np.array([[-0.05, 1e-3], [0.05, 2e-3]])
    kc = Result(time=np.arange(2.0), channels=channels, numbers=values, metadata={"abscissa": "travel"})
    (axis,) = kc.plot("front_left.toe").axes
    np.testing.assert_allclose(axis.lines[0].get_xydata(), values * [1.0, 180.0 / np.pi], rtol=1e-15)
    assert axis.get_xlabel() == "travel [m]"


def test_the_title_names_model_and_study_and_a_run_that_did_not_finish(run):
    assert run.plot("vehicle.yaw_rate").get_suptitle() == "small car: step-steer (interrupted)"


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
    run = Result(time=np.arange(2.0), channels=channels, numbers=np.eye(2, 10))
    figure = run.plot(*run)
    figure.draw_without_rendering()
    legends = [axis.get_legend().get_window_extent() for axis in figure.axes]
    panels = [axis.get_window_extent() for axis in figure.axes]
    from_top_to_bottom = [edge for pair in zip(legends, panels, strict=True) for edge in pair]
    for upper, lower in pairwise(from_top_to_bottom):
        assert upper.y0 > lower.y1 - 1.0  # a pixel: the legend's frame sits on the panel's edge


def test_names_that_are_not_there_are_all_reported(run):
    with pytest.raises(ModelError, match=r"Did you mean 'vehicle\.yaw_rate'\?") as caught:
        run.plot("vehicle.yawrate", "nope")
    assert len(caught.value.problems) == 2


def test_without_names_a_run_is_drawn_by_what_it_is_looked_at():
    """A study lists its panels, and those without data are left out; any other run shows forces and coordinates."""
    x = np.linspace(-0.05, 0.05, 5)

    def result(names: dict[str, str], **about: object) -> Result:
        channels = tuple(Channel(name, unit) for name, unit in names.items())
        return Result(time=np.arange(5.0), channels=channels, numbers=np.outer(x, np.ones(len(names))), metadata=about)

    panels = [Panel("yaw", ("vehicle.yaw_rate",)), Panel("nothing", ("not.there",))]
    driven = replace(result({"vehicle.yaw_rate": "rad/s", "spring.force": "N"}), panels=panels)
    assert [axis.get_title(loc="left") for axis in driven.plot().axes if axis.get_visible()] == ["yaw [deg/s]"]
    swing = result({"a": "m", "spring.force": "N"})
    channels = (swing.channels[0], replace(swing.channels[1], owner=ChannelOwner("force", "spring")))
    assert [axis.get_ylabel() for axis in replace(swing, channels=channels).plot().axes] == ["force [N]"]


def test_the_right_wheel_has_the_colour_of_the_left_one_and_dashes():
    x = np.linspace(-0.05, 0.05, 5)
    sides = {side: ChannelOwner("kinematics", f"front_{side}", "front", side) for side in ("left", "right")}
    channels = [Channel("travel", "m", "", "displacement")]
    channels += [Channel(f"front_{s}.{q}", "rad", "", "", sides[s]) for q in ("toe", "camber") for s in sides]
    panel = Panel("angles", tuple(c.name for c in channels[1:]), "travel", ("toe", "", "camber", ""))
    values = np.outer(x, [1, 1, 2, 3, 4])
    kc = Result(time=np.arange(5.0), channels=tuple(channels), numbers=values, panels=(panel,))
    (axis,) = (axis for axis in kc.plot().axes if axis.get_visible())
    toe, right_toe, camber, right_camber = axis.lines[:4]
    assert [line.get_linestyle() for line in axis.lines[:4]] == ["-", "--", "-", "--"]
    assert toe.get_color() == right_toe.get_color() != camber.get_color() == right_camber.get_color()
    np.testing.assert_allclose(right_toe.get_xdata(), 1000.0 * x)  # mm
    np.testing.assert_allclose(right_camber.get_ydata(), np.degrees(4 * x))
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["toe", "camber", "dashed: right"]
    assert axis.get_xlabel() == "travel [mm]"
    alone = replace(kc, panels=(Panel("toe", panel.channels[:2], "travel", ("", "")),))
    (axis,) = (axis for axis in alone.plot().axes if axis.get_visible())
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["left", "right"]


def test_points_are_split_into_the_curves_of_one_load():
    """Two loads that differ by less than the width are one."""
    load, slip = np.array([2000.0, 4001.0, 2004.0, 3999.0]), np.array([0.1, 0.1, 0.0, 0.0])
    channels = (Channel("load", "N"), Channel("slip", "1"), Channel("Fx", "N"), Channel("Fx.fitted", "N"))
    values = np.column_stack([load, slip, 10 * load * slip, 11 * load * slip])
    panel = Panel("Fx", ("Fx.fitted",), "slip", points=("Fx",), unit="kN", split=(("load", 100.0),))
    fit = Result(time=np.arange(4.0), channels=channels, numbers=values, panels=(panel,))
    (axis,) = (axis for axis in fit.plot().axes if axis.get_visible())
    light, heavy, *fitted = axis.lines
    assert (light.get_marker(), fitted[0].get_marker()) == (".", "None")
    np.testing.assert_allclose(light.get_ydata(), [0.0, 2.0])  # from left to right, kN
    np.testing.assert_allclose(heavy.get_ydata(), [0.0, 4.001])
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["load 2000 N", "load 4000 N"]


def test_one_sample_is_no_curve():
    single = Result(time=np.zeros(1), channels=(Channel("a", "m"),), numbers=np.zeros((1, 1)))
    with pytest.raises(ModelError, match="one sample is no curve"):
        single.plot()


def test_an_unknown_picture_format_or_folder_is_named(run, tmp_path):
    with pytest.raises(ModelError, match=r"no picture format ends in '\.docx'"):
        run.plot("vehicle.yaw_rate", path=tmp_path / "run.docx")
    with pytest.raises(SetupError, match="cannot be written"):
        run.plot("vehicle.yaw_rate", path=tmp_path / "nowhere" / "run.png")


def test_spectra_are_drawn_over_a_logarithmic_frequency_and_theory_dashed(run, tmp_path):
    """Beside the panels over time; of a falling ordinate five decades, so that its tail does not squeeze the rest."""
    f = (0.5, 1.0, 10.0, 40.0)
    curves = {"seat": (f, (1.0, 2.0, 1e-3, 1e-9)), "seat, theory": (f, (1.0, 2.0, 1e-3, 1e-9)), "hub": (f, (1.0,) * 4)}
    panels = (
        Panel("loads", ("front_left.tyre.Fz",)),
        Spectra("density", "m^2/s^3", curves, dashed=("seat, theory",)),
        Spectra("gain", "1", {"body": (f, (1.0, 2.0, 1.5, 0.0))}, linear=True),
    )
    loads, density, gain = replace(run, panels=panels).plot(path=tmp_path / "spectra.png").axes[:3]
    assert (loads.get_xscale(), density.get_xscale(), gain.get_xscale()) == ("linear", "log", "log")
    assert (density.get_yscale(), gain.get_yscale()) == ("log", "linear")
    assert density.get_title(loc="left") == "density [m²/s³]" and density.get_xlabel() == "frequency [Hz]"
    seat, theory, hub = density.lines
    assert (theory.get_linestyle(), theory.get_color()) == (
        "--",
        seat.get_color(),
    ) and hub.get_color() != seat.get_color()
    np.testing.assert_array_equal(seat.get_xdata(), f)
    assert density.get_ylim()[0] == pytest.approx(2e-5)


@pytest.mark.parametrize(
    ("low", "high", "some"),
    [
        (0.25, 2.5, ["0.3", "0.5", "1", "2"]),
        (0.2, 4.0, ["0.2", "0.3", "0.5", "1", "2", "3"]),
        (0.5, 40.0, ["0.5", "1", "2", "5", "10", "20"]),
        (0.01, 100.0, ["0.01", "0.1", "1", "10", "100"]),
        (9.0, 13.0, ["10"]),
    ],
)
def test_ticks_of_a_logarithmic_axis_are_plain_numbers_that_do_not_overlap(run, low, high, some):
    """In the narrowest panel: of three in a row."""
    f = tuple(np.geomspace(low, high, 20))
    panels = tuple(Spectra(f"gain {k}", "1", {"": (f, f)}, linear=True) for k in range(7))
    figure = replace(run, panels=panels).plot()
    figure.draw_without_rendering()
    axis = next(axis for axis in figure.axes if axis.get_visible() and axis.get_xlabel())
    inside = [t for t in axis.xaxis.get_ticklabels(which="both") if t.get_text() and low <= t.get_position()[0] <= high]
    places = sorted((label.get_window_extent() for label in inside), key=lambda box: box.x0)
    assert all(left.x1 < right.x0 for left, right in pairwise(places))
    texts = [label.get_text() for label in sorted(inside, key=lambda label: label.get_position()[0])]
    assert [text for text in texts if text in some] == some
    assert all(float(text) > 0.0 and "$" not in text for text in texts)
