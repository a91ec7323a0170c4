"""Pick-up loads: what joints and links carry when given forces act between tyre and road.

Statics of an axle with ideal joints, held at a wheel position by the rig: no speeds, no weights. The contact
forces act on the wheel carrier as if the wheel were locked to it, so that a braking force brings its moment. Joints
alone cannot balance a wheel; the force that is missing along its travel is taken by the spring, which pushes as
hard as the loads need, not as its law says. A corner without a spring leaves it to the pad, at the wheel centre.
"""

from __future__ import annotations

import time as clock
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.model import Model
from jounce.model.assembly.axle_model import AxleModel, CornerModel
from jounce.model.assembly.names import Side
from jounce.model.vehicle import Vehicle
from jounce.parts import Input
from jounce.parts.drawing import BallJoint
from jounce.parts.forces import Actuator, AppliedForce, AppliedTorque
from jounce.parts.signals import External
from jounce.results import Channel, ChannelOwner, Metric, Result
from jounce.simulation.loops.pose import motions
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.workspace import Workspace
from jounce.spatial.vector import vector_difference
from jounce.studies.kinematics.held_axle import (
    UP,
    HeldAxle,
    WheelPose,
    held_axle_metadata,
    held_axle_of,
    held_axle_settings,
    pose_held_wheel,
    prepare_held_axle,
    refuse_axle_beyond_lock_up,
)
from jounce.studies.kinematics.outputs.wheel_motion import wheel_heading
from jounce.studies.kinematics.panels import load_panels
from jounce.studies.settings import SIDE, Amount, NamedAmounts
from jounce.studies.study import Progress

CONTACT_LOADS = {"Fx": "N", "Fy": "N", "Fz": "N", "Mz": "N m"}
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
SIX = tuple(letter + axis for letter in "FM" for axis in AXES)
TRIAL = 1e4  # N, tension whose effect on the pads shows how much of it is needed; the effect is proportional
SPRING_FORCE = "force along the spring that balances the loads, tension positive"
LAW_FORCE = "force of the spring's own law at this length, tension positive"
AXIAL_FORCE = "force along the link, tension positive"
RACK_FORCE = "force of the steering gear on the rack, to the left"
ON_OUTBOARD = "on the outboard body at the joint's point, with a drive or spring in the joint; vehicle axes"


class PickUpLoads(HeldAxle):
    """Pick-up loads: what joints and links carry when given forces act between tyre and road.

    Forces and moments in every joint and link of an axle for given contact forces at a wheel position. Loads act on the
    wheels at the contact point, in the axes of the wheel on the road [ISO-W]. Metrics and channels are the same
    figures; there is one sample and no time.
    """

    name = "pick-up-loads"
    loads = NamedAmounts(
        default={},
        example="left.Fx=-3 kN, left.Fz=5 kN",
        meaning="contact forces on the left and the right wheel; those left out are zero",
        entries={
            f"{side}.{load}": Amount(
                unit=unit, usual="kN" if unit == "N" else "", least=-1e7, most=1e7, meaning="on the wheel, ISO-W axes"
            )
            for side in SIDE.words
            for load, unit in CONTACT_LOADS.items()
        },
    )
    metrics = {
        "{spring}.law_force": ("N", LAW_FORCE, "load"),
        "{link}.axial_force": ("N", AXIAL_FORCE, "load"),
        "rack.force": ("N", RACK_FORCE, "load"),
        "{spring}.force": ("N", SPRING_FORCE, "load"),
        **{f"{{joint}}.{six}": ("N", ON_OUTBOARD, "load") if six[0] == "F" else ("N m", ON_OUTBOARD) for six in SIX},
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        model = held_axle_of(subject, self.axle, self.name)
        inputs = self.inputs(model)
        contact = {
            side: {load: self.loads.get(f"{side}.{load}", 0.0) for load in CONTACT_LOADS} for side in model.corners
        }
        rigid = prepare_held_axle(model) if isinstance(subject, Vehicle) else prepare(model.model, integrator=None)
        if rigid.rank.mobility > len(rigid.rank.idle):
            what = f"{rigid.rank.mobility} degrees of freedom are held by bushings, not by joints"
            raise self.refuse("axle", what, "take the axle with ideal joints: compliant=False")
        refuse_axle_beyond_lock_up(rigid, model, inputs, self.name)
        ready = prepare(axle_with_pick_up_loads(model), inputs=inputs, integrator=None)
        seen = solve(model, ready, contact)
        figures = {**_springs(model, seen), **_links(model, ready, seen), **_joints(model, ready, seen)}
        metrics = {
            name: Metric(value, unit, text, "load" if unit == "N" else "", _owner(name, model))
            for name, (value, unit, text) in figures.items()
        }
        settings = {**held_axle_settings(model, inputs), "loads": contact}
        return Result(
            time=np.zeros(1),
            channels=tuple(Channel(name, m.unit, m.definition, m.kind, m.owner) for name, m in metrics.items()),
            numbers=np.array([[metric.value for metric in metrics.values()]]),
            metrics=metrics,
            panels=tuple(load_panels(metrics)),
            metadata=held_axle_metadata("pick-up loads", model, settings, began),
        )


def axle_with_pick_up_loads(axle: AxleModel) -> Model:
    """The axle's mechanism with a load on each wheel carrier and a force along each spring, given from outside."""
    parts: list[Any] = []
    for corner in axle.corners.values():
        for six in SIX:
            name = f"{corner.prefix}.wheel_load.{six}"
            where: dict[str, Any] = {"body": corner.carrier, "direction": AXES[six[1]], "signal": External(input=name)}
            parts.append(Input(name=name, unit="N" if six[0] == "F" else "N m"))
            if six[0] == "F":
                parts.append(AppliedForce(name=f"{name} on the wheel", point=corner.wheel_centre, **where))
            else:
                parts.append(AppliedTorque(name=f"{name} on the wheel", **where))
        spring = _spring(axle, corner)
        if spring is not None:
            name = _balance(corner)
            ends = {key: getattr(spring, key) for key in ("parent", "child", "point", "child_point")}
            parts += [Input(name=name, unit="N"), Actuator(name=f"{name} force", signal=External(input=name), **ends)]
    return axle.model.copy().add(*parts)


def solve(axle: AxleModel, ready: Prepared, contact: Mapping[Side, Mapping[str, float]]) -> dict[str, float]:
    """Returns all channels of the loaded axle in balance."""
    given: dict[str, float] = {}
    for side, corner in axle.corners.items():
        at_centre = pick_up_load_of_wheel(pose_held_wheel(ready, corner, ready.state), contact[side])
        for six, value in zip(SIX, at_centre, strict=True):
            given[f"{corner.prefix}.wheel_load.{six}"] = float(value)
    sprung = [corner for corner in axle.corners.values() if corner.springs]
    work = ready.workspace(given)
    missing = _pad_forces(work, ready.state, sprung)
    effect = np.zeros((len(sprung), len(sprung)))
    for k, corner in enumerate(sprung):
        work.set_inputs({_balance(corner): TRIAL})
        effect[:, k] = (_pad_forces(work, ready.state, sprung) - missing) / TRIAL
        work.set_inputs({_balance(corner): 0.0})
    for corner, tension in zip(sprung, np.linalg.solve(effect, -missing), strict=True):
        work.set_inputs({_balance(corner): float(tension)})
    return work.observe(ready.state)


def pick_up_load_of_wheel(wheel: WheelPose, contact: Mapping[str, float]) -> np.ndarray:
    """Returns the force and moment about the wheel centre of the contact forces; vehicle axes."""
    x, y = (np.array(axis) for axis in wheel_heading(tuple(wheel.e)))
    F = contact["Fx"] * x + contact["Fy"] * y + contact["Fz"] * UP
    return np.concatenate([F, contact["Mz"] * UP + np.cross(wheel.C - wheel.W, F)])


def _owner(name: str, axle: AxleModel) -> ChannelOwner:
    """Joints react; springs and links push or pull along themselves."""
    return axle.model.channel_owner(name, "reaction" if name.rpartition(".")[2] in SIX else "force")


def _springs(axle: AxleModel, seen: Mapping[str, float]) -> dict[str, tuple[float, str, str]]:
    found = {}
    for corner in axle.corners.values():
        for spring in corner.springs:
            law = seen[f"{spring}.force"]
            needed = law + (seen[f"{_balance(corner)} force.force"] if _spring(axle, corner) else 0.0)
            found[f"{spring}.force"] = (needed, "N", SPRING_FORCE)
            found[f"{spring}.law_force"] = (law, "N", LAW_FORCE)
        for stop in corner.bump_stops:
            found[f"{stop}.force"] = (seen[f"{stop}.force"], "N", "force of the stop's law, tension positive")
    return found


def _turns(joint: Any) -> int:
    """Tells how many turns a joint allows, if it allows nothing else."""
    motions = joint.motions() if isinstance(joint.drawing, BallJoint) else ()
    return sum(len(motion.speeds) for motion in motions)


def _links(axle: AxleModel, ready: Prepared, seen: Mapping[str, float]) -> dict[str, tuple[float, str, str]]:
    """Returns tension of each body that only a Hooke joint and a ball joint hold: it carries along their line."""
    found = {}
    placed = motions(ready.mechanism, ready.layout, ready.state)
    pulled = {end for part in axle.model.forces for end in (getattr(part, "parent", ""), getattr(part, "child", ""))}
    for body in axle.model.bodies:
        own = [j for j in axle.model.joints if body.name in (getattr(j, "parent", ""), getattr(j, "child", ""))]
        inner = [joint for joint in own if _turns(joint) == 2]
        outer = [joint for joint in own if _turns(joint) == 3]
        if len(own) != 2 or not inner or not outer or body.name in pulled:
            continue
        at = placed[ready.mechanism.index(body.name)]
        inwards = np.array(vector_difference(at.position(inner[0].point), at.position(outer[0].point)), float)
        force = np.array([seen[f"{outer[0].name}.F{axis}"] for axis in AXES])
        tension = float(force @ inwards / np.linalg.norm(inwards))
        found[f"{body.name}.axial_force"] = (tension, "N", AXIAL_FORCE)
    return found


def _joints(axle: AxleModel, ready: Prepared, seen: Mapping[str, float]) -> dict[str, tuple[float, str, str]]:
    found = {}
    pads = {f"{corner.prefix}.pad" for corner in axle.corners.values()}
    for joint in axle.model.joints:
        if f"{joint.name}.Fx" not in seen:
            continue  # the rack's drive: it has an effort, not a place
        meaning = ON_OUTBOARD
        if joint.name in pads:
            meaning = "on the wheel carrier at the wheel centre: what nothing else balances"
        elif joint.name in ready.rank.not_unique:
            meaning += "; not unique: redundant rows share the load"
        for six in SIX:
            unit = "N" if six[0] == "F" else "N m"
            found[f"{joint.name}.{six}"] = (seen[f"{joint.name}.{six}"], unit, meaning)
    if axle.rack is not None:
        found["rack.force"] = (seen["rack_drive.effort"], "N", RACK_FORCE)
    return found


def _spring(axle: AxleModel, corner: CornerModel) -> Any:
    """Returns the spring that balances a corner, or None."""
    return next((part for part in axle.model.forces if part.name in corner.springs[:1]), None)


def _balance(corner: CornerModel) -> str:
    return f"{corner.prefix}.spring_balance"


def _pad_forces(work: Workspace, state: np.ndarray, corners: Sequence[CornerModel]) -> np.ndarray:
    seen = work.observe(state)
    return np.array([seen[f"{corner.prefix}.pad.Fz"] for corner in corners])
