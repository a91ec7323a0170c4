"""The equations of a double pendulum, to read and to run on their own.

Objective: see what jounce integrates, as a textbook would print it, and take it along as a program of its own.

Model: two bars on hinges, hanging down. The second angle is relative to the first bar.
"""

import sys
from pathlib import Path

import numpy as np

import jounce

model = jounce.Model("double pendulum")
model.add(
    jounce.parts.Body(name="upper", mass="1 kg", centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01)),
    jounce.parts.Body(name="lower", mass="2 kg", centre=(0, 0, -1.4), inertia=(0.2, 0.2, 0.02)),
    jounce.parts.Revolute(name="shoulder", parent="ground", child="upper", point=(0, 0, 0), axis=(0, 1, 0)),
    jounce.parts.Revolute(name="elbow", parent="upper", child="lower", point=(0, 0, -1), axis=(0, 1, 0)),
)

# To read: LaTeX, and a page for the browser with every letter explained.
written = jounce.export.written_equations(model)
for formula in written.formulas():
    print(formula)
for name, note in written.symbols():
    if note.value is not None:
        print(f"  {name.plain:6} {note.value:5g} {note.unit:7} {note.meaning}")
jounce.write_equations(model, "equations", formats="html", replace=True)

# To run: a Python file that needs NumPy alone; `formats="c"` writes the same as C, with a main that prints CSV.
jounce.write_equations(
    model, "equations", formats="python", name="two_bars", start={"elbow.angle": "20 deg"}, replace=True
)
sys.path.insert(0, str(Path("equations")))
import two_bars  # noqa: E402

# What to look for: both programs give the same numbers, and a thousand masses take one call.
ready = jounce.prepare(model, start={"elbow.angle": "20 deg"})
ours, theirs = ready.workspace().rhs(ready.state), two_bars.Equations().rates(two_bars.START)
print(f"largest difference of the rates: {np.abs(ours - theirs).max():.1g}")

sets = np.tile(two_bars.VALUES, (1000, 1))
sets[:, two_bars.VALUE["bodies.lower.mass"]] = np.linspace(0.5, 5.0, 1000)
by_state, _, _ = two_bars.Equations(values=sets).jacobian(0.0 * two_bars.START)  # hanging down, at rest
frequencies = np.sort(np.abs(np.linalg.eigvals(by_state).imag), axis=1)[:, [1, 3]] / (2 * np.pi)
print("lower mass   slow mode   fast mode")
for k in (0, 499, 999):
    mass, (slow, fast) = sets[k, two_bars.VALUE["bodies.lower.mass"]], frequencies[k]
    print(f"{mass:7.2f} kg {slow:8.3f} Hz {fast:8.3f} Hz")
