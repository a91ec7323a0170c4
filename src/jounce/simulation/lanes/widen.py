"""Widen a program: the same operations for several cars of one structure in one call.

Every number of a car stands beside the same number of the others: [number][lane][car], for all arrays but tables and
roads, which each car has for itself. What a lane computes does not depend on how many there are, so each car has the
bits that it would have alone. Where a subsystem has two lanes, left and right, two cars fill a register of four; wider
than the register always loses.
"""

from __future__ import annotations

from dataclasses import replace

from jounce.native.program import Piece, Place, Program


def widen(program: Program, cars: int, table_size: int = 0) -> Program:
    """Returns the program for a number of cars, whose `tables` stand one car behind the other."""
    if cars == 1:
        return program
    setup, run = (
        tuple(_wide_piece(piece, cars, table_size) for piece in pieces) for pieces in (program.setup, program.run)
    )
    return Program(setup, run, program.work_size * cars)


def _wide_piece(piece: Piece, cars: int, table_size: int) -> Piece:
    def wide(place: Place) -> Place:
        return Place(place.array, tuple(cars * offset + car for offset in place.offsets for car in range(cars)))

    return replace(
        piece,
        lanes=cars * piece.lanes,
        loads=tuple((node, wide(place)) for node, place in piece.loads),
        stores=tuple((node, wide(place)) for node, place in piece.stores),
        cars=cars,
        table_size=table_size,
    )
