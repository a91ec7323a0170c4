"""A torque history that saves energy: direct shooting with the derivatives of a run.

Objective: an electric car drives at 36 km/h. Six seconds later it shall be as far as a constant torque would bring it.
How much less energy can its motors give?

Model: `small_car_electric` at functional depth. The torque over time is linear between seven values. The derivatives of
the run by each of them come out of one pass, and SciPy does the rest. [Szczotka 2007, section 6]
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import jounce
from jounce.studies.driving.driving_start import start_straight

DURATION, KNOTS, CONSTANT = 6.0, 7, 120.0  # s, values of the history, N m at each motor
LARGEST = 200.0  # N m

car = jounce.load("small_car_electric").at_depth("functional")
start = start_straight(car.car_model(), 10.0)
motors = [name for name in start.inputs if name.startswith("drive.")]
times = np.linspace(0.0, DURATION, KNOTS)
works, PLACE = ["front_left.motor.work", "front_right.motor.work"], "vehicle.x"


# One run with its derivatives. Both motors follow one history, so a value of it moves both.
known: dict[bytes, tuple[float, np.ndarray, float, np.ndarray]] = {}


def drive(torques):
    """Energy and its slopes, way and its slopes."""
    key = np.asarray(torques).tobytes()
    if key not in known:
        histories = {name: (times, np.asarray(torques), "linear") for name in motors}
        found = jounce.simulation.simulate_tangents(
            start.ready,
            DURATION,
            [*works, PLACE],
            by_inputs=motors,
            inputs=dict(start.inputs) | histories,
            step=2e-3,
            output_step=0.05,
        )
        slopes = {name: own[:, -1].reshape(len(motors), KNOTS).sum(axis=0) for name, own in found.slopes.items()}
        energy = sum(found.run[name][-1] for name in works)
        known[key] = energy, sum(slopes[name] for name in works), found.run[PLACE][-1], slopes[PLACE]
    return known[key]


constant = np.full(KNOTS, CONSTANT)
energy, by_torque, way, _ = drive(constant)
print(f"constant torque: {way:.1f} m in {DURATION:g} s for {1e-3 * energy:.1f} kJ")


# A check by differences, before anything is optimised: the derivative of the energy by the fourth value.
aside = [drive(constant + by * np.eye(KNOTS)[3])[0] for by in (0.1, -0.1)]
difference = (aside[0] - aside[1]) / 0.2
print(f"derivative {by_torque[3]:.6f} J per N m, by differences {difference:.6f}")
assert abs(by_torque[3] / difference - 1.0) < 1e-6


# Less energy for the same way, from three starts.
ways = {
    "constant": constant,
    "rising": np.linspace(40.0, 190.0, KNOTS),
    "falling": np.linspace(190.0, 40.0, KNOTS),
}
ends = {}
for name, first in ways.items():
    found = minimize(
        lambda z: drive(LARGEST * z)[0] / energy,
        first / LARGEST,
        jac=lambda z: LARGEST * drive(LARGEST * z)[1] / energy,
        bounds=[(0.0, 1.0)] * KNOTS,
        constraints={
            "type": "ineq",
            "fun": lambda z: drive(LARGEST * z)[2] / way - 1.0,
            "jac": lambda z: LARGEST * drive(LARGEST * z)[3] / way,
        },
        method="SLSQP",
        options={"ftol": 1e-8, "maxiter": 100},
    )
    ends[name] = LARGEST * found.x
    print(f"from {name:8}: {1e-3 * drive(ends[name])[0]:.2f} kJ, {drive(ends[name])[2]:.2f} m, {found.nit} steps")

best = min(ends.values(), key=lambda u: drive(u)[0])
saved = 1.0 - drive(best)[0] / energy
print(f"saved {100 * saved:.1f} % of the energy of the constant torque")


# What to look for: the best history pushes first and rolls then. The speed at the end is not asked for.
figure = Figure(figsize=(7.0, 3.4), layout="constrained")
axis = figure.subplots()
axis.plot(times, constant, "--", label="constant")
for name, u in ends.items():
    axis.plot(times, u, "o-", markersize=3, label=f"best, from {name}")
axis.set_xlabel("time [s]")
axis.set_ylabel("torque of each motor [N m]")
axis.legend(frameon=False)
figure.savefig(Path("torque_history.png"), dpi=150)
