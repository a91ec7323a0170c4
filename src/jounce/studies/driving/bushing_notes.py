"""What a driving study says about the bushings of a car: how many it leaves out, and which damping it assumes."""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.model.axle_data import ASSUMED_LAG, LOSS_FACTOR, LOSS_FREQUENCY


def bushing_notes(vehicle: Vehicle, compliance: bool) -> list[str]:
    """Both sides are counted."""
    bushings = [data for axle in vehicle.axles.values() for data in axle.bushings.values()]
    if not bushings:
        return ["compliance = true changes nothing: the car has no bushings"] if compliance else []
    if not compliance:
        return [f"{2 * len(bushings)} bushings are left out; compliance = true puts them in"]
    undamped = sum(2 for data in bushings if data.damping is None)
    if not undamped:
        return []
    return [
        f"{undamped} bushings have no damping in the file: assumed {1e3 * ASSUMED_LAG:.3g} ms times their stiffness, "
        f"a loss factor of {LOSS_FACTOR:g} at {LOSS_FREQUENCY:g} Hz"
    ]
