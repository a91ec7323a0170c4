"""The body: what floats, and what of it touches the road when it tips over."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.body.parts import build_body
from jounce.model.assemblies.body.rules import check_body, check_body_is_whole, check_torsion
from jounce.model.axle_data import BodyData

BODY = Assembly(
    name="body",
    tables={"body": BodyData},
    takes=("rotors", "people"),
    build=build_body,
    rules=(check_body, check_torsion),
    driving_rules=(check_body_is_whole,),
)
