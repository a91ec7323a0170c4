"""Dormand and Prince's pair of orders 5 and 4, RK5(4)7M, with its dense output of order 4."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Explicit

DORMAND_PRINCE = Explicit(
    name="dormand-prince",
    title="Dormand and Prince's method of order 5 with error control and dense output",
    source=(Citation("Dormand, Prince 1980"), Citation("Hairer, Norsett, Wanner 1993", "sections II.4 to II.6")),
    order=5,
    embedded_order=4,
    A=(
        (),
        ("1/5",),
        ("3/40", "9/40"),
        ("44/45", "-56/15", "32/9"),
        ("19372/6561", "-25360/2187", "64448/6561", "-212/729"),
        ("9017/3168", "-355/33", "46732/5247", "49/176", "-5103/18656"),
        ("35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84"),
    ),
    b=("35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84", "0"),
    b_hat=("5179/57600", "0", "7571/16695", "393/640", "-92097/339200", "187/2100", "1/40"),
    c=("0", "1/5", "3/10", "4/5", "8/9", "1", "1"),
    dense=(
        "-12715105075/11282082432",
        "0",
        "87487479700/32700410799",
        "-10690763975/1880347072",
        "701980252875/199316789632",
        "-1453857185/822651844",
        "69997945/29380423",
    ),
)
