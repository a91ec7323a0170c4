"""The steering: wheel, column and rack, or road wheels that follow the steering wheel by tables."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assemblies.steering.parts import build_steering
from jounce.model.assemblies.steering.rules import check_steering, check_steering_ratios

STEERING = Assembly(
    name="steering",
    tables={"steering": SteeringData},
    usual=("steering",),
    offers={"hand": "steering", "steering_wheel": "steering", "lock": "steering", "rotors": "steering"},
    takes=("wheels", "linkages"),
    leading=True,
    build=build_steering,
    rules=(check_steering_ratios,),
    driving_rules=(check_steering,),
)
