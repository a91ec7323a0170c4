"""Articulated vehicles in the plane, in the linear range: published tractor-semitrailer and car with trailer.

Two bodies on a hinge, axles whose side force is proportional to their slip angle: the parts of the linear cars. The
numbers of the tractor-semitrailer are those of OpenVD (github.com/andresmendes/openvd), those of the car with its
trailer of BPMinaker's EoM (input_ex_truck_trailer.jl); expected are the eigenvalues of their linear equations, which
were worked out apart from this code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pytest
from scipy.optimize import brentq

import jounce
from jounce.parts import GROUND, Body, Input, VehicleMotion
from jounce.parts.joints import Planar, Revolute
from jounce.parts.linear_cars import HeldSpeed, LinearAxle
from jounce.parts.signals import External
from jounce.simulation.prepare import Prepared, prepare
from jounce.spatial.vector import X, Z

PRINTED = 1e-6  # of eigenvalues and gains that are printed to six or seven digits
TYRE = 150e3  # N/rad


@dataclass(frozen=True)
class Pair:
    """Two units in the plane; lengths in m from the centres of mass, stiffnesses of whole axles in N/rad."""

    masses: tuple[float, float]
    inertias: tuple[float, float]
    front: float
    rear: float
    hitch: float  # behind the leading centre
    to_centre: float  # from the hitch to the trailing centre
    to_axle: float  # from there to the trailing axle
    stiffnesses: tuple[float, float, float]

    def model(self) -> jounce.Model:
        """The pair with sensors at both centres of mass."""
        centre, axle = -self.hitch - self.to_centre, -self.hitch - self.to_centre - self.to_axle
        points = [("lead", (self.front, 0.0, 0.0)), ("lead", (-self.rear, 0.0, 0.0)), ("trail", (axle, 0.0, 0.0))]
        model = jounce.Model("pair")
        for name, x, mass, inertia in zip(("lead", "trail"), (0.0, centre), self.masses, self.inertias, strict=True):
            moments = (0.5 * inertia, 0.5 * inertia, inertia)
            model.add(Body(name=name, mass=mass, centre=(x, 0.0, 0.0), inertia=moments))
            model.add(VehicleMotion(name=f"{name}.cg", body=name, point=(x, 0.0, 0.0)))
        model.add(
            Planar(
                name="lead",
                parent=GROUND,
                child="lead",
                point=(0.0, 0.0, 0.0),
                normal=Z,
                axis=X,
                speeds="along own axes",
            ),
            Revolute(name="hitch", parent="lead", child="trail", point=(-self.hitch, 0.0, 0.0), axis=Z),
            Input(name="steer", unit="rad"),
            HeldSpeed(name="drive", body="lead", point=(0.0, 0.0, 0.0), mass=sum(self.masses)),
        )
        for k, ((body, point), stiffness) in enumerate(zip(points, self.stiffnesses, strict=True)):
            signal = External(input="steer") if k == 0 else None
            model.add(
                LinearAxle(name=f"axle {k}", body=body, point=point, cornering_stiffness=stiffness, signal=signal)
            )
        return model

    def linear(self, speed: float) -> jounce.simulation.LinearModel:
        """Small motions about running straight."""
        ready = prepared(self)
        state = ready.state.copy()
        state[ready.layout.speeds["lead.vx"]] = speed
        shown = ("lead.cg.ay", "trail.cg.ay", "lead.cg.yaw_rate", "hitch.angle")
        return jounce.linearise(
            ready, state, outputs=shown, inputs_of=("steer",), hold=("lead.x", "lead.y", "lead.turn_z", "lead.vx")
        )

    def eigenvalues(self, speed: float) -> np.ndarray:
        """Those of the motions aside: place, heading and speed are held."""
        return np.sort_complex(self.linear(speed).eigenvalues)

    def response(self, speed: float, frequency: float) -> np.ndarray:
        """Lateral accelerations, yaw rate and articulation for each unit of a sine of the front wheels."""
        linear = self.linear(speed)
        s = 2j * np.pi * frequency
        moving = linear.C @ np.linalg.solve(s * np.eye(len(linear.A)) - linear.A, linear.B) + linear.D
        return moving[:, linear.inputs.index("steer")]


@lru_cache(maxsize=16)
def prepared(pair: Pair) -> Prepared:
    return prepare(pair.model(), integrator=None)


A = 21.0 / 19.0
SEMITRAILER = Pair(
    masses=(7600.0, 25400.0),
    inertias=(46e3, 450e3),
    front=A,
    rear=3.5 - A,
    hitch=3.2 - A,
    to_centre=7.7 * 85 / 127,
    to_axle=7.7 * 42 / 127,
    stiffnesses=(2 * TYRE, 4 * TYRE, 8 * TYRE),
)


def softer(pair: Pair, *factors: float) -> Pair:
    return replace(pair, stiffnesses=tuple(f * C for f, C in zip(factors, pair.stiffnesses, strict=True)))


@pytest.mark.parametrize(
    ("speed", "factor", "expected"),
    [
        (10.0, 1.0, (-5.511845 + 0.697055j, -2.111893 + 1.021037j)),
        (20.0, 1.0, (-2.781012 + 1.312200j, -1.030857 + 2.114123j)),
        (25.0, 1.0, (-2.243898 + 1.384025j, -0.805597 + 2.201829j)),
        (30.0, 1.0, (-1.886154 + 1.427648j, -0.655092 + 2.242696j)),
        (20.0, 40.0 / 150.0, (-0.765229 + 0.761451j, -0.251269 + 1.172939j)),
    ],
)
def test_a_tractor_with_its_semitrailer_has_the_published_eigenvalues(speed, factor, expected):
    found = softer(SEMITRAILER, factor, factor, factor).eigenvalues(speed)
    wanted = np.sort_complex([value for each in expected for value in (each, each.conjugate())])
    np.testing.assert_allclose(found, wanted, atol=PRINTED)


def test_its_semitrailer_answers_more_than_the_tractor_by_the_published_ratio():
    """Lateral acceleration of the trailing centre of mass divided by that of the leading one, at 25 m/s."""
    expected = {0.1: 1.0242, 0.2: 1.0948, 0.3: 1.1872, 0.4: 1.2044, 0.5: 1.0498, 0.7: 0.4369, 1.0: 0.0931}
    for frequency, ratio in expected.items():
        leading, trailing, *_ = SEMITRAILER.response(25.0, frequency)
        assert abs(trailing / leading) == pytest.approx(ratio, abs=5.1e-5), frequency  # half of the last digit


@pytest.mark.parametrize(
    ("speed", "yaw_rate", "articulation"), [(10.0, 2.636204, 2.020211), (20.0, 4.279601, 1.808845)]
)
def test_its_steady_gains_are_the_published_ones(speed, yaw_rate, articulation):
    """At a frequency of 0.01 uHz; the trailer turns behind the tractor, against the steer angle."""
    found = SEMITRAILER.response(speed, 1e-8)
    assert found[2].real == pytest.approx(yaw_rate, abs=PRINTED)
    assert -found[3].real == pytest.approx(articulation, abs=PRINTED)


@pytest.mark.parametrize(("factor", "critical"), [(0.6, 20.576), (0.5, 15.887), (0.4, 12.537), (0.3, 9.824)])
def test_a_soft_drive_axle_makes_it_diverge_at_the_published_speed(factor, critical):
    soft = softer(SEMITRAILER, 1.0, factor, 1.0)
    found = brentq(lambda speed: soft.eigenvalues(speed).real.max(), 0.8 * critical, 1.2 * critical, xtol=1e-5)
    assert found == pytest.approx(critical, abs=5.1e-4)


TRAILER = Pair(
    masses=(1730.3771661569826, 2000.0),
    inertias=(3508.0, 3000.0),
    front=1.289,
    rear=1.596,
    hitch=2.7,
    to_centre=2.9,
    to_axle=0.1,
    stiffnesses=(80e3, 80e3, 80e3),
)


@pytest.mark.parametrize(
    ("lengths", "critical", "snakes"),
    [
        ((2.5, 0.5), 23.892382, False),
        ((2.7, 0.3), 36.962347, False),
        ((2.9, 0.1), 18.400055, True),
        ((3.0, 0.0), 15.972078, True),
    ],
)
def test_a_car_with_its_trailer_snakes_or_jack_knifes_from_the_published_speed_on(lengths, critical, snakes):
    """Its load behind the axle makes a trailer swing; a soft rear axle of the car makes both fold up."""
    pair = replace(TRAILER, to_centre=lengths[0], to_axle=lengths[1])
    found = brentq(lambda speed: pair.eigenvalues(speed).real.max(), 0.8 * critical, 1.2 * critical, xtol=1e-7)
    assert found == pytest.approx(critical, abs=PRINTED)
    first = max(pair.eigenvalues(critical), key=lambda value: value.real)
    assert (abs(first.imag) > 1.0) == snakes
    if snakes:
        assert abs(first.imag) / (2 * np.pi) == pytest.approx({2.9: 0.470273, 3.0: 0.473074}[lengths[0]], abs=PRINTED)
