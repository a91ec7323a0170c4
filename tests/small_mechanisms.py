"""Small mechanisms whose equations stand in textbooks, and some beside them."""

from __future__ import annotations

import jounce

ACROSS = (0, 1, 0)


def pendulum() -> jounce.Model:
    """A point mass on a light rod that hangs down."""
    model = jounce.Model("pendulum")
    model.add(
        jounce.parts.Body(name="bob", mass=1.3, centre=(0, 0, -0.7)),
        jounce.parts.Revolute(name="hinge", parent="ground", child="bob", point=(0, 0, 0), axis=ACROSS),
    )
    return model


def double_pendulum() -> jounce.Model:
    """Two bars with masses and moments of inertia; the second angle is relative to the first."""
    model = jounce.Model("double pendulum")
    model.add(
        jounce.parts.Body(name="upper", mass=1.1, centre=(0, 0, -0.5), inertia=(0.1, 0.13, 0.1)),
        jounce.parts.Body(name="lower", mass=2.3, centre=(0, 0, -1.4), inertia=(0.2, 0.21, 0.2)),
        jounce.parts.Revolute(name="shoulder", parent="ground", child="upper", point=(0, 0, 0), axis=ACROSS),
        jounce.parts.Revolute(name="elbow", parent="upper", child="lower", point=(0, 0, -1), axis=ACROSS),
    )
    return model


def planar_quarter_car(gravity: float = -9.81, spring: float = 0.45, tyre: float = 0.32) -> jounce.Model:
    """Body and wheel, each on a slider; a road that is an input moves the foot of the tyre's spring."""
    model = jounce.Model("planar quarter car", gravity=(0, 0, gravity))
    up = (0, 0, 1)
    model.add(
        jounce.parts.Body(name="body", mass=300, centre=(0, 0, 0.6)),
        jounce.parts.Body(name="wheel", mass=40, centre=(0, 0, 0.3)),
        jounce.parts.Prismatic(name="heave", parent="ground", child="body", point=(0, 0, 0.6), axis=up),
        jounce.parts.Prismatic(name="hop", parent="ground", child="wheel", point=(0, 0, 0.3), axis=up),
        jounce.parts.Spring(
            name="spring",
            parent="wheel",
            child="body",
            point=(0, 0, 0.3),
            child_point=(0, 0, 0.6),
            free_length=spring,
            law="20 kN/m",
        ),
        jounce.parts.Damper(
            name="damper", parent="wheel", child="body", point=(0, 0, 0.3), child_point=(0, 0, 0.6), law="1500 N s/m"
        ),
        jounce.parts.Spring(
            name="tyre",
            parent="ground",
            child="wheel",
            point=(0, 0, 0),
            child_point=(0, 0, 0.3),
            free_length=tyre,
            law="180 kN/m",
        ),
    )
    return model


def spinning_top() -> jounce.Model:
    """A free body in the frame of its centre of mass."""
    model = jounce.Model("top")
    model.add(
        jounce.parts.Body(name="top", mass=1.7, centre=(0, 0, 0), inertia=(0.1, 0.2, 0.25)),
        jounce.parts.Free(name="flight", parent="ground", child="top", point=(0, 0, 0)),
    )
    return model


def swinging_beam() -> jounce.Model:
    """A beam between a progressive spring by points and a damper that turn with it, driven by a torque from outside."""
    model = jounce.Model("beam")
    model.add(
        jounce.parts.Body(name="beam", mass=4.0, centre=(0.4, 0, 0.1), inertia=(0.1, 0.3, 0.3)),
        jounce.parts.Revolute(name="pivot", parent="ground", child="beam", point=(0.1, 0, 0.2), axis=ACROSS),
        jounce.parts.Input(name="effort", unit="N m", default=2.0),
        jounce.parts.Motor(
            name="motor", coordinate="pivot.angle", signal=jounce.parts.signals.External(input="effort")
        ),
        jounce.parts.Spring(
            name="spring",
            parent="ground",
            child="beam",
            point=(0.7, 0, -0.4),
            child_point=(0.6, 0, 0.1),
            free_length=0.4,
            law=jounce.parts.laws.Points(x=(-0.2, -0.1, 0.0, 0.1, 0.3), y=(-900.0, -300.0, 0.0, 200.0, 500.0)),
        ),
        jounce.parts.Damper(
            name="damper", parent="ground", child="beam", point=(0.9, 0, 0.5), child_point=(0.8, 0, 0.1), law="90 N s/m"
        ),
    )
    return model
