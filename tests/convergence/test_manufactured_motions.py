"""A manufactured motion on every car of the library: orders of the integrators with the equations of a whole car.

All coordinates, speeds and states of elements of a car at 72 km/h get a course y_e(t) of their own, a sine each. With
what is missing of forces and rates put in,

    y' = f(y) - f(y_e(t)) + y_e'(t),

y_e is the exact solution [Roache 2002]: f is the compiled right-hand side, so that f(y_e) - y_e' is inverse dynamics.
Loops are held by their accelerations; y_e does not close them, so projection is off. That the order stands with
projection is seen on smaller mechanisms. The time is short: dampers and tables have corners, and no method has
an order across those.
"""

from __future__ import annotations

import ctypes
import math

import numpy as np
import pytest

import jounce
from jounce.equations.layout import Layout
from jounce.native.kernel import Kernel
from jounce.simulation.compiled import Compiled
from jounce.simulation.integrators import METHODS, integrate
from jounce.simulation.workspace import Workspace
from jounce.studies.driving.driving_start import start_straight

CARS = ("small_car", "small_car_electric", "small_car_compliant", "hmmwv")  # the library's other vehicles are axles
ON_BUSHINGS = "small_car_compliant"
USUAL = (2e-4, 8)  # s, and steps, then twice as many
# bushings need short steps of explicit methods; by differences the derivative by time needs long ones
OTHER = {
    ("small_car_compliant", "rk4"): (1e-4, 16),
    ("small_car_compliant", "dormand-prince"): (1e-4, 16),
    ("small_car_compliant", "rodas4p2"): (5e-4, 8),
}
PLACE, SPEED = 1e-3, 5e-2  # m, rad or 1; m/s or rad/s
DOUBLES = ctypes.POINTER(ctypes.c_double)
KERNEL = ctypes.CFUNCTYPE(None, *[DOUBLES] * 5, ctypes.c_void_p, *[DOUBLES] * 2)


class Manufactured:
    """Kernels in Python around those of a car."""

    def __init__(self, start, duration):
        self.work, self.state = start.ready.workspace(start.inputs), start.ready.state.copy()
        layout = self.work.layout
        self.count = layout.sizes["controlled"]
        random = np.random.default_rng(1)
        self.amplitude = np.full(self.count, PLACE)
        self.amplitude[list(layout.speeds.values())] = SPEED
        self.frequency = 2 * np.pi / duration * random.uniform(0.3, 0.8, self.count)
        self.phase = random.uniform(0.0, 6.0, self.count)
        self.middle = self.state[: self.count].copy()
        self.functions = {"rhs": KERNEL(self._rhs), "observe": KERNEL(self._observe)}  # kept alive here

    def motion(self, t):
        return self.middle + self.amplitude * np.sin(self.frequency * t + self.phase)

    def motion_rate(self, t):
        return self.amplitude * self.frequency * np.cos(self.frequency * t + self.phase)

    def _rates(self, y):
        self.state[: self.count] = y
        return self.work.rhs(self.state)[: self.count]

    def _rhs(self, y, u, modes, values, tables, road, out, work):
        y, out = (np.ctypeslib.as_array(numbers, (self.count,)) for numbers in (y, out))
        work[0], t = 1.0, u[0]
        out[:] = self._rates(y) - self._rates(self.motion(t)) + self.motion_rate(t)

    def _observe(self, y, u, modes, values, tables, road, out, work):
        out[0] = u[0]

    def plant(self):
        sizes = {"state": self.count, "controlled": self.count, "gap": 0, "rate gap": 0, "channels": 1}
        kernels = {name: Kernel(ctypes.cast(f, ctypes.c_void_p).value) for name, f in self.functions.items()}
        arrays = {name: np.zeros(1) for name in ("inputs", "modes", "values", "tables", "work")}
        return Workspace(compiled=Compiled(Layout(sizes=sizes), kernels, None), mechanism=None, **arrays)


@pytest.fixture(scope="module", params=CARS)
def car(request):
    vehicle = jounce.load(request.param)
    model = vehicle.car_model(compliant=True) if request.param == ON_BUSHINGS else vehicle.car_model()
    return request.param, start_straight(model, 20.0)


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "rodas4p2"])
def test_a_car_follows_its_manufactured_motion_with_the_order_of_the_method(car, method):
    """Errors as shares of the amplitudes, their mean square."""
    name, start = car
    duration, steps = OTHER.get((name, method), USUAL)
    made, end = Manufactured(start, duration), np.array([duration])

    def error(steps):
        run = integrate(
            made.plant(), made.motion(0.0), 0.0, duration, samples=end, method=method, step=duration / steps, fixed=True
        )
        assert run.status == "finished"
        return np.sqrt((((run.y_end - made.motion(duration)) / made.amplitude) ** 2).mean())

    assert math.log2(error(steps) / error(2 * steps)) == pytest.approx(METHODS[method].order, abs=0.2)
