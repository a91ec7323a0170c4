"""Vehicle multibody dynamics: described by hardpoints, generated once, run as native code."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Public names and where they live; each is imported when it is first used, so that `import jounce` is instant.
_HOMES = {
    "jounce.model": ("Model", "Vehicle", "check", "load"),
    "jounce.model.linear_cars": ("RollCar", "SingleTrackCar"),
    "jounce.model.tyre_files.lone_tyre": ("LoneTyre",),
    "jounce.model.tyre_files.tir_file": ("TirFile",),
    "jounce.results": ("Result", "read"),
    "jounce.results.comparison.comparison": ("Comparison", "compare"),
    "jounce.simulation": ("Interrupted", "Prepared", "prepare", "simulate"),
    "jounce.simulation.events.until": ("Until",),
    "jounce.simulation.linear.linearise": ("LinearModel", "linearise"),
    "jounce.simulation.linear.road_excitation": ("excitation_warning",),
    "jounce.simulation.lanes.simulate_many": ("simulate_many",),
    "jounce.simulation.tangents.simulate_tangents": ("SimulatedTangents", "simulate_tangents"),
    "jounce.simulation.trim": ("Trimmed", "standing", "trim"),
    "jounce.simulation.stepping.saved_state": ("SavedState", "read_saved_state"),
    "jounce.simulation.stepping.stepper": ("Stepper",),
    "jounce.studies": ("run",),
    "jounce.studies.many.vary": ("vary",),
    "jounce.studies.programme.run_programme": ("ProgrammeRun", "run_programme"),
    "jounce.own_parts": ("register", "use"),
    "jounce.export.write_equations": ("write_equations", "written_equations"),
    "jounce.jobs": ("Job", "read_job", "run_job"),
    "jounce.jobs.optimise_job": ("OptimiseJob", "read_optimise_job"),
    "jounce.studies.driving.step_by_step": ("start",),
    "jounce.studies.fastest_line.fastest_line": ("FastestLine", "fastest_line"),
    "jounce.studies.fastest_line.track": ("Track",),
    "jounce.studies.gradients.gradient": ("Gradient", "gradient"),
    "jounce.studies.gradients.metric_function": ("MetricFunction", "metric_function"),
    "jounce.studies.stance.set_up": ("set_up",),
    "jounce.studies.optimise.goals": ("Goal",),
    "jounce.studies.optimise.optimise": ("Optimisation", "optimise"),
    "jounce.studies.kinematics.sensitivity": ("Sensitivity", "sensitivity"),
    "jounce.studies.kinematics.wheel_travel": ("MountedAxle", "mount"),
    "jounce.errors": ("DoubtfulResult", "JounceError", "ModelError", "NumericalError"),
    "jounce.parts": (
        "Body",
        "BodyMotion",
        "Input",
        "Prescribed",
        "Sensor",
        "Trigger",
        "VehicleMotion",
        "WheelAttitude",
    ),
    "jounce.parts.joints": (
        "Constraint",
        "Coupling",
        "Cylindrical",
        "Distance",
        "DrivenPoint",
        "Fixed",
        "Free",
        "Gimbal",
        "Hitch",
        "KnifeEdge",
        "Planar",
        "Prismatic",
        "Revolute",
        "RollingBall",
        "RollingWheel",
        "Sequence",
        "ShaftJoint",
        "Spherical",
        "Universal",
    ),
    "jounce.parts.forces": (
        "Actuator",
        "Aerodynamics",
        "AppliedForce",
        "AppliedTorque",
        "BodyContact",
        "Brake",
        "Bushing",
        "Clutch",
        "Damper",
        "DryFriction",
        "Gyroscope",
        "LineFriction",
        "Motor",
        "Spring",
        "SpringDamper",
        "TorsionBar",
        "TorsionDamper",
        "TorsionSpring",
    ),
    "jounce.parts.guides": (
        "CamContact",
        "PointOnCam",
        "PointOnCurve",
        "PointOnSurface",
        "SlotContact",
        "SurfaceContact",
    ),
    "jounce.parts.brakes": ("AbsBrake", "PressureBrake"),
    "jounce.parts.linear_cars": ("HeldSpeed", "LaggingAxle", "LinearAxle", "ShownSignal"),
    "jounce.parts.tyres.tyre": ("Tyre",),
    "jounce.parts.tyres.vertical": ("VerticalTyre",),
    "jounce.parts.tyres.rolling_disc": ("RollingDisc",),
    "jounce.parts.drivers": ("MacAdam", "PurePursuit", "SingleTrack", "Stanley"),
    "jounce.parts.paths": ("Path", "clothoid_path", "polyline_path", "shift_path"),
    "jounce.parts.roads": ("Road",),
    "jounce.parts.controls": (
        "Hold",
        "Internal",
        "PythonController",
        "Reach",
        "Skyhook",
        "SpeedControl",
        "StabilityControl",
        "TractionControl",
        "in_python",
    ),
    "jounce.parts.laws": ("Bilinear", "Grid", "Linear", "Points", "Stop", "Tanh"),
    "jounce.parts.signals": ("Constant", "External", "HalfSine", "Harmonic", "History", "SmoothStep"),
}
_PACKAGES = ("studies",)  # whose names are used with theirs: jounce.studies.StepSteer
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted([*_HOME_OF, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"jounce.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'jounce' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return [*__all__, *_PACKAGES]
