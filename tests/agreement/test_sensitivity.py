"""Derivatives of kinematics by hardpoints, against differences, closed forms and what setting a value does."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from campaigns import with_campaign
from jounce.cli import main
from jounce.model.axle_data import mirror_axle_point
from jounce.studies.kinematics.rig import rig_outputs
from jounce.studies.kinematics.sensitivity import sensitivity
from jounce.studies.kinematics.wheel_travel import mount

# so that no output is left out
FIGURES = {"wheelbase": 2.6, "centre_height": 0.55, "front_brake_share": 0.6, "front_drive_share": 0.5}
FIGURES |= {"sprung_mass": 350.0, "tyre_stiffness": 2e5, "rim_diameter": 0.38}
AXLES = [
    ("double_wishbone", "front", "parallel"),
    ("macpherson", "front", "rack"),
    ("semi_trailing_arm", None, "single"),
    ("five_link", "front", "rack"),
    ("swing_arm", "front", "parallel"),
    ("lumped_mass", "front", "parallel"),
    ("small_car", "front", "parallel"),
    ("small_car", "rear", "opposite"),
]
# nowhere defined on some axle: wheels that do not turn in a view, that steer to both sides, or keep parallel n-lines
UNDEFINED = {"front_view_swing_arm", "front_view_centre_y", "front_view_centre_z", "side_view_swing_arm"}
UNDEFINED |= {"side_view_centre_x", "side_view_centre_z", "ackermann", "ackermann_error", "turning_circle"}
UNDEFINED |= {"roll_centre_y", "roll_centre_height"}
RANGE, POINTS = (-0.03, 0.03), 5
STEPS = (4e-3, 1e-3, 0.25e-3, 5e-5)  # m: small ones where n-lines are nearly parallel
CLOSE = 1e-8  # of an output's largest derivative, of the output per metre, or of a small number where both vanish


@cache
def mounted(name, axle):
    """An axle with a point of its own on the right side, so that the sides differ."""
    car = jounce.load(name)
    axle = axle or next(iter(car.axles))
    own = car.axles[axle]
    x, y, z = mirror_axle_point(own.hardpoints["wheel_centre"])
    own = replace(own, right_hardpoints={"wheel_centre": (x + 2e-3, y - 3e-3, z + 1e-3)})
    car = replace(car, axles={**car.axles, axle: own})
    return mount(car, axle=axle, figures=None if name == "small_car" else FIGURES)


@pytest.mark.parametrize(("name", "axle", "mode"), with_campaign(AXLES, lambda case: case[0] != "small_car"))
def test_derivatives_are_the_limits_of_differences(name, axle, mode):
    """Along a random direction in the space of all hardpoints; central differences, extrapolated twice."""
    axle = mounted(name, axle)
    found = sensitivity(axle, mode=mode, travel=RANGE, points=POINTS)
    random = np.random.default_rng(13)
    curves = found.curves.numbers[:, 1:].T
    defined = np.isfinite(curves) & np.isfinite(found.values).all(axis=1)
    least = [100.0 if unit.startswith("N") else 1e-3 for unit in found.curves.units.values()][1:]
    size = np.maximum.reduce([largest(found.values, (1, 2)), largest(curves, 1), least])
    way = random.uniform(-1.0, 1.0, len(found.paths))
    along = np.einsum("opk,p->ok", found.values, way)
    steps = [np.abs(extrapolated(axle, mode, found.paths, way, step) - along) for step in STEPS]
    missed = largest(np.where(defined, np.fmin.reduce(steps), 0.0), 1) / size
    assert dict(zip(found.outputs, missed, strict=True)) == pytest.approx(dict.fromkeys(found.outputs, 0.0), abs=CLOSE)
    never = [name for name, known in zip(found.outputs, defined.any(axis=1), strict=True) if not known]
    assert {name.rpartition(".")[2] for name in never} <= UNDEFINED


def largest(numbers, axes):
    return np.abs(np.where(np.isfinite(numbers), numbers, 0.0)).max(axis=axes)


def extrapolated(axle, mode, paths, way, step):
    """d curves / d step along a way, from differences over a step, its half and its quarter."""

    def difference(h):
        ahead, behind = (curves_at(axle, mode, paths, h * sign * way) for sign in (1.0, -1.0))
        return (ahead - behind) / (2.0 * h)

    with np.errstate(invalid="ignore"):
        one, two, four = (difference(step / part) for part in (1, 2, 4))
        first, second = (4.0 * two - one) / 3.0, (4.0 * four - two) / 3.0
        return (16.0 * second - first) / 15.0


def curves_at(axle, mode, paths, changes):
    change = dict(zip(paths, changes, strict=True))
    blueprint, vector = axle.car.blueprint(), axle.car.vector().copy()
    for path, by in change.items():
        vector[blueprint.place[path]] += by
    car = axle.car.with_vector(vector)
    return axle.with_car(car).run(mode, RANGE, POINTS).numbers[:, 1:].T


def test_caster_by_the_ball_joints_in_closed_form():
    """nu = atan2(-k_x, k_z) of the line k between them: d nu / d k_x = -k_z / (k_x^2 + k_z^2)."""
    car, points = jounce.load("double_wishbone"), "axles.front.hardpoints"
    found = sensitivity(
        car,
        "wheel-travel",
        [f"{points}.upper_ball_joint", f"{points}.lower_ball_joint"],
        points=2,
        figures=FIGURES,
    )
    low, high = (np.array(car.axles["front"].hardpoints[f"{end}_ball_joint"]) for end in ("lower", "upper"))
    k_x, _, k_z = high - low
    exact = np.array([-k_z, 0.0, k_x]) / (k_x**2 + k_z**2)
    design = found.design[found.outputs.index("front_left.caster")]
    assert design == pytest.approx([*exact, *-exact], abs=1e-13)
    assert found.unit("front_left.caster", found.paths[0]) == "rad/m"


def test_bump_camber_of_a_swing_arm_in_closed_form():
    """gamma' = -1 / (y_W - y_P) about an axis along x through P."""
    car, points = jounce.load("swing_arm"), "axles.front.hardpoints"
    found = sensitivity(
        car,
        "wheel-travel",
        [f"{points}.instant_centre.y", f"{points}.wheel_centre.y"],
        points=2,
        figures=FIGURES,
    )
    arm = car.axles["front"].hardpoints["wheel_centre"][1] - car.axles["front"].hardpoints["instant_centre"][1]
    exact = found.curves.metrics["front_left.bump_camber"].value
    assert abs(exact) == pytest.approx(1.0 / arm, rel=1e-12)
    design = found.design[found.outputs.index("front_left.bump_camber")]
    assert design == pytest.approx([exact / arm, -exact / arm], rel=1e-12)


def test_values_that_are_no_points_have_derivatives_too():
    """With its preload held in the design position a spring adds MR^2 of its rate to the wheel's; caster trail grows
    by tan(caster) with the radius of an upright wheel that points straight ahead."""
    car = jounce.load("double_wishbone").with_values(
        {"axles.front.alignment.toe": 0.0, "axles.front.alignment.camber": 0.0}
    )
    found = sensitivity(
        car,
        "wheel-travel",
        ["axles.front.spring.law.slope", "axles.front.tyre.radius"],
        points=2,
        figures=FIGURES,
    )
    metric = {name: found.curves.metrics[f"front_left.{name}"].value for name in ("spring.motion_ratio", "caster")}
    by_rate, by_radius = found.design[found.outputs.index("front_left.wheel_rate")]
    assert (by_rate, by_radius) == pytest.approx((metric["spring.motion_ratio"] ** 2, 0.0), rel=1e-11, abs=1e-7)
    by_rate, by_radius = found.design[found.outputs.index("front_left.caster_trail")]
    assert (by_rate, by_radius) == pytest.approx((0.0, np.tan(metric["caster"])), rel=1e-11, abs=1e-12)


def test_a_point_moves_both_sides_and_the_right_one_alone_where_it_is_asked_for():
    """As values are set: with both paths, the left one moves the left side only, and both together move both."""
    car = jounce.load("double_wishbone")
    left, right = (f"axles.front.{side}hardpoints.tie_rod_outer" for side in ("", "right."))
    both, each = (
        sensitivity(car, "wheel-travel", left, points=3, figures=FIGURES),
        sensitivity(car, "wheel-travel", [left, right], points=3, figures=FIGURES),
    )
    sides = each.values[:, :3], each.values[:, 3:] * np.array([1.0, -1.0, 1.0])[:, None]  # the mirror image in y
    finite = np.isfinite(both.values)
    assert np.where(finite, sides[0] + sides[1], 0.0) == pytest.approx(np.where(finite, both.values, 0.0), abs=1e-9)
    toes = [each.outputs.index(f"front_{side}.toe") for side in ("left", "right")]
    assert not sides[0][toes[1]].any() and not sides[1][toes[0]].any()
    assert sides[0][toes[0]] == pytest.approx(sides[1][toes[1]], rel=1e-9)


def test_paths_are_those_of_the_file_in_its_axes():
    """With x rearward a growing x goes rearward and a growing y to the right: both derivatives change sign."""
    car = jounce.load("double_wishbone")
    other = replace(car, style=replace(car.style, axes="x rearward"))
    path = "axles.front.hardpoints.tie_rod_inner"
    iso, turned = (sensitivity(vehicle, "wheel-travel", path, points=2, figures=FIGURES) for vehicle in (car, other))
    assert turned.design * [-1.0, -1.0, 1.0] == pytest.approx(iso.design, rel=1e-12, nan_ok=True)
    assert turned.paths == iso.paths


def test_a_brake_torque_moves_the_anti_lift_by_its_share():
    """Anti-lift is proportional to 1 - p, and p = F/(F + R) of brake forces: d ln(1 - p)/d ln F = -p."""
    car = jounce.load("sedan")
    front, rear = (car.axles[name].tyre.radius for name in ("front", "rear"))
    force, other = 20.0 / front, 8.57 / rear  # the torques by pressure of its file
    paths = [f"brakes.{name}_torque.slope" for name in ("front", "rear")]
    found = jounce.gradient(car, "wheel-travel", paths, metrics=["rear_left.anti_lift"], axle="rear")
    lift, slope = found.run.metrics["rear_left.anti_lift"].value, car.values()[paths[0]]
    share = force / (force + other)
    expected = lift * share / slope * np.array([-1.0, slope / car.values()[paths[1]]])
    np.testing.assert_allclose(found.values[0], expected, rtol=1e-9)


def test_a_brake_torque_through_points_has_no_derivative():
    law = {"type": "points", "x": [0, 0.5, 1], "y": ["0 bar", "40 bar", "110 bar"]}
    car = jounce.load("sedan").with_tables({"brakes.pressure": law})
    with pytest.raises(jounce.ModelError, match="has no derivative"):
        sensitivity(car, "wheel-travel", ["brakes.front_torque.slope"], axle="rear")


def test_an_axle_observed_as_it_rolls_has_the_outputs_and_derivatives_of_wheels_that_move_alone():
    """The rates of the right wheel by opposite travel are then read, not told by those of parallel travel."""
    alone, path = mounted("swing_arm", "front"), "axles.front.hardpoints.instant_centre"
    rig = replace(alone.rig, axle=replace(alone.rig.axle, coupled=True))
    together = replace(alone, rig=rig, outputs=rig_outputs(rig, alone.known, alone.front))
    assert len(rig.directions) == len(alone.rig.directions) + 1
    settings = {"mode": "opposite", "travel": RANGE, "points": 3}
    one, other = (sensitivity(each, "wheel-travel", path, **settings) for each in (alone, together))
    np.testing.assert_allclose(other.curves.numbers, one.curves.numbers, rtol=1e-10, atol=1e-11)
    np.testing.assert_allclose(other.values, one.values, rtol=1e-9, atol=1e-9)
    assert np.abs(one.of("front.roll_camber", f"{path}.y")).min() > 0.1


def test_threads_that_share_a_mounted_axle_do_not_see_each_other():
    """Curves and derivatives of four modes at once, equal to the last bit to those one after the other."""
    axle, path = mounted("double_wishbone", "front"), "axles.front.hardpoints.tie_rod_outer"

    def work(mode):
        curves = [axle.run(mode, points=2001).numbers.tobytes() for _ in range(4)]
        return [
            *curves,
            sensitivity(axle, "wheel-travel", path, mode=mode, points=401).values.tobytes(),
        ]

    modes = ("parallel", "opposite", "single", "rack")
    alone = [work(mode) for mode in modes]
    with ThreadPoolExecutor(len(modes)) as pool:
        assert list(pool.map(work, modes)) == alone


def test_a_table_has_the_output_and_the_path_of_each_column():
    found = sensitivity(
        jounce.load("swing_arm"),
        "wheel-travel",
        "axles.front.hardpoints.wheel_centre",
        points=3,
        figures=FIGURES,
    )
    for output, unit in {"recession": "1", "camber": "rad/m", "bump_camber": "(rad/m)/m"}.items():
        assert found.unit(f"front_left.{output}", found.paths[0]) == unit
    table = found.to_pandas()
    assert table.shape == (3, 3 * len(found.outputs)) and table.index.name == "travel"
    path = found.paths[1]
    assert table["front_left.camber", path].to_numpy() == pytest.approx(found.of("front_left.camber", path))
    assert found.strongest("front_left.bump_camber", 1)[0][0] == path


def test_paths_that_cannot_be_varied_are_named_all_at_once():
    car = jounce.load("small_car")
    with pytest.raises(jounce.ModelError) as error:
        wrong = ["axles.front.hardpoints.strut_tap.z", "axles.front.damper.law.x.0", "steering.column_elements"]
        sensitivity(car, "wheel-travel", wrong)
    assert "strut_top" in str(error.value) and str(error.value).count("which has no derivative") == 2
    with pytest.raises(jounce.ModelError, match=r"values\n +is 5"):
        sensitivity(car, "wheel-travel", 5)
    with pytest.raises(jounce.ModelError, match="give the vehicle instead"):
        sensitivity(mount(car.axle_model("front")))
    found = sensitivity(mounted("swing_arm", "front"), points=2)
    with pytest.raises(jounce.ModelError, match=r"front_left\.camber"):
        found.of("front_left.cambre", found.paths[0])


def test_the_command_names_the_points_that_move_an_output_most(tmp_path):
    """A wheel that is 1 mm farther out has a scrub radius of 1 mm more: the steering axis stays."""
    command = ["kc", "macpherson", "--points", "2", "--sensitivity", "--out", str(tmp_path)]
    table = CliRunner().invoke(main, command).stdout.splitlines()
    (row,) = [line for line in table if "scrub radius" in line and "lower_ball_joint.y" in line]
    assert row.split()[2] == "mm" and "+1 wheel_centre.y" in row
    slopes = json.loads(CliRunner().invoke(main, [*command, "--json"]).stdout)["sensitivity"]
    assert slopes["front_left.scrub_radius"]["axles.front.hardpoints.wheel_centre.y"] == pytest.approx(1.0, abs=1e-12)


def test_an_output_at_infinity_has_no_derivative():
    """A lumped mass moves straight up: its instant centre lies at infinity, whatever the formula's terms give."""
    found = jounce.sensitivity(jounce.load("lumped_mass"), axle="front", points=5)
    values = np.array([found.curves[name] for name in found.outputs])
    lost = ~np.isfinite(values)
    assert lost.any() and not lost.all()
    assert (np.isnan(found.values) == lost[:, np.newaxis]).all()
    assert (np.isnan(found.design) == lost[:, [2]]).all()
