"""Mechanisms in space."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
from reference_mechanism import ORIGIN, Check, Mechanism, X, Z, read

from jounce.model.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.forces import Damper, Spring
from jounce.parts.joints import Fixed, Prismatic, Revolute, Spherical, Universal
from jounce.parts.laws import Linear


def spatial_slider_crank() -> Mechanism:
    """Crank and slider on crossing axes, joined by a connecting rod with a ball and a Hooke joint."""
    data = read("spatial_slider_crank")
    p = data["parameters"]
    A = np.array(p["A"])
    B = A + p["crank_length"] * np.array(Z)
    C = np.array([p["initial_slider_x"], 0.0, 0.0])
    rod_inertia, rod_products = slender((C - B) / p["conrod_length"], *p["conrod_inertia_axis_first"][:2])
    across = np.array(data["universal_axis_on_conrod"])
    model = Model("spatial slider-crank", gravity=tuple(p["gravity"]))
    model.add(
        Body(
            name="crank",
            mass=p["crank_mass"],
            centre=tuple((A + B) / 2),
            inertia=tuple(p["crank_inertia_cg_xyz"]),
        ),
        Body(name="slider", mass=p["slider_mass"], centre=tuple(C), inertia=tuple(p["slider_inertia"])),
        Body(
            name="conrod",
            mass=p["conrod_mass"],
            centre=tuple((B + C) / 2),
            inertia=rod_inertia,
            products=rod_products,
        ),
        Revolute(name="bearing", parent=GROUND, child="crank", point=tuple(A), axis=X),
        Prismatic(name="guide", parent=GROUND, child="slider", point=tuple(C), axis=X),
        Universal(
            name="hooke",
            parent="slider",
            child="conrod",
            point=tuple(C),
            axis=X,
            child_axis=tuple(across),
        ),
        Spherical(name="ball", parent="crank", child="conrod", point=tuple(B), cut=True),
    )
    spin = np.array(data["initial_conrod_angular_velocity"])
    rates = {
        "bearing.angle": data["initial_crank_speed"],
        "guide.displacement": data["initial_slider_velocity"],
        "hooke.angle": spin[0],
        "hooke.child_angle": float(spin @ across / np.linalg.norm(across)),
    }
    checks = []
    for row in data["reference"]:
        checks.append(Check("guide.displacement", row["t"], row["slider_x"] - C[0], 1e-6))
        checks.append(Check("bearing.angle", row["t"], row["crank_angle"], 1e-6))
    return Mechanism(model, rates, tuple(checks))


def flyball_governor() -> Mechanism:
    """A stiff governor: a turning shaft, a slider on it, two rods with weights, two strong springs."""
    data = read("flyball_governor")
    p = data["parameters"]
    length, width, _ = p["shaft_and_rod_box"]
    rod_mass = p["density"] * length * width**2
    axial, lateral = rod_mass * width**2 / 6, rod_mass * (length**2 + width**2) / 12
    a = p["slider_cube"]
    cube_mass = p["density"] * a**3
    at_start = radians(p["initial_rod_angle_below_horizontal_deg"])
    height = p["initial_slider_height"]
    model = Model("flyball governor", gravity=tuple(p["gravity"]))
    model.add(
        Body(
            name="shaft",
            mass=rod_mass,
            centre=(0.0, 0.0, length / 2),
            inertia=(lateral, lateral, axial),
        ),
        Body(name="slider", mass=cube_mass, centre=(0.0, 0.0, height), inertia=(cube_mass * a**2 / 6,) * 3),
        Revolute(name="spin", parent=GROUND, child="shaft", point=ORIGIN, axis=Z),
        Prismatic(name="lift", parent="shaft", child="slider", point=(0.0, 0.0, height), axis=Z),
    )
    for side, sign in (("right", 1.0), ("left", -1.0)):
        e = np.array([sign * cos(at_start), 0.0, -sin(at_start)])
        pivot = np.array([sign * p["rod_pivot_offset"], 0.0, p["rod_pivot_height"]])
        centre, end = pivot + e * length / 2, pivot + e * length
        anchor = (sign * p["slider_anchor_offset"], 0.0, height)
        inertia, products = slender(e, axial, lateral)
        link = dict(parent="slider", child=f"{side}_rod", point=anchor, child_point=tuple(centre))
        model.add(
            Body(name=f"{side}_rod", mass=rod_mass, centre=tuple(centre), inertia=inertia, products=products),
            Body(name=f"{side}_weight", mass=p["point_masses"], centre=tuple(end)),
            Revolute(  # a positive angle lowers the rod
                name=f"{side}_hinge",
                parent="shaft",
                child=f"{side}_rod",
                point=tuple(pivot),
                axis=(0.0, sign, 0.0),
            ),
            Fixed(name=f"{side}_weld", parent=f"{side}_rod", child=f"{side}_weight", point=tuple(end)),
            Spring(
                **link,
                name=f"{side}_spring",
                free_length=p["spring_free_length"],
                law=Linear(slope=p["spring_stiffness"]),
            ),
            Damper(**link, name=f"{side}_damper", law=Linear(slope=p["spring_damping"])),
        )
    checks = []
    for row in data["reference"]:
        checks.append(Check("lift.displacement", row["t"], row["slider_height"] - height, 1e-6))
        checks.append(Check("right_hinge.angle", row["t"], row["rod_angle"] - at_start, 2e-6))
        checks.append(Check("left_hinge.angle", row["t"], row["rod_angle"] - at_start, 2e-6))
        checks.append(Check("spin.angle_rate", row["t"], row["shaft_speed"], 1e-5))
    return Mechanism(model, {"spin.angle": p["initial_shaft_speed"]}, tuple(checks))


def slender(axis: np.ndarray, axial: float, lateral: float):
    """Moments and positive products of a body of revolution about the unit vector `axis`."""
    tensor = lateral * np.eye(3) + (axial - lateral) * np.outer(axis, axis)
    xx, yy, zz = (float(tensor[k, k]) for k in range(3))
    products = (-float(tensor[0, 1]), -float(tensor[1, 2]), -float(tensor[2, 0]))
    return (xx, yy, zz), products
