"""Units in which results are shown: the same in terminal, page, report and picture; SI for whoever wants it."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce import ModelError
from jounce.cli.printed_tables import printed_gradient, printed_metrics, printed_pick_up_loads
from jounce.results import Channel, ChannelOwner, Metric, Record, Result, UsedSetting
from jounce.results.kinds import KINDS, si_of_shown_unit
from jounce.results.panel import Panel
from jounce.results.run_record import Change
from jounce.results.shown_units import metric_in_units
from jounce.studies import StepSteer
from jounce.studies.scripts.script import Script
from jounce.units import parse_unit, to_si
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run
from jounce.views.plots.plotter import plot_picture
from jounce.views.report.programme_report import programme_report_text
from jounce.views.report.report import report_text
from page_decoder import decoded

# name -> SI number, SI unit, kind, number and unit as people read it
SHOWN = {
    "yaw_rate": (math.pi / 6, "rad/s", "", "30", "deg/s"),
    "speed": (25.0, "m/s", "driving speed", "90", "km/h"),
    "travel": (-0.0125, "m", "displacement", "-12.5", "mm"),
    "pressure": (6e6, "Pa", "", "60", "bar"),
    "gain": (180 / math.pi, "m/s^2/rad", "", "1", "m/s²/deg"),
    "wheel_rate": (21_500.0, "N/m", "", "21.5", "N/mm"),
    "smallest_load": (1_825.0, "N", "wheel load", "1.825", "kN"),
    "push": (182.5, "N", "", "182.5", "N"),
    "TB_factor": (-math.pi / 900, "s rad", "time times angle", "-0.2", "s deg"),
}


def made_result() -> Result:
    channels = tuple(Channel(f"own.{name}", unit, "", kind) for name, (_, unit, kind, *_) in SHOWN.items())
    values = np.array([[0.0] * len(SHOWN), [number for number, *_ in SHOWN.values()]])
    return Result(
        time=np.array([0.0, 1.0]),
        channels=channels,
        numbers=values,
        metrics={name: Metric(number, unit, "made up", kind) for name, (number, unit, kind, *_) in SHOWN.items()},
        panels=(Panel("turning", ("own.yaw_rate",), unit="deg/s"),),
        record=Record(
            changes=(Change("axles.front.spring.law.slope", 17_000.0, 15_000.0, "N/m"),),
            settings=(UsedSetting("height", 0.025, "m", "of a bump", "mm"),),
        ),
        metadata={"echo": "path,value,unit,source,estimated,spread\nbody.centre.x,-1.1,m,drawing,no,\n"},
    )


@pytest.fixture(scope="module")
def drive() -> Result:
    return jounce.run(jounce.load("small_car"), "step-steer", duration="3 s")


def page_numbers(result: Result) -> dict[str, tuple[float | None, str]]:
    return {figure.name: (figure.value, figure.unit) for figure in page_run(result, Encoder()).figures}


def axis_label(result: Result) -> str:
    axes = plot_picture(result).axes[0]
    return " ".join(axes.get_title(place) for place in ("left", "center", "right")) + axes.get_ylabel()


def test_terminal_page_report_and_picture_show_the_same_engineering_units():
    result = made_result()
    printed, report, page = (
        printed_metrics(result),
        report_text(result).replace("<bdi>", "").replace("</bdi>", ""),
        page_numbers(result),
    )
    for name, (*_, number, unit) in SHOWN.items():
        words = name.replace("_", " ")
        assert re.search(rf"^  {words} +{re.escape(number)}  {re.escape(unit)} ", printed, re.MULTILINE), name
        cells = (words, re.escape(number), re.escape(unit))
        assert re.search("".join(f"<td[^>]*>{cell}</td>" for cell in cells), report), name
        assert page[name] == (pytest.approx(float(number), rel=1e-12), unit)
    assert "[deg/s]" in axis_label(result)
    for row in (("axles.front.spring.law.slope", "17 N/mm", "15 N/mm"), ("height", "25 mm", "of a bump")):
        assert re.search("".join(f"<td[^>]*>{cell}</td>" for cell in row), report)
    assert re.search(r"<td[^>]*>body.centre.x</td><td[^>]*>-1100</td><td[^>]*>mm</td>", report)


def test_whoever_wants_si_gets_it_everywhere_and_the_numbers_stay():
    result = made_result()
    in_si = result.in_units("SI")
    printed, report, page = printed_metrics(in_si), report_text(in_si), page_numbers(in_si)
    for name, (value, unit, *_) in SHOWN.items():
        pretty = unit.replace("^2", "²")
        assert re.search(rf"^  {name.replace('_', ' ')} +\S+  {re.escape(pretty)} ", printed, re.MULTILINE), name
        assert page[name] == (value, pretty)
    assert "[rad/s]" in axis_label(in_si)
    for row in (("axles.front.spring.law.slope", "17000 N/m", "15000 N/m"), ("height", "0.025 m", "of a bump")):
        assert re.search("".join(f"<td[^>]*>{cell}</td>" for cell in row), report)
    assert re.search(r"<td[^>]*>body.centre.x</td><td[^>]*>-1.1</td><td[^>]*>m</td>", report)
    np.testing.assert_array_equal(in_si.numbers, result.numbers)
    assert in_si.in_units("si").units == result.in_units("engineering").units == result.units


def test_forces_of_an_axle_are_read_in_kilonewtons_and_others_in_newtons(drive):
    """One rule for every channel; in SI all are in N."""
    shown = {channel.name: channel.shown_unit for channel in drive.channels if channel.unit == "N"}
    in_axle = [f"front_left.{end}" for end in ("tyre.Fx", "tyre.Fy", "tyre.Fz", "spring.force", "lower_arm_pivot.Fy")]
    assert {shown[name] for name in in_axle} == {"kN"}
    assert {shown[name] for name in ("aerodynamics.Fx", "steering.rack.Fy")} == {"N"}
    assert all((unit == "kN") == name.startswith(("front_", "rear_")) for name, unit in shown.items())
    assert {c.shown_unit for c in drive.in_units("SI").channels if c.unit == "N"} == {"N"}
    pushed = jounce.simulate(jounce.load("pendulum"), duration=0.1, integrator="rk4")
    assert {c.shown_unit for c in pushed.channels if c.unit == "N"} == {"N"}


def test_the_tb_factor_is_in_seconds_and_radians_and_read_in_degrees(drive):
    """TB = T beta, peak time of the yaw rate times steady sideslip, usually read in s deg."""
    found = {name: drive.metrics[name] for name in ("TB_factor", "yaw_rate_peak_time", "steady_sideslip")}
    tb, time, slip = (metric.value for metric in found.values())
    assert tb == pytest.approx(time * slip, rel=1e-12)
    assert found["TB_factor"].unit == "s rad" and found["TB_factor"].in_words() == f"{math.degrees(tb):.5g} s deg"


@pytest.mark.parametrize(("system", "newtons"), [("engineering", 1000.0), ("SI", 1.0)])
def test_force_arrows_of_the_page_are_as_long_in_every_unit(system, newtons):
    """The page has the force in its shown unit, and how many newtons that is."""
    result = jounce.simulate(jounce.load("small_car"), duration=0.05, integrator="rk4").in_units(system)
    encoder = Encoder()
    page = page_run(result, encoder)
    wheel = next(shape for shape in page.scene.shapes if shape.kind == "wheel")
    assert wheel.newtons == newtons
    curve = next(curve for curve in page.curves if curve.name == wheel.forces[2])
    seen = decoded(encoder.data, curve.values)[0] * wheel.newtons
    assert seen == pytest.approx(result[wheel.forces[2]][0], rel=1e-5)


@pytest.mark.parametrize(("system", "force", "newtons"), [("engineering", "kN", 1e3), ("SI", "N", 1.0)])
def test_pick_up_loads_are_printed_in_the_units_of_their_metrics(system, force, newtons):
    loads = jounce.run(jounce.load("small_car"), "pick-up-loads", axle="front", loads={"left.Fz": "3 kN"})
    printed = printed_pick_up_loads(loads.in_units(system)).splitlines()
    assert re.split("  +", printed[1].strip()) == [force] * 3 + ["N m"] * 3
    name, number, unit = next(line.split() for line in printed if "front_left.spring.force" in line)
    assert unit == force and float(number) * newtons == pytest.approx(loads.metrics[name].value, abs=0.5)


def test_units_of_another_name_are_refused():
    with pytest.raises(ModelError, match="one of engineering, SI"):
        made_result().in_units("imperial")


def test_every_shown_unit_leads_back_to_an_si_unit_of_the_same_dimension():
    for kind in KINDS:
        weighs = "/g" in kind.shown  # g is gravity there, not a gram
        found, shown, stored = (
            parse_unit(unit, of_weight=weighs) for unit in (si_of_shown_unit(kind.shown), kind.shown, kind.unit)
        )
        assert found.powers == shown.powers == stored.powers, kind
        assert found.factor == 1, kind


def test_g_is_gravity_wherever_an_acceleration_is_wanted(tmp_path):
    """Settings, conditions of phases, values of a model, headers of CSV files; in masses it is the gram."""
    gravity = 9.80665
    assert StepSteer(lateral_acceleration="0.4 g").lateral_acceleration == pytest.approx(0.4 * gravity, rel=1e-15)
    phases = [{"steering": {"by": "90 deg"}, "until": [{"channel": "vehicle.ay", "above": "0.3 g"}], "duration": "3 s"}]
    level = Script(phases=phases).phases.phases[0].until[0].level
    assert to_si(level, "m/s^2") == pytest.approx(0.3 * gravity, rel=1e-15)
    (tmp_path / "log.csv").write_text("time [s],ay [g]\n0,0\n1,0.5\n")
    assert jounce.read(tmp_path / "log.csv")["ay"][-1] == pytest.approx(0.5 * gravity, rel=1e-15)
    pendulum = jounce.load("pendulum")
    light = pendulum.with_values({"bodies.bob.mass": "350 g"})
    assert light.values()["bodies.bob.mass"] == 0.35


def test_gradients_of_a_car_are_as_long_in_si_as_in_degrees_and_g():
    """deg/g is stored as everybody reads it; in SI it is rad/(m/s^2)."""
    metric = Metric(2.0, "deg/g", "made up")
    assert metric.in_words() == "2 deg/g"
    in_si = metric_in_units(metric, "SI")
    assert in_si.shown_value == pytest.approx(math.radians(2.0) / 9.80665, rel=1e-15)
    assert in_si.in_words().endswith(" rad s²/m")


def test_rounding_is_printed_as_zero():
    """A force that is zero by symmetry, in newtons, and a gap of a loop, which is small by nature."""
    joint = ChannelOwner("reaction", "front_left.ball", "front", "left")
    assert Metric(-9e-13, "N", "", "load", joint).in_words() == "0 kN"
    assert Metric(5e-13, "m", "").in_words() == "5e-13 m"


def test_labels_made_of_what_differs_follow_the_units():
    def run(slope: float, speed: float) -> Result:
        record = Record(
            changes=(Change("axles.front.spring.law.slope", 17_000.0, slope, "N/m"),),
            settings=(UsedSetting("speed", speed, "m/s", "", "km/h"),),
            study="step-steer",
        )
        return replace(made_result(), record=record, metadata={"model": "car", "study_name": "step-steer"})

    compared = jounce.compare([run(15_000.0, 20.0), run(18_000.0, 25.0)])
    assert compared.labels == ("spring slope 15 N/mm, speed 72 km/h", "spring slope 18 N/mm, speed 90 km/h")
    in_si = compared.in_units("SI")
    assert in_si.labels == ("spring slope 15000 N/m, speed 20 m/s", "spring slope 18000 N/m, speed 25 m/s")
    own = jounce.compare([run(15_000.0, 20.0), run(18_000.0, 25.0)], labels=["soft", "stiff"])
    assert own.in_units("SI").labels == ("soft", "stiff")


def test_a_setting_that_is_a_table_is_shown_by_its_entries_with_their_units():
    car = jounce.load("double_wishbone")
    loaded = [jounce.run(car, "pick-up-loads", loads={"left.Fz": force}) for force in ("3 kN", "4 kN")]
    compared = jounce.compare(loaded)
    assert compared.labels == ("left Fz 3 kN", "left Fz 4 kN")
    assert compared.in_units("SI").labels == ("left Fz 3000 N", "left Fz 4000 N")


def test_a_setting_that_one_run_was_given_and_another_found_is_one_difference():
    def run(load: float, is_found: bool) -> Result:
        record = Record(settings=(UsedSetting("load", load, "N", "", "kN", is_found),), study="tyre-rig")
        return replace(made_result(), record=record, metadata={"model": "tyre", "study_name": "tyre-rig"})

    assert jounce.compare([run(4300.0, True), run(3000.0, False)]).labels == ("load 4.3 kN", "load 3 kN")


def test_a_gradient_is_printed_beside_values_in_the_units_that_were_asked_for():
    car = jounce.load("double_wishbone")
    path = "axles.front.hardpoints.tie_rod_outer.z"
    found = jounce.gradient(car, "wheel-travel", [path], metrics=["front_left.bump_steer"], axle="front")
    bump_steer, height = found.metric_values[0], car.values()[path]
    for system, by, unit, high in (("engineering", math.pi / 180, "deg/m", "255 mm"), ("SI", 1.0, "rad/m", "0.255 m")):
        _, values, row = printed_gradient(found, system).splitlines()
        assert f"{bump_steer / by:.5g} {unit}" in values and re.search(rf"{re.escape(path)} +{high} ", row)
    assert height == 0.255


def test_a_programme_is_shown_in_the_units_that_were_asked_for():
    done = jounce.run_programme(jounce.load("golf1"), only=["steady-circle"])
    engineering, si = (programme_report_text(done.in_units(system), {}) for system in ("engineering", "SI"))
    assert "km/h</td>" in engineering and "rad s²/m" not in engineering
    assert "km/h</td>" not in si and "rad s²/m" in si
    assert re.search(r"share of the front axle</dt><dd>\S+ <span>%", engineering)
