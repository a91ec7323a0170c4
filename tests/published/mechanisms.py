"""The published benchmark mechanisms by name.

Every design position is the published start, so all coordinates begin at zero and only rates are
given.

    mechanism                quantity                        limit
    simple pendulum          position of the bob             1e-8 m
    Andrews                  angles, angular velocities      1e-6, 1e-5 relative
    car axis                 positions, velocities           1e-8, 45e-8
    double four-bar          position, velocity of B0        1e-6 m, 1e-5 m/s
    spatial slider-crank     slider, crank                   1e-6 m, 1e-6 rad
    flyball governor         slider, rods, shaft speed       1e-6 m, 2e-6 rad, 1e-5 rad/s
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from planar_mechanisms import andrews, car_axis, double_four_bar, simple_pendulum
from reference_mechanism import Mechanism
from spatial_mechanisms import flyball_governor, spatial_slider_crank

MECHANISMS: dict[str, Callable[[], Mechanism]] = {
    "simple pendulum": simple_pendulum,
    "Andrews, planar pins": andrews,
    "Andrews, redundant hinges": partial(andrews, full_hinges=True),
    "car axis, planar pin": car_axis,
    "car axis, redundant hinge": partial(car_axis, full_hinges=True),
    "double four-bar, planar pins": double_four_bar,
    "double four-bar, redundant hinges": partial(double_four_bar, full_hinges=True),
    "spatial slider-crank": spatial_slider_crank,
    "flyball governor": flyball_governor,
}
