"""Names that were flat in the version before, with their homes of today; the next version will not know them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jounce.outdated import warn_outdated

_MOVED = {
    "jounce.model": "LoneTyre RollCar SingleTrackCar TirFile",
    "jounce.results": "Comparison",
    "jounce.simulation": "LinearModel Prepared SavedState SimulatedTangents Stepper Trimmed excitation_warning "
    "simulate_many simulate_tangents",
    "jounce.jobs": "Job OptimiseJob",
    "jounce.export": "written_equations",
    "jounce.studies": "FastestLine Gradient MetricFunction MountedAxle Optimisation ProgrammeRun Sensitivity "
    "Track metric_function mount",
    "jounce.parts": "CamContact PointOnCam PointOnCurve PointOnSurface SlotContact SurfaceContact "
    "AbsBrake Actuator Aerodynamics AppliedForce AppliedTorque Body BodyContact BodyMotion "
    "Brake Bushing Clutch Constraint Coupling Cylindrical Damper Distance DrivenPoint "
    "DryFriction Fixed Free Gimbal Gyroscope HeldSpeed Hitch Input KnifeEdge LaggingAxle "
    "LineFriction LinearAxle Motor Planar Prescribed PressureBrake Prismatic Revolute "
    "RollingBall RollingDisc RollingWheel Sensor Sequence ShaftJoint ShownSignal Spherical "
    "Spring SpringDamper TorsionBar TorsionDamper TorsionSpring Trigger Tyre Universal "
    "VehicleMotion VerticalTyre WheelAttitude",
    "jounce.parts.controls": "Hold Internal PythonController Reach Skyhook SpeedControl StabilityControl "
    "TractionControl in_python",
    "jounce.parts.drivers": "MacAdam PurePursuit SingleTrack Stanley",
    "jounce.parts.laws": "Bilinear Grid Linear Points Stop Tanh",
    "jounce.parts.paths": "Path clothoid_path polyline_path shift_path",
    "jounce.parts.roads": "Road",
    "jounce.parts.signals": "Constant External HalfSine Harmonic History SmoothStep",
}
REPLACED = {  # where the old function still lives, and what does its work
    "read_job": ("jounce.jobs.job_file", "jounce.load"),
    "read_optimise_job": ("jounce.jobs.optimise_job", "jounce.load"),
    "read_saved_state": ("jounce.simulation.stepping.saved_state", "jounce.load"),
}
MOVED = {name: f"{home}.{name}" for home, names in _MOVED.items() for name in names.split()}  # old -> new


def find_old_name(name: str) -> Any:
    """Returns what a flat name of the version before meant, and warns; KeyError where there was no such name."""
    home, new = REPLACED[name] if name in REPLACED else (MOVED[name].rpartition(".")[0], MOVED[name])
    warn_outdated(f"jounce.{name}", new)
    return getattr(import_module(home), name)
