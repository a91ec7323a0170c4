# written by docs/tables.py

"""Settings of studies as typed dictionaries."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from jounce.parts.roads.road import Road

StudyName = Literal['wheel-travel', 'compliance', 'pick-up-loads', 'tyre-rig', 'tyre-fit', 'step-steer', 'sine-steer', 'steady-circle', 'slow-ramp', 'brake-to-standstill', 'park-on-slope', 'crosswind', 'roll-over', 'gyroscopic-effect', 'plausibility', 'set-up', 'understeer-budget', 'load-transfer', 'linear-steer', 'swept-steer', 'random-steer', 'weave', 'sine-with-dwell', 'fishhook', 'j-turn', 'brake-in-turn', 'lift-off-in-turn', 'trailer-stability', 'rearward-amplification', 'off-tracking', 'jack-knife', 'tilt-table', 'acceleration', 'straight-braking', 'lane-change', 'obstacle-avoidance', 'three-bumps', 'sine-road', 'one-obstacle', 'three-planks', 'drive-road', 'ride', 'single-bump', 'four-post', 'rim-acceleration', 'torque-step', 'drive-path', 'one-sided-torque', 'clutch-drop', 'script', 'replay', 'work-precision']

class WheelTravelSettings(TypedDict, total=False):
    axle: str | Literal["auto"] | None
    mode: Literal['parallel', 'opposite', 'single', 'rack']
    travel: float | str | Sequence[float | str]
    points: int
    figures: str | Mapping[str, Any]

class ComplianceSettings(TypedDict, total=False):
    axle: str | Literal["auto"] | None
    travel: float | str | Sequence[float | str]
    rack: float | str

class PickUpLoadsSettings(TypedDict, total=False):
    axle: str | Literal["auto"] | None
    travel: float | str | Sequence[float | str]
    rack: float | str
    loads: str | Mapping[str, Any]

class TyreRigSettings(TypedDict, total=False):
    slip: float | str
    slip_angle: float | str
    loads: float | str | Sequence[float | str] | Literal["auto"] | None
    load: float | str | Literal["auto"] | None
    inclinations: float | str | Sequence[float | str]
    slip_angles: float | str | Sequence[float | str]
    speed: float | str
    points: int

class TyreFitSettings(TypedDict, total=False):
    like: str
    nominal_load: float | str | Literal["auto"] | None
    side: Literal['left', 'right', 'symmetric', 'unknown']

class StepSteerSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class SineSteerSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    frequency: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class SteadyCircleSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    method: Literal['speed', 'radius', 'angle']
    radius: float | str
    angle: float | str | Literal["auto"] | None
    points: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class SteadyCircleSettingsWithoutMethod(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    radius: float | str
    angle: float | str | Literal["auto"] | None
    points: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class SlowRampSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    rate: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class BrakeToStandstillSettings(TypedDict, total=False):
    speed: float | str
    pedal: float | str
    rise: float | str
    duration: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ParkOnSlopeSettings(TypedDict, total=False):
    grade: float | str
    bank: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class CrosswindSettings(TypedDict, total=False):
    speed: float | str
    wind: float | str
    gust: Literal['stretch', 'step', 'half-sine', 'one-minus-cosine']
    length: float | str
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RollOverSettings(TypedDict, total=False):
    speed: float | str
    raised: float | str
    angle: float | str
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class GyroscopicEffectSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    frequency: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class PlausibilitySettings(TypedDict, total=False):
    speed: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class SetUpSettings(TypedDict, total=False):
    front_height: float | str
    rear_height: float | str
    roll: float | str
    cross_weight: float | str
    front_toe: float | str | Literal["auto"] | None
    rear_toe: float | str | Literal["auto"] | None
    front_camber: float | str | Literal["auto"] | None
    rear_camber: float | str | Literal["auto"] | None
    front_caster: float | str | Literal["auto"] | None
    compliance: bool

class UndersteerBudgetSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    points: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class LoadTransferSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    points: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class LinearSteerSettings(TypedDict, total=False):
    speed: float | str
    lowest: float | str
    highest: float | str
    points: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class SweptSteerSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    lowest: float | str
    highest: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RandomSteerSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    lowest: float | str
    highest: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    seed: int
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RandomSteerSettingsWithoutSeed(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    lowest: float | str
    highest: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class WeaveSettings(TypedDict, total=False):
    speed: float | str
    frequency: float | str
    lateral_acceleration: float | str
    angle: float | str | Literal["auto"] | None
    periods: int
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class SineWithDwellSettings(TypedDict, total=False):
    speed: float | str
    sides: Literal['both', 'left', 'right']
    angle: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class FishhookSettings(TypedDict, total=False):
    sides: Literal['both', 'left', 'right']
    step: float | str | Literal["auto"] | None
    speeds: float | str | Sequence[float | str]
    angle: float | str | Literal["auto"] | None
    rate: float | str
    hold: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class JTurnSettings(TypedDict, total=False):
    sides: Literal['both', 'left', 'right']
    step: float | str | Literal["auto"] | None
    speeds: float | str | Sequence[float | str]
    angle: float | str | Literal["auto"] | None
    rate: float | str
    hold: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class BrakeInTurnSettings(TypedDict, total=False):
    radius: float | str
    lateral_acceleration: float | str
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    pedal: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class LiftOffInTurnSettings(TypedDict, total=False):
    radius: float | str
    lateral_acceleration: float | str
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    drag: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class TrailerStabilitySettings(TypedDict, total=False):
    speed: float | str
    lowest: float | str
    highest: float | str
    points: int
    hands: Literal['held', 'free']
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str

class RearwardAmplificationSettings(TypedDict, total=False):
    form: Literal['lane-change', 'sine']
    speed: float | str
    frequency: float | str
    lateral_acceleration: float | str
    corrections: int
    duration: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class OffTrackingSettings(TypedDict, total=False):
    radius: float | str
    angle: float | str
    low_speed: float | str
    high_speed: float | str
    lateral_acceleration: float | str
    duration: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class JackKnifeSettings(TypedDict, total=False):
    speed: float | str
    lateral_acceleration: float | str
    pedal: float | str
    rise: float | str
    braked: Literal['all', 'leading', 'rear-of-leading', 'trailers']
    friction: float | str
    folded: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class TiltTableSettings(TypedDict, total=False):
    side: Literal['left', 'right']
    compliance: bool
    stride: float | str

class AccelerationSettings(TypedDict, total=False):
    speed: float | str
    gear: int | Literal["auto"] | None
    slip: float | str
    rise: float | str
    top: bool
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class StraightBrakingSettings(TypedDict, total=False):
    speed: float | str
    pedal: float | str
    pressure: float | str | Literal["auto"] | None
    deceleration: float | str | Literal["auto"] | None
    rise: float | str
    friction: float | str
    low_friction: float | str | Literal["auto"] | None
    low_side: Literal['left', 'right']
    driver: Literal['held', 'correcting']
    delay: float | str
    duration: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class LaneChangeSettings(TypedDict, total=False):
    speed: float | str
    driver: Literal['macadam', 'stanley', 'pure-pursuit']
    delay: float | str
    lag: float | str
    rate_limit: float | str
    angle_limit: float | str
    compensated: bool
    preview: float | str | Literal["auto"] | None
    gain: float | str | Literal["auto"] | None
    damping: float | str | Literal["auto"] | None
    line: Literal['centre', 'usual', 'searched', 'given']
    line_numbers: float | str | Sequence[float | str] | Literal["auto"] | None
    practice_runs: int
    highest: bool
    speed_step: float | str
    width: float | str | Literal["auto"] | None
    cone_radius: float | str
    run_in: float | str | Literal["auto"] | None
    single_track: str | Mapping[str, Any]
    step: float | str | Literal["auto"] | None
    offset: Literal['edge', 'centre', 'near-edge']
    mode: Literal['closed-loop', 'open-loop']
    steering_history: str | Path | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ObstacleAvoidanceSettings(TypedDict, total=False):
    speed: float | str
    driver: Literal['macadam', 'stanley', 'pure-pursuit']
    delay: float | str
    lag: float | str
    rate_limit: float | str
    angle_limit: float | str
    compensated: bool
    preview: float | str | Literal["auto"] | None
    gain: float | str | Literal["auto"] | None
    damping: float | str | Literal["auto"] | None
    line: Literal['centre', 'usual', 'searched', 'given']
    line_numbers: float | str | Sequence[float | str] | Literal["auto"] | None
    practice_runs: int
    highest: bool
    speed_step: float | str
    width: float | str | Literal["auto"] | None
    cone_radius: float | str
    run_in: float | str | Literal["auto"] | None
    single_track: str | Mapping[str, Any]
    step: float | str | Literal["auto"] | None
    engine_drag: float | str
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ThreeBumpsSettings(TypedDict, total=False):
    speed: float | str
    height: float | str
    length: float | str
    side: Literal['left', 'right']
    count: int
    spacing: float | str
    radius: float | str | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class SineRoadSettings(TypedDict, total=False):
    speed: float | str
    amplitude: float | str
    wavelength: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class OneObstacleSettings(TypedDict, total=False):
    speed: float | str
    height: float | str
    length: float | str
    side: Literal['left', 'right']
    step: float | str | Literal["auto"] | None
    radius: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ThreePlanksSettings(TypedDict, total=False):
    speed: float | str
    height: float | str
    length: float | str
    side: Literal['left', 'right']
    count: int
    spacing: float | str
    step: float | str | Literal["auto"] | None
    radius: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class DriveRoadSettings(TypedDict, total=False):
    road: str | Path | Road | Literal["auto"] | None
    speed: float | str
    pedal: float | str
    angle: float | str
    begin: float | str
    rise: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RideSettings(TypedDict, total=False):
    roughness: Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    speed: float | str
    length: float | str
    settling: float | str | Literal["auto"] | None
    seed: int
    wave_number_min: float | str
    wave_number_max: float | str
    vertical: Literal['Wk', 'Wb']
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RideSettingsWithoutSeed(TypedDict, total=False):
    roughness: Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    speed: float | str
    length: float | str
    settling: float | str | Literal["auto"] | None
    wave_number_min: float | str
    wave_number_max: float | str
    vertical: Literal['Wk', 'Wb']
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class SingleBumpSettings(TypedDict, total=False):
    speed: float | str
    height: float | str
    length: float | str
    side: Literal['both', 'left', 'right']
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class FourPostSettings(TypedDict, total=False):
    motion: Literal['heave', 'pitch', 'roll', 'warp', 'corner']
    corner: str | Literal["auto"] | None
    amplitude: float | str
    fastest: float | str
    frequency_min: float | str
    frequency_max: float | str
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class RimAccelerationSettings(TypedDict, total=False):
    speed: float | str
    height: float | str
    length: float | str
    side: Literal['left', 'right']
    count: int
    spacing: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class TorqueStepSettings(TypedDict, total=False):
    speed: float | str
    torque: float | str
    rise: float | str
    elements: int | Literal["auto"] | None
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class DrivePathSettings(TypedDict, total=False):
    speed: float | str
    torque: float | str
    rise: float | str
    angle: float | str
    frequency: float | str
    duration: float | str
    elements: int
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class OneSidedTorqueSettings(TypedDict, total=False):
    speed: float | str
    torque: float | str
    rise: float | str
    side: Literal['left', 'right']
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ClutchDropSettings(TypedDict, total=False):
    engine_speed: float | str
    torque: float | str
    inertia: float | str | Literal["auto"] | None
    gear: float | str | Literal["auto"] | None
    clutch_torque: float | str | Literal["auto"] | None
    drop: float | str
    gearbox_inertia: float | str
    elements: int
    duration: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ScriptSettings(TypedDict, total=False):
    speed: float | str
    phases: Sequence[Mapping[str, Any]]
    longest: float | str
    road: str | Path | Road | Literal["auto"] | None
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class ReplaySettings(TypedDict, total=False):
    record: str | Path
    begin: float | str | Literal["auto"] | None
    end: float | str | Literal["auto"] | None
    time: str
    steering_angle: str
    speed: str
    yaw_rate: str
    lateral_acceleration: str
    sensor_ahead: float | str
    beside: str | Mapping[str, str]
    angle_of: Literal['steering wheel', 'road wheel']
    ratio: float | str | Literal["auto"] | None
    full_scale: float | str | Literal["auto"] | None
    steering_late: float | str
    to_the_right: str | Sequence[str] | Literal["auto"] | None
    zero_window: float | str | Sequence[float | str] | Literal["auto"] | None
    longest_gap: float | str
    cutoff: float | str | Literal["auto"] | None
    rise: float | str
    step: float | str | Literal["auto"] | None
    integrator: Literal['auto', 'vehicle', 'rk4', 'runge-kutta-fehlberg', 'dormand-prince', 'bulirsch-stoer', 'rodas4p2', 'rodas5p', 'bulirsch-stoer-deuflhard', 'ros2', 'ros2s', 'ros34pw2']
    accuracy: float | str
    rtol: float | str
    compliance: bool
    route: str
    output_step: float | str | Literal["auto"] | None

class WorkPrecisionSettings(TypedDict, total=False):
    cases: str | Sequence[str]
    integrators: str | Sequence[str]
    levels: int
    rounds: int
    accuracy: float | str
