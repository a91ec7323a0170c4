"""The floating body of a unit, less what turns and sits in it: a file gives it as it is weighed."""

from __future__ import annotations

from typing import Any

from jounce.graph import sqrt
from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assembly.rotors import body_without_rotors
from jounce.parts import GROUND, Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Attached, Elastic, Free

HALVES = ("body_front", "body_rear")
TORSION_DAMPING = 0.02  # of critical, where the file says nothing: welded sheet metal with trim


def weighed_body(site: Site) -> Body:
    """Returns the body as the file gives it, with shafts, engine and seats."""
    data: Any = site.unit.body
    given = {word: getattr(data, word) for word in ("mass", "centre", "inertia", "products")}
    return Body(name=site.body, interface=True, **given)


def build_body(site: Site) -> Built:
    """Builds the body, declared to float: no other body of the unit may become the root of the tree."""
    carried = (*site.ports.get("rotors", ()), *site.ports.get("people", ()))
    bare = body_without_rotors(weighed_body(site), carried)
    floats = () if "joined" in site.ports else (Free(name=site.body, parent=GROUND, child=site.body),)
    return Built(parts=(bare, *floats, *twisted_halves(site)))


def body_under_axle(unit: Any, axle: str) -> str:
    """Returns the body that an axle of a unit hangs on: a half of the body where that is twisted."""
    if getattr(unit.body, "torsion_stiffness", None) is None:
        return str(unit.floating)
    half = HALVES[0] if axle == next(iter(unit.axles)) else HALVES[1]
    return f"{unit.prefix}{half}"


def twisted_halves(site: Site) -> tuple[Any, ...]:
    """Makes the halves of a body that is twisted: frames of it, with one amplitude, the turn of the front one less that
    of the rear one.

    Each turns in inverse proportion to its inertia, so the twist has no momentum; its inertia is Ixx m_f m_r / m^2.
    """
    body: Any = site.unit.body
    if getattr(body, "torsion_stiffness", None) is None:
        return ()
    first, *rest = (axle.hardpoints["wheel_centre"][0] for axle in site.unit.axles.values())
    last = sum(rest, 0.0) * (1.0 / len(rest))
    front = (body.centre[0] - last) * (1.0 / (first - last))  # share of the mass, by the lever rule
    inertia = body.inertia[0] * front * (1.0 - front)
    shapes, twists = site.name("body_shapes"), site.name("body_torsion")
    k = body.torsion_stiffness
    damping = 2.0 * TORSION_DAMPING * sqrt(k * inertia) if body.torsion_damping is None else body.torsion_damping
    found: list[Any] = [Body(name=shapes, mass=0.0, massless=True)]
    found.append(
        Elastic(
            name=twists,
            parent=site.body,
            child=shapes,
            amplitudes=("twist",),
            turns=("twist",),
            terms=("H.0.0",),
            numbers=(inertia,),
        )
    )
    for half, turn in zip(HALVES, (1.0 - front, 0.0 - front), strict=True):
        frame = site.name(half)
        found.append(Body(name=frame, mass=0.0, massless=True, interface=True))
        along: dict[str, Any] = {"terms": ("P.3.0",), "numbers": (turn,)}  # about x
        found.append(Attached(name=f"{frame}_frame", parent=shapes, child=frame, point=body.centre, **along))
    spring = TorsionBar(
        name=site.name("body_stiffness"), coordinates=(f"{twists}.twist",), factors=(1.0,), stiffness=k, damping=damping
    )
    return (*found, spring)
