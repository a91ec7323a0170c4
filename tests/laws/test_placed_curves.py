"""A curve that is stretched and moved by its factors and offsets is the curve through the points that were moved so."""

import numpy as np
import pytest

import jounce

X, Y = (-0.1, -0.02, 0.0, 0.03, 0.1), (-900.0, -150.0, 0.0, 200.0, 1100.0)
PLACED = {"x_factor": 1.25, "x_offset": -0.004, "y_factor": 0.75, "y_offset": 12.0}


def mass_on(law):
    model = jounce.Model("mass")
    return model.add(
        jounce.parts.Body(name="mass", mass=2.0, inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(
            name="slide", parent="ground", child="mass", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)
        ),
        jounce.parts.Spring(
            name="spring",
            parent="ground",
            child="mass",
            point=(0.0, 0.0, 1.0),
            child_point=(0.0, 0.0, 0.0),
            free_length=1.0,
            law=law,
        ),
    )


@pytest.mark.parametrize("interpolation", ["linear", "monotone", "spline"])
def test_factors_and_offsets_move_every_point(interpolation):
    """All three interpolations commute with stretching and moving both axes."""
    moved = {
        "x": tuple(PLACED["x_factor"] * x + PLACED["x_offset"] for x in X),
        "y": tuple(PLACED["y_factor"] * y + PLACED["y_offset"] for y in Y),
    }
    laws = (
        jounce.parts.laws.Points(x=X, y=Y, interpolation=interpolation, **PLACED),
        jounce.parts.laws.Points(**moved, interpolation=interpolation),
    )
    runs = [jounce.simulate(mass_on(law), duration=0.5, step=1e-3, start={"slide.displacement": 0.08}) for law in laws]
    forces = [run["spring.force"] for run in runs]
    assert np.ptp(forces[0]) > 500.0
    np.testing.assert_allclose(*forces, rtol=1e-9, atol=1e-9 * np.ptp(forces[0]))


def test_factors_are_values_of_the_file():
    """A wheel rate is as large as the forces of its spring; so is its derivative with respect to their factor."""
    path, rate = "axles.front.spring.law.y_factor", "front_left.wheel_rate"
    car = jounce.load("hmmwv")
    stiff = car.with_values({path: 1.5})
    before, after = (jounce.run(c, "wheel-travel", axle="front").metrics[rate].value for c in (car, stiff))
    assert after == pytest.approx(1.5 * before, rel=1e-12)
    found = jounce.sensitivity(car, "wheel-travel", path, axle="front", points=3)
    assert found.design[found.outputs.index(rate), 0] == pytest.approx(before, rel=1e-9)
    with pytest.raises(jounce.ModelError, match="must be positive"):
        car.with_values({"axles.front.spring.law.x_factor": 0.0})
