"""Drivers against closed forms, on a linear single track of our own: the circle, the limit of short preview, delays."""

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import expm

from jounce.parts.drivers import MacAdam, PurePursuit, SingleTrack, Stanley
from jounce.parts.drivers.macadam import gains_at_speed
from jounce.parts.drivers.single_track import LateralMotion
from jounce.parts.paths import clothoid_path, shift_height, shift_path
from jounce.studies.courses.driving_line import DrivingLine
from jounce.studies.courses.open_loop import steering_along_line

CAR = {
    "mass": 900.0,
    "yaw_inertia": 1350.0,
    "front_length": 0.95,
    "rear_length": 1.45,
    "front_stiffness": 62e3,
    "rear_stiffness": 71e3,
    "steering_ratio": 19.09,
}
SPEED = 20.0


@dataclass
class LinearCar:
    """The linear single track at constant speed, its front wheel turned evenly between ticks: exact by `expm`.

    With `small` angles it moves along x; else its lateral motion is turned into the ground's axes as it goes on.
    """

    speed: float
    period: float
    small: bool = True
    x: float = 0.0
    state: np.ndarray = field(default_factory=lambda: np.zeros(4))  # y, yaw, vy, yaw rate

    def __post_init__(self):
        A, b = matrices(self.speed)
        block = np.zeros((6, 6))
        block[:4, :4], block[:4, 4], block[4, 5] = A, b, 1.0 / self.period
        self.E = expm(block * self.period)

    def reading(self):
        y, yaw, vy, r = self.state
        values = {"x": self.x, "y": y, "yaw": yaw, "vx": self.speed, "vy": vy, "yaw_rate": r}
        return {f"vehicle.cg.{word}": float(value) for word, value in values.items()}

    def go(self, first, last):
        if self.small:
            self.state = (self.E @ [*self.state, first, last - first])[:4]
            self.x += self.speed * self.period
            return
        y, yaw, vy, r = self.state
        left, turned, vy, r = (self.E @ [0.0, 0.0, vy, r, first, last - first])[:4]
        ahead, c, s = self.speed * self.period, math.cos(yaw), math.sin(yaw)
        self.x += c * ahead - s * left
        self.state = np.array([y + s * ahead + c * left, yaw + turned, vy, r])


def matrices(v):
    """Written out from Newton's laws, apart from the code under test."""
    m, I, a, b, Cf, Cr, _ = CAR.values()
    A = np.zeros((4, 4))
    A[0] = [0, v, 1, 0]
    A[1] = [0, 0, 0, 1]
    A[2] = [0, 0, -(Cf + Cr) / (m * v), -v - (a * Cf - b * Cr) / (m * v)]
    A[3] = [0, 0, -(a * Cf - b * Cr) / (I * v), -(a * a * Cf + b * b * Cr) / (I * v)]
    return A, np.array([0, 0, Cf / m, a * Cf / I])


def assert_agrees(measured, claim, difference, limit):
    measured(claim, difference, limit)
    assert difference <= limit


def drive(driver, car, ticks, memory=None, idle=0):
    """Rows of (x, y, yaw, vy, yaw rate, steering-wheel angle); for `idle` ticks the wheel is not touched."""
    memory = memory or driver.begin(car.reading(), {"steering.wheel_angle": 0.0})
    angle, rows = 0.0, []
    for k in range(ticks):
        rows.append([car.x, *car.state, angle])
        new = angle
        if k >= idle:
            commands, memory = driver.tick(k * car.period, car.reading(), memory)
            new = commands["steering.wheel_angle"].value
        car.go(angle / CAR["steering_ratio"], new / CAR["steering_ratio"])
        angle = new
    return np.array(rows)


def quick(kind, path, **more):
    """A driver without delay and lag."""
    return kind(name="driver", path=path, lag=0.0, rate_limit=1e3, angle_limit=1e3, **CAR, **more)


def test_the_single_track_goes_on_by_its_matrix_exponential(measured):
    car = LinearCar(SPEED, 0.01)
    motion, track = LateralMotion(0.1, -0.02, 0.4, 0.3), SingleTrack(**CAR)
    expected = car.E @ [*motion, 0.01, 0.005]
    found = track.after(motion, SPEED, 0.01, 0.015, 0.01)
    assert_agrees(measured, "driver.single_track", np.abs(np.array(found) - expected[:4]).max(), 1e-13)


@pytest.mark.parametrize("preview", [1e-3, 2e-3, 1e-2])
def test_macadams_gain_has_its_limit_as_the_preview_goes_to_zero(preview, measured):
    """At first only the front force acts: y = B t^2/2 with B = C_f/m, so u = int g/int g^2 = (10/3)(m/C_f)/T^2 per m.

    The next term of y is D t^3/6, D = -(C_f + C_r) B/(m v) - (a C_f - b C_r)/(m v) a C_f/I; put into both integrals it
    changes u by 1 - (11/36)(D/B) T.
    """
    m, I, a, b, Cf, Cr, _ = CAR.values()
    B = Cf / m
    D = -(Cf + Cr) / (m * SPEED) * B - (a * Cf - b * Cr) / (m * SPEED) * a * Cf / I
    limit = 10.0 / 3.0 * m / Cf / preview**2
    gain = gains_at_speed(SingleTrack(**CAR), SPEED, preview)[:-2].sum()
    second = (D / B * preview) ** 2
    assert_agrees(measured, "driver.macadam", abs(gain / limit - 1 + 11 / 36 * D / B * preview), second)
    assert abs(11 / 36 * D / B * preview) > 5 * second  # the first order is really seen


def circle_of(radius, turns):
    return clothoid_path([5.0, turns * 2 * math.pi * radius], [1 / radius, 1 / radius, 1 / radius])


@pytest.mark.parametrize(
    ("feed_forward", "remaining"),
    [(1.0, 0.0), (0.0, 1.0), (0.25, 0.75)],  # parts of (v_0 + v) alpha_f/k
)
def test_stanley_on_a_circle_leaves_the_error_of_its_closed_form(feed_forward, remaining, measured):
    """e = (v_0 + v)/k (alpha_f - delta_ff): zero with the slip angle of the front axle as feed-forward.

    The car is put on the circle that it would run, and the driver asked which angle it wants there: that of the
    steady circle, L kappa + alpha_f - alpha_r, exactly where the error is the predicted one. No run, no settling.
    """
    radius, k, v0 = 2e5, 1.5, 1.0  # nearly straight: closed forms hold to squares of angles, (v/R)^2 = 1e-8
    m, _, a, b, Cf, Cr, _ = CAR.values()
    kappa, L = 1 / radius, a + b
    alpha_f, alpha_r = m * b * SPEED**2 * kappa / (L * Cf), m * a * SPEED**2 * kappa / (L * Cr)
    expected = (v0 + SPEED) / k * remaining * alpha_f  # the path lies that far to the left of the front axle
    driver = quick(Stanley, circle_of(radius, 1e-3), gain=k, softening=v0, feed_forward=feed_forward, damping=0.1)
    r = SPEED * kappa
    vy = SPEED * (b * kappa - alpha_r)
    at = driver.path.point(50.0)
    heading = math.atan2(at.along[1], at.along[0])
    delta = L * kappa + alpha_f - alpha_r

    def wanted(error):
        # the front axle `error` to the right of the path; its velocity is along the path
        yaw = heading - (vy + a * r) / SPEED
        front = at.x + error * at.along[1], at.y - error * at.along[0]
        x, y = front[0] - a * math.cos(yaw), front[1] - a * math.sin(yaw)
        values = {"x": x, "y": y, "yaw": yaw, "vx": SPEED, "vy": vy, "yaw_rate": r}
        reading = {f"vehicle.cg.{word}": value for word, value in values.items()}
        return driver.front_wheel_angle(driver._look(reading, 50.0 - a))

    slope = k / (v0 + SPEED)  # rad per m of error
    assert_agrees(
        measured,
        "driver.stanley",
        abs(wanted(expected) - delta) / slope,
        1e-7,
    )


def test_stanley_follows_a_circle_with_the_right_feed_forward():
    """A run on the linear car: from a small error to none; without feed-forward the closed form remains."""
    radius, k = 2e4, 1.5
    m, _, _, b, Cf, _, _ = CAR.values()
    alpha_f = m * b * SPEED**2 / radius / ((CAR["front_length"] + b) * Cf)
    for feed_forward, expected in ((1.0, 0.0), (0.0, (1.0 + SPEED) / k * alpha_f)):
        driver = quick(Stanley, circle_of(radius, 0.02), gain=k, feed_forward=feed_forward)
        rows = drive(driver, LinearCar(SPEED, 0.01, small=False), 6000)
        x, y, yaw = rows[-1, :3]
        front = x + CAR["front_length"] * math.cos(yaw), y + CAR["front_length"] * math.sin(yaw)
        error = -driver.path.error(*front, driver.path.nearest_of_all(*front))
        # the ramp between ticks lags by half a period at a constant angle of nothing; what is left is (v/R T)^2
        assert error == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("kind", [MacAdam, Stanley, PurePursuit])
def test_a_compensated_delay_is_an_undelayed_driver_who_begins_later(kind, measured):
    """With the plant's own linear model the prediction is exact, so both drive the same way, to rounding."""
    path = shift_path([(20.0, 60.0, 0.01)], -10.0, 200.0)
    delayed = kind(name="driver", path=path, delay=0.2, compensated=True, lag=0.03, **CAR)
    ahead = kind(name="driver", path=path, delay=0.0, lag=0.03, **CAR)
    first = drive(delayed, LinearCar(SPEED, 0.01), 300)
    later = drive(ahead, LinearCar(SPEED, 0.01), 300, idle=20)
    steered = np.abs(first[:, 5]).max()
    assert steered > 1e-3
    # the plant runs along x, the prediction along the car: yaw^2/2 of 4 m, seen in a path of slope yaw < 5e-4
    assert_agrees(measured, "driver.compensated", np.abs(first - later).max(), 1e-9)
    uncompensated = drive(replace(delayed, compensated=False), LinearCar(SPEED, 0.01), 300)
    assert np.abs(uncompensated - later).max() > 0.1 * steered


@pytest.mark.parametrize("kind", [MacAdam, Stanley, PurePursuit])
def test_every_driver_comes_back_to_a_straight_line(kind):
    path = shift_path([], -50.0, 500.0)
    car = LinearCar(SPEED, 0.01)
    car.state[0] = 0.5
    driver = kind(name="driver", path=path, **CAR)
    rows = drive(driver, car, 1000)
    assert abs(rows[-1, 1]) < 1e-3 and abs(rows[-1, 5]) < 1e-3


def test_the_open_loop_history_leads_the_linear_car_along_its_line(measured):
    """The inverse of the single track: its history, put into the plant by `expm`, gives back the heights of a line."""
    line = DrivingLine(0.0, 10.0, 50.0, 3.5, 70.0, 110.0, 0.5)
    times, angles, _ = steering_along_line(SingleTrack(**CAR), line, 20.0, SPEED, 7.0)
    period = times[1] - times[0]
    car = LinearCar(SPEED, period)
    heights = [car.state[0]]
    for first, last in pairwise(angles):
        car.go(first / CAR["steering_ratio"], last / CAR["steering_ratio"])
        heights.append(car.state[0])
    x = SPEED * times - 20.0
    wanted = 3.5 * shift_height((x - 10.0) / 40.0) - 3.0 * shift_height((x - 70.0) / 40.0)
    # between samples h = 2 ms apart the angle is a straight line, off by h^2/12 of its second rate on average. That is
    # 1e-7 rad or 7e-6 m/s^2; were it of one sign, it would make 1.7e-4 m in 7 s
    assert_agrees(measured, "driver.open_loop", np.abs(np.array(heights) - wanted).max(), 1.7e-4)


def test_the_hand_keeps_its_limits_and_its_delay():
    path = shift_path([], -50.0, 500.0)
    car = LinearCar(SPEED, 0.01)
    car.state[0] = -20.0  # far off: a driver who wants more than a hand can do
    driver = replace(quick(Stanley, path), delay=0.1, rate_limit=10.0, angle_limit=0.8)
    rows = drive(driver, car, 60)
    angle = rows[:, 5]
    assert not angle[:11].any() and angle[12] > 0.0
    assert np.diff(angle).max() <= 10.0 * 0.01 * (1 + 1e-12)
    assert angle.max() == pytest.approx(0.8)


def test_a_longer_preview_or_another_car_makes_other_gains():
    driver = MacAdam(name="driver", path=shift_path([], 0.0, 10.0), **CAR)
    longer = replace(driver, preview=1.2)
    assert not np.array_equal(longer.gains.flat(), driver.gains.flat())
    assert replace(driver, delay=0.2).gains is driver.gains
