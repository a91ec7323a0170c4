"""Stability and traction control of a car as parts: controllers that act on its brakes and on its drive."""

from __future__ import annotations

from typing import Any

from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assemblies.brakes.parts import free_rolling_radius
from jounce.model.assembly.names import SIDES
from jounce.parts.controls import StabilityControl, TractionControl

ESC_WORDS = (
    *("characteristic_speed", "lag", "friction", "reserve", "dead_band", "band_speed", "band_steering", "band_time"),
    *("exit_share", "least_time", "gain", "sideslip_gain", "most_pressure", "least_speed", "rate"),
)
TRACTION_WORDS = (
    *("slip", "margin", "brake_gain", "most_pressure", "reduction_gain", "reduction_rate", "recovery"),
    *("most_reduction", "rate"),
)


def build_controls(site: Site) -> Built:
    """Builds stability and traction control, as far as the car has them and they are on."""
    unit = site.unit
    found: list[Any] = []
    if unit.esc is not None and unit.esc.on:
        found.append(_stability_control(site))
    if unit.traction_control is not None and unit.traction_control.on:
        found.append(_traction_control(site))
    return Built(parts=tuple(found))


def _stability_control(site: Site) -> StabilityControl:
    unit, demands = site.unit, site.ports["demands"]
    names, steered = list(unit.axles), unit.steered_axle()
    given = {word: getattr(unit.esc, word) for word in ESC_WORDS}
    return StabilityControl(
        name="esc",
        wheelbase=unit.wheelbase(),
        demands=tuple(demands[f"{axle}_{side}"] for axle in (names[0], names[-1]) for side in SIDES),
        steer=tuple(f"{steered}_{side}.steer" for side in SIDES),
        **{word: value for word, value in given.items() if value is not None},  # the part has usual ones
    )


def _traction_control(site: Site) -> TractionControl:
    unit = site.unit
    wheels = tuple(f"{axle}_{side}" for axle in unit.drive.axles for side in SIDES)
    traction = site.ports.get("traction")  # of brakes by pressure
    return TractionControl(
        name="traction_control",
        radius=free_rolling_radius(unit.axles[unit.drive.axles[0]]),
        spins=tuple(f"{site.ports['wheels'][wheel].wheel}_rate" for wheel in wheels),
        demands=tuple(traction[wheel] for wheel in wheels) if traction else None,
        reduction=site.ports["reduction"],
        **{word: getattr(unit.traction_control, word) for word in TRACTION_WORDS},
    )
