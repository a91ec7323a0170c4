"""The axles of a unit: linkages, wheels on the road or on posts, and how they are seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assemblies.body.parts import body_under_axle
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.axle_data import Axle
from jounce.model.belt_data import MOTIONS
from jounce.model.templates.axles.walking_beams import walking_beams
from jounce.model.templates.belt import belt_of_axle
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.struts import strut_line
from jounce.model.templates.virtual_tyre import virtual_tyre_law
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.parts import Input, RingTyre, Sensor, WheelAttitude
from jounce.parts.signals import External
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import PATCH, Tyre
from jounce.spatial.vector import Z

RACK = "rack"  # body that tie rods of a steered axle hang on


def build_axles(site: Site) -> Built:
    """Builds all axles; offers their wheels by axle and side, and what their templates were given."""
    wheels: dict[str, CornerModel] = {}
    linkages: dict[str, Any] = {}
    turning: dict[str, Any] = {}
    parts: list[Any] = []
    for name, axle in site.unit.axles.items():
        word = site.name(name)
        rack = steering_rack_of(name) if name in site.unit.following_axles() else RACK
        mounts = body_under_axle(site.unit, name), site.name(rack)
        given = axle_given(axle, word, *mounts, site.compliant, axle.spinning_rods, unit=site.unit.name)
        linkages[name] = given
        made = whole_axle(axle, given, wheel=True)
        parts += made.shared
        for side, corner in made.corners.items():
            wheels[f"{name}_{side}"] = corner
            rolls = (corner.wheel, corner.belt) if belt_of_axle(axle) else (corner.wheel,)
            turning |= dict.fromkeys(rolls, 1.0 / corner.tyre_radius)
            parts += [*made.parts[side], *_tyre(axle, corner, site.posts), *_sensors(site, given.corners[side], corner)]
        parts += made.between
    parts += _walking_beams(site, linkages)
    return Built(parts=tuple(parts), ports={"wheels": wheels, "linkages": linkages, "turning": turning})


def steering_rack_of(axle: str) -> str:
    """Names the rack of a further steered axle."""
    return f"{axle}_{RACK}"


def _walking_beams(site: Site, linkages: Mapping[str, AxleGiven]) -> list[Any]:
    """Returns the walking beams of axles that have them, each pair with the axle ahead."""
    found: list[Any] = []
    for ahead, name in pairwise(site.unit.axles):
        data = site.unit.axles[name].elements.get("walking_beam")
        if data is not None:
            found += walking_beams(linkages[ahead], linkages[name], data)
    return found


def _tyre(axle: Axle, corner: CornerModel, on_post: bool) -> tuple[Any, ...]:
    """Returns the tyre on the road, or on a post with the input that lifts it."""
    data: Any = axle.tyre
    wheel = f"{corner.prefix}.wheel"
    common: dict[str, Any] = {
        "name": f"{corner.prefix}.tyre",
        "point": corner.wheel_centre,
        "axis": corner.spin_axis,
        "law": virtual_tyre_law(axle.elements.get("carcass"), data.law),
        "side": float(corner.side.sign if data.measured_on == "left" else -corner.side.sign),
    }
    common |= {word: getattr(data, word) for word in PATCH}
    if belt := belt_of_axle(axle):
        springs = {word: getattr(belt, word) for word in MOTIONS}
        tyre: Any = RingTyre(body=corner.belt_body, rim=wheel, **common, **springs)
    elif (twins := data.twin_distance) is not None:
        tyre = TwinTyre(body=wheel, **common, distance=twins, outside=float(corner.side.sign))
    else:
        tyre = Tyre(body=wheel, **common)
    if not on_post:
        return (tyre,)
    post = Input(name=car_post(corner.prefix), unit="m", definition="height of the post under the wheel")
    return post, replace(tyre, post=External(input=post.name))


def car_post(corner: str) -> str:
    """Returns the input that lifts the post under a wheel."""
    return f"{corner}.post"


def _sensors(site: Site, given: Corner, corner: CornerModel) -> list[Any]:
    """Tells how the wheel stands; vertical acceleration of the hub, and of the body where spring or strut stands."""
    wheel = WheelAttitude(
        name=corner.prefix,
        body=corner.carrier,
        point=corner.wheel_centre,
        axis=corner.spin_axis,
        side=float(corner.side.sign),
        relative_to=site.body,
    )
    found = [("hub", corner.carrier, corner.wheel_centre)]
    line = strut_line("damper", given.points)
    if line:
        found.append(("mount", site.body, given.points[f"{line}_top"]))
    accelerations = [
        Sensor(name=f"{given.prefix}.{word}.az", body=body, point=at, direction=Z, quantity="acceleration")
        for word, body, at in found
    ]
    return [wheel, *accelerations]
