"""Equations to be read are those of the engine, those of textbooks, and as short."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from latex_numbers import latex_sides
from scipy.interpolate import PchipInterpolator

import jounce
from jounce.equations.written.latex import Latex, latex_letter
from jounce.equations.written.mathml import MathML
from jounce.equations.written.tree import tree_cost
from small_mechanisms import double_pendulum, pendulum, planar_quarter_car, spinning_top, swinging_beam

MODELS = {
    "pendulum": pendulum,
    "double pendulum": double_pendulum,
    "quarter car": planar_quarter_car,
    "top": spinning_top,
    "beam": swinging_beam,
    "four-bar": lambda: jounce.load("four_bar"),
}
# the pendulum of [Landau 1976, section 5]; the planar elbow manipulator of [Spong, Hutchinson, Vidyasagar 2006,
# chapter 7], whose second angle is relative to the first; the quarter car of [Rajamani 2012, chapter 10], with weight
TEXTBOOK = {
    "pendulum": [r"m l^2 \ddot{\varphi} = -m g l \sin \varphi"],
    "double pendulum": [
        r"\left(m_1 s^2 + m_2 \left(l_1^2 + l_2^2 + 2 l_1 l_2 \cos \varphi_2\right) + I_1 + I_2\right) \ddot{\varphi}_1"
        r" + \left(m_2 \left(l_2^2 + l_1 l_2 \cos \varphi_2\right) + I_2\right) \ddot{\varphi}_2"
        r" = m_2 l_1 l_2 \sin \varphi_2 \dot{\varphi}_2^2"
        r" + 2 m_2 l_1 l_2 \sin \varphi_2 \dot{\varphi}_1 \dot{\varphi}_2"
        r" - \left(m_1 s + m_2 l_1\right) g \sin \varphi_1 - m_2 l_2 g \sin\left(\varphi_1 + \varphi_2\right)",
        r"\left(m_2 \left(l_2^2 + l_1 l_2 \cos \varphi_2\right) + I_2\right) \ddot{\varphi}_1"
        r" + \left(m_2 l_2^2 + I_2\right) \ddot{\varphi}_2"
        r" = -m_2 l_1 l_2 \sin \varphi_2 \dot{\varphi}_1^2 - m_2 l_2 g \sin\left(\varphi_1 + \varphi_2\right)",
    ],
    "quarter car": [
        r"m_1 \ddot{z}_1 = -k_1 \left(z_1 - z_2 - \delta_1\right) - c \left(\dot{z}_1 - \dot{z}_2\right) - m_1 g",
        r"m_2 \ddot{z}_2 = k_1 \left(z_1 - z_2 - \delta_1\right) + c \left(\dot{z}_1 - \dot{z}_2\right)"
        r" - k_2 \left(z_2 - \delta_2\right) - m_2 g",
    ],
}


def letters_in(formula):
    """How much there is to read."""
    plain = re.sub(r"\\(left|right|frac|dot|ddot|quad)\b", "", formula)
    return len(re.findall(r"\\[a-z]+|(?<![_a-zA-Z\\])[a-zA-Z]", plain))


class AtState:
    """Numbers of all letters at a random state of the engine whose loops are closed."""

    def __init__(self, model, written, seed):
        rng = np.random.default_rng(seed)
        ready = jounce.prepare(model, integrator=None)
        work, layout = ready.workspace(), ready.layout
        state = ready.state.copy()
        if not layout.sizes["rows"]:
            state += rng.normal(size=state.size) * 0.2
            for offsets in layout.quaternions:
                state[offsets] /= np.linalg.norm(state[offsets])
        else:
            first = next(iter(layout.coordinates))
            start, turning = {first: 0.3 * rng.normal()}, {first: 2.0}
            state = jounce.prepare(model, start, turning, integrator=None).state.copy()
        rates, mu = work.rhs(state), work.multipliers()
        self.numbers = {"time": 0.0} | {
            key: note.value for key, note in written.notes.items() if note.value is not None
        }
        for kind, places in (("coordinates", layout.coordinates), ("speeds", layout.speeds)):
            for name, place in places.items():
                self.numbers[kind, name] = state[place]
                self.numbers["rate", kind, name] = rates[place]
                self.numbers["acceleration", name] = rates[place]
        self.numbers |= {("multiplier", name): -mu[place] for name, place in layout.rows.items()}
        for part in model.inputs:
            for order in range(3):
                self.numbers["input", part.name, order] = work.inputs[layout.inputs[part.name] + order]
        self.model = model

    def letters(self, written):
        """By LaTeX; definitions are worked out from their own formulas, the last first."""
        known = {latex_letter(name): self.numbers[key] for key, name in written.names.items() if key in self.numbers}
        for number, offset in enumerate(written.tables, 1):
            law = next(part.law for part in self.model.forces if f"forces.{part.name}.law" == written.tables[offset])
            known[f"T_{{{number}}}"] = PchipInterpolator(law.x, law.y)
        waiting = {latex_letter(written.names[e.left.key]): e for e in written.definitions}
        while waiting:
            ready = [name for name, e in waiting.items() if not ({*waiting} & names_in(Latex(written)(e.right)))]
            assert ready, "definitions go in circles"
            for name in ready:
                known[name] = latex_sides(f"x = {Latex(written)(waiting.pop(name).right)}", known | {"x": 0.0})[1]
        return known


def names_in(formula):
    return {*re.findall(r"(?:\\d+ot\{)?\\?[A-Za-z]+\}?(?:_\{[^}]*\}|_\w)?", formula)}


@pytest.mark.parametrize("name", MODELS)
def test_written_equations_hold_for_the_accelerations_and_reactions_of_the_engine(name):
    """As a reader of their LaTeX understands them: some hundred roundings of terms that nearly cancel."""
    model = MODELS[name]()
    written = jounce.export.written_equations(model)
    latex = Latex(written)
    for seed in range(3):
        letters = AtState(model, written, seed).letters(written)
        for equation in (*written.motion, *written.rates, *written.loops):
            left, right = latex_sides(latex.equation(equation), letters)
            parts = [
                abs(latex_sides(f"x = {latex.terms([term])}", letters | {"x": 0.0})[1]) for term in terms_of(equation)
            ]
            assert abs(left - right) <= 1e-11 * max(1.0, *parts), (name, equation.about)


def terms_of(equation):
    for side in (equation.left, equation.right):
        yield from getattr(side, "terms", (side,)) if hasattr(side, "terms") or hasattr(side, "factors") else ()


@pytest.mark.parametrize("name", TEXTBOOK)
def test_equations_are_those_of_a_textbook_and_no_longer(name):
    model = MODELS[name]()
    written = jounce.export.written_equations(model)
    letters = AtState(model, written, 1).letters(written)
    ours = [latex for latex in written.formulas() if not latex.startswith("M")]
    for theirs in TEXTBOOK[name]:
        left, right = latex_sides(theirs, letters)
        assert left == pytest.approx(right, rel=1e-10), theirs
    assert letters_in("".join(written.formulas())) <= letters_in("".join(TEXTBOOK[name])), ours


def test_a_free_body_obeys_euler_s_equations_letter_by_letter():
    """[Landau 1976, section 36, eq. 36.5], with the moment of the weight about the centre of mass, which is none."""
    assert jounce.export.written_equations(spinning_top()).formulas()[:3] == [
        r"I_x \dot{\omega}_x = \left(I_y - I_z\right) \omega_y \omega_z",
        r"I_y \dot{\omega}_y = \left(I_z - I_x\right) \omega_x \omega_z",
        r"I_z \dot{\omega}_z = \left(I_x - I_y\right) \omega_x \omega_y",
    ]


def test_about_its_equilibrium_the_quarter_car_is_the_one_of_every_book():
    """Without weight, and with springs whose free lengths are those of the design position, nothing else is left."""
    written = jounce.export.written_equations(planar_quarter_car(gravity=0.0, spring=0.3, tyre=0.3))
    assert written.formulas() == [
        r"m_1 \ddot{z}_1 = c \left(\dot{z}_2 - \dot{z}_1\right) + k_1 \left(z_2 - z_1\right)",
        r"m_2 \ddot{z}_2 = c \left(\dot{z}_1 - \dot{z}_2\right) + k_1 \left(z_1 - z_2\right) - k_2 z_2",
    ]


@pytest.mark.parametrize("name", ["double pendulum", "four-bar", "beam"])
def test_the_page_shows_the_same_letters_in_the_same_order_and_loads_nothing(name):
    written = jounce.export.written_equations(MODELS[name]())
    latex, mathml = Latex(written), MathML(written)
    for equations in written.groups.values():
        for equation in equations:
            shown = "".join(ElementTree.fromstring(mathml.equation(equation).replace("&#x2062;", "")).itertext())
            for word in ("φ", "λ", "δ", "ℓ"):
                shown = shown.replace(word, {"φ": "varphi", "λ": "lambda", "δ": "delta", "ℓ": "ell"}[word])
            text = re.sub(r"\\left|\\right|\\d?dot|\\frac|\\sqrt|[\\{}()_^ ]|\\quad", "", latex.equation(equation))
            assert re.sub(r"[˙¨\u2061() ]", "", shown) == text
    page = written.html()
    assert not re.search(r"(?i)<script|https?://|src=|@import|url\(", page)
    for _, note in written.symbols():
        assert note.meaning and note.meaning in page


def test_names_of_users_are_text_wherever_they_are_shown():
    model = jounce.Model("50 % <b>& \\input{x}")
    model.add(
        jounce.parts.Body(name="bob_1", mass=1.0, centre=(0, 0, -1)),
        jounce.parts.Revolute(name="hinge", parent="ground", child="bob_1", point=(0, 0, 0), axis=(0, 1, 0)),
    )
    written = jounce.export.written_equations(model)
    assert "<b>" not in written.html() and "50 % &lt;b&gt;&amp;" in written.html()
    assert r"\section*{50 \% <b>\& \textbackslash{}input\{x\}}" in written.latex()
    assert r"bodies.bob\_1.mass" in written.latex()


def test_a_model_that_nobody_would_read_is_refused_with_the_number_of_its_terms():
    with pytest.raises(jounce.ModelError, match=r"at least \d+ terms in one formula") as refused:
        jounce.export.written_equations(jounce.load("quarter_car"))
    assert "formats python and c can be written for any model" in str(refused.value)


def test_costs_count_letters():
    """The measure by which forms are compared: m g l sin(phi) has five, and a factor 2 one more."""
    written = jounce.export.written_equations(pendulum())
    assert tree_cost(written.motion[0].right) == 5
    assert math.isclose(written.terms, 2)


def test_the_docs_print_what_their_first_command_writes():
    """The library's pendulum is level at zero angle; that of the textbook hangs."""
    page = (Path(__file__).parents[2] / "docs/howto/equations.md").read_text("utf-8")
    assert "jounce equations pendulum" in page
    (latex,) = jounce.export.written_equations(jounce.load("pendulum")).formulas()
    assert f"${latex}$" in page
