"""The axles: their linkages by templates, their tyres on the road, and sensors of how wheels stand."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.axles.parts import build_axles
from jounce.model.assemblies.axles.rules import check_axles_are_whole, check_order_of_axles

AXLES = Assembly(
    name="axles",
    offers={"wheels": "", "linkages": "", "turning": ""},
    build=build_axles,
    rules=(check_order_of_axles,),
    driving_rules=(check_axles_are_whole,),
)
