"""The seat: where people feel the car, and the driver on it as two masses above each other."""

from jounce.model.assemblies.assembly import Assembly
from jounce.model.assemblies.seat.data import SeatData
from jounce.model.assemblies.seat.parts import build_seat
from jounce.model.assemblies.seat.rules import check_seat

SEAT = Assembly(
    name="seat",
    tables={"seat": SeatData},
    offers={"people": "seat"},
    leading=True,
    build=build_seat,
    rules=(check_seat,),
)
