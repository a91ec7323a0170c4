"""The methods by name: each is a table with its source."""

from __future__ import annotations

from jounce.simulation.integrators.methods.bulirsch_stoer import BULIRSCH_STOER
from jounce.simulation.integrators.methods.bulirsch_stoer_deuflhard import BULIRSCH_STOER_DEUFLHARD
from jounce.simulation.integrators.methods.dormand_prince import DORMAND_PRINCE
from jounce.simulation.integrators.methods.rk4 import RK4
from jounce.simulation.integrators.methods.rodas4p2 import RODAS4P2
from jounce.simulation.integrators.methods.rodas5p import RODAS5P
from jounce.simulation.integrators.methods.ros2 import ROS2
from jounce.simulation.integrators.methods.ros2s import ROS2S
from jounce.simulation.integrators.methods.ros34pw2 import ROS34PW2
from jounce.simulation.integrators.methods.runge_kutta_fehlberg import RUNGE_KUTTA_FEHLBERG
from jounce.simulation.integrators.methods.tables import Method

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        RK4,
        RUNGE_KUTTA_FEHLBERG,
        DORMAND_PRINCE,
        BULIRSCH_STOER,
        RODAS4P2,
        RODAS5P,
        BULIRSCH_STOER_DEUFLHARD,
        ROS2,
        ROS2S,
        ROS34PW2,
    )
}
AUTO, VEHICLE = "auto", "vehicle"  # chosen for a run; the usual one of cars
INTEGRATORS = (AUTO, VEHICLE, *METHODS)  # words that a run takes
ACCURACY = 1e-3  # that auto and methods which keep their Jacobian aim at, of each channel behind a metric
