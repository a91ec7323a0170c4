"""The brakes: a pedal, a brake at each wheel by its torque or by its pressure, and the anti-lock modulator."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.brakes.data import AbsData, BrakeData
from jounce.model.assemblies.brakes.parts import build_brakes
from jounce.model.assemblies.brakes.rules import check_brakes

BRAKES = Assembly(
    name="brakes",
    tables={"brakes": BrakeData, "abs": AbsData},
    offers={"pedal": "brakes", "demands": "brakes", "traction": "brakes"},
    takes=("wheels", "steering_wheel"),
    build=build_brakes,
    rules=(check_brakes,),
)
