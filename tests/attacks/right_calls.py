"""Right calls of everything public: each callable with arguments that it takes, from which wrong ones are made."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import jounce
from jounce.parts import LAWS

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from every_part import every_part
from every_road import ROADS

SPRING = "axles.front.spring.law.slope"


@dataclass(frozen=True)
class Target:
    """Something that is called: its name, how it is called, and arguments that are right."""

    name: str
    call: Callable[..., Any]
    arguments: Mapping[str, Any]

    def right(self) -> Any:
        """Makes the right call."""
        return self.call(**{name: made(value) for name, value in self.arguments.items()})


@cache
def thing(name: str) -> Any:
    """What calls are about, made once."""
    return MAKERS[name]()


def axle() -> Any:
    return jounce.load("double_wishbone")


MAKERS: dict[str, Callable[[], Any]] = {
    "pendulum": lambda: jounce.load("pendulum"),
    "hanging": lambda: jounce.prepare(thing("pendulum"), start={"hinge.angle": "80 deg"}),
    "axle": axle,
    "car": lambda: jounce.load("small_car"),
    "functional": lambda: jounce.load("golf1"),
    "tyre": lambda: jounce.load("tyre_205_55_r16"),
    "Vehicle": axle,
    "Model": lambda: jounce.load("pendulum"),
    "LoneTyre": lambda: jounce.load("tyre_155_r13"),
    "RollCar": lambda: jounce.model.RollCar(**LINEAR, **ROLLING),
    "SingleTrackCar": lambda: jounce.model.SingleTrackCar(**LINEAR),
    "Prepared": lambda: jounce.prepare(thing("pendulum")),
    "Stepper": lambda: jounce.start(thing("pendulum")),
    "SavedState": lambda: thing("Stepper").state,
    "Result": lambda: jounce.simulate(thing("Prepared"), 0.05),
    "Comparison": lambda: jounce.compare([thing("Result"), thing("Result")], labels=["a", "b"]),
    "MountedAxle": lambda: jounce.studies.mount(axle(), axle="front"),
    "Sensitivity": lambda: jounce.sensitivity(
        axle(), "wheel-travel", ["axles.front.hardpoints.tie_rod_outer"], axle="front", points=3
    ),
    "Gradient": lambda: jounce.gradient(
        axle(), jounce.studies.WheelTravel(axle="front", points=3), [HARDPOINT], metrics=["front_left.camber"]
    ),
    "MetricFunction": lambda: jounce.studies.metric_function(
        axle(), jounce.studies.WheelTravel(axle="front", points=3), [HARDPOINT], metrics=["front_left.camber"]
    ),
    "Variants": lambda: jounce.vary(
        axle(), "wheel-travel", {HARDPOINT: ["200 mm", "205 mm"]}, axle="front", points=3, workers=1
    ),
    "Goal": lambda: jounce.Goal(metric="front_left.camber", target=0.01, scale=0.01),
    "Track": lambda: jounce.studies.Track(middle=thing("Path"), width=4.0),
    "Path": lambda: jounce.parts.paths.clothoid_path([10.0, 5.0], [0.0, 0.0, 0.02]),
    "Road": lambda: jounce.load("three_planks"),
}
LINEAR = {
    **{"name": "hatchback", "mass": 1200.0, "yaw_inertia": 1750.0, "front": 1.05, "rear": 1.45},
    **{"front_stiffness": 75e3, "rear_stiffness": 92e3, "steering_ratio": 16.0},
}
ROLLING = {
    **{"sprung_mass": 1040.0, "sprung_offset": 0.03, "sprung_height": 0.58, "sprung_inertia": (320.0, 1400.0, 1450.0)},
    **{"front_roll_centre": 0.08, "rear_roll_centre": 0.08, "roll_stiffness": 52e3, "roll_damping": 3100.0},
}
HARDPOINT = "axles.front.hardpoints.tie_rod_outer.z"
BOB = "bodies.bob.mass"


def of(name: str) -> Callable[[], Any]:
    """A thing, when the call is made ready."""
    return partial(thing, name)


# name -> arguments; functions stand for what is made when it is needed
FUNCTIONS: dict[str, dict[str, Any]] = {
    "jounce.load": {"file": "pendulum", "kind": "mechanism"},
    "jounce.read": {"path": "run.h5"},
    "jounce.check": {"model": of("pendulum"), "unread": frozenset()},
    "jounce.use": {"parts": "my_parts.py"},
    "jounce.register": {"word": "rubber_band", "kind": lambda: jounce.studies.StepSteer},
    "jounce.run": {"car": of("axle"), "study": "wheel-travel", "progress": False, "axle": "front", "points": 3},
    "jounce.simulate": {
        "model": of("pendulum"),
        "duration": 0.01,
        "start": {"hinge.angle": 0.1},
        "start_rates": {"hinge.angle": 0.1},
        "inputs": {},
        "controllers": (),
        "road": None,
        "integrator": "rk4",
        "step": 1e-3,
        "accuracy": 1e-3,
        "rtol": 1e-6,
        "atol": 1e-8,
        "max_step": 0.1,
        "output_step": 0.01,
        "measuring_step": 0.01,
        "projection": "project",
        "events": "located",
        "until": lambda: (jounce.Until(channel="hinge.angle", above=1.0),),
        "progress": False,
        "cache": None,
        "route": "recursive",
    },
    "jounce.prepare": {
        "model": of("pendulum"),
        "start": {"hinge.angle": 0.1},
        "start_rates": {"hinge.angle": 0.1},
        "inputs": {},
        "cache": None,
        "road": None,
        "integrator": "rk4",
        "route": "recursive",
    },
    "jounce.start": {
        "subject": of("pendulum"),
        "road": None,
        "inputs": {},
        "controllers": (),
        "start": {"hinge.angle": 0.1},
        "step": 1e-3,
        "integrator": "rk4",
        "record": 10,
    },
    "jounce.run_programme": {
        "car": of("functional"),
        "only": ("plausibility",),
        "without": (),
        "workers": 1,
        "progress": False,
    },
    "jounce.run_job": {"file": "job.toml", "out": "out", "workers": 1, "progress": False},
    "jounce.standing": {"model": of("hanging"), "state": lambda: thing("hanging").state, "inputs": {}, "hold": ()},
    "jounce.trim": {
        "model": of("hanging"),
        "unknowns": ["hinge.angle"],
        "rest": ["hinge.angle_rate"],
        "state": lambda: thing("hanging").state,
        "inputs": {},
        "hold": (),
        "steady": (),
        "shared": (),
        "frictionless": (),
    },
    "jounce.linearise": {
        "model": of("Prepared"),
        "state": lambda: thing("Prepared").state,
        "inputs": {},
        "outputs": ("hinge.angle",),
        "inputs_of": (),
        "hold": (),
    },
    "jounce.vary": {
        "car": of("axle"),
        "study": "wheel-travel",
        "values": {HARDPOINT: ["200 mm", "205 mm"]},
        "metrics": ["front_left.camber"],
        "design": "grid",
        "seed": 1,
        "out": None,
        "histories": None,
        "workers": 1,
        "progress": False,
        "axle": "front",
        "points": 3,
    },
    "jounce.gradient": {
        "car": of("axle"),
        "study": "wheel-travel",
        "values": [HARDPOINT],
        "metrics": ["front_left.camber"],
        "channels": (),
        "progress": False,
        "axle": "front",
        "points": 3,
    },
    "jounce.sensitivity": {
        "car": of("axle"),
        "study": "wheel-travel",
        "values": [HARDPOINT],
        "axle": "front",
        "points": 3,
    },
    "jounce.optimise": {
        "car": of("axle"),
        "study": "wheel-travel",
        "values": {HARDPOINT: ("200 mm", "210 mm")},
        "goals": lambda: [thing("Goal")],
        "starts": 1,
        "seed": 1,
        "method": "auto",
        "workers": 1,
        "progress": False,
        "axle": "front",
        "points": 3,
    },
    "jounce.model.SingleTrackCar": LINEAR,
    "jounce.model.RollCar": {**LINEAR, **ROLLING},
    "jounce.fastest_line": {
        "car": of("functional"),
        "track": of("Track"),
        "speed": "15 m/s",
        "acceleration": "4 m/s^2",
        "starts": [],  # which is wrong by itself: with one, calls that come through would search for minutes
        "knot_step": 0.3,
        "step": 0.002,
        "workers": 1,
        "progress": False,
    },
    "jounce.compare": {
        "runs": lambda: [thing("Result"), thing("Result")],
        "labels": ["a", "b"],
        "names": {},
        "shift": 0.0,
    },
    "jounce.set_up": {"car": of("functional"), "front_toe": "0.1 deg"},
    "jounce.write_equations": {
        "model": of("pendulum"),
        "folder": "equations",
        "formats": "python",
        "name": "swing",
        "start": {},
        "sensitivity": (),
        "jacobian": False,
        "replace": True,
    },
    "jounce.Goal": {
        "metric": "front_left.camber",
        "study": None,
        "target": 0.01,
        "scale": 0.01,
    },
    "jounce.Until": {"channel": "hinge.angle", "above": 1.0},
    "jounce.Model": {"name": "swing", "gravity": (0.0, 0.0, -9.81)},
    "jounce.simulation.simulate_many": {
        "models": lambda: [thing("Prepared"), thing("Prepared")],
        "duration": 0.01,
        "channels": ["hinge.angle"],
        "inputs": (),
        "roads": None,
        "until": (),
        "integrator": "rk4",
        "step": 1e-3,
        "output_step": 0.01,
        "workers": 1,
        "progress": False,
    },
    "jounce.simulation.simulate_tangents": {
        "model": of("pendulum"),
        "duration": 0.01,
        "channels": ["hinge.angle"],
        "by_values": [BOB],
        "by_inputs": (),
        "inputs": {},
        "start": {"hinge.angle": 0.1},
        "start_rates": {},
        "step": 1e-3,
        "output_step": 0.01,
    },
    "jounce.simulation.excitation_warning": {"road": of("Road"), "speed": 10.0},
    "jounce.studies.find_study": {"name": "ride"},
    "jounce.studies.Track": {"middle": of("Path"), "width": 4.0},
    "jounce.studies.mount": {"car": of("axle"), "axle": "front", "figures": {}},
    "jounce.studies.metric_function": {
        "car": of("axle"),
        "study": "wheel-travel",
        "values": [HARDPOINT],
        "metrics": ["front_left.camber"],
        "axle": "front",
    },
    "jounce.export.written_equations": {"model": of("pendulum")},
    "jounce.results.compare_relative_error": {
        "time": [0.0, 1.0],
        "computed": [1.0, 2.0],
        "measured_time": [0.0, 1.0],
        "measured": [1.0, 3.0],
    },
    "jounce.parts.paths.clothoid_path": {"lengths": [10.0, 5.0], "curvatures": [0.0, 0.0, 0.02]},
    "jounce.parts.paths.polyline_path": {"x": [0.0, 30.0, 60.0], "y": [0.0, 0.0, 5.0]},
    "jounce.parts.paths.shift_path": {"shifts": [(0.0, 10.0, 1.0)], "begin": 0.0, "end": 30.0, "y": 0.0},
}
METHODS: dict[str, dict[str, Any]] = {
    "Vehicle.save": {"path": "car.toml"},
    "Vehicle.at_depth": {"depth": "functional"},
    "Vehicle.with_values": {"values": {HARDPOINT: "200 mm"}},
    "Vehicle.with_tables": {"entries": {"axles.front.spring.law": {"type": "linear", "slope": "20 N/mm"}}},
    "Vehicle.axle_model": {"name": "front", "compliant": False},
    "Model.add": {"part": lambda: jounce.parts.Body(name="more", mass=1.0, inertia=(1.0, 1.0, 1.0))},
    "Model.section": {"section": "bodies"},
    "Model.with_values": {"values": {BOB: "2 kg"}},
    "Model.with_tables": {"entries": {BOB: 2.0}},
    "Model.with_histories": {"body": "bob"},
    "Model.save": {"path": "model.toml"},
    "LoneTyre.limits": {"name": "FZ"},
    "LoneTyre.forces": {
        "slip": 0.0,
        "slip_angle": "2 deg",
        "inclination": 0.0,
        "load": "3 kN",
        "speed": 20.0,
        "friction": 1.0,
    },
    "LoneTyre.with_values": {"values": {"LMUY": 0.9}},
    **{
        f"{car}.{method}": {"speed": 20.0}
        for car in ("RollCar", "SingleTrackCar")
        for method in ("yaw_rate_gain", "sideslip_gain", "eigenvalues", "natural_frequency", "damping_ratio")
    },
    "Prepared.on_road": {"road": of("Road")},
    "Prepared.starting_from": {"state": lambda: thing("Prepared").state},
    "Stepper.step": {"inputs": {}, "dt": 0.001},
    "Stepper.column": {"name": "hinge.angle"},
    "Stepper.save": {"path": "state.npz"},
    "Stepper.restore": {"state": of("SavedState")},
    "Stepper.__getitem__": {"name": "hinge.angle"},
    "SavedState.save": {"path": "state.npz"},
    "Result.__getitem__": {"name": "hinge.angle"},
    "Result.get": {"name": "hinge.angle", "default": None},
    "Result.frames": {"samples": [0, 1]},
    "Result.select": {"kind": "angle", "group": "joint"},
    "Result.to_numpy": {"names": ["hinge.angle"]},
    "Result.to_csv": {"path": "run.csv"},
    "Result.figures_to_csv": {"path": "figures.csv"},
    "Result.save": {"path": "saved.h5", "compact": False},
    "Result.plot": {"names": "hinge.angle", "over": "hinge.angle_rate", "compare": of("Result"), "path": "plot.png"},
    "Result.in_units": {"system": "SI"},
    "Result.view": {"path": "page.html", "compare": of("Result"), "labels": ["a", "b"]},
    "Result.report": {"path": "report.html"},
    "Comparison.curves": {"names": ["hinge.angle"]},
    "Comparison.plot": {"names": "hinge.angle", "over": "hinge.angle_rate", "path": "both.png"},
    "Comparison.view": {"path": "both.html"},
    "Comparison.text": {"every": True},
    "Comparison.in_units": {"system": "SI"},
    "Variants.__getitem__": {"name": "front_left.camber"},
    "Variants.to_csv": {"path": "table.csv"},
    "Gradient.of": {"metric": "front_left.camber", "path": HARDPOINT},
    "Gradient.unit": {"metric": "front_left.camber", "path": HARDPOINT},
    "Gradient.strongest": {"metric": "front_left.camber", "count": 3},
    "Gradient.to_csv": {"path": "gradient.csv"},
    "Gradient.plot": {"path": "gradient.png"},
    "MetricFunction.__call__": {"x": [0.2]},
    "MetricFunction.car_at": {"x": [0.2]},
    "MetricFunction.jac": {"x": [0.2]},
    "Sensitivity.of": {"output": "front_left.camber", "path": "axles.front.hardpoints.tie_rod_outer.z"},
    "Sensitivity.unit": {"output": "front_left.camber", "path": "axles.front.hardpoints.tie_rod_outer.z"},
    "Sensitivity.strongest": {"output": "front_left.camber", "count": 3},
    "MountedAxle.run": {"mode": "parallel", "travel": ("-50 mm", "50 mm"), "points": 3},
    "Track.station_places": {"spacing": 2.0},
    "Track.offset_points": {"places": [1.0], "offset": 0.5},
    "Track.directions": {"places": [1.0]},
}


def targets() -> Iterator[Target]:
    """Everything that is called, each with right arguments."""
    for name, arguments in FUNCTIONS.items():
        home, _, word = name.rpartition(".")
        yield Target(name, getattr(import_module(home), word), arguments)
    for name, arguments in METHODS.items():
        yield Target(name, partial(call_method, *name.split(".")), arguments)
    yield from parts()
    yield from studies()


def call_method(kind: str, method: str, /, **arguments: Any) -> Any:
    """Calls a method; what it takes by place, or without names, is given so."""
    bound = getattr(thing(kind), method)
    loose = {"names": "Result.plot Comparison.plot", "part": "Model.add", "body": "Model.with_histories"}
    places = [arguments.pop(word) for word, of in loose.items() if word in arguments and f"{kind}.{method}" in of]
    if method.startswith("__"):
        places, arguments = [*arguments.values()], {}
    return bound(*places, **arguments)


def parts() -> Iterator[Target]:
    """Parts, laws, signals, roads: each is made, put into a model and checked there."""
    found: dict[type, Any] = {}
    for part in [*every_part().parts, *ROADS["all"].elements.values()]:
        found.setdefault(type(part), part)
        for field in fields(part):
            inner = getattr(part, field.name)
            if is_dataclass(inner) and type(inner).__module__.startswith("jounce.parts"):
                found.setdefault(type(inner), inner)
    for kind, part in found.items():
        arguments = {field.name: getattr(part, field.name) for field in fields(part) if field.init}
        yield Target(f"{kind.__module__}.{kind.__name__}", partial(put_into_model, kind), arguments)


def put_into_model(kind: type, /, **arguments: Any) -> Any:
    """Makes a part and asks the model what is wrong with it; a law is that of a spring."""
    part = kind(**arguments)
    model = jounce.Model("attacked")
    if "name" in {field.name for field in fields(part)}:
        model.add(part)
    elif isinstance(part, tuple(LAWS.values())):
        ends = {"parent": "ground", "child": "b", "point": (0, 0, 0), "child_point": (1, 0, 0)}
        model.add(jounce.parts.Spring(name="s", free_length=1.0, law=part, **ends))
    return jounce.check(model)


def studies() -> Iterator[Target]:
    """Every study with its settings, as a value; no car is driven."""
    for name in jounce.studies.STUDIES:
        study = jounce.studies.find_study(name)
        arguments = {word: setting.default for word, setting in study.settings.items()}
        yield Target(f"jounce.studies.{study.__name__}", study, arguments)


def made(argument: Any) -> Any:
    """A right argument: a function without arguments of this file is called for it."""
    return argument() if isinstance(argument, partial) or inspect.isfunction(argument) else argument


JOB = """format = 1
kind = "job"
name = "travel"
car = "double_wishbone"
study = "wheel-travel"
[settings]
axle = "front"
points = 3
"""
OWN_PARTS = """from dataclasses import dataclass
from typing import Annotated

import jounce
from jounce.units import Quantity


@jounce.register("cubic")
@dataclass(frozen=True, kw_only=True)
class Cubic:
    \"\"\"Force by the third power.\"\"\"

    k: Annotated[float, Quantity("N/m^3")]

    def value(self, x):
        return self.k * x**3
"""


def fill_folder(folder: Path) -> None:
    """Writes the files that right calls name."""
    thing("Result").save(folder / "run.h5")
    (folder / "job.toml").write_text(JOB, "utf-8")
    (folder / "my_parts.py").write_text(OWN_PARTS, "utf-8")
