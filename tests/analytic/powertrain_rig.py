"""Engine, converter and gearbox on a rig: rotors on the ground, so that speeds are one equation each."""

from __future__ import annotations

from math import pi
from typing import Any

from jounce import Model
from jounce.parts import Body, Input
from jounce.parts.joints import Revolute
from jounce.parts.laws import Linear, Points
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import Constant, External

RPM = pi / 30
CRANK, TURBINE, WHEEL = "crankshaft.angle", "turbine.angle", "wheel.angle"
RATIOS, FINAL = (3.0, 1.5, 1.0), 4.0


def shaft(name: str, inertia: float) -> tuple[Any, ...]:
    place = {"point": (0.0, 0.0, 0.0), "axis": (0.0, 1.0, 0.0)}
    body = Body(name=f"{name} body", mass=max(1.0, inertia), inertia=(inertia, inertia, inertia))
    return body, Revolute(name=name, parent="ground", child=body.name, **place)


def engine(**other: Any) -> Engine:
    """Constant torque of 200 N m at full throttle, no drag, no idle and no limiter to speak of."""
    given: dict[str, Any] = {
        "name": "engine",
        "coordinate": CRANK,
        "throttle": External(input="throttle"),
        "reduction": Constant(value=0.0),
        "full_load": Points(x=(0.0, 1000.0), y=(200.0, 200.0), interpolation="linear"),
        "drag": Linear(slope=0.0),
        "idle_speed": 1.0,
        "idle_band": 0.1,
        "limit_speed": 1e4,
        "limit_band": 1.0,
    }
    return Engine(**given | other)


def manual(**other: Any) -> ManualGearbox:
    given: dict[str, Any] = {
        "name": "gearbox",
        "coordinates": (CRANK, WHEEL),
        "shares": (FINAL,),
        "ratios": RATIOS,
        "reverse": 3.5,
        "torque": 500.0,
        "gear": External(input="gear"),
        "pedal": External(input="pedal"),
    }
    return ManualGearbox(**given | other)


def automatic(**other: Any) -> AutomaticGearbox:
    """Lines level over the throttle but for a step of 100 rad/s between half and full throttle."""
    given: dict[str, Any] = {
        "name": "gearbox",
        "coordinates": (CRANK, WHEEL),
        "engine": CRANK,
        "shares": (FINAL,),
        "ratios": RATIOS,
        "torque": 500.0,
        "throttle": External(input="throttle"),
        "throttles": (0.0, 0.5, 1.0),
        "up": (300.0, 300.0, 400.0, 300.0, 300.0, 400.0),
        "down": (100.0, 100.0, 150.0, 100.0, 100.0, 150.0),
        "dwell": 0.2,
    }
    return AutomaticGearbox(**given | other)


def converter(**other: Any) -> Converter:
    """Of the library's sedan."""
    given: dict[str, Any] = {
        "name": "converter",
        "coordinates": (CRANK, TURBINE),
        "torque_ratio": Points(x=(0.0, 0.25, 0.5, 0.75, 1.0), y=(2.0, 1.8, 1.5, 1.15, 1.0), interpolation="linear"),
        "capacity": Points(
            x=(0.0, 0.25, 0.5, 0.75, 0.9, 1.0), y=(15.0, 15.0, 15.0, 16.0, 18.0, 35.0), interpolation="linear"
        ),
    }
    return Converter(**given | other)


def rig(*parts: Any, crank: float = 0.2, wheel: float = 150.0, turbine: float | None = None) -> Model:
    """Shafts by their inertia, and what acts between them."""
    model = Model("powertrain rig")
    model.add(Input(name="throttle", default=1.0), Input(name="gear", default=1.0), Input(name="pedal"))
    model.add(*shaft("crankshaft", crank), *shaft("wheel", wheel))
    if turbine is not None:
        model.add(*shaft("turbine", turbine))
    model.add(*parts)
    return model


def shift_times(run: Any, what: str = "shifts") -> list[float]:
    return [event["time"] for event in run.metadata["events"] if event["what"].startswith(what)]
