"""The contract of every kind: part, law, signal, tyre, road element, template, study and integrator.

Each says what it is, where its formula comes from, what it acts on, how it is drawn and in which unit each number is.
Each can be read, written, compiled, run, reported, drawn and differentiated. The lists are the registries themselves,
so a kind added tomorrow is held to the same. A user's file is held to it, in place of our own kinds, by
JOUNCE_CONTRACT_OF=my_parts.py.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import kinds
import numpy as np
import pytest

import jounce
from jounce.equations.residual import Residual
from jounce.model import Model
from jounce.model.outline import road_outline
from jounce.model.templates import TEMPLATES
from jounce.parts import COMPUTED, CONTROLLERS, SECTIONS, SIGNALS
from jounce.parts import LAWS as ONE_VARIABLE
from jounce.parts.citation import BY_DEFINITION, Citation, cited_works_of
from jounce.parts.drawing import BallJoint, Block, Coil, Drawing, Hump, Rod, Tube, Unseen
from jounce.parts.ends import NOWHERE, ON_BODY, At
from jounce.parts.laws import RATE_LAWS
from jounce.parts.roads import ELEMENTS, Road
from jounce.parts.tyres.laws import CURVES, TYRE_LAWS
from jounce.simulation.compiled import compile_model
from jounce.simulation.integrators import METHODS
from jounce.simulation.linear.jacobian_kernel import rate_slopes
from jounce.simulation.methods import first_sentence_of_method, methods_of_parts, sources_of_methods
from jounce.studies import STUDIES
from jounce.studies.settings import SPEED
from jounce.studies.study import Study
from jounce.units import OneOf, Point, Quantity, UnitError, parse_unit
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run
from jounce.views.page.scene_road import scene_of_road
from jounce.views.report.references import full_references
from rate_differences import assert_same_slopes, differences_by_state, differences_by_time

LAWS = {**ONE_VARIABLE, **RATE_LAWS}
PARTS = [kind for known in (SECTIONS, COMPUTED) for section in known.values() for kind in section.values()]
IN_FILES = [kind for section in SECTIONS.values() for kind in section.values()]
CHOSEN = [kind for known in (LAWS, SIGNALS, TYRE_LAWS, CURVES) for kind in known.values()]
MECHANISMS = {**kinds.PARTS, **kinds.LAWS, **kinds.SIGNALS, **kinds.TYRES}
if OWN_FILE := os.environ.get("JOUNCE_CONTRACT_OF"):
    OWN = jounce.use(OWN_FILE)
    PARTS = IN_FILES = [own.kind for own in OWN if own.sort == "force element"]
    LAWS, TYRE_LAWS, TEMPLATES, STUDIES = (
        {own.word: own.kind for own in OWN if own.sort == sort} for sort in ("law", "tyre law", "template", "study")
    )
    CHOSEN = [*LAWS.values(), *TYRE_LAWS.values()]
    SIGNALS, METHODS, ELEMENTS, COMPUTED, CONTROLLERS = {}, {}, {}, {}, {}  # own controllers name their own channels
    MECHANISMS |= {kind: kinds.of_own(kind) for kind in (*PARTS, *CHOSEN)}


def named(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind))


# --- what a kind says about itself -----------------------------------------------------------------------


def lacking(kind: Any, placed: bool = False, drawn: bool = False) -> list[str]:
    """What a kind fails to say."""
    found = (
        [] if (kind.__doc__ or "").strip() and not kind.__doc__.startswith(f"{kind.__name__}(") else ["a description"]
    )
    source = getattr(kind, "source", None)
    if source is None:
        found.append("a citation")
    elif source != BY_DEFINITION and not full_references(cited_works_of(source).split(";")):
        found.append(f"the work of {cited_works_of(source)} in the list of references")
    if placed:
        ends = getattr(kind, "ends", None)
        known = {f.name for f in fields(kind)}
        if ends is None or any(name not in known for end in ends for name in _fields_named(end)):
            found.append("ends")
    if drawn and not isinstance(getattr(kind, "drawing", None), Drawing):
        found.append("a drawing")
    return found + [f"a unit of {name}" for name in without_unit(kind)]


def _fields_named(end: Any) -> list[str]:
    return [name for name in ((end.body, end.point, end.default) if isinstance(end, At) else (end.field,)) if name]


def without_unit(kind: Any) -> list[str]:
    """Numeric fields whose annotation has no quantity."""
    hints = get_type_hints(kind, include_extras=True)
    return [f.name for f in fields(kind) if _is_bare_number(hints[f.name])]


def _is_bare_number(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        _, *meaning = get_args(hint)
        return not any(isinstance(m, Quantity | OneOf) or hasattr(m, "x") for m in meaning)
    if hint in (float, int):
        return True
    return any(_is_bare_number(inner) for inner in get_args(hint))


@pytest.mark.parametrize("kind", PARTS, ids=named)
def test_every_part_says_all_about_itself(kind):
    assert lacking(kind, placed=True, drawn=True) == []


@pytest.mark.parametrize("kind", [*CHOSEN, *ELEMENTS.values()], ids=named)
def test_every_law_signal_tyre_and_road_element_says_all_about_itself(kind):
    assert lacking(kind, drawn=kind in ELEMENTS.values()) == []


@pytest.mark.parametrize("word", ELEMENTS)
def test_every_road_element_is_evaluated_and_drawn(word):
    """Heights and slopes are finite numbers on it and around it; what has a shape is drawn in that shape."""
    element = kinds.ROADS[ELEMENTS[word]]
    road = Road(elements={"only": element})
    assert np.isfinite([road.at(x, 0.2) for x in np.linspace(-1.0, 12.0, 14)]).all()
    way = np.array([[0.0, 0.0], [12.0, 0.5]])
    blocks, pieces = scene_of_road(road_outline(road), [way], Encoder())
    shapes = [shape.kind for shape in (*blocks, *pieces)]
    drawing = element.drawing
    assert bool(shapes) == (not isinstance(drawing, Unseen))
    assert {"plank": isinstance(drawing, Block), "bump": isinstance(drawing, Hump)}.get(
        shapes[0] if shapes else "", True
    )


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_says_all_about_itself(name):
    template = TEMPLATES[name]
    assert ((template.corner or template.axle).__doc__ or "").strip()
    assert template.source == BY_DEFINITION or full_references(cited_works_of(template.source).split(";"))
    assert all(text.strip() for text in template.meanings().values())
    assert set(template.seats.values()) <= set(template.roles)


def lacking_of_study(study: type[Study]) -> list[str]:
    """What a study fails to say: settings and metrics have unit and meaning, and a run can be plotted."""
    found = [] if first_sentence_of_method(study) else ["a description"]
    found += [f"the work of {s}" for s in sources_of_methods(study).split("; ") if s and not full_references([s])]
    found += [f"a meaning of {name}" for name, setting in study.settings.items() if not setting.meaning]
    for name, (unit, definition, *_) in study.metrics.items():
        found += [f"a unit of {name}"] * (not is_unit(unit)) + [f"a definition of {name}"] * (not definition)
    found += [f"a unit of {n}" for n, s in study.settings.items() if hasattr(s, "unit") and not is_unit(s.unit)]
    return found + ["a plot"] * (not study.panels and not study.metrics)


def is_unit(text: str) -> bool:
    try:
        return parse_unit(text).factor > 0
    except UnitError:
        return False


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_says_all_about_itself(name):
    assert STUDIES[name].name == name
    assert lacking_of_study(STUDIES[name]) == []


def test_a_study_that_lacks_something_is_found():
    class Planted(Study):
        """Nothing but this."""

        name = "planted"
        speed = replace(SPEED, meaning="", name="speed")
        metrics = {"peak": ("", "")}

    assert lacking_of_study(Planted) == ["a meaning of speed", "a unit of peak", "a definition of peak"]


@pytest.mark.parametrize("name", METHODS)
def test_every_integrator_cites_its_source_and_runs(name):
    method = METHODS[name]
    assert method.title and full_references(cited_works_of(method.source).split(";"))
    run = jounce.simulate(jounce.load("pendulum"), 0.01, integrator=name)
    assert name in str(run.metadata["methods"])


# --- planted kinds: the test is tested -------------------------------------------------------------------


UNKNOWN = "nobody"  # a work that no list knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A part that says everything."""

    name: str
    body: str
    point: Point

    source = Citation("Kim", "eq. 1")
    ends = ON_BODY
    drawing = Rod()


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncited:
    """A part that says nothing of its source."""

    name: str

    ends = NOWHERE
    drawing = Rod()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undrawn:
    """A part that nobody can see, and that does not say why."""

    name: str

    source = BY_DEFINITION
    ends = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmeasured:
    """A part with a number of no unit, alone or in a list."""

    name: str
    stiffness: float
    rates: tuple[float, ...] = ()

    source = BY_DEFINITION
    ends = NOWHERE
    drawing = Unseen("planted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """A part that acts on a field it does not have."""

    name: str

    source = Citation(UNKNOWN)
    ends = ON_BODY
    drawing = Rod()


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        (Planted, []),
        (Uncited, ["a citation"]),
        (Undrawn, ["a drawing"]),
        (Unmeasured, ["a unit of stiffness", "a unit of rates"]),
        (Misplaced, [f"the work of {UNKNOWN} in the list of references", "ends"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_kind_that_lacks_something_is_found(kind, missing):
    assert lacking(kind, placed=True, drawn=True) == missing


# --- what a kind can do ----------------------------------------------------------------------------------


def mechanism_of(kind: Any, prefix: str) -> list[Any]:
    assert kind in MECHANISMS, f"{named(kind)} has no small mechanism in tests/laws/kinds.py"
    return MECHANISMS[kind](prefix)


def model_of(kind: Any) -> Model:
    return Model(named(kind)).add(*mechanism_of(kind, "the"))


@pytest.fixture(scope="module")
def together() -> Model:
    """The mechanisms of all kinds side by side: one model to compile and run."""
    model = Model("every kind")
    for kind in [*PARTS, *LAWS.values(), *SIGNALS.values(), *TYRE_LAWS.values()]:
        model.add(*mechanism_of(kind, named(kind)))
    return model


@pytest.fixture(scope="module")
def run(together) -> jounce.Result:
    return jounce.simulate(together, duration=4e-3, step=1e-3)


@pytest.mark.parametrize("kind", [*IN_FILES, *LAWS.values(), *SIGNALS.values(), *TYRE_LAWS.values()], ids=named)
def test_every_kind_is_written_and_read_back(kind, tmp_path):
    model = model_of(kind)
    path = model.save(tmp_path / "kind.toml")
    assert {part.name: part for part in jounce.load(path).parts} == {part.name: part for part in model.parts}


@pytest.mark.parametrize("kind", [*PARTS, *LAWS.values(), *SIGNALS.values(), *TYRE_LAWS.values()], ids=named)
def test_every_kind_compiles_and_runs(kind, together, run):
    """Its channels are there and finite, with unit and definition; energy is balanced."""
    assert np.isfinite(run["energy.balance"]).all()
    names = {part.name for part in mechanism_of(kind, named(kind))}
    channels = [name for name in run.units if name.split(".")[0] in names]
    assert channels
    for name in channels:
        assert np.isfinite(run[name]).all() and run.units[name] and run.definition[name], name


@pytest.mark.parametrize("kind", CONTROLLERS.values(), ids=named)
def test_every_controller_runs_as_machine_code_and_in_python_alike(kind):
    """Commands and internals are channels with units and definitions; both forms agree to a few units of rounding."""
    *parts, controller = mechanism_of(kind, "the")
    model = Model(named(kind)).add(*parts)
    runs = [
        jounce.simulate(model, duration=0.5, step=1e-3, controllers=[form])
        for form in (controller, jounce.parts.controls.in_python(controller))
    ]
    channels = [name for name in runs[0] if name.startswith("controls.the part.")]
    assert {f"controls.the part.{name}" for name in controller.sets} <= set(channels)
    for name in channels:
        assert runs[0].units[name] and runs[0].definition[name], name
        largest = np.abs(runs[1][name]).max()
        assert np.isfinite(largest) and (name.rsplit(".", 1)[1] not in controller.sets or np.ptp(runs[0][name]) > 0.0)
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=1e-12, atol=1e-12 * largest)


@pytest.mark.parametrize(
    "kind", [kind for kind in [*PARTS, *TYRE_LAWS.values()] if getattr(kind, "source", None)], ids=named
)
def test_every_kind_with_a_source_is_cited_in_the_report_of_a_run(kind):
    section = next((name for name, known in (*SECTIONS.items(), *COMPUTED.items()) if kind in known.values()), "forces")
    if section in ("joints", "forces"):
        assert cited_works_of(kind.source) in [row[2] for row in methods_of_parts(model_of(kind))]


def test_every_kind_with_a_drawing_is_drawn(together, run):
    """By the name of the part, of its body or of what it holds."""
    scene = page_run(run, Encoder()).scene
    assert scene is not None
    drawn = {shape.name for shape in scene.shapes}
    for kind in PARTS:
        if not isinstance(kind.drawing, Unseen):
            assert drawn & {part.name for part in mechanism_of(kind, named(kind))}, named(kind)
        if isinstance(kind.drawing, Coil | Tube | Rod | BallJoint):
            assert f"{named(kind)} part" in drawn, named(kind)


@pytest.mark.parametrize("kind", [*PARTS, *LAWS.values(), *SIGNALS.values(), *TYRE_LAWS.values()], ids=named)
def test_every_kind_is_differentiated(kind):
    """Derivatives of its residuals by coordinates and speeds, against central differences with h = 1e-6.

    These err by h^2 f'''/6 and by rounding 1e-16 f/h: 1e-9 of the largest force here, as no formula bends much over h.
    """
    model = model_of(kind)
    residual = Residual(model, road=Road().function())
    layout, h = residual.layout, 1e-6
    random = np.random.default_rng(7)
    state = {name: 0.02 * random.normal() for name in (*layout.coordinates, *layout.speeds, *layout.elements)}
    state |= {name: 1.0 for name in layout.coordinates if name.endswith(".q0")}
    inputs = np.zeros(layout.sizes["inputs"])
    numbers = residual.numbers(state, inputs, dict.fromkeys(layout.rows, 1.0))
    groups = ("dynamics", "closure", "closure rate")
    found = residual.slopes(numbers, groups, ("coordinates", "speeds"))
    for variable in ("coordinates", "speeds"):
        at = residual.of(numbers, variable)
        if not len(at):
            continue
        steps = [
            residual.at(residual.changed(numbers, variable, at[:, None] + s * h * np.eye(len(at))), *groups)
            for s in (1, -1)
        ]
        for group, up, down in zip(groups, *steps, strict=True):
            exact = found[group, variable]
            differences = np.broadcast_to((up - down) / (2 * h), exact.shape) if len(up) else exact
            largest = max(np.abs(exact).max(initial=0.0), np.abs(up).max(initial=0.0), 1.0)
            np.testing.assert_allclose(exact, differences, atol=1e-6 * largest, rtol=0)


@pytest.fixture(scope="module")
def exact_and_limits(together) -> tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, int]]:
    """All rates by states and time, exactly and as limits of differences; the rates; places by name."""
    work = compile_model(together).workspace(together)
    layout, random = work.layout, np.random.default_rng(5)
    state, count = work.design_state(), layout.sizes["controlled"]
    state[:count] += 0.02 * random.normal(size=count)
    work.inputs[:] = 0.03 + 0.1 * random.normal(size=len(work.inputs))
    for k, name in enumerate(layout.frictions):  # some stick, others slide
        work.modes[layout.places_of_friction(name)] = (k % 2, 1 - k % 2, 0.0, 0.0)
    third_rates = random.normal(size=len(together.inputs))
    slopes = rate_slopes(work, state)
    exact = np.column_stack([slopes.by_state, slopes.by_time(work.inputs, third_rates)])
    limits = [differences_by_state(work, state, count), differences_by_time(work, state, third_rates)]
    places = layout.coordinates | layout.speeds | layout.elements | layout.works
    return exact, np.column_stack(limits), work.rhs(state), places


@pytest.mark.parametrize("kind", [*PARTS, *LAWS.values(), *SIGNALS.values(), *TYRE_LAWS.values()], ids=named)
def test_every_kind_has_an_exact_jacobian(kind, exact_and_limits):
    """What it does to the rates of its own mechanism, works included; nothing else in the model depends on it."""
    exact, limits, rates, places = exact_and_limits
    names = {part.name for part in mechanism_of(kind, named(kind))}
    own = [place for name, place in places.items() if name.rpartition(".")[0] in names or name in names]
    assert own and np.isfinite(exact[own]).all()
    assert_same_slopes(limits[own], exact[own], rates[own])
