"""Fehlberg's pair of orders 5 and 4, RK4(5), table III; steps go on with order 5."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Explicit

RUNGE_KUTTA_FEHLBERG = Explicit(
    name="runge-kutta-fehlberg",
    title="Fehlberg's Runge-Kutta method of order 5 with error control by order 4",
    source=(Citation("Fehlberg 1969", "table III"), Citation("Hairer, Norsett, Wanner 1993", "section II.5")),
    order=5,
    embedded_order=4,
    A=(
        (),
        ("1/4",),
        ("3/32", "9/32"),
        ("1932/2197", "-7200/2197", "7296/2197"),
        ("439/216", "-8", "3680/513", "-845/4104"),
        ("-8/27", "2", "-3544/2565", "1859/4104", "-11/40"),
    ),
    b=("16/135", "0", "6656/12825", "28561/56430", "-9/50", "2/55"),
    b_hat=("25/216", "0", "1408/2565", "2197/4104", "-1/5", "0"),
    c=("0", "1/4", "3/8", "12/13", "1", "1/2"),
)
