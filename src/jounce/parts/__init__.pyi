# written by docs/tables.py
"""What jounce.parts offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

COMPOUNDS: dict[Any, Any]
COMPUTED: dict[Any, Any]
CONTROLLERS: dict[Any, Any]
FORCES: dict[Any, Any]
GROUND: str
GUIDES: dict[Any, Any]
JOINTS: dict[Any, Any]
LAWS: dict[Any, Any]
RATE_LAWS: dict[Any, Any]
SECTIONS: dict[Any, Any]
SIGNALS: dict[Any, Any]
from jounce.parts.brakes.abs_brake import AbsBrake as RealAbsBrake
class AbsBrake(RealAbsBrake):
    def __init__(self, *, name: str, coordinate: str, signal: Any, line: Any, share: Any = ..., torque: Any, demand: Any = ..., traction: Any = ..., static_ratio: Scalar | str = ..., law: str = ..., slip: Scalar | str = ..., body: str, point: abc.Sequence[Scalar | str], radius: Scalar | str, watched: str | abc.Sequence[str], release_slip: Scalar | str = ..., reapply_slip: Scalar | str = ..., controlled_slip: Scalar | str = ..., release_deceleration: Scalar | str = ..., recovery_acceleration: Scalar | str = ..., build_rate: Scalar | str = ..., release_rate: Scalar | str = ..., line_lag: Scalar | str = ..., filter_time: Scalar | str = ..., cut_out_speed: Scalar | str = ..., side: Scalar | str = ..., opposite: str = ..., steer: str | None = ..., delay_begin: Scalar | str = ..., delay_rate: Scalar | str = ..., delay_difference: Scalar | str = ..., delay_speed: Scalar | str = ..., delay_cornering: Scalar | str = ..., delay_steer: Scalar | str = ...) -> None: ...

from jounce.parts.forces.actuator import Actuator as RealActuator
class Actuator(RealActuator):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], signal: Any) -> None: ...

from jounce.parts.forces.aerodynamics import Aerodynamics as RealAerodynamics
class Aerodynamics(RealAerodynamics):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], density: Scalar | str, area: Scalar | str, length: Scalar | str, drag: abc.Sequence[Scalar | str], side: abc.Sequence[Scalar | str], lift: abc.Sequence[Scalar | str], roll: abc.Sequence[Scalar | str], pitch: abc.Sequence[Scalar | str], yaw: abc.Sequence[Scalar | str], wind_along: Any = ..., wind_across: Any = ..., zone: str = ..., zone_start: Scalar | str = ..., zone_length: Scalar | str = ..., zone_edge: Scalar | str = ...) -> None: ...

from jounce.parts.forces.applied import AppliedForce as RealAppliedForce
class AppliedForce(RealAppliedForce):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], direction: abc.Sequence[Scalar | str], signal: Any, axes: str = ...) -> None: ...

from jounce.parts.forces.applied import AppliedTorque as RealAppliedTorque
class AppliedTorque(RealAppliedTorque):
    def __init__(self, *, name: str, body: str, direction: abc.Sequence[Scalar | str], signal: Any, axes: str = ...) -> None: ...

from jounce.parts.joints.bending.attached import Attached as RealAttached
class Attached(RealAttached):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], terms: str | abc.Sequence[str] | None = ..., numbers: abc.Sequence[Scalar | str] | None = ..., axis: abc.Sequence[Scalar | str] | None = ..., across: abc.Sequence[Scalar | str] | None = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.powertrain.automatic_gearbox import AutomaticGearbox as RealAutomaticGearbox
class AutomaticGearbox(RealAutomaticGearbox):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], engine: str, shares: abc.Sequence[Scalar | str], ratios: abc.Sequence[Scalar | str], reverse: Scalar | str | None = ..., torque: Scalar | str, throttle: Any, pedal: Any = ..., throttles: abc.Sequence[Scalar | str], up: abc.Sequence[Scalar | str], down: abc.Sequence[Scalar | str], shift_by: str = ..., dwell: Scalar | str = ..., shift_time: Scalar | str | None = ..., hold: Scalar | str | None = ..., reduction: Any = ..., open_speed: Scalar | str | None = ..., closed_speed: Scalar | str | None = ..., first: Scalar | str = ...) -> None: ...

from jounce.parts.tyres.rigid_ring.belt_mount import BeltMount as RealBeltMount
class BeltMount(RealBeltMount):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.body import Body as RealBody
class Body(RealBody):
    def __init__(self, *, name: str, mass: Scalar | str, centre: abc.Sequence[Scalar | str] = ..., inertia: abc.Sequence[Scalar | str] = ..., products: abc.Sequence[Scalar | str] = ..., products_are: str = ..., axisymmetric: bool = ..., gyroscopic: bool = ..., massless: bool = ..., interface: bool = ..., look: str = ...) -> None: ...

from jounce.parts.forces.body_contact import BodyContact as RealBodyContact
class BodyContact(RealBodyContact):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], stiffness: Scalar | str, damping: Scalar | str = ..., friction: Scalar | str = ..., slip_speed: Scalar | str = ...) -> None: ...

from jounce.parts.sensors.body_motion import BodyMotion as RealBodyMotion
class BodyMotion(RealBodyMotion):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str]) -> None: ...

from jounce.parts.forces.friction import Brake as RealBrake
class Brake(RealBrake):
    def __init__(self, *, name: str, coordinate: str, torque: Scalar | str, signal: Any, static_ratio: Scalar | str = ..., law: str = ..., slip: Scalar | str = ...) -> None: ...

from jounce.parts.forces.bushing import Bushing as RealBushing
class Bushing(RealBushing):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], stiffness: abc.Sequence[Scalar | str], damping: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.guides.cam_contact import CamContact as RealCamContact
class CamContact(RealCamContact):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], radius: Any, stiffness: Scalar | str, damping: Scalar | str = ..., friction: Scalar | str = ..., slip_speed: Scalar | str = ..., axis: abc.Sequence[Scalar | str] = ..., start: abc.Sequence[Scalar | str] = ...) -> None: ...

from jounce.parts.forces.friction import Clutch as RealClutch
class Clutch(RealClutch):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str] = ..., torque: Scalar | str, signal: Any, static_ratio: Scalar | str = ...) -> None: ...

from jounce.parts.joints.general import Constraint as RealConstraint
class Constraint(RealConstraint):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], locked: str | abc.Sequence[str], child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.powertrain.converter import Converter as RealConverter
class Converter(RealConverter):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], torque_ratio: Any, capacity: Any, efficiency: Scalar | str = ..., lock_torque: Scalar | str = ..., lock_ratio: Scalar | str = ..., lock_speed: Scalar | str = ..., unlock_speed: Scalar | str = ..., locked_at_start: Scalar | str = ...) -> None: ...

from jounce.parts.joints.coupling import Coupling as RealCoupling
class Coupling(RealCoupling):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str], offset: Scalar | str = ..., law: Any = ...) -> None: ...

from jounce.parts.joints.cylindrical import Cylindrical as RealCylindrical
class Cylindrical(RealCylindrical):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.forces.damper import Damper as RealDamper
class Damper(RealDamper):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], law: Any) -> None: ...

from jounce.parts.brakes.trailer_brakes import DelayedBrake as RealDelayedBrake
class DelayedBrake(RealDelayedBrake):
    def __init__(self, *, name: str, coordinate: str, torque: Scalar | str, signal: Any, response_time: Scalar | str, static_ratio: Scalar | str = ...) -> None: ...

from jounce.parts.joints.distance import Distance as RealDistance
class Distance(RealDistance):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], length: Scalar | str | None = ...) -> None: ...

from jounce.parts.joints.driven_point import DrivenPoint as RealDrivenPoint
class DrivenPoint(RealDrivenPoint):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], signal: Any, child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.forces.friction import DryFriction as RealDryFriction
class DryFriction(RealDryFriction):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str] = ..., limit: Scalar | str, static_ratio: Scalar | str = ..., load_factor: Scalar | str | None = ..., law: str = ..., slip: Scalar | str = ...) -> None: ...

from jounce.parts.joints.bending.elastic import Elastic as RealElastic
class Elastic(RealElastic):
    def __init__(self, *, name: str, parent: str, child: str, amplitudes: str | abc.Sequence[str], terms: str | abc.Sequence[str], numbers: abc.Sequence[Scalar | str], turns: str | abc.Sequence[str] | None = ..., point: abc.Sequence[Scalar | str] = ..., axis: abc.Sequence[Scalar | str] | None = ..., across: abc.Sequence[Scalar | str] | None = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.beams.elastic_beam import ElasticBeam as RealElasticBeam
class ElasticBeam(RealElasticBeam):
    def __init__(self, *, name: str, start: abc.Sequence[Scalar | str], end: abc.Sequence[Scalar | str], across: abc.Sequence[Scalar | str], youngs_modulus: Scalar | str, density: Scalar | str, poisson_ratio: Scalar | str = ..., diameter: Scalar | str | None = ..., bore: Scalar | str = ..., width: Scalar | str | None = ..., height: Scalar | str | None = ..., start_support: str = ..., end_support: str = ..., modes_y: Scalar | str = ..., modes_z: Scalar | str = ..., modes_twist: Scalar | str = ..., frames: str | abc.Sequence[str] | None = ..., places: abc.Sequence[Scalar | str] | None = ..., loaded: bool = ..., damping_ratio: Scalar | str = ...) -> None: ...

from jounce.parts.elastic_body import ElasticBody as RealElasticBody
class ElasticBody(RealElasticBody):
    def __init__(self, *, name: str, file: str, point: abc.Sequence[Scalar | str] = ..., axis: abc.Sequence[Scalar | str] = ..., across: abc.Sequence[Scalar | str] = ..., modes: Scalar | str = ..., shapes: Scalar | str = ..., reference: str = ..., inertia: str = ...) -> None: ...

from jounce.parts.axle_drives.electric_motor import ElectricMotor as RealElectricMotor
class ElectricMotor(RealElectricMotor):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str] = ..., signal: Any, peak_torque: Scalar | str | None = ..., peak_power: Scalar | str | None = ..., limit: Any = ..., top_speed: Scalar | str | None = ..., regeneration: Scalar | str = ..., efficiency: Scalar | str = ..., efficiency_map: Any = ..., lag: Scalar | str | None = ..., reduction: Any = ...) -> None: ...

from jounce.parts.powertrain.engine import Engine as RealEngine
class Engine(RealEngine):
    def __init__(self, *, name: str, coordinate: str, throttle: Any, reduction: Any, full_load: Any, drag: Any, idle_speed: Scalar | str, idle_band: Scalar | str, limit_speed: Scalar | str, limit_band: Scalar | str, torque_map: Any = ..., efficiency: Scalar | str = ..., converter: str = ..., gearbox: str = ..., shift_time: Scalar | str | None = ..., shift_reduction: Scalar | str | None = ...) -> None: ...

from jounce.parts.joints.fixed import Fixed as RealFixed
class Fixed(RealFixed):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.joints.free import Free as RealFree
class Free(RealFree):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ..., angles: str = ..., axis: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.joints.spherical import Gimbal as RealGimbal
class Gimbal(RealGimbal):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.forces.gyroscope import Gyroscope as RealGyroscope
class Gyroscope(RealGyroscope):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], momentum: Scalar | str) -> None: ...

from jounce.parts.linear_cars.held_speed import HeldSpeed as RealHeldSpeed
class HeldSpeed(RealHeldSpeed):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], mass: Scalar | str) -> None: ...

from jounce.parts.joints.general import Hitch as RealHitch
class Hitch(RealHitch):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], turns: str | abc.Sequence[str] = ..., slides: bool = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.input import Input as RealInput
class Input(RealInput):
    def __init__(self, *, name: str, unit: str = ..., default: Scalar | str = ..., definition: str = ...) -> None: ...

from jounce.parts.joints.contacts.knife_edge import KnifeEdge as RealKnifeEdge
class KnifeEdge(RealKnifeEdge):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], normal: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ..., touching: bool = ...) -> None: ...

from jounce.parts.linear_cars.linear_axle import LaggingAxle as RealLaggingAxle
class LaggingAxle(RealLaggingAxle):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], cornering_stiffness: Scalar | str, relaxation: Scalar | str, signal: Any = ..., gain: Scalar | str = ..., coordinates: str | abc.Sequence[str] | None = ..., factors: abc.Sequence[Scalar | str] | None = ..., load: Scalar | str = ...) -> None: ...

from jounce.parts.axle_drives.limited_slip import LimitedSlip as RealLimitedSlip
class LimitedSlip(RealLimitedSlip):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str] = ..., bias: Scalar | str, preload: Scalar | str = ..., signal: Any = ..., gain: Scalar | str = ..., row: str = ..., twisted: str | abc.Sequence[str] | None = ..., stiffness: abc.Sequence[Scalar | str] | None = ..., damping: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.forces.friction import LineFriction as RealLineFriction
class LineFriction(RealLineFriction):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], limit: Scalar | str, static_ratio: Scalar | str = ...) -> None: ...

from jounce.parts.linear_cars.linear_axle import LinearAxle as RealLinearAxle
class LinearAxle(RealLinearAxle):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], cornering_stiffness: Scalar | str, signal: Any = ..., gain: Scalar | str = ..., coordinates: str | abc.Sequence[str] | None = ..., factors: abc.Sequence[Scalar | str] | None = ..., load: Scalar | str = ...) -> None: ...

from jounce.parts.powertrain.manual_gearbox import ManualGearbox as RealManualGearbox
class ManualGearbox(RealManualGearbox):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], shares: abc.Sequence[Scalar | str], ratios: abc.Sequence[Scalar | str], reverse: Scalar | str | None = ..., torque: Scalar | str, gear: Any, pedal: Any) -> None: ...

from jounce.parts.forces.modal_stress import ModalStress as RealModalStress
class ModalStress(RealModalStress):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], xx: abc.Sequence[Scalar | str], yy: abc.Sequence[Scalar | str], zz: abc.Sequence[Scalar | str], xy: abc.Sequence[Scalar | str], yz: abc.Sequence[Scalar | str], zx: abc.Sequence[Scalar | str]) -> None: ...

from jounce.parts.forces.torsion import Motor as RealMotor
class Motor(RealMotor):
    def __init__(self, *, name: str, coordinate: str, signal: Any, gain: Scalar | str = ..., reduction: Any = ...) -> None: ...

from jounce.parts.brakes.trailer_brakes import OverrunBrake as RealOverrunBrake
class OverrunBrake(RealOverrunBrake):
    def __init__(self, *, name: str, coordinate: str, push: str, torque: Any, static_ratio: Scalar | str = ...) -> None: ...

from jounce.parts.joints.planar import Planar as RealPlanar
class Planar(RealPlanar):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], normal: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ..., speeds: str = ...) -> None: ...

from jounce.parts.guides.point_on_cam import PointOnCam as RealPointOnCam
class PointOnCam(RealPointOnCam):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], radius: Any, axis: abc.Sequence[Scalar | str] = ..., start: abc.Sequence[Scalar | str] = ...) -> None: ...

from jounce.parts.guides.point_on_curve import PointOnCurve as RealPointOnCurve
class PointOnCurve(RealPointOnCurve):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], rise: Any, side: Any = ..., axis: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.guides.point_on_surface import PointOnSurface as RealPointOnSurface
class PointOnSurface(RealPointOnSurface):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], height: Any, axis: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.prescribed import Prescribed as RealPrescribed
class Prescribed(RealPrescribed):
    def __init__(self, *, name: str, coordinate: str, signal: Any) -> None: ...

from jounce.parts.brakes.pressure_brake import PressureBrake as RealPressureBrake
class PressureBrake(RealPressureBrake):
    def __init__(self, *, name: str, coordinate: str, signal: Any, line: Any, share: Any = ..., torque: Any, demand: Any = ..., traction: Any = ..., static_ratio: Scalar | str = ..., law: str = ..., slip: Scalar | str = ...) -> None: ...

from jounce.parts.joints.prismatic import Prismatic as RealPrismatic
class Prismatic(RealPrismatic):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.joints.revolute import Revolute as RealRevolute
class Revolute(RealRevolute):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., second_point: abc.Sequence[Scalar | str] | None = ..., ratio: Scalar | str | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.beams.rigid_elements import RigidElements as RealRigidElements
class RigidElements(RealRigidElements):
    def __init__(self, *, name: str, start: abc.Sequence[Scalar | str], end: abc.Sequence[Scalar | str], across: abc.Sequence[Scalar | str], youngs_modulus: Scalar | str, density: Scalar | str, pieces: Scalar | str, spatial: bool = ..., poisson_ratio: Scalar | str = ..., diameter: Scalar | str | None = ..., bore: Scalar | str = ..., width: Scalar | str | None = ..., height: Scalar | str | None = ..., torsion_constant: Scalar | str | None = ..., damping_time: Scalar | str = ...) -> None: ...

from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre as RealRingTyre
class RingTyre(RealRingTyre):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], law: Any, side: Scalar | str = ..., contact: str = ..., contact_length: Scalar | str = ..., cam_length: Scalar | str = ..., cam_height: Scalar | str = ..., cam_order: Scalar | str = ..., cam_shift: Scalar | str = ..., post: Any = ..., rim: str, radial: Scalar | str, lateral: Scalar | str, tilt: Scalar | str, wind_up: Scalar | str) -> None: ...

from jounce.parts.joints.contacts.rolling import RollingBall as RealRollingBall
class RollingBall(RealRollingBall):
    def __init__(self, *, name: str, parent: str, child: str, child_point: abc.Sequence[Scalar | str], radius: Scalar | str, point: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., touching: bool = ...) -> None: ...

from jounce.parts.tyres.rolling_disc import RollingDisc as RealRollingDisc
class RollingDisc(RealRollingDisc):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], radius: Scalar | str, stiffness: Scalar | str, damping: Scalar | str, friction: Scalar | str, zone: Scalar | str) -> None: ...

from jounce.parts.joints.contacts.rolling import RollingWheel as RealRollingWheel
class RollingWheel(RealRollingWheel):
    def __init__(self, *, name: str, parent: str, child: str, child_point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], radius: Scalar | str, point: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., touching: bool = ...) -> None: ...

from jounce.parts.sensors.sensor import Sensor as RealSensor
class Sensor(RealSensor):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], direction: abc.Sequence[Scalar | str], quantity: str = ..., axes: str = ..., relative_to: str = ...) -> None: ...

from jounce.parts.joints.general import Sequence as RealSequence
class Sequence(RealSequence):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], order: str | abc.Sequence[str], axis: abc.Sequence[Scalar | str] | None = ..., across: abc.Sequence[Scalar | str] | None = ..., child_point: abc.Sequence[Scalar | str] | None = ..., yields: bool = ...) -> None: ...

from jounce.parts.joints.shaft_joint import ShaftJoint as RealShaftJoint
class ShaftJoint(RealShaftJoint):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_axis: abc.Sequence[Scalar | str], kind: str = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.linear_cars.shown_signal import ShownSignal as RealShownSignal
class ShownSignal(RealShownSignal):
    def __init__(self, *, name: str, signal: Any) -> None: ...

from jounce.parts.tyres.rigid_ring.sidewall import Sidewall as RealSidewall
class Sidewall(RealSidewall):
    def __init__(self, *, name: str, rim: str, belt: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], radial: Scalar | str, lateral: Scalar | str, tilt: Scalar | str, radial_damping: Scalar | str = ..., lateral_damping: Scalar | str = ..., tilt_damping: Scalar | str = ...) -> None: ...

from jounce.parts.guides.slot_contact import SlotContact as RealSlotContact
class SlotContact(RealSlotContact):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], rise: Any, stiffness: Scalar | str, play: Scalar | str = ..., damping: Scalar | str = ..., friction: Scalar | str = ..., slip_speed: Scalar | str = ..., axis: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.joints.spherical import Spherical as RealSpherical
class Spherical(RealSpherical):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., angles: str = ..., cut: bool = ...) -> None: ...

from jounce.parts.forces.spring import Spring as RealSpring
class Spring(RealSpring):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], free_length: Scalar | str, law: Any) -> None: ...

from jounce.parts.forces.spring_damper import SpringDamper as RealSpringDamper
class SpringDamper(RealSpringDamper):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str], free_length: Scalar | str, law: Any) -> None: ...

from jounce.parts.guides.surface_contact import SurfaceContact as RealSurfaceContact
class SurfaceContact(RealSurfaceContact):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], height: Any, stiffness: Scalar | str, damping: Scalar | str = ..., friction: Scalar | str = ..., slip_speed: Scalar | str = ..., axis: abc.Sequence[Scalar | str] = ..., normal: abc.Sequence[Scalar | str] = ..., child_point: abc.Sequence[Scalar | str] | None = ...) -> None: ...

from jounce.parts.forces.torsion_bar import TorsionBar as RealTorsionBar
class TorsionBar(RealTorsionBar):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str], stiffness: Scalar | str, damping: Scalar | str = ..., law: Any = ...) -> None: ...

from jounce.parts.forces.torsion import TorsionDamper as RealTorsionDamper
class TorsionDamper(RealTorsionDamper):
    def __init__(self, *, name: str, coordinate: str, law: Any) -> None: ...

from jounce.parts.forces.torsion import TorsionSpring as RealTorsionSpring
class TorsionSpring(RealTorsionSpring):
    def __init__(self, *, name: str, coordinate: str, law: Any, free: Scalar | str = ...) -> None: ...

from jounce.parts.forces.torsion import TorsionStop as RealTorsionStop
class TorsionStop(RealTorsionStop):
    def __init__(self, *, name: str, coordinate: str, least: Scalar | str, most: Scalar | str, stiffness: Scalar | str) -> None: ...

from jounce.parts.sensors.trigger import Trigger as RealTrigger
class Trigger(RealTrigger):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], direction: abc.Sequence[Scalar | str], quantity: str = ..., axes: str = ..., relative_to: str = ..., level: Scalar | str, crossing: str = ..., ends_run: bool = ...) -> None: ...

from jounce.parts.tyres.twin_tyre import TwinTyre as RealTwinTyre
class TwinTyre(RealTwinTyre):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], distance: Scalar | str, outside: Scalar | str = ..., law: Any, side: Scalar | str = ..., contact: str = ..., contact_length: Scalar | str = ..., cam_length: Scalar | str = ..., cam_height: Scalar | str = ..., cam_order: Scalar | str = ..., cam_shift: Scalar | str = ..., post: Any = ...) -> None: ...

from jounce.parts.tyres.tyre import Tyre as RealTyre
class Tyre(RealTyre):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], law: Any, side: Scalar | str = ..., contact: str = ..., contact_length: Scalar | str = ..., cam_length: Scalar | str = ..., cam_height: Scalar | str = ..., cam_order: Scalar | str = ..., cam_shift: Scalar | str = ..., post: Any = ...) -> None: ...

from jounce.parts.joints.universal import Universal as RealUniversal
class Universal(RealUniversal):
    def __init__(self, *, name: str, parent: str, child: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], child_axis: abc.Sequence[Scalar | str], child_point: abc.Sequence[Scalar | str] | None = ..., cut: bool = ...) -> None: ...

from jounce.parts.sensors.vehicle_motion import VehicleMotion as RealVehicleMotion
class VehicleMotion(RealVehicleMotion):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str]) -> None: ...

from jounce.parts.tyres.vertical import VerticalTyre as RealVerticalTyre
class VerticalTyre(RealVerticalTyre):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], radius: Scalar | str, stiffness: Scalar | str, damping: Scalar | str = ..., road: Any = ..., lift_off: bool = ...) -> None: ...

from jounce.parts.axle_drives.viscous_coupling import ViscousCoupling as RealViscousCoupling
class ViscousCoupling(RealViscousCoupling):
    def __init__(self, *, name: str, coordinates: str | abc.Sequence[str], factors: abc.Sequence[Scalar | str] = ..., viscosity: Scalar | str) -> None: ...

from jounce.parts.sensors.wheel_attitude import WheelAttitude as RealWheelAttitude
class WheelAttitude(RealWheelAttitude):
    def __init__(self, *, name: str, body: str, point: abc.Sequence[Scalar | str], axis: abc.Sequence[Scalar | str], side: Scalar | str = ..., relative_to: str = ...) -> None: ...


from jounce.parts.signatures import laws as laws
from jounce.parts.signatures import signals as signals
from jounce.parts.signatures import controls as controls
from jounce.parts.signatures import drivers as drivers
from jounce.parts.signatures import paths as paths
from jounce.parts.signatures import roads as roads
from jounce.parts import tyres as tyres
