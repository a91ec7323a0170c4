"""A model as one Python file that needs NumPy alone."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jounce.export.exported_model import ExportedModel, ExportedNumber
from jounce.native.source_code.numpy_source import numpy_number, numpy_support, write_numpy_kernel
from jounce.simulation.integrators.run_method import GAP_TOLERANCE, MAX_CORRECTIONS

HEAD = '''"""Equations of motion, exported by jounce. SI units, ISO 8855 axes. Needs NumPy alone.

Model: {title}

    equations = Equations()                      # with the values of the model
    rates = equations.rates(START)               # of all states
    many = Equations(values=sets)                # sets: one row of values for each parameter set
    many.rates(START)                            # a row of rates for each
    by_state, by_inputs = many.jacobian(START)[:2]

STATE, INPUT, VALUE and CHANNEL say by name where a number lies; the tables at the end of this file say what it is.
{notes}"""

from math import perm

import numpy as np


'''

CLASS = '''
def level_road(x, y, t, a, b, p):
    """Height, slopes along x and y, and friction of a level road; a, b, p: half axes and exponent of a cam."""
    nothing = np.zeros(np.broadcast(x, y).shape)
    return nothing, nothing, nothing, nothing + 1.0


class Equations:
    """Equations with their numbers. Axes before the last are a batch: of values, of states, or of both."""

    def __init__(self, values=None, inputs=None, modes=None, tables=None, road=level_road, batch=None):
        self.values = np.asarray(VALUES if values is None else values, float)
        self.inputs = np.array(INPUTS if inputs is None else inputs, float)
        self.modes = np.asarray(MODES if modes is None else modes, float)
        self.tables = np.asarray(TABLES if tables is None else tables, float)
        self.road = road
        self.batch = np.broadcast_shapes(self.values.shape[:-1], self.inputs.shape[:-1], batch or ())
        self.work = np.zeros((*self.batch, SIZES["work"] + 1))
        for name in KERNELS:
            self._call(globals()[f"{name}_setup"], np.zeros(SIZES["state"]), 1, self.work)

    def _call(self, kernel, state, size, work):
        state = np.asarray(state, float)
        if np.broadcast_shapes(state.shape[:-1], self.batch) != self.batch:
            raise ValueError(f"states of shape {state.shape} do not fit a batch of shape {self.batch}: give batch=")
        out = np.zeros((*self.batch, max(size, 1)))
        kernel(state, self.inputs, self.modes, self.values, self.tables, self.road, out, work)
        return out[..., :size]

    def rates(self, state):
        """Rates of all states."""
        return self._call(rhs_run, state, SIZES["state"], self.work)

    def gap(self, state):
        """Gaps of the loops, then their rates."""
        return self._call(gap_run, state, SIZES["gap"] + SIZES["rate_gap"], self.work)

    def closed(self, state, most=@CORRECTIONS@):
        """The nearest state, weighted by mass, whose loops are closed."""
        if SIZES["gap"] + SIZES["rate_gap"] == 0:
            return state
        for _ in range(most):
            self.rates(state)
            if np.abs(self.gap(state)).max() <= @TOLERANCE@:
                return state
            state = self._call(correct_run, state, SIZES["state"], self.work)
        raise ArithmeticError(f"the loops stay open by {np.abs(self.gap(state)).max():.3g}")

    def channels(self, state):
        """All channels; CHANNEL says where each lies."""
        return self._call(observe_run, state, SIZES["channels"], self.work)

    def matrices(self, state):
        """M, forces f, rows J of loops and of friction, and gamma, g and gd of the loops: M a = f - J^T mu."""
        out = self._call(matrices_run, state, SIZES["matrices"], self.work)
        n, m, r = SIZES["speeds"], SIZES["rows"], SIZES["all_rows"]
        shapes = {"M": (n, n), "f": (n,), "J": (r, n), "gamma": (m,), "g": (m,), "gd": (m,)}
        found, at = {}, 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            found[name] = out[..., at : at + size].reshape(*self.batch, *shape)
            at += size
        return found
'''

JACOBIAN = '''
    def jacobian(self, state):
        """Derivatives of all rates by controlled states, by inputs, and by the values in SENSITIVITY; exact."""
        S, C, I, N, F = (SIZES[name] for name in ("state", "controlled", "inputs", "speeds", "first_speed"))
        R, L, X = SIZES["all_rows"], SIZES["rows"], C + I + len(SENSITIVITY)
        work = np.zeros((*self.batch, SIZES["slope_work"] + 1))
        work[..., :N] = self.rates(state)[..., F : F + N]
        work[..., N : N + R] = self.work[..., SIZES["multipliers"] : SIZES["multipliers"] + R]
        self._call(slopes_setup, state, 1, work)
        dense = np.zeros((*self.batch, S + 3 * R, X + R))
        dense[..., SLOPE_ROWS, SLOPE_COLUMNS] = self._call(slopes_run, state, len(SLOPE_ROWS), work)
        dense = np.concatenate([dense[..., : C + I], dense[..., C + I + R :], dense[..., C + I : C + I + R]], -1)
        found, on = self.matrices(state), self.modes[..., :R, None]
        switched = on * found["J"]
        K = np.zeros((*self.batch, N + R, N + R))
        K[..., :N, :N], K[..., N:, :N], K[..., :N, N:] = found["M"], switched, np.swapaxes(switched, -1, -2)
        K[..., N:, N:] = on * np.eye(R) - np.eye(R)
        a = self.values[..., SIZES["stabilisation"], None, None]
        by_acceleration, by_rate, by_gap = (dense[..., S + k * R : S + (k + 1) * R, :X] for k in range(3))
        by_gap = np.concatenate([by_gap[..., :L, :], 0.0 * by_gap[..., L:, :]], -2)
        opening = on * (by_acceleration + a * (2.0 * by_rate + a * by_gap))
        change = -np.linalg.solve(K, np.concatenate([dense[..., F : F + N, :X], opening], -2))
        slopes = dense[..., :S, :X] + dense[..., :S, X:] @ (on * change[..., N:, :])
        slopes[..., F : F + N, :] = change[..., :N, :]
        return slopes[..., :C], slopes[..., C : C + I], slopes[..., C + I :]
'''

NUMBERS = '''

def values_of_numbers(numbers):
    """Values of the parts from the numbers of the vehicle's file: NUMBERS, or rows like it; NUMBER says which."""
    numbers = np.asarray(numbers, float)
    values = np.zeros((*numbers.shape[:-1], SIZES["values"]))
    work = np.zeros((*numbers.shape[:-1], @WORK@))
    for kernel in (numbers_setup, numbers_run):
        kernel(numbers, None, None, None, None, None, values, work)
    return values
'''


def python_file_of_model(model: ExportedModel) -> dict[str, str]:
    """Text by file name."""
    notes = "".join(f"{_one_line(note)}.\n" for note in model.notes)
    head = HEAD.replace("{title}", _one_line(model.title)).replace("{notes}", notes)
    kernels = [write_numpy_kernel(program, name) for name, program in model.programs.items()]
    code = CLASS.replace("@CORRECTIONS@", str(MAX_CORRECTIONS))
    code = code.replace("@TOLERANCE@", repr(GAP_TOLERANCE))
    sizes = dict(model.sizes)
    data = [f"KERNELS = {tuple(model.programs)!r}"]
    if model.slopes is not None:
        kernels.append(write_numpy_kernel(model.slopes.program, "slopes"))
        code += JACOBIAN
        sizes["slope_work"] = model.slope_work
        data += [f"SLOPE_ROWS = np.array({list(model.slopes.rows)})"]
        data += [f"SLOPE_COLUMNS = np.array({list(model.slopes.columns)})"]
        data += [f"SENSITIVITY = {model.sensitivity!r}  # values by which rates are derived"]
    if model.file_numbers is not None:
        own = model.file_numbers
        kernels.append(write_numpy_kernel(own.program, "numbers"))
        code += NUMBERS.replace("@WORK@", str(own.program.work_size + 1))
        listed = zip(own.paths, own.units, own.vector.tolist(), strict=True)
        numbers = [ExportedNumber(k, path, unit, value) for k, (path, unit, value) in enumerate(listed)]
        data += [_array("NUMBERS", own.vector), _places("NUMBER", numbers)]
    data.append(f"SIZES = {sizes!r}")
    for name, group in (("START", "state"), ("INPUTS", "inputs"), ("MODES", "modes"), ("VALUES", "values")):
        data.append(_array(name, model.arrays[group]))
    data.append(_array("TABLES", model.arrays["tables"]))
    for name, group in (("STATE", "state"), ("INPUT", "inputs"), ("VALUE", "values"), ("CHANNEL", "channels")):
        data.append(_places(name, model.numbers[group]))
    body = "\n".join([numpy_support(), "", *kernels])
    return {f"{model.prefix}.py": head + body + code.lstrip("\n") + "\n\n" + "\n".join(data) + "\n"}


def _one_line(text: str) -> str:
    """A text of users within a docstring or a comment."""
    plain = "".join(c if c.isprintable() and c not in '\\"' else "?" for c in " ".join(text.split()))
    return plain


def _array(name: str, numbers: np.ndarray) -> str:
    texts = [numpy_number(number) for number in numbers.tolist()]
    rows = [", ".join(texts[k : k + 6]) for k in range(0, len(texts), 6)]
    inside = "".join(f"\n    {row}," for row in rows)
    return f"{name} = np.array([{inside}\n], float)"


def _places(name: str, numbers: Iterable[ExportedNumber]) -> str:
    """A dictionary from name to place; the first of several numbers of one name counts, as the value of an input."""
    lines = [f"{name} = {{"]
    known: set[str] = set()
    for each in numbers:
        value = "" if each.value is None else f" = {each.value:.9g}"
        comment = _one_line(f"{value} {each.unit}{'; ' + each.meaning if each.meaning else ''}".strip())
        if each.name in known:
            lines.append(f"    # {each.place}: {comment}")
        else:
            lines.append(f"    {each.name!r}: {each.place},  # {comment}")
        known.add(each.name)
    return "\n".join([*lines, "}"])
