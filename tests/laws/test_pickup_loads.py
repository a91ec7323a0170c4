"""Pick-up loads: balance of every body, and virtual work against displaced joints, for every layout."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import numpy as np
import pytest

import jounce
from campaigns import first_of_each, with_campaign
from jounce.errors import ModelError
from jounce.model import Model, Vehicle, library_models
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.templates import TEMPLATES
from jounce.parts import GROUND
from jounce.simulation.loops.pose import motions
from jounce.simulation.revalue import revalue_prepared
from jounce.studies import run
from jounce.studies.kinematics.held_axle import held_axle_inputs, pose_held_wheel
from jounce.studies.kinematics.pick_up_loads import axle_with_pick_up_loads, pick_up_load_of_wheel

TRAVEL = (0.02, -0.015)  # m
LOADS = {
    "left": {"Fx": -3000.0, "Fy": 2000.0, "Fz": 5000.0, "Mz": 60.0},
    "right": {"Fx": 1500.0, "Fy": 1000.0, "Fz": 3000.0, "Mz": -40.0},
}
CARS = {name: car for name in library_models() if isinstance(car := jounce.load(name), Vehicle)}
AXLES = [(name, axle) for name, car in CARS.items() for axle in car.axles]
SAMPLE = first_of_each(AXLES, lambda case: CARS[case[0]].axles[case[1]].template)
BALANCED, SUPPORTED = SAMPLE[::2], SAMPLE[1::2]  # so that each template is in one of both samples
SLIP = 3e-5  # m: curvature leaves 1e-9 of a difference, rounding 1e-13/3e-5


class Loaded:
    """An axle under load, each joint with a point of its own on either body, and what the study says of it."""

    def __init__(self, name: str, axle: str):
        own = CARS[name].axle_model(axle)
        joints = [replace(j, child_point=j.point) if hasattr(j, "child_point") else j for j in own.model.joints]
        kept = [part for part in own.model.parts if part not in own.model.joints]
        self.axle: AxleModel = replace(own, model=Model(own.model.name, own.model.gravity).add(*kept, *joints))
        rack = 0.01 if own.rack else 0.0
        self.result = jounce.run(self.axle, "pick-up-loads", travel=TRAVEL, rack=rack, loads=LOADS)
        self.ready = jounce.prepare(
            axle_with_pick_up_loads(self.axle), inputs=held_axle_inputs(self.axle, TRAVEL, rack)
        )
        self.seen = self.ready.workspace().observe(self.ready.state)
        self.placed = self._placed(self.ready)

    def _placed(self, ready) -> dict:
        found = motions(ready.mechanism, ready.layout, ready.state)
        return {link.body: motion for link, motion in zip(ready.mechanism.links, found, strict=True)}

    def at(self, body: str, point, placed=None) -> np.ndarray:
        return np.array(point if body == GROUND else (placed or self.placed)[body].position(point), float)

    def reaction(self, joint: str, letter: str = "F") -> np.ndarray:
        return np.array([self.result[f"{joint}.{letter}{axis}"][0] for axis in "xyz"])

    def wheel_loads(self):
        """Body, point and six loads of each wheel."""
        for side, corner in self.axle.corners.items():
            wheel = pose_held_wheel(self.ready, corner, self.ready.state)
            yield corner, wheel.W, pick_up_load_of_wheel(wheel, LOADS[side])

    def lines(self):
        """Springs and stops with their tension."""
        for part in self.axle.model.forces:
            if f"{part.name}.force" in self.result:
                yield part, float(self.result[f"{part.name}.force"][0])

    def bars(self):
        """Coordinates that torsion springs and bars act on, with the torque on each."""
        for part in self.axle.model.forces:
            if hasattr(part, "coordinate"):
                yield part.coordinate, self.seen[f"{part.name}.torque"]
            for coordinate, factor in zip(getattr(part, "coordinates", ()), getattr(part, "factors", ()), strict=True):
                yield coordinate, -factor * self.seen[f"{part.name}.torque"]


@pytest.fixture(
    scope="module",
    params=[case if case in BALANCED else pytest.param(case, marks=pytest.mark.campaign) for case in AXLES],
    ids=lambda case: "-".join(case),
)
def case(request):
    return Loaded(*request.param)


def test_every_layout_is_among_the_cases():
    assert {CARS[name].axles[axle].template for name, axle in SAMPLE} == set(TEMPLATES)


def test_forces_and_moments_on_every_body_add_up_to_nothing(case):
    """Newton and Euler at rest; each joint pushes its child and, as hard, its parent."""
    totals = {body.name: np.zeros(6) for body in case.axle.model.bodies} | {GROUND: np.zeros(6)}

    def push(body: str, at: np.ndarray, force: np.ndarray, moment: np.ndarray) -> None:
        totals[body] += np.concatenate([force, moment + np.cross(at, force)])

    sizes = []
    for joint in case.axle.model.joints:
        if not hasattr(joint, "point"):
            continue
        at = case.at(joint.child, joint.child_point)
        force, moment = case.reaction(joint.name), case.reaction(joint.name, "M")
        push(joint.child, at, force, moment)
        push(joint.parent, at, -force, -moment)
        sizes.append(np.linalg.norm(force))
    for corner, W, load in case.wheel_loads():
        push(corner.carrier, W, load[:3], load[3:])
    for part, tension in case.lines():
        a, b = case.at(part.parent, part.point), case.at(part.child, part.child_point)
        pull = tension * (b - a) / np.linalg.norm(b - a)
        push(part.parent, a, pull, np.zeros(3))
        push(part.child, b, -pull, np.zeros(3))
    for body in case.axle.model.bodies:
        assert np.abs(totals[body.name]).max() < 1e-7 * max(sizes), body.name


def test_a_joint_reports_what_works_in_it_as_well(case):
    """The torque of a bar about its hinge, the force of the steering gear along the rack."""
    for coordinate, torque in case.bars():
        hinge = next(j for j in case.axle.model.joints if coordinate.startswith(f"{j.name}."))
        about = np.array(case.placed[hinge.child].R) @ hinge.axis / np.linalg.norm(hinge.axis)
        assert case.reaction(hinge.name, "M") @ about == pytest.approx(torque, rel=1e-9)
    if case.axle.rack:
        assert case.result["rack.force"][0] == pytest.approx(case.reaction("rack_guide")[1], rel=1e-9)


def test_the_spring_balances_the_wheel(case):
    """Nothing is left to the pad of a wheel that has a spring."""
    for corner in case.axle.corners.values():
        if corner.springs:
            assert abs(case.result[f"{corner.prefix}.pad.Fz"][0]) < 1e-6


def test_each_joint_does_the_work_that_the_loads_do_when_it_slips(case):
    """Move a joint's two points apart: F . slip + work of loads, springs and bar = 0, the wheels held in height.

    Positions come from closing the loops again, by central differences; forces have no part in them.
    """
    joints = [j for j in case.axle.model.joints if j.name.startswith(case.axle.corners["left"].prefix)]
    for joint in joints:
        if not hasattr(joint, "parent"):
            continue  # a king-pin that is held at its angle has no two points
        R = np.eye(3) if joint.parent == GROUND else np.array(case.placed[joint.parent].R, float)
        for k in range(3):
            if joint.name.endswith(".pad") and k < 2:
                continue  # a pad holds the height only
            slip = SLIP * np.eye(3)[k]
            ends = [_slipped(case, joint, sign * slip) for sign in (1.0, -1.0)]
            work, scale = _work(case, *ends)
            force = case.reaction(joint.name)
            scale += 2 * SLIP * np.linalg.norm(force)
            assert abs(work + 2 * force @ R @ slip) < 1e-7 * scale, (joint.name, "xyz"[k])


def test_travel_does_the_work_of_spring_and_pad(case):
    """Lift the left wheel: what the loads do is what the spring takes, or the pad where there is none."""
    corner = case.axle.corners["left"]
    h = SLIP
    ends = []
    for sign in (1.0, -1.0):
        travel = (TRAVEL[0] + sign * h, TRAVEL[1])
        rack = 0.01 if case.axle.rack else 0.0
        ready = jounce.prepare(axle_with_pick_up_loads(case.axle), inputs=held_axle_inputs(case.axle, travel, rack))
        ends.append(ready)
    work, scale = _work(case, *ends)
    pad = case.result[f"{corner.prefix}.pad.Fz"][0]
    assert abs(work + 2 * h * pad) < 1e-7 * scale


def test_a_wheel_straight_up_and_down_carries_what_the_eye_sees():
    """Lumped mass on a slider: side forces go into it, with their levers to the wheel centre."""
    result = run(CARS["lumped_mass"], "pick-up-loads", loads={"left": {"Fx": "-2 kN", "Fy": 1000, "Fz": "4 kN"}})
    data = CARS["lumped_mass"].axles["front"]
    radius = data.tyre.radius
    inboard = data.hardpoints["wheel_centre"][1] - data.hardpoints["spring_bottom"][1]  # the spring stands upright
    metrics = {name: metric.value for name, metric in result.metrics.items()}
    assert metrics["front_left.slider.Fx"] == pytest.approx(2000.0, rel=1e-12)
    assert metrics["front_left.slider.Fy"] == pytest.approx(-1000.0, rel=1e-12)
    assert metrics["front_left.slider.Mx"] == pytest.approx(-1000.0 * radius - 4000.0 * inboard, rel=1e-9)
    assert metrics["front_left.slider.My"] == pytest.approx(-2000.0 * radius, rel=1e-9)
    assert metrics["front_left.spring.force"] == pytest.approx(-4000.0, rel=1e-9)
    assert result.units["front_left.slider.My"] == "N m"


def test_a_tie_rod_carries_along_itself():
    result = run(CARS["double_wishbone"], "pick-up-loads", loads={"left": {"Fy": "3 kN", "Fz": "4 kN"}})
    points = CARS["double_wishbone"].axles["front"].hardpoints
    inner, outer = points["tie_rod_inner"], points["tie_rod_outer"]
    along = np.subtract(inner, outer) / dist(inner, outer)
    force = np.array([result[f"front_left.tie_rod_outer.F{axis}"][0] for axis in "xyz"])
    np.testing.assert_allclose(force, result["front_left.tie_rod.axial_force"][0] * along, atol=1e-6)


def test_mistakes_in_the_settings_are_told_together():
    with pytest.raises(ModelError) as refusal:
        run(CARS["lumped_mass"], "pick-up-loads", loads={"left": {"Fq": 1.0, "Fz": "4 mm"}, "middle": {}})
    assert len(refusal.value.problems) == 3
    with pytest.raises(ModelError, match="from -1000 to 1000 mm"):
        run(CARS["lumped_mass"], "pick-up-loads", travel=80)
    with pytest.raises(ModelError, match="has no rack"):
        run(CARS["lumped_mass"], "pick-up-loads", rack="5 mm")


def test_an_axle_on_bushings_is_refused():
    with pytest.raises(ModelError, match="held by bushings"):
        run(CARS["double_wishbone"].axle_model("front", compliant=True), "pick-up-loads")


def _slipped(case: Loaded, joint, slip: np.ndarray):
    """The axle with the parent's end of one joint shifted."""
    model = case.ready.model
    moved = replace(joint, point=tuple(np.add(joint.point, slip)))
    parts = [moved if part.name == joint.name and hasattr(part, "parent") else part for part in model.parts]
    return revalue_prepared(case.ready, Model(model.name, model.gravity).add(*parts))


def _work(case: Loaded, end, start) -> tuple[float, float]:
    """Work of loads, springs and bar from one pose to another, and the sum of its pieces without their signs."""
    after, before = case._placed(end), case._placed(start)
    pieces = []
    for corner, _, load in case.wheel_loads():
        shift = case.at(corner.carrier, corner.wheel_centre, after) - case.at(
            corner.carrier, corner.wheel_centre, before
        )
        pieces.append(load[:3] @ shift)
        pieces.append(load[3:] @ _turn(np.array(after[corner.carrier].R), np.array(before[corner.carrier].R)))
    for part, tension in case.lines():
        lengths = [
            dist(case.at(part.parent, part.point, placed), case.at(part.child, part.child_point, placed))
            for placed in (after, before)
        ]
        pieces.append(-tension * (lengths[0] - lengths[1]))
    for coordinate, torque in case.bars():
        angles = [ready.workspace().observe(ready.state)[coordinate] for ready in (end, start)]
        pieces.append(torque * (angles[0] - angles[1]))
    return float(sum(pieces)), float(np.abs(pieces).sum())


def _turn(after: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Small rotation vector that leads from one attitude to the other."""
    R = after @ before.T
    return 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])


@pytest.mark.parametrize(("name", "axle"), with_campaign(AXLES, SUPPORTED.__contains__))
@pytest.mark.parametrize("travel", with_campaign([0.0, 0.02], lambda travel: travel > 0.0))
def test_support_of_braking_is_what_the_linkage_lifts_under_a_force_along_the_road(name, axle, travel):
    """Statics of the whole linkage: without springs the pads alone carry what locked wheels' forces lift.

    The anti values are this slope by the share of load transfer. 1e-9 of the force, beside 1e-7 wanted. Where one wheel
    moves the other, both pads together carry what both forces lift as both wheels rise.
    """
    data = CARS[name].axles[axle]
    bare = replace(CARS[name], axles={axle: replace(data, elements={})})
    sides = [f"{axle}_left", f"{axle}_right"]
    kc = run(bare, "wheel-travel", axle=axle, travel=(0.0, 0.02), points=2)
    row, force = 0 if travel == 0.0 else -1, 1000.0
    steers = [kc[f"{side}.steer"][row] for side in sides]
    ahead = [{"Fx": force * np.cos(steer), "Fy": -force * np.sin(steer)} for steer in steers]  # along x of the car
    loaded = run(
        bare, "pick-up-loads", axle=axle, travel=travel, loads=dict(zip(("left", "right"), ahead, strict=True))
    )
    lifted = np.array([-loaded[f"{side}.pad.Fz"][0] / force for side in sides])
    slopes = np.array([kc[f"{side}.support_slope_outboard"][row] for side in sides])
    if TEMPLATES[data.template].coupled:
        lifted, slopes = lifted.mean(keepdims=True), slopes.mean(keepdims=True)
    np.testing.assert_allclose(lifted, slopes, atol=1e-9)
