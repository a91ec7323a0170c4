"""The wishbone car and its quarter as models."""

from __future__ import annotations

from jounce.model.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.forces import AppliedForce, Damper, Spring
from jounce.parts.joints import Free, Prismatic, Revolute, Spherical, Universal
from jounce.parts.laws import Linear
from jounce.parts.signals import HalfSine, Harmonic
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.spatial.vector import Y, Z, cross, unit, vector_difference
from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.wishbone_car_data import BodyData, WishboneCorner

CAR_BODY = "car_body"
# speeds at the start; the rest is still
CAR_START_RATES = {
    **{f"car_motion.v{axis}": v for axis, v in zip("xyz", data.CAR_VELOCITY, strict=True)},
    **{f"wheel_bearing{corner.suffix}.angle": data.WHEEL_SPIN for corner in data.CORNERS},
}
QUARTER_START_RATES = {"wheel_bearing.angle": data.WHEEL_SPIN}


def wishbone_car() -> Model:
    """21 bodies, 38 speeds, 8 ball loops; rolls on four discs in a side wind."""
    model = Model("wishbone car", gravity=(0.0, 0.0, -data.GRAVITY))
    model.add(
        _body(CAR_BODY, data.CAR_BODY, interface=True),
        Free(name="car_motion", parent=GROUND, child=CAR_BODY),
    )
    for corner in data.CORNERS:
        _add_corner(model, corner)
        model.add(
            RollingDisc(
                name=f"tyre{corner.suffix}",
                body=f"wheel{corner.suffix}",
                point=corner.at(data.HARDPOINTS["wheel_centre"]),
                axis=Y,
                radius=data.TYRE_RADIUS,
                stiffness=data.TYRE_STIFFNESS,
                damping=data.CONTACT_DAMPING,
                friction=data.FRICTION,
                zone=data.FRICTION_ZONE,
            )
        )
    wind = Harmonic(amplitude=data.WIND_FORCE, frequency=data.WIND_FREQUENCY)
    return model.add(
        AppliedForce(name="side_wind", body=CAR_BODY, point=data.CAR_BODY.centre, direction=Y, signal=wind)
    )


def wishbone_corners(count: int) -> Model:
    """A floating body on as many corners as one likes, in pairs one behind the other, without tyres."""
    model = Model(f"{count} wishbone corners", gravity=(0.0, 0.0, -data.GRAVITY))
    model.add(
        _body(CAR_BODY, data.CAR_BODY, interface=True),
        Free(name="car_motion", parent=GROUND, child=CAR_BODY),
    )
    for k in range(count):
        _add_corner(model, WishboneCorner(f"_{k}", -1 if k % 2 else 1, float(k // 2)))
    return model


def quarter_car(lift_off: bool = False) -> Model:
    """One corner under a body that only heaves, on a vertical tyre over one bump."""
    model = Model("wishbone quarter car", gravity=(0.0, 0.0, -data.GRAVITY))
    centre = data.QUARTER_BODY.centre
    model.add(
        _body(CAR_BODY, data.QUARTER_BODY, interface=True),
        Prismatic(name="heave", parent=GROUND, child=CAR_BODY, point=centre, axis=Z),
    )
    _add_corner(model, data.QUARTER_CORNER)
    bump = HalfSine(height=data.BUMP_HEIGHT, start=data.BUMP_START, duration=data.BUMP_DURATION)
    return model.add(
        VerticalTyre(
            name="tyre",
            body="wheel",
            point=data.HARDPOINTS["wheel_centre"],
            radius=data.TYRE_RADIUS,
            stiffness=data.TYRE_STIFFNESS,
            road=bump,
            lift_off=lift_off,
        )
    )


def _body(name: str, body: BodyData, corner: WishboneCorner | None = None, interface: bool = False) -> Body:
    centre = corner.at(body.centre) if corner else body.centre
    look = "steering" if name.startswith("tie_rod") else "plain"
    return Body(name=name, mass=body.mass, centre=centre, inertia=body.inertia, interface=interface, look=look)


def _add_corner(model: Model, corner: WishboneCorner) -> None:
    """Arms, knuckle, wheel, tie rod and strut, in the same order at every corner."""
    end = corner.suffix
    p = {name: corner.at(point) for name, point in data.HARDPOINTS.items()}
    lower_arm, upper_arm, knuckle = f"lower_arm{end}", f"upper_arm{end}", f"knuckle{end}"
    tie_rod, wheel = f"tie_rod{end}", f"wheel{end}"
    along = unit(vector_difference(p["tie_rod_outer"], p["tie_rod_inner"]))
    # a Hooke joint whose axes are both across the rod, so that it cannot spin about itself
    across = unit(cross(along, Z))
    strut = dict(parent=CAR_BODY, child=lower_arm, point=p["strut_top"], child_point=p["strut_bottom"])
    model.add(
        *(_body(f"{name}{end}", body, corner) for name, body in data.CORNER_BODIES.items()),
        Revolute(
            name=f"lower_arm_pivot{end}",
            parent=CAR_BODY,
            child=lower_arm,
            point=p["lower_arm_front"],
            second_point=p["lower_arm_rear"],
            axis=vector_difference(p["lower_arm_rear"], p["lower_arm_front"]),
        ),
        Spherical(name=f"lower_ball_joint{end}", parent=lower_arm, child=knuckle, point=p["lower_ball_joint"]),
        Revolute(name=f"wheel_bearing{end}", parent=knuckle, child=wheel, point=p["wheel_centre"], axis=Y),
        Revolute(
            name=f"upper_arm_pivot{end}",
            parent=CAR_BODY,
            child=upper_arm,
            point=p["upper_arm_front"],
            second_point=p["upper_arm_rear"],
            axis=vector_difference(p["upper_arm_rear"], p["upper_arm_front"]),
        ),
        Universal(
            name=f"tie_rod_inner{end}",
            parent=CAR_BODY,
            child=tie_rod,
            point=p["tie_rod_inner"],
            axis=across,
            child_axis=cross(along, across),
        ),
        Spherical(
            name=f"upper_ball_joint{end}",
            parent=upper_arm,
            child=knuckle,
            point=p["upper_ball_joint"],
            cut=True,
        ),
        Spherical(name=f"tie_rod_outer{end}", parent=tie_rod, child=knuckle, point=p["tie_rod_outer"], cut=True),
        Spring(
            **strut,  # type: ignore[arg-type]
            name=f"spring{end}",
            free_length=data.STRUT_FREE_LENGTH,
            law=Linear(slope=data.SPRING_STIFFNESS),
        ),
        Damper(**strut, name=f"damper{end}", law=Linear(slope=data.DAMPER_RATE)),  # type: ignore[arg-type]
    )
