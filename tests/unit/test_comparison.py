"""Runs beside each other: what differs, labels made of it, differences, and errors only against a measurement."""

from __future__ import annotations

import base64
import csv
import json
import math
import zlib
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.results import Channel, ChannelOwner, Metric, Record, Result, UsedSetting
from jounce.results.comparison.run_labels import find_run_differences, label_runs, run_value_text
from jounce.results.panel import Bars, Panel, Spectra
from jounce.views.page.page_panels import open_compared_panels, open_page_panels

T = np.linspace(0.0, 2.0 * np.pi, 2001)
BAR = "axles.{}.anti_roll_bar.stiffness"


def echo(values: dict[str, float], unit: str = "N m/rad") -> str:
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(["path", "value", "unit", "source", "estimated", "spread"])
    rows.writerows([path, repr(value), unit, "by hand", "no", ""] for path, value in values.items())
    return text.getvalue()


def design(size: float = 1.0, settings: dict[str, float] | None = None, **bars: float) -> Result:
    """A yaw rate that is a sine of a size in rad/s, of a car with anti-roll bars in N m/rad."""
    used = tuple(UsedSetting(name, value, "m/s") for name, value in (settings or {"speed": 20.0}).items())
    values = {BAR.format(axle): bars.get(axle, 300.0) for axle in ("front", "rear")}
    return Result(
        time=T,
        channels=(Channel("vehicle.yaw_rate", "rad/s"), Channel("still", "m")),
        numbers=np.column_stack([size * np.sin(T), 0.0 * T]),
        metrics={
            "overshoot": Metric(0.2 * size, "1", "above the steady value", "share"),
            "mass": Metric(1000.0, "kg", "of the car"),
            "none": Metric(math.nan, "s", "not reached"),
        },
        metadata={"model": "car", "study": "step-steer", "study_name": "step-steer", "echo": echo(values)},
        record=Record(study="step-steer", settings=used),
        panels=(Panel("Yaw rate", ("vehicle.yaw_rate",)), Panel("Still", ("still",))),
    )


def logger(path, late: float = 0.0):
    """A logger at 100 Hz with the yaw rate of `design()` in deg/s under a name of its own, its clock `late` s ahead."""
    time = np.arange(0.0, 6.28, 0.01)
    rows = [f"{1e3 * (t + late):.6f},{math.degrees(math.sin(t)):.12f}" for t in time]
    path.write_text("\n".join(["Time [ms],GyroZ [deg/s]", *rows]), "utf-8")
    return path


def test_metrics_have_values_differences_and_percents_of_the_first_run():
    """0.2, 0.25 and 0.1: +0.05 is 25 % of 0.2, -0.1 is 50 %; a share is read in %."""
    found = jounce.compare([design(1.0), design(1.25), design(0.5)])
    row = {row.name: row for row in found.metrics}["overshoot"]
    assert row.values == pytest.approx((0.2, 0.25, 0.1), rel=1e-15)
    assert row.differences == pytest.approx((0.0, 0.05, -0.1), abs=1e-15)
    assert row.percents == pytest.approx((0.0, 25.0, -50.0), abs=1e-12)
    assert row.shown_unit == "%" and row.shown_values() == pytest.approx((20.0, 25.0, 10.0))
    assert [row.name for row in found.metrics if not row.is_same] == ["overshoot"]


def test_a_metric_that_a_run_has_not_is_a_gap_and_one_of_zero_has_no_percent():
    first = replace(design(), metrics={"a": Metric(0.0, "m", "zero"), "b": Metric(1.0, "m", "one")})
    other = replace(design(), metrics={"a": Metric(2.0, "m", "two"), "c": Metric(3.0, "m", "three")})
    rows = {row.name: row for row in jounce.compare([first, other]).metrics}
    assert rows["a"].differences == (0.0, 2.0) and math.isnan(rows["a"].percents[1])
    assert rows["b"].values[0] == 1.0 and math.isnan(rows["b"].values[1])
    assert math.isnan(rows["c"].values[0]) and rows["c"].values[1] == 3.0
    assert not rows["b"].is_same and not rows["c"].is_same


def test_curves_say_by_how_much_they_are_off_the_first_and_where():
    """0.25 sin t is largest at pi/2, and its root mean square over a period is 0.25 over the root of two."""
    (row,) = jounce.compare([design(1.0), design(1.25)]).curves(["vehicle.yaw_rate"])
    assert row.peaks == pytest.approx((1.0, 1.25), rel=1e-6)
    assert abs(row.largest[1]) == pytest.approx(0.25, rel=1e-6)
    assert row.places[1] % np.pi == pytest.approx(np.pi / 2, abs=0.01)
    assert row.rms == pytest.approx((0.0, 0.25 / math.sqrt(2.0)), rel=1e-6)


def test_labels_are_made_of_what_differs():
    """One of two bars: its last two words; both bars: the axle as well; another speed: the setting."""
    assert jounce.compare([design(), design(front=600.0)]).labels == (
        "anti roll bar stiffness 5.236 N m/deg",
        "anti roll bar stiffness 10.472 N m/deg",
    )
    assert jounce.compare([design(), design(front=0.0, rear=0.0)]).labels[1] == (
        "front anti roll bar stiffness 0 N m/deg, rear anti roll bar stiffness 0 N m/deg"
    )
    assert jounce.compare([design(), design(settings={"speed": 25.0})]).labels == ("speed 72 km/h", "speed 90 km/h")


def test_runs_that_do_not_differ_are_told_apart_by_their_files_or_their_numbers(tmp_path):
    assert jounce.compare([design(), design()]).labels == ("car (1)", "car (2)")
    for place in ("soft", "stiff"):
        (tmp_path / place).mkdir()
        design().save(tmp_path / place / "run.h5")
    found = jounce.compare([tmp_path / "soft" / "run.h5", str(tmp_path / "stiff" / "run.h5")])
    assert found.labels == ("soft/run.h5", "stiff/run.h5") and found.differences == ()
    design(settings={"speed": 25.0}).save(tmp_path / "fast.h5")
    files = [tmp_path / "soft" / "run.h5", tmp_path / "stiff" / "run.h5", tmp_path / "fast.h5"]
    assert jounce.compare(files).labels == ("soft/run.h5", "stiff/run.h5", "speed 90 km/h")
    assert jounce.compare([design(), design()], labels=["before", "after"]).labels == ("before", "after")


def test_many_differences_are_counted_and_another_model_is_named():
    runs = [design(settings={"speed": 20.0 + k, "top": 3.0 + k}, front=100.0 + k) for k in range(2)]
    assert label_runs(runs, find_run_differences(runs), ["", ""])[0].endswith(" and 1 more")
    other = replace(design(rear=1.0), metadata={**design(rear=1.0).metadata, "model": "van"})
    assert jounce.compare([design(), other]).labels == ("car", "van")


def test_another_tyre_file_and_another_depth_are_named_by_their_words():
    """All numbers of a tyre follow from its file."""
    car = jounce.load("golf1")
    tyres = car.with_tables({"axles.front.tyre.file": "tyre_205_55_r16"})
    found = jounce.compare([jounce.run(each, "steady-circle") for each in (car, tyres, car.at_depth("single-track"))])
    assert found.labels == (
        "depth structural, tyre file tyre_155_r13",
        "depth structural, tyre file tyre_205_55_r16",
        "depth single-track, tyre file tyre_155_r13",
    )


def test_what_a_study_finds_by_itself_is_told_and_makes_no_label():
    """The angle of the steering wheel for 4 m/s2 of a heavier car is another: that is a result."""
    cars = [jounce.load("golf1").with_values({"body.mass": mass}) for mass in (780.0, 860.0)]
    found = jounce.compare([jounce.run(car, "step-steer", duration="2 s") for car in cars])
    assert found.labels == ("body mass 780 kg", "body mass 860 kg")
    assert [(each.name, each.sort) for each in found.differences] == [("body.mass", "value"), ("angle", "found")]


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.3, "m", "300 mm"),
        (100.0, "m", "100 m"),
        (25.0, "m/s", "90 km/h"),
        (True, "", "on"),
        (None, "", "none"),
        ([-0.08, 0.08], "m", "-80 mm to 80 mm"),
        ("parallel", "", "parallel"),
    ],
)
def test_what_differs_is_written_as_people_read_it(value, unit, text):
    assert run_value_text(value, unit) == text


def test_designs_have_differences_and_only_a_measurement_makes_an_error(tmp_path):
    designs = jounce.compare([design(1.0), design(1.25)])
    assert designs.errors == () and "error" not in designs.text().lower()
    names = {"vehicle.yaw_rate": "GyroZ"}
    found = jounce.compare([design(1.0), design(1.25), logger(tmp_path / "logger.csv")], names=names)
    assert "Errors against logger.csv" in found.text() and found.labels[2] == "logger.csv"
    assert [(each.run, each.measured, each.channel) for each in found.errors] == [
        (0, 2, "vehicle.yaw_rate"),
        (1, 2, "vehicle.yaw_rate"),
    ]
    # the first is what was measured; the second is a quarter too large throughout. Straight lines between samples of
    # 10 ms are off a sine by h^2/8 = 1.3e-5 at most
    assert found.errors[0].found.error_by_measured < 2e-5
    assert found.errors[1].found.error_by_measured == pytest.approx(0.25, abs=2e-5)
    assert len(found.metrics[0].values) == 2  # a measurement has no metrics


def test_a_logger_whose_clock_began_elsewhere_is_set_by_what_it_measured(tmp_path):
    """To a sample of the logger, 10 ms. A measured file may stand anywhere among the runs."""
    file = logger(tmp_path / "logger.csv", late=500.0)
    with pytest.raises(ModelError, match="no time in common"):
        jounce.compare([design(), file], names={"vehicle.yaw_rate": "GyroZ"})
    found = jounce.compare([file, design()], names={"vehicle.yaw_rate": "GyroZ"}, shift="auto")
    assert found.measured == (1,) and found.shifts[1] == pytest.approx(-500.0, abs=0.01)


def test_a_logger_with_a_time_of_day_headings_without_units_and_columns_of_text_is_read_as_told(tmp_path):
    """Only what is compared has to be in order. A clock counts from its first row."""
    file = tmp_path / "raw.csv"
    rows = [f"12:00:{t:09.6f},{math.degrees(math.sin(t)):.9f},ok,7" for t in np.arange(0.0, 6.28, 0.01)]
    file.write_text("\n".join(["Stamp;GyroZ;State;Still"] + [row.replace(",", ";") for row in rows]), "utf-8")
    names = {"time": "Stamp", "vehicle.yaw_rate": "GyroZ [deg/s]"}
    found = jounce.compare([design(), file], names=names, shift="auto")
    assert found.shifts[1] == pytest.approx(0.0, abs=0.01)
    (error,) = found.errors
    assert error.channel == "vehicle.yaw_rate" and error.found.error_by_measured < 0.01  # the shift is within a sample
    with pytest.raises(ModelError, match="GyroX"):
        jounce.compare([design(), file], names=names | {"still": "GyroX [m]"}, shift="auto")
    with pytest.raises(ModelError, match="columns are Stamp, GyroZ"):
        jounce.compare([design(), file], names={"vehicle.yaw_rate": "GyroZ [deg/s]"})


def test_equal_metrics_and_right_wheels_like_left_ones_are_counted_not_printed():
    def axle(toe: float) -> Result:
        sides = {side: ChannelOwner("kinematics", f"front_{side}", "front", side) for side in ("left", "right")}
        metrics = {
            f"front_{side}.toe": Metric(toe if side == "left" else -toe, "rad", "", "", sides[side]) for side in sides
        }
        return replace(design(), metrics={**metrics, "mass": Metric(1.0, "kg", "")})

    text = jounce.compare([axle(0.01), axle(0.02)]).text()
    assert "front_left.toe" in text and "front_right.toe" not in text
    assert "1 metric is equal to six digits; 1 of right wheels are as those of left ones" in text
    assert "front_right.toe" in jounce.compare([axle(0.01), axle(0.02)]).text(every=True)


def test_a_colour_for_each_run_and_only_panels_that_differ_to_the_eye():
    figure = jounce.compare([design(1.0), design(1.25), design(0.5)]).plot()
    shown = [axis for axis in figure.axes if axis.get_visible()]
    assert [axis.get_title(loc="left") for axis in shown] == ["Yaw rate [deg/s]"]
    curves = [line for line in shown[0].lines if len(line.get_xdata()) == T.size]
    assert len({line.get_color() for line in curves}) == 3
    for line, size in zip(curves, (1.0, 1.25, 0.5), strict=True):
        np.testing.assert_allclose(line.get_ydata(), np.degrees(size * np.sin(T)), atol=1e-12)
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["(1) car (1)", "(2) car (2)", "(3) car (3)"]
    assert "Still" in figure.get_supxlabel()


def test_ten_runs_have_ten_colours_and_rows_that_fit_a_line():
    found = jounce.compare([design(1.0 + 0.1 * k) for k in range(10)])
    (axis,) = [axis for axis in found.plot().axes if axis.get_visible()]
    assert len({line.get_color() for line in axis.lines if len(line.get_xdata()) == T.size}) == 10
    line = next(line for line in found.text().splitlines() if line.strip().startswith("overshoot"))
    assert len(line) < 160 and "+90.0" in line


def test_the_page_has_all_runs_under_their_labels_and_the_logger_by_our_names(tmp_path):
    names = {"vehicle.yaw_rate": "GyroZ"}
    found = jounce.compare([design(1.0), design(1.25), logger(tmp_path / "logger.csv")], names=names)
    text = found.view(tmp_path / "page.html").read_text("utf-8").partition('id="data">')[2].partition("</script>")[0]
    data = zlib.decompress(base64.b64decode(text))
    page = json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])
    runs = page["runs"]
    assert [run["label"] for run in runs] == list(found.labels) == ["car (1)", "car (2)", "logger.csv"]
    assert [(curve["name"], curve["unit"]) for curve in runs[2]["curves"]] == [("vehicle.yaw_rate", "deg/s")]
    assert [panel["channels"] for panel in page["open"]] == [["vehicle.yaw_rate"]]  # what was measured


def test_a_page_opens_with_the_panels_in_which_runs_differ():
    first, other = design(1.0), design(1.25)
    assert [panel.channels for panel in open_compared_panels(first, [other])] == [["vehicle.yaw_rate"]]
    moved = replace(other, numbers=np.column_stack([np.sin(T), T]))
    assert [panel.channels for panel in open_compared_panels(first, [moved])] == [["still"]]
    assert open_compared_panels(first, [first]) == open_page_panels(first)


def test_spectra_and_bars_of_several_runs_stand_beside_each_other():
    """Studies whose numbers are no histories: frequency responses, and tables of one sample."""

    def table(size: float) -> Result:
        panels = (
            Bars("Force", "kN", {"arm": {"left": 1e3 * size, "right": 2e3}}),
            Spectra("Gain", "1", {"yaw": ((1.0, 2.0), (size, 1.0))}),
        )
        channels, values = (Channel("arm.force", "N"),), np.array([[1e3 * size]])
        return Result(time=np.zeros(1), channels=channels, numbers=values, panels=panels, metadata={"model": "arm"})

    found = jounce.compare([table(1.0), table(3.0)])
    assert [(row.name, row.values) for row in found.metrics] == [("arm.force", (1e3, 3e3))]
    bars, gain = [axis for axis in found.plot().axes if axis.get_visible()]
    assert [text.get_text() for text in bars.get_yticklabels()] == ["arm, left", "arm, right"]
    assert sorted(bar.get_width() for bar in bars.patches) == [1.0, 2.0, 2.0, 3.0]
    assert [line.get_ydata().tolist() for line in gain.lines] == [[1.0, 1.0], [3.0, 1.0]]


@pytest.mark.parametrize(
    ("runs", "settings", "words"),
    [
        (1, {}, "two runs or more"),
        (2, {"labels": ["one"]}, "one label for each run"),
        (2, {"names": {"vehicle.yaw_rat": "still"}}, "Did you mean 'vehicle.yaw_rate'?"),
    ],
)
def test_what_cannot_be_compared_is_refused(runs, settings, words):
    with pytest.raises(ModelError) as refusal:
        jounce.compare([design()] * runs, **settings)
    assert words in str(refusal.value)


def test_runs_over_time_and_over_travel_are_refused():
    over = replace(design(), metadata={"model": "axle", "abscissa": "still"})
    with pytest.raises(ModelError, match="over different things"):
        jounce.compare([design(), over])


def test_a_moved_hardpoint_is_found_and_its_bump_steer_is_laid_beside():
    """A library axle: the label names the point, and the metrics are those of the two runs."""
    path = "axles.front.hardpoints.tie_rod_outer.z"
    axle = jounce.load("double_wishbone")
    lower = axle.with_values({path: axle.values()[path] - 0.005})
    before, after = (jounce.run(each, "wheel-travel", axle="front", points=11) for each in (axle, lower))
    found = jounce.compare([before, after])
    assert [(each.name, each.texts()) for each in found.differences] == [(path, ["255 mm", "250 mm"])]
    assert found.labels == ("tie rod outer z 255 mm", "tie rod outer z 250 mm")
    row = {row.name: row for row in found.metrics}["front_left.bump_steer"]
    assert row.values == tuple(run.metrics["front_left.bump_steer"].value for run in (before, after))
    assert abs(row.values[1]) < abs(row.values[0])
    assert "at travel" in found.text() and found.plot("*.toe").axes[0].get_xlabel() == "travel [mm]"
