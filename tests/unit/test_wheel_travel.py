"""The wheel-travel study: modes, limits, settings, what it keeps and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.native.kernel import Compiler
from jounce.studies import run
from jounce.studies.kinematics.car_data import figures_of_car_data
from jounce.studies.kinematics.wheel_travel import mount
from jounce.units import parse_unit
from jounce.views.plots.plotter import plot_picture

RANGE = {"travel": ("-30 mm", "60 mm"), "points": 10}


@pytest.fixture(scope="module")
def car():
    return jounce.load("double_wishbone")


@pytest.mark.parametrize(("mode", "right"), [("parallel", 1.0), ("opposite", -1.0), ("single", 0.0)])
def test_each_mode_moves_the_right_wheel_in_its_way(car, mode, right):
    kc = run(car, "wheel-travel", mode=mode, **RANGE)
    np.testing.assert_allclose(kc["travel"], np.linspace(-0.03, 0.06, 10), atol=1e-15)
    np.testing.assert_allclose(kc["front_left.travel"], kc["travel"], atol=1e-12)
    np.testing.assert_allclose(kc["front_right.travel"], right * kc["travel"], atol=1e-12)
    assert kc.metadata["abscissa"] == "travel"
    assert kc.metadata["status"] == "finished"


def test_the_rack_steers_both_wheels_and_lifts_none(car):
    kc = run(car, "wheel-travel", mode="rack", travel=("-20 mm", "20 mm"), points=5)
    assert kc.metadata["abscissa"] == "rack.displacement"
    np.testing.assert_allclose(kc["front_left.travel"], 0.0, atol=1e-12)
    # the tie rods lie behind the axle: rack to the left turns the wheels to the right
    assert (np.diff(kc["front_left.steer"]) < 0.0).all()
    assert (np.diff(kc["front_right.steer"]) < 0.0).all()


def test_a_range_beside_the_design_position_keeps_it_as_reference(car):
    kc = jounce.run(car, "wheel-travel", travel=("20 mm", "40 mm"), points=3)
    whole = jounce.run(car, "wheel-travel", travel=("-40 mm", "40 mm"), points=5)
    assert kc["front.track_change"][0] == pytest.approx(whole["front.track_change"][3], abs=1e-12)
    assert kc.metrics["front_left.toe"].value == pytest.approx(np.radians(0.1), abs=1e-12)
    below = jounce.run(car, "wheel-travel", travel=("-40 mm", "-20 mm"), points=3)
    np.testing.assert_allclose(below["front_left.camber"][[0, 2]], whole["front_left.camber"][[0, 1]], atol=1e-12)


def test_where_the_linkage_locks_is_said_and_what_was_reached_is_kept(car):
    kc = jounce.run(car, "wheel-travel", travel=("-0.5 m", "0.5 m"), points=101)
    assert 10 < kc.time.size < 101
    assert "locks at front_left.travel" in kc.metadata["status"]
    assert (np.diff(kc["travel"]) > 0.0).all()
    assert np.isfinite(kc["front_left.toe"]).all()


def test_every_channel_has_a_definition_and_a_unit_to_be_read_in(car):
    kc = jounce.run(
        car, "wheel-travel", figures={"wheelbase": 2.6, "front_brake_share": 0.6, "front_drive_share": 0.0}, **RANGE
    )
    for channel in kc.channels:
        assert channel.definition
        if channel.name != "travel":
            assert parse_unit(channel.shown_unit).powers == parse_unit(channel.unit).powers
    assert set(kc.metrics) <= set(kc)
    assert not any(name.endswith("track_change") for name in kc.metrics)  # zero by definition


def test_outputs_that_need_an_unknown_figure_are_left_out(car):
    kc = jounce.run(car, "wheel-travel", **RANGE)
    assert "front_left.support_slope_outboard" in kc
    assert "front_left.anti_dive" not in kc  # no brake share, and the file has one axle
    assert "front.ackermann" not in kc
    assert "front_left.ride_frequency" not in kc
    assert "front_left.ride_rate" in kc  # the file knows the tyre


def test_a_rear_axle_reports_anti_lift_and_anti_squat():
    shares = {"front_brake_share": "60 %", "front_drive_share": "0 %"}
    kc = jounce.run(jounce.load("macpherson"), "wheel-travel", axle="rear", figures=shares, **RANGE)
    assert {"rear_left.anti_lift", "rear_left.anti_squat", "rear_left.ride_frequency"} <= set(kc)
    assert "rear_left.anti_dive" not in kc
    L, h = (kc.metadata["figures"][name] for name in ("wheelbase", "centre_height"))
    expected = -0.4 * kc["rear_left.support_slope_outboard"] * L / h
    np.testing.assert_allclose(kc["rear_left.anti_lift"], expected, rtol=1e-12)


def test_both_axles_together_carry_the_whole_car_body():
    car = jounce.load("macpherson")
    masses = [
        jounce.run(car, "wheel-travel", axle=a, **RANGE).metadata["figures"]["sprung_mass"] for a in ("front", "rear")
    ]
    assert 2 * sum(masses) == pytest.approx(car.body.mass, rel=1e-12)


def test_a_car_with_brakes_and_drive_knows_its_shares_of_force():
    """Forces are torques over radii: a rear tyre of half the radius makes twice the force of its torque."""
    car = jounce.load("small_car")
    share, radius = car.brakes.front_share, car.axles["front"].tyre.radius
    alike, small = (car.with_values({"axles.rear.tyre.radius": factor * radius}) for factor in (1.0, 0.5))
    assert figures_of_car_data(alike, "rear")["front_brake_share"] == pytest.approx(share, rel=1e-12)
    assert figures_of_car_data(small, "front")["front_brake_share"] == pytest.approx(share / (2.0 - share), rel=1e-12)
    assert figures_of_car_data(car, "front")["front_drive_share"] == 1.0
    assert "front_left.anti_dive" in jounce.run(car, "wheel-travel", **RANGE)


def test_a_changed_hardpoint_changes_the_curves(car):
    moved = car.with_values({"axles.front.hardpoints.tie_rod_outer.z": "257 mm"})
    assert (
        jounce.run(moved, "wheel-travel", **RANGE).metadata["model_hash"]
        != jounce.run(car, "wheel-travel", **RANGE).metadata["model_hash"]
    )
    changed = jounce.run(moved, "wheel-travel", **RANGE).metrics["front_left.bump_steer"].value
    # 2 mm on a steering arm of 0.14 m turns the rod's end by dz/dz 2/290 of travel: some degrees a metre
    difference = np.degrees(changed - jounce.run(car, "wheel-travel", **RANGE).metrics["front_left.bump_steer"].value)
    assert 1.0 < abs(difference) < 10.0


def test_a_mounted_axle_gives_what_a_fresh_study_gives_also_when_a_point_is_dragged(car):
    """Loops are closed from another start, to 1e-13 m; second derivatives show rounding a thousand times larger."""
    mounted = mount(car, figures={"wheelbase": 2.6})
    before = Compiler.count
    moved = car.with_values({"axles.front.hardpoints.tie_rod_outer.z": "257 mm"})
    for variant, ready in ((car, mounted), (moved, mounted.with_car(moved)), (car, mounted)):
        for mode in ("parallel", "rack"):
            kc = ready.run(mode, RANGE["travel"], RANGE["points"])
            fresh = jounce.run(variant, "wheel-travel", mode=mode, figures={"wheelbase": 2.6}, **RANGE)
            assert list(kc) == list(fresh) and set(kc.metrics) == set(fresh.metrics)
            np.testing.assert_allclose(kc.numbers, fresh.numbers, rtol=1e-9, atol=1e-9)
            assert kc.metadata["model_hash"] == fresh.metadata["model_hash"]
    assert Compiler.count == before


def test_springs_that_differ_from_side_to_side_have_rates_of_their_own(car):
    """Spring rates go into the wheel rate as they are: twice as stiff, twice the elastic part."""
    axle = car.axle_model("front")
    slope = "forces.front_right.spring.law.slope"
    stiffer = axle.model.with_values({slope: 2.0 * axle.model.values()[slope]})
    kc, base = (jounce.run(replace(axle, model=model), "wheel-travel", **RANGE) for model in (stiffer, axle.model))
    elastic = [run["front_right.wheel_rate"] - run["front_right.wheel_rate_geometric"] for run in (kc, base)]
    below_the_stop = kc["travel"] < 0.0
    np.testing.assert_allclose(elastic[0][below_the_stop], 2.0 * elastic[1][below_the_stop], rtol=1e-12)
    np.testing.assert_allclose(kc["front_left.wheel_rate"], base["front_left.wheel_rate"], rtol=1e-12)


def test_a_long_sweep_says_how_far_it_is(car):
    told = []
    jounce.run(car, "wheel-travel", travel=("-10 mm", "20 mm"), points=9001, on_progress=told.append)
    assert told[0] == 0.0 and told == sorted(told) and 4 <= len(told) and 0.8 < told[-1] < 1.0


def test_a_result_comes_back_from_disk(car, tmp_path):
    kc = jounce.run(car, "wheel-travel", **RANGE)
    again = jounce.read(kc.save(tmp_path / "kc.h5"))
    np.testing.assert_array_equal(again["front.roll_centre_height"], kc["front.roll_centre_height"])
    assert again.metrics["front_left.caster"] == kc.metrics["front_left.caster"]
    assert again.metadata["figures"] == kc.metadata["figures"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"mode": "paralel"}, "Did you mean 'parallel'?"),
        ({"travel": ("80 mm", "-80 mm")}, "is not below"),
        ({"travel": (-80, 80)}, "-80 m .a number without a unit is in m"),
        ({"travel": ("-80", "80")}, 'write "-80 mm"'),
        ({"travel": "80 mm"}, "1 value\n    2 values from -1000 to 1000 mm"),
        ({"travel": ("-80 deg", "80 mm")}, "is not in m"),
        ({"points": 1}, "a whole number from 2 to 100001"),
        ({"points": 2.5}, "a whole number from 2 to 100001"),
        ({"axle": "frnt"}, "Did you mean 'front'?"),
        ({"figures": {"wheelbse": 2.5}}, "Did you mean 'wheelbase'?"),
        ({"figures": {"wheelbase": -2.5}}, "from 100 to 30000 mm"),
        ({"figures": {"front_brake_share": 60}}, "from 0 to 1"),
        ({"figures": {"wheelbase": "2.5 kg"}}, "is not in m"),
        ({"axel": "front"}, "Did you mean 'axle'?"),
    ],
)
def test_a_wrong_setting_is_refused_in_its_own_words(car, settings, said):
    with pytest.raises(ModelError, match=said.replace("?", r"\?")):
        run(car, "wheel-travel", **settings)


def test_all_wrong_settings_are_told_at_once(car):
    with pytest.raises(ModelError) as refusal:
        run(car, "wheel-travel", mode="up", points=0, travel=("1 kg", "2 kg"))
    assert len(refusal.value.problems) == 4


def test_what_cannot_be_studied_is_refused(car):
    with pytest.raises(ModelError, match="Did you mean 'wheel-travel'"):
        run(car, "wheel-traval")
    with pytest.raises(ModelError, match="is no vehicle"):
        run(jounce.load("four_bar"), "wheel-travel")
    with pytest.raises(ModelError, match="has no rack"):
        run(jounce.load("swing_arm"), "wheel-travel", mode="rack")


@pytest.mark.parametrize("mode", ["parallel", "rack"])
def test_the_page_of_curves_has_a_panel_for_what_is_there(car, mode, tmp_path):
    kc = jounce.run(car, "wheel-travel", mode=mode, **RANGE)
    files = [tmp_path / "kc.png", tmp_path / "kc.svg"]
    page = plot_picture(kc, paths=files if mode == "rack" else ())
    assert mode != "rack" or all(file.stat().st_size > 10_000 for file in files)
    panels = {axis.get_title(loc="left"): axis for axis in page.axes if axis.get_visible()}
    assert ("Steer angle [deg]" in panels) == (mode == "rack")
    assert ("Roll centre height [mm]" in panels) == (mode == "parallel")
    drawn = panels["Camber [deg]"].lines[0].get_ydata()
    np.testing.assert_allclose(drawn, np.degrees(kc["front_left.camber"]), rtol=1e-12)


def test_the_wheel_centre_of_a_hinged_arm_moves_on_the_circle_about_its_hinge():
    """Any point of a body on a hinge keeps its distance from the hinge's line and its place along it; at the design
    position the wheel centre is that of the file, mirrored on the right."""
    car = jounce.load("semi_trailing_arm")
    found = jounce.run(car, "wheel-travel", axle="semi_trailing", points=9)
    points = car.axles["semi_trailing"].hardpoints
    for side, mirror in (("left", (1.0, 1.0, 1.0)), ("right", (1.0, -1.0, 1.0))):
        W = np.column_stack([found[f"semi_trailing_{side}.wheel_centre_{axis}"] for axis in "xyz"])
        a, b, W0 = (np.array(points[name]) * mirror for name in ("pivot_inner", "pivot_outer", "wheel_centre"))
        hinge = (b - a) / np.linalg.norm(b - a)
        radius, along = np.linalg.norm(np.cross(W - a, hinge), axis=1), (W - a) @ hinge
        np.testing.assert_allclose(radius, np.linalg.norm(np.cross(W0 - a, hinge)), rtol=0.0, atol=1e-10)  # loop gap
        np.testing.assert_allclose(along, (W0 - a) @ hinge, rtol=0.0, atol=1e-10)
        np.testing.assert_allclose(W[4], W0, rtol=0.0, atol=1e-10)
        np.testing.assert_allclose(W[:, 2] - W0[2], found["travel"], rtol=0.0, atol=1e-10)
