"""One rounded bump: what people feel of it."""

from __future__ import annotations

from dataclasses import replace

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import swing
from jounce.results.vibration.dose import maximum_transient, vibration_dose
from jounce.results.vibration.weighting import WEIGHTINGS, weight_history
from jounce.studies.driving.drive import Added, Manoeuvre, Values, drive_on_enveloping_tyres
from jounce.studies.ride.seat_places import seat_place_notes, with_seat_places
from jounce.studies.ride.three_bumps import ThreeBumps
from jounce.studies.settings import FORWARD_SPEED, HEIGHT, LENGTH, SIDE

WEIGHTED = "seat.az_weighted"


class SingleBump(ThreeBumps):
    """One rounded bump: what people feel of it. [ISO 2631-1:1997]

    Straight ahead on enveloping tyres over a cosine bump under both sides, or under one, steering wheel and drive
    torque held. It differs from `three-bumps` with one bump by this, and by what is read off: how hard the seat is
    moved, as it is and weighted. The weighting runs from the start. The dose is that of the whole run: rest adds none.
    """

    name = "single-bump"
    count = 1
    radius = None
    speed = replace(FORWARD_SPEED, default="30 km/h")
    height = replace(HEIGHT, default="50 mm")
    length = replace(LENGTH, default="0.5 m")
    side = replace(SIDE, default="both", words=("both", "left", "right"), meaning="side of the road on which it lies")
    panels = (
        Panel("seat, vertical, as it is and weighted by Wk", ("seat.az", WEIGHTED)),
        *ThreeBumps.panels,
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = {
        "{place}_peak_to_peak": ("m/s^2", "highest less lowest vertical acceleration at {place}"),
        "seat_weighted_peak_to_peak": ("m/s^2", "the same of the seat, weighted by Wk"),
        "seat_vdv": ("m/s^1.75", "vibration dose value of the seat's vertical acceleration, weighted by Wk"),
        "seat_mtvv": ("m/s^2", "largest running rms over 1 s of the seat's vertical acceleration, weighted by Wk"),
        **{name: told for name, told in ThreeBumps.metrics.items() if "interval" not in name},
    }

    @property
    def spacing(self) -> float:
        """Returns the length of the bump: there is no next one."""
        return float(self.length)

    def places(self, car: CarModel) -> dict[str, list[str]]:
        """Returns the wheel that is looked at: of the first axle, on the left where both meet the bump."""
        side = "left" if self.side == "both" else self.side
        return {"felt": [car.first_corner(side).prefix]}

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        done = super().manoeuvre(with_seat_places(drive_on_enveloping_tyres(vehicle)))
        return replace(done, vehicle=vehicle, notes=(*done.notes, *seat_place_notes(vehicle)))

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        """Returns the seat as people feel it."""
        values = weight_history(run["seat.az"], done.measuring_step, WEIGHTINGS["Wk"])
        return {WEIGHTED: (values, "m/s^2", "seat.az, weighted by Wk")}

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        felt = run[WEIGHTED]
        found = {f"{place}_peak_to_peak": swing(run.time, run[f"{place}.az"]) for place in ("seat", "floor")}
        return {
            **found,
            "seat_weighted_peak_to_peak": swing(run.time, felt),
            "seat_vdv": vibration_dose(felt, done.measuring_step),
            "seat_mtvv": maximum_transient(felt, done.measuring_step),
            **super().measure(run, done),
        }
