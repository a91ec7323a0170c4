"""The record of a controller for machine code: a row of whole numbers, and what they mean."""

from __future__ import annotations

# places in the row of a controller; the first nine are addresses
CODE, STATE, OUT, WORK, VALUES, TABLES, READ, SET, RATE = range(9)
READ_COUNT, SET_COUNT, MEMORY, MEMORY_COUNT, TICK = range(9, 14)  # MEMORY: its place among all; TICK: k of the next one
COLUMNS = 14
HELD, REACHED = 0.0, 1.0  # kinds of commands
NUMBERS = 3  # of a command: kind, value, rate
