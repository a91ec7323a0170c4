"""The car of the benchmark `stiff-car` whose bushings are nearly rigid: the small car, every mount at 1e7 N/m."""

from __future__ import annotations

from jounce.model import Vehicle, load

CAR = "small_car_compliant"  # a bushing at every mount that its templates have
STIFFNESS = 1e7  # N/m, along each axis: ten times that of a soft bushing of this car
TORSION = 100.0  # N m/rad, about each axis, 1.7 N m/deg: as of a soft one, so that arms and rods still turn


def car_on_stiff_bushings() -> Vehicle:
    """Drive it with `car_model(compliant=True)`; the damping follows the stiffness, as rubber is assumed."""
    car = load(CAR)
    mounts = [f"axles.{name}.bushings.{mount}" for name, axle in car.axles.items() for mount in axle.bushings]
    terms = [*[STIFFNESS] * 3, *[TORSION] * 3]
    return car.with_values({f"{mount}.stiffness.{i}": term for mount in mounts for i, term in enumerate(terms)})
