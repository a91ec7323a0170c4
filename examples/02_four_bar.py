"""A four-bar linkage: a loop, its redundant rows, and its energy.

Objective: close a loop, keep a model in a file, judge a run by its gap and its energy balance.

Model: crank AB, coupler BC and rocker CD between the ground pivots A and D, moving in the plane
y = 0. A spring pulls the rocker at C. Hinges A, B and C carry one body each; D closes the loop.
"""

from math import dist

import jounce

A, B, C, D = (0, 0, 0), (0, 0, 0.10), (0.35, 0, 0.25), (0.30, 0, 0)  # m, design position
ANCHOR, STIFFNESS, FREE_LENGTH = (0.60, 0, 0.25), 400.0, 0.15  # m, N/m, m
Y = (0, 1, 0)


def bar(name, mass, p, q):
    """A uniform rod from p to q; in plane motion only its moment about y acts."""
    moment = mass * dist(p, q) ** 2 / 12
    centre = tuple((a + b) / 2 for a, b in zip(p, q, strict=True))
    return jounce.parts.Body(name=name, mass=mass, centre=centre, inertia=(moment / 2, moment, moment / 2))


model = jounce.Model("four-bar linkage")
model.add(
    bar("crank", 0.5, A, B),
    bar("coupler", 1.9, B, C),
    bar("rocker", 1.3, C, D),
    jounce.parts.Revolute(name="A", parent="ground", child="crank", point=A, axis=Y),
    jounce.parts.Revolute(name="B", parent="crank", child="coupler", point=B, axis=Y),
    jounce.parts.Revolute(name="C", parent="coupler", child="rocker", point=C, axis=Y),
    jounce.parts.Revolute(name="D", parent="ground", child="rocker", point=D, axis=Y, cut=True),
    jounce.parts.Spring(
        name="spring",
        parent="ground",
        child="rocker",
        point=ANCHOR,
        child_point=C,
        free_length=FREE_LENGTH,
        law=jounce.parts.laws.Linear(slope=STIFFNESS),
    ),
)

# A model is plain data. Written to a file and read again, it is the same to the last bit.
again = jounce.load(model.save("four_bar.toml"))
assert again == model

# Run.
run = jounce.simulate(again, "3 s")

# What to look for: the fourth hinge has five rows, but two are enough in a plane. The other three repeat
# what A, B and C already enforce. They are found, switched off and monitored.
print(again.summary())
print()

# Nothing dissipates energy here, so motion, height and spring exchange it without loss.
stretch = run["spring.length"] - FREE_LENGTH
energy = run["energy.kinetic"] + run["energy.potential"] + STIFFNESS * stretch**2 / 2
print(f"energy drift  {abs(energy - energy[0]).max():.1e} J of {run['energy.kinetic'].max():.2f} J in motion")
print(f"loop gap      {run.metadata['constraint_gap']:.1e} m")

run.plot("A.angle", "C.angle", "spring.force", path="four_bar.png")
