"""A body shell of finite elements: made, checked, and reduced to the shapes that a model needs.

Objective: see what a file of finite elements holds, and what is left of it after Craig-Bampton.
Model: beams of sheet steel where a small car has its rails, sills, pillars and cross members; thin diagonals stand for
panels and weigh as much. It is the shell of no car: sections are estimates that put its first modes near those of cars.
What to look for: four frames have 24 freedoms, 6 of which move the shell as a whole; so 18 static shapes are exact for
loads at the frames, and modes with the frames held add what the shell does between them.
"""

from dataclasses import replace

import numpy as np

from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.files.plain_body import read_plain_body, write_plain_body
from jounce.elastic.files.reduced_file import write_reduced_body
from jounce.elastic.finite_elements import Declared, ModalDamping
from jounce.elastic.frame_elements import Frame, FrameSection
from jounce.elastic.reduced_body import reduced_body

STEEL = {"E": 206e9, "G": 79e9, "density": 7850.0}
LEFT = {  # m, in vehicle axes from the ground below the front axle; the right side is its mirror image
    "rail_end": (0.55, 0.45, 0.45),
    "rail": (0.0, 0.45, 0.45),
    "front": (0.0, 0.52, 0.85),  # top of the strut
    "sill_a": (-0.45, 0.70, 0.30),
    "cowl": (-0.45, 0.70, 0.90),
    "roof_a": (-1.05, 0.58, 1.38),
    "sill_b": (-1.45, 0.72, 0.30),
    "belt_b": (-1.45, 0.72, 0.90),
    "roof_b": (-1.45, 0.58, 1.40),
    "sill_c": (-2.10, 0.70, 0.32),
    "belt_c": (-2.25, 0.68, 0.92),
    "roof_c": (-2.35, 0.55, 1.36),
    "rear": (-2.25, 0.55, 0.75),  # top of the damper
    "rear_rail": (-2.25, 0.50, 0.42),
    "rear_end": (-2.80, 0.48, 0.45),
    "tail": (-2.80, 0.60, 0.90),
}
ALONG = (
    *(("rail_end", "rail"), ("rail", "sill_a"), ("rail", "front"), ("front", "cowl"), ("sill_a", "cowl")),
    *(("cowl", "roof_a"), ("sill_a", "sill_b"), ("sill_b", "sill_c"), ("sill_b", "belt_b"), ("belt_b", "roof_b")),
    *(("roof_a", "roof_b"), ("roof_b", "roof_c"), ("sill_c", "rear_rail"), ("sill_c", "belt_c"), ("belt_c", "roof_c")),
    *(("rear_rail", "rear"), ("rear", "belt_c"), ("rear_rail", "rear_end"), ("rear_end", "tail"), ("tail", "belt_c")),
)
ACROSS = (
    *("rail_end", "sill_a", "cowl", "roof_a", "sill_b", "roof_b"),
    *("sill_c", "roof_c", "rear_rail", "rear_end", "tail", "rear"),
)
PANELS = (("sill_a", "cowl"), ("sill_a", "sill_b"), ("sill_b", "sill_c"), ("roof_a", "roof_b"), ("roof_b", "roof_c"),
          ("sill_c", "rear_rail"), ("rear_rail", "rear_end"), ("rear", "belt_c"))  # fmt: skip


def tube(height: float, width: float, sheet: float) -> FrameSection:
    """A closed box of thin sheet; torsion by Bredt, 4 A^2 t / circumference."""
    h, w, t = height, width, sheet
    Iy = w * h**3 / 12 - (w - 2 * t) * (h - 2 * t) ** 3 / 12
    Iz = h * w**3 / 12 - (h - 2 * t) * (w - 2 * t) ** 3 / 12
    return FrameSection(area=2 * t * (h + w - 2 * t), Iy=Iy, Iz=Iz, J=4 * (h * w) ** 2 * t / (2 * (h + w)), **STEEL)


def shell() -> Frame:
    """The shell as a frame: left side, right side, and what joins them."""
    left = np.array(list(LEFT.values()))
    nodes = np.vstack([left, left * [1, -1, 1]])
    at, right = {name: k for k, name in enumerate(LEFT)}, len(LEFT)
    beam, thin = tube(0.06, 0.05, 0.0014), replace(tube(0.03, 0.03, 0.0008), density=5 * STEEL["density"])
    pieces = [(at[a] + side, at[b] + side) for side in (0, right) for a, b in ALONG]
    pieces += [(at[name], at[name] + right) for name in ACROSS]
    sections = [beam] * len(pieces)
    pieces += [pair for a, b in PANELS for pair in ((at[a], at[b] + right), (at[b], at[a] + right))]
    sections += [thin] * (len(pieces) - len(sections))
    return Frame(nodes=nodes, pieces=pieces, sections=sections, up=(0.31, 0.17, 0.93))  # along no piece


frames = {f"{end}_{side}": list(LEFT).index(end) + k * len(LEFT)
          for end in ("front", "rear") for k, side in enumerate(("left", "right"))}  # fmt: skip
body = shell().body("body shell", frames, damping=ModalDamping(ratio=0.02), declared=Declared(mass=166.1))
write_plain_body(body, "body_shell.npz")

reduction = reduce_body(read_plain_body("body_shell.npz"), modes=4)
print(f"mass {reduction.properties.mass:.1f} kg, {len(body.freedoms)} rows become {len(reduction.squares)} shapes")
print("free shell, Hz:", ", ".join(f"{f:.2f}" for f in reduction.free[:6]))
print("frames held, Hz:", ", ".join(f"{f:.2f}" for f in reduction.fixed))
write_reduced_body(reduced_body(reduction), "body_shell_reduced.h5")
