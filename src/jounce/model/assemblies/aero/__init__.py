"""The air: forces on the body of a unit, and the wind that blows on it."""

from jounce.model.assemblies.aero.data import AeroData, WindData
from jounce.model.assemblies.aero.parts import build_air
from jounce.model.assemblies.aero.rules import check_air_coefficients, check_wind_stretch
from jounce.model.assemblies.assembly import Assembly, Need

AERO = Assembly(
    name="aero",
    tables={"aero": AeroData, "wind": WindData},
    offers={"air": "aero"},
    needs=(
        Need(
            table="wind",
            port="air",
            what="the car has no [aero] that it could blow on",
            help="a table [aero], or no [wind]",
        ),
    ),
    build=build_air,
    rules=(check_air_coefficients, check_wind_stretch),
)
