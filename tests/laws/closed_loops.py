"""Small mechanisms with loops, and the energy a reader can work out without the engine's own sums."""

from __future__ import annotations

import numpy as np

import jounce
from jounce_benchmarks import wishbone_car

Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PLANAR = ("tx", "tz")  # rows of a pin in the x-z plane


def rod(name: str, start, end, mass: float, radius: float = 0.02) -> jounce.parts.Body:
    """A round bar between two points: m (L^2/12 (1 - e e') + r^2/4 (1 + e e'))."""
    a, b = np.array(start), np.array(end)
    length = float(np.linalg.norm(b - a))
    ee = np.outer(b - a, b - a) / length**2
    tensor = mass * (length**2 / 12 * (np.eye(3) - ee) + radius**2 / 4 * (np.eye(3) + ee))
    return jounce.parts.Body(
        name=name,
        mass=mass,
        centre=tuple((a + b) / 2),
        inertia=tuple(np.diag(tensor)),
        products=(tensor[0, 1], tensor[1, 2], tensor[2, 0]),
        products_are="tensor entries",
    )


def hinge(name: str, parent: str, child: str, point, **more) -> jounce.parts.Revolute:
    return jounce.parts.Revolute(name=name, parent=parent, child=child, point=point, axis=Y, **more)


def pin(name: str, parent: str, child: str, point, **more) -> jounce.parts.Constraint:
    return jounce.parts.Constraint(name=name, parent=parent, child=child, point=point, locked=PLANAR, **more)


def four_bar(closing=pin) -> jounce.Model:
    """A hanging four-bar with a spring; `closing` is a planar pin or a full hinge with redundant rows."""
    A, B, C, D = (0.0, 0.0, 0.0), (0.05, 0.0, -0.3), (0.65, 0.0, -0.45), (0.7, 0.0, 0.0)
    return jounce.Model("four-bar").add(
        rod("crank", A, B, 1.0),
        rod("coupler", B, C, 2.0),
        rod("rocker", D, C, 1.5),
        hinge("crank_foot", "ground", "crank", A),
        hinge("crank_head", "crank", "coupler", B),
        hinge("rocker_foot", "ground", "rocker", D),
        closing("rocker_head", "coupler", "rocker", C),
        spring("coupler", (0.3, 0.0, -0.9), (0.35, 0.0, -0.375), free_length=0.45, stiffness=60.0),
    )


def five_bar() -> jounce.Model:
    """Two freedoms: two hanging cranks whose forearms meet in a pin."""
    A, B, C, D, E = (0.0, 0.0, 0.0), (-0.1, 0.0, -0.3), (0.25, 0.0, -0.6), (0.6, 0.0, -0.3), (0.5, 0.0, 0.0)
    return jounce.Model("five-bar").add(
        rod("left_crank", A, B, 1.0),
        rod("left_forearm", B, C, 1.5),
        rod("right_crank", E, D, 1.0),
        rod("right_forearm", D, C, 1.2),
        hinge("left_shoulder", "ground", "left_crank", A),
        hinge("left_elbow", "left_crank", "left_forearm", B),
        hinge("right_shoulder", "ground", "right_crank", E),
        hinge("right_elbow", "right_crank", "right_forearm", D),
        pin("wrist", "left_forearm", "right_forearm", C),
        spring("left_forearm", (0.25, 0.0, -1.1), (0.25, 0.0, -0.6), free_length=0.4, stiffness=40.0),
    )


def spatial_slider_crank() -> jounce.Model:
    """Crank about x, slider along x below and beside it, a rod with a ball and a Hooke joint between."""
    A, B, C = (0.0, 0.1, 0.12), (0.0, 0.1, 0.2), (0.25, 0.0, 0.0)
    along = np.array(C) - np.array(B)
    across = np.cross(along, (1.0, 0.0, 0.0))
    return jounce.Model("spatial slider-crank").add(
        rod("crank", A, B, 0.5),
        rod("conrod", B, C, 0.4),
        jounce.parts.Body(name="slider", mass=0.8, centre=C, inertia=(1e-3, 1e-3, 1e-3)),
        jounce.parts.Revolute(name="bearing", parent="ground", child="crank", point=A, axis=(1.0, 0.0, 0.0)),
        jounce.parts.Prismatic(name="guide", parent="ground", child="slider", point=C, axis=(1.0, 0.0, 0.0)),
        jounce.parts.Universal(
            name="hooke", parent="slider", child="conrod", point=C, axis=(1.0, 0.0, 0.0), child_axis=tuple(across)
        ),
        jounce.parts.Spherical(name="ball", parent="crank", child="conrod", point=B, cut=True),
        spring("slider", (0.6, 0.0, 0.0), C, free_length=0.3, stiffness=30.0),
    )


def rssr() -> jounce.Model:
    """Two levers on hinges with a rod between two ball joints, which may spin about itself."""
    return jounce.Model("lever, rod, lever").add(
        rod("arm", (0.0, 0.0, 0.0), (0.0, 0.5, 0.0), 2.0),
        rod("tie", (0.0, 0.5, 0.0), (0.3, 0.5, 0.1), 1.0),
        rod("lever", (0.3, 0.0, 0.1), (0.3, 0.5, 0.1), 1.0),
        jounce.parts.Revolute(name="arm_pivot", parent="ground", child="arm", point=(0.0, 0.0, 0.0), axis=Z),
        jounce.parts.Revolute(name="lever_pivot", parent="ground", child="lever", point=(0.3, 0.0, 0.1), axis=Z),
        jounce.parts.Spherical(name="inner", parent="arm", child="tie", point=(0.0, 0.5, 0.0)),
        jounce.parts.Spherical(name="outer", parent="tie", child="lever", point=(0.3, 0.5, 0.1)),
    )


def macpherson(body: str = "ground") -> jounce.Model:
    """A strut that slides and turns in the knuckle, an arm, a tie rod: two parts may spin about themselves."""
    top, tube, ball = (0.0, 0.5, 0.8), (0.0, 0.6, 0.4), (0.0, 0.65, 0.2)
    inner, outer = (-0.12, 0.3, 0.25), (-0.12, 0.62, 0.25)
    along = tuple(np.array(top) - np.array(tube))
    return jounce.Model("MacPherson corner").add(
        rod("arm", (0.0, 0.3, 0.2), ball, 4.0),
        jounce.parts.Body(name="knuckle", mass=15.0, centre=(0.0, 0.68, 0.3), inertia=(0.2, 0.2, 0.1)),
        rod("strut", top, tube, 3.0),
        rod("tie_rod", inner, outer, 1.0),
        jounce.parts.Revolute(name="arm_pivot", parent=body, child="arm", point=(0.0, 0.3, 0.2), axis=(1.0, 0.0, 0.0)),
        jounce.parts.Spherical(name="ball_joint", parent="arm", child="knuckle", point=ball),
        jounce.parts.Spherical(name="strut_top", parent=body, child="strut", point=top, cut=True),
        jounce.parts.Cylindrical(name="tube", parent="knuckle", child="strut", point=tube, axis=along),
        jounce.parts.Spherical(name="tie_inner", parent=body, child="tie_rod", point=inner),
        jounce.parts.Spherical(name="tie_outer", parent="tie_rod", child="knuckle", point=outer, cut=True),
    )


def straight_chain() -> jounce.Model:
    """Three links as long together as the ground: stretched, it could not even move."""
    A, B, C, D = (0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.7, 0.0, 0.0), (1.0, 0.0, 0.0)
    return jounce.Model("stretched four-bar").add(
        rod("crank", A, B, 1.0),
        rod("coupler", B, C, 2.0),
        rod("rocker", D, C, 1.5),
        hinge("crank_foot", "ground", "crank", A),
        hinge("crank_head", "crank", "coupler", B),
        hinge("rocker_foot", "ground", "rocker", D),
        pin("rocker_head", "coupler", "rocker", C),
    )


def telescope() -> jounce.Model:
    """A sliding load on a damper whose halves cannot turn in each other: they spin together and move nothing else."""
    foot, head, x, z = (0.0, 0.0, 0.0), (0.0, 0.0, 0.5), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    return jounce.Model("telescope").add(
        rod("tube", foot, (0.0, 0.0, 0.3), 1.0),
        rod("piston", (0.0, 0.0, 0.2), head, 0.5),
        rod("load", head, (0.5, 0.0, 0.5), 3.0),
        jounce.parts.Spherical(name="foot", parent="ground", child="tube", point=foot),
        jounce.parts.Prismatic(name="stroke", parent="tube", child="piston", point=(0.0, 0.0, 0.25), axis=z),
        jounce.parts.Spherical(name="head", parent="piston", child="load", point=head),
        jounce.parts.Prismatic(name="guide", parent="ground", child="load", point=(0.3, 0.0, 0.5), axis=x),
    )


def two_rails() -> jounce.Model:
    """A table on two parallel sliders: the second repeats the first."""
    x = (1.0, 0.0, 0.0)
    return jounce.Model("table").add(
        jounce.parts.Body(name="table", mass=2.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Prismatic(name="left", parent="ground", child="table", point=(0.0, 0.3, 0.0), axis=x),
        jounce.parts.Prismatic(name="right", parent="ground", child="table", point=(0.0, -0.3, 0.0), axis=x),
    )


def undamped_corner() -> jounce.Model:
    """A double-wishbone corner with spring and tyre on a flat road, nothing that takes energy away."""
    return wishbone_car.quarter_car(lift_off=False).with_values(
        {"forces.damper.law.slope": 0.0, "forces.tyre.road.height": 0.0}
    )


def spring(body: str, point, child_point, free_length: float, stiffness: float) -> jounce.parts.Spring:
    return jounce.parts.Spring(
        name="spring",
        parent="ground",
        child=body,
        point=point,
        child_point=child_point,
        free_length=free_length,
        law=jounce.parts.laws.Linear(slope=stiffness),
    )


def mechanical_energy(model: jounce.Model, run) -> np.ndarray:
    """Kinetic and gravity's from the run; springs and tyres from their lengths, k x^2 / 2."""
    energy = run["energy.kinetic"] + run["energy.potential"]
    for force in model.forces:
        if isinstance(force, jounce.parts.Spring):
            energy = energy + force.law.slope * (run[f"{force.name}.length"] - force.free_length) ** 2 / 2
        elif isinstance(force, jounce.parts.VerticalTyre):
            energy = energy + force.stiffness * run[f"{force.name}.deflection"] ** 2 / 2
    return energy


def parallelogram(third=pin, longer: float = 0.0, lying: bool = False) -> jounce.Model:
    """A platform on three equal hanging bars; the third adds nothing.

    `third` closes its head, `longer` is what it has too much, `lying` turns all by a quarter about y.
    """

    def at(x: float, z: float):
        return (z, 0.0, -x) if lying else (x, 0.0, z)

    feet = (0.0, 0.4, 1.0)
    long_head = {"child_point": at(feet[2], -0.4 - longer)} if longer else {}
    return jounce.Model("parallelogram", gravity=at(0.0, -9.81)).add(
        jounce.parts.Body(name="platform", mass=4.0, centre=at(0.5, -0.4), inertia=(0.4, 0.4, 0.4)),
        *(rod(f"bar_{k}", at(x, 0.0), at(x, -0.4), 0.8) for k, x in enumerate(feet)),
        *(hinge(f"foot_{k}", "ground", f"bar_{k}", at(x, 0.0)) for k, x in enumerate(feet)),
        hinge("head_0", "bar_0", "platform", at(feet[0], -0.4)),
        pin("head_1", "platform", "bar_1", at(feet[1], -0.4)),
        third("head_2", "platform", "bar_2", at(feet[2], -0.4), **long_head),
    )


def bennett(closing) -> jounce.Model:
    """Four hinges in space that no plane or point unites, yet it moves: sin(twist)/length is one number.

    Opposite links are alike; tan(t1/2) tan(t2/2) = sin((b + a)/2) / sin((b - a)/2) relates the angles
    [Bennett 1903]. `closing` makes the fourth joint of (name, parent, child, point, axis).
    """
    a, b = np.radians(40.0), np.radians(75.0)  # twists
    lengths = 0.5 * np.sin([a, b])
    t1 = np.radians(70.0)
    t2 = 2 * np.arctan(np.sin((b + a) / 2) / np.sin((b - a) / 2) / np.tan(t1 / 2))
    points, axes = [], []
    R, p = np.eye(3), np.zeros(3)
    for angle, length, twist in zip((t1, t2, -t1, -t2), (*lengths, *lengths), (a, b, a, b), strict=True):
        points.append(tuple(p))
        axes.append(tuple(R[:, 2]))
        R = R @ _about_z(angle)
        p = p + R @ (length, 0.0, 0.0)
        R = R @ _about_x(twist)
    assert np.allclose(p, 0.0, atol=1e-12) and np.allclose(R, np.eye(3), atol=1e-12)  # Denavit and Hartenberg's loop
    links = [rod(f"link_{k}", points[k], points[(k + 1) % 4], 1.0) for k in range(3)]
    model = jounce.Model("Bennett linkage").add(*links)
    carriers = ["ground", "link_0", "link_1"]
    for k in range(3):
        model.add(
            jounce.parts.Revolute(name=f"r{k}", parent=carriers[k], child=f"link_{k}", point=points[k], axis=axes[k])
        )
    return model.add(closing("r3", "link_2", "ground", points[3], axes[3]))


def _about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _about_x(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
