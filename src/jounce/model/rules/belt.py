"""Rules for the belts of rigid-ring tyres: what cannot be, and what a user should know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jounce.errors import Problem
from jounce.model.axle_data import RIGID_RING, Axle, MassData
from jounce.model.belt_data import belt_shares_lags
from jounce.model.rules.hardpoints import Doubt, Findings
from jounce.parts.tyres.rigid_ring.ring_tyre import ring_tyre_spring
from jounce.parts.tyres.tyre_law import says_tyre_slopes


def check_belt_element(axle: Axle, path: str) -> Iterator[Problem]:
    """A belt is a part of the wheel and of a tyre that drives, on springs stiffer than the whole tyre's."""
    data, wheel, law = axle.elements.get("belt"), axle.bodies.get("wheel"), axle.tyre.law
    if axle.tyre.model != RIGID_RING:
        if data is not None:
            yield Problem(f"{path}.belt", "the tyre has no belt", f'model = "{RIGID_RING}" in [{path}.tyre]')
        return
    if law is None or data is None:
        hint = "file, the path of a .tir file, or law, written out"
        yield Problem(f"{path}.tyre.model", f"a {RIGID_RING} needs the law of a tyre", hint)
        return
    if axle.tyre.twin_distance is not None:
        what = f"a {RIGID_RING} is one tyre, and each wheel has two"
        yield Problem(f"{path}.tyre.twin_distance", what, 'leave it out, or model = "point contact"')
    if "carcass" in axle.elements:
        hint = f'leave [{path}.carcass] out, or model = "point contact"'
        yield Problem(f"{path}.carcass", f"a {RIGID_RING} moves on its own sidewall", hint)
    if not says_tyre_slopes(law):
        hint = "add peak_forces(load, inclination, friction) or slopes(load) to its class"
        yield Problem(f"{path}.tyre.law", "does not say its force per slip, which belt and patch share", hint)
    whole = ring_tyre_spring(law, 0.0)[0]
    if not data.radial > whole:
        what = f"{data.radial:g} N/m, no more than the {whole:g} N/m of the whole tyre"
        yield Problem(f"{path}.belt.radial", what, "stiffer than the whole tyre, which it is in series with")
    if wheel is not None:
        yield from _belt_inside_wheel(data, wheel, path)


def _belt_inside_wheel(data: Any, wheel: MassData, path: str) -> Iterator[Problem]:
    """Checks that what is left of the wheel has a mass, and moments of inertia."""
    if not data.mass < wheel.mass:
        what = f"{data.mass:.4g} kg of a wheel of {wheel.mass:.4g} kg"
        yield Problem(f"{path}.belt.mass", what, "the wheel is given with its tyre: its belt has a part of its mass")
    if wheel.inertia is None:
        return
    inertia: Any = wheel.inertia
    whole = {"inertia_about": inertia[1], "inertia_across": 0.5 * (inertia[0] + inertia[2])}
    for word, moment in whole.items():
        if not getattr(data, word) < moment:
            what = f"{getattr(data, word):.4g} kg m^2 of a wheel of {moment:.4g} kg m^2"
            hint = "the wheel is given with its tyre: its belt has a part of its moment of inertia"
            yield Problem(f"{path}.belt.{word}", what, hint)


def check_belt_completed(axle: Axle, path: str) -> Findings:
    """Tells what of a belt is estimated or left out, and how the patch shares the law's relaxation lengths with it."""
    data = axle.elements.get("belt") if axle.tyre.model == RIGID_RING else None
    if data is None or axle.tyre.law is None:
        return
    for note in sorted(data.remarks):
        yield Doubt(f"{path}.belt", "{}", (note,))
    lags = belt_shares_lags(data, axle.tyre)
    for word, whole, belt, patch in zip(("along", "across"), *lags[1:], strict=True):
        if whole < belt + patch:
            text = "lags more {} than its law says: by {:.3g} mm, of which {:.3g} are the belt's, in place of {:.3g} mm"
            yield Doubt(f"{path}.belt", text, (word, 1e3 * (belt + patch), 1e3 * belt, 1e3 * whole))
