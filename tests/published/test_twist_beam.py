"""Twist beams next to closed forms, and next to a solver for two arms on balls that share a line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.simulation.loops.pose import motions
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.held_axle import prepare_held_axle

DATA = json.loads((Path(__file__).parent / "data" / "twist_beam.json").read_text())
BUSH, WHEEL = (np.array(DATA["geometry"][f"{name}_left"]) for name in ("bush", "wheel_centre"))
ABOVE = [0.15, 0.0, 0.34]  # shear centre between bushes and wheels, above them
SPRING = '[axles.rear.spring]\nlaw = "20 N/mm"\npreload = "0 N"\n'
SECTION = 'shear_modulus = "79.3 GPa"\ntorsion_constant = "12000 mm^4"\nlength = 1.1'


def beam(shear_centre, wheel=WHEEL, bush=BUSH, section: str = SECTION, more: str = "") -> jounce.Vehicle:
    head = (
        'format = 1\nkind = "vehicle"\nname = "axle"\n[axles.rear]\ntemplate = "twist_beam"\n[axles.rear.hardpoints]\n'
    )
    points = f"pivot = {list(map(float, bush))}\nwheel_centre = {list(map(float, wheel))}\n"
    points += f"shear_centre = {list(shear_centre)}\nspring_top = [0.0, 0.6, 0.6]\nspring_bottom = [0.0, 0.6, 0.3]\n"
    tables = f"{section and '[axles.rear.twist_beam]'}\n{section}\n{more}[axles.rear.tyre]\nradius = 0.3\n"
    return jounce.load(f"{head}{points}{tables}")  # type: ignore[return-value]


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["name"])
def test_rates_in_roll_are_those_of_an_axis_through_bush_and_shear_centre(case):
    """Of a roll of the axle; the body rolls against it, so that its figures have the other sign."""
    found = jounce.run(beam(case["shear_centre"]), "wheel-travel", travel=(-0.01, 0.01), points=3).metrics
    figures = [found[f"rear.{name}"].value for name in ("roll_steer", "roll_camber", "roll_centre_height")]
    steer, camber = case["roll_steer_of_wheel_rad_per_rad"], case["roll_camber_relative_to_body_rad_per_rad"]
    assert figures == pytest.approx([-steer, -camber, case["roll_centre_height_above_ground"]], abs=1e-12)


def test_torsion_of_the_beam_gives_the_roll_stiffness_of_its_section():
    """K = G J t^2/(L_a^2 L_b) with the beam on the line of the bushes; elsewhere arms twist it n_y/(n x r)_z as far:
    n along bush and shear centre, r from bush to wheel."""
    example = DATA["roll_stiffness_example"]
    half, arm = 0.5 * example["t"], example["La"]
    stiffness = example["G"] * example["J"] / example["Lb"]
    for bush, centre in (([arm, 0.55, 0.3], [arm, 0.0, 0.3]), (list(BUSH), ABOVE)):
        wheel = [0.0, half, 0.3]
        rate = {
            section: jounce.run(beam(centre, wheel, bush, section, SPRING), "compliance", axle="rear").metrics
            for section in (SECTION, "stiffness = 0.0")
        }
        found = rate[SECTION]["rear.roll_rate"].value - rate["stiffness = 0.0"]["rear.roll_rate"].value
        n, r = np.subtract(centre, bush), np.subtract(wheel, bush)
        twist = 2.0 * n[1] / np.cross(n, r)[2]  # per travel of either wheel
        assert found == pytest.approx(stiffness * (twist * half) ** 2, rel=1e-9)
    assert stiffness * (2.0 * half / arm) ** 2 == pytest.approx(example["K_Nm_per_rad"], rel=1e-12)


def turned(w: np.ndarray) -> np.ndarray:
    """Rotation by a vector, complex for derivatives. [Rodrigues]"""
    angle = np.sqrt(w @ w + 1e-300)
    x, y, z = w
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) / angle * K + (1 - np.cos(angle)) / angle**2 * K @ K


def gaps(q: np.ndarray, heights: tuple[float, float]) -> np.ndarray:
    """Of both arms, each turned about its bush: the line of one has to be that of the other, the wheels lie high."""
    line, at, found = [], [], []
    for w, side, height in ((q[:3], 1.0, heights[0]), (q[3:], -1.0, heights[1])):
        R, bush = turned(w), BUSH * [1.0, side, 1.0]
        line.append(R @ [0.0, 1.0, 0.0])
        at.append(bush + R @ (np.array(ABOVE) - bush))
        found.append((R @ ((WHEEL - BUSH) * [1.0, side, 1.0]))[2] + BUSH[2] - WHEEL[2] - height)
    across, offset = line[1], at[1] - at[0]
    return np.array(
        [*found, across @ [1, 0, 0] - line[0][0], across[2] - line[0][2], *np.cross(line[0], offset)[[0, 2]]]
    )


def test_finite_positions_are_those_of_two_arms_whose_lines_stay_one():
    """Also with one wheel up and the other down, where a hinge in the beam would have locked."""
    model = beam(ABOVE).axle_model("rear")
    ready = prepare_held_axle(model)
    for heights in ((0.05, 0.05), (0.06, -0.06), (0.05, -0.02)):
        q = np.full(6, 1e-9)
        for share in np.linspace(0.1, 1.0, 10):
            there = (share * heights[0], share * heights[1])
            for _ in range(8):
                J = np.array([gaps(q + 1e-30j * unit, there).imag / 1e-30 for unit in np.eye(6)]).T
                q = q - np.linalg.solve(J, gaps(q, there).real)
        path = {c.travel: np.linspace(0.0, z, 9) for c, z in zip(model.corners.values(), heights, strict=True)}
        state = sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[-1]
        placed = motions(ready.mechanism, ready.layout, state)
        for w, side in ((q[:3], "left"), (q[3:], "right")):
            R = np.array(placed[ready.mechanism.index(f"rear_{side}.arm")].R)
            assert np.abs(R - turned(w)).max() < 1e-11


@pytest.mark.parametrize(
    ("section", "where", "said"),
    [
        ("", "axles.rear.twist_beam", "missing"),
        ("damping = 1.0", "axles.rear.twist_beam", "no section"),
        (
            'stiffness = "5 N m/deg"\ntorsion_constant = "12000 mm^4"\nlength = 1.1',
            "axles.rear.twist_beam",
            "stiffness and",
        ),
        ('torsion_constant = "12000 mm^4"', "axles.rear.twist_beam.length", "missing"),
    ],
)
def test_a_beam_without_one_statement_of_its_torsion_is_refused(section, where, said):
    with pytest.raises(ModelError) as caught:
        beam(ABOVE, section=section)
    (problem,) = caught.value.problems
    assert problem.where == where and said in problem.what


def test_a_beam_belongs_to_the_layout_that_twists():
    text = Path(jounce.__file__).with_name("model").joinpath("library", "watt_axle.toml").read_text()
    with pytest.raises(ModelError) as caught:
        jounce.load(f'{text}\n[axles.rear.twist_beam]\nstiffness = "5 N m/deg"\n')
    (problem,) = caught.value.problems
    assert problem.where == "axles.rear.twist_beam" and "watt_axle" in problem.what and "twist_beam" in problem.help
