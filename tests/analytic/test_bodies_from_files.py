"""Bodies from files in mechanisms: against the beams they were made from, closed forms, and rigid motions."""

import numpy as np
import pytest
from scipy import sparse

import jounce
from fe_files import STEEL, bar_body, bracket_body
from jounce import Model, linearise, prepare, simulate, trim
from jounce.elastic.beam_shapes import bending_shapes
from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.files.plain_body import write_plain_body
from jounce.elastic.files.reduced_file import write_reduced_body
from jounce.elastic.frame_elements import FrameSection, straight_beam
from jounce.elastic.reduced_body import reduced_body
from jounce.parts import AppliedForce, Body, BodyMotion, ElasticBeam, ElasticBody, Fixed, Revolute
from jounce.parts.signals import Constant

O, X, Y, Z = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def frequencies(model):
    """In Hz, rising, one of each pair."""
    return np.sort(np.abs(np.linalg.eigvals(linearise(model).A).imag))[::2] / (2 * np.pi)


def test_a_free_body_from_a_file_has_six_motions_that_nothing_resists(tmp_path):
    """Rigid motions are those of its frame: exactly without stiffness, so zero to 1e-8 of the first mode; the others
    are the frequencies of the reduced body."""
    reduction = reduce_body(bracket_body(), 2)
    file = write_reduced_body(reduced_body(reduction), tmp_path / "bracket.h5")
    model = Model("free", gravity=O).add(ElasticBody(name="bracket", file=str(file), inertia="constant"))
    found = frequencies(model)
    assert found[:6] == pytest.approx(np.zeros(6), abs=1e-8 * reduction.free[0])
    assert found[6:] == pytest.approx(reduction.free, rel=1e-9)


def test_a_body_from_a_file_is_the_beam_that_it_was_made_from(tmp_path):
    """A cantilever with a lump at its tip, turned to lie along y: closed shapes and finite elements.

    Cubic elements err by (lambda h)^4 / 1440 of w: 1.2e-6 at lambda = 4 of the second mode. Both have the shape of a
    load at the tip, and so many modes that two more change neither frequency by 1e-6.
    """
    file = write_plain_body(bar_body(20), tmp_path / "bar.npz")
    lump = Body(name="lump", mass=2.0, centre=Y, inertia=(1e-6, 1e-6, 1e-6))
    bar = ElasticBody(name="bar", file=str(file), modes=8.0, reference="near", axis=Y, across=(-1.0, 0.0, 0.0),
                      inertia="constant")  # fmt: skip
    beam = ElasticBeam(name="bar", start=O, end=Y, across=X, diameter=0.02, modes_z=4.0, loaded=True,
                       frames=("bar_far",), places=(1.0,), youngs_modulus=STEEL["E"],
                       density=STEEL["density"])  # fmt: skip
    held = Fixed(name="clamp", parent="ground", child="bar")
    on = Fixed(name="on", parent="bar_far", child="lump", point=Y)
    found, expected = (frequencies(Model("m", gravity=O).add(part, lump, held, on)) for part in (bar, beam))
    assert found[:4] == pytest.approx(np.repeat(expected[:2], 2), rel=3e-6)  # the round bar bends in both planes


def test_stress_at_a_mark_is_that_of_the_bending_moment(tmp_path):
    """A tip load bends a cantilever by P L at its root: sigma = P L c / I, by static shapes alone; and the load at the
    frame moves it by P L^3 / 3 E I."""
    section = FrameSection.round_bar(0.02, **STEEL)
    beam = straight_beam(np.array([O, X]), 6, section)
    rows = np.zeros((6, 42))
    rows[0] = beam.fibre_stress(0, 0, (0.0, 0.01))
    body = beam.body("bar", {"near": 0, "far": 6}, marks=("root",), stress=sparse.csr_array(rows))
    file = write_plain_body(body, tmp_path / "bar.npz")
    load = 100.0
    model = Model("loaded", gravity=O).add(
        ElasticBody(name="bar", file=str(file), modes=0.0, reference="near"),
        Fixed(name="clamp", parent="ground", child="bar"),
        AppliedForce(name="load", body="bar_far", point=X, direction=(0.0, 0.0, -1.0), signal=Constant(value=load)),
        BodyMotion(name="tip", body="bar_far", point=X),
    )
    ready = prepare(model)
    names = [f"bar_bends.mode{k + 1}" for k in range(6)]
    rest = trim(ready, unknowns=names, rest=[f"{name}_rate" for name in names])
    run = simulate(model, start={name: rest.named[name] for name in names}, duration=1e-3)
    moment = load * 1.0
    # a turned frame carries a load that does not follow: P L^2/2EI squared, 1e-6 of the shift, is of the second order
    assert run["bar_root.xx"] == pytest.approx(moment * 0.01 / section.Iy, rel=1e-5)
    assert run["bar_root.equivalent"] == pytest.approx(np.abs(run["bar_root.xx"]), rel=1e-12)
    assert run["tip.z"] == pytest.approx(-load / (3 * section.E * section.Iy), rel=1e-5)
    channel = next(c for c in run.channels if c.name == "bar_root.xx")
    assert (channel.unit, channel.kind) == ("Pa", "stress")


def test_a_file_names_the_file_of_its_body_and_says_what_is_wrong_with_it(tmp_path):
    """Beside the model file; what is wrong in the body is said with the line of the model."""
    write_plain_body(bar_body(4), tmp_path / "bar.npz")
    text = """format = 1
kind = "mechanism"
name = "swing"
[elastic_bodies.bar]
file = "bar.npz"
modes = 1
reference = "{reference}"
[joints.hinge]
type = "revolute"
parent = "ground"
child = "bar"
point = [0, 0, 0]
axis = [0, 1, 0]
"""
    path = tmp_path / "swing.toml"
    path.write_text(text.format(reference="near"))
    model = jounce.load(path)
    assert {body.name for body in model.bodies} == {"bar", "bar_shapes", "bar_near", "bar_far"}
    path.write_text(text.format(reference="nar"))
    with pytest.raises(jounce.ModelError, match=r"swing\.toml:5: elastic_bodies\.bar\.file") as refusal:
        jounce.load(path)
    assert "'near'" in str(refusal.value)


def test_numbers_of_a_file_are_data_and_not_values(tmp_path):
    """Variants and drags by them are refused by name: a mode is no dimension of a drawing."""
    file = write_plain_body(bar_body(4), tmp_path / "bar.npz")
    model = Model("m", gravity=O).add(
        ElasticBody(name="bar", file=str(file), modes=0.0, reference="near"),
        Revolute(name="hinge", parent="ground", child="bar", point=O, axis=Y),
    )
    with pytest.raises(jounce.ModelError, match="finite elements"):
        model.with_values({"elastic_bodies.bar.modes": 3.0})


FLAP = {0: (3.516015, 22.034492), 6: (7.360373, 26.809082), 12: (13.170150, 37.603112)}  # rotating_beam.json, hub 0


def test_modes_given_ready_stiffen_with_their_shortening_as_a_turning_beam_does(tmp_path):
    """A file of nodes, shapes and shortening, as another program gives it: shapes of a clamped beam at 400 nodes, mixed
    with each other, so that they have to be made orthogonal.

    Flap frequencies to 0.1 %, as closed forms reach them; a sum over the middles of 400 pieces errs by 1e-5.
    """
    count, pieces = 6, 400
    shapes = bending_shapes("clamped", "free", count)
    x = (np.arange(pieces) + 0.5) / pieces
    fine = np.linspace(0.0, 1.0, 40001)
    slopes, bends = (np.array([shape(fine, order) for shape in shapes]) for order in (1, 2))
    stiffness = np.trapezoid(bends[:, None] * bends, fine)
    drawn_in = np.concatenate(
        [np.zeros((count, count, 1)), np.cumsum((slopes[:, None] * slopes)[..., 1:], axis=2) / 40000], axis=2
    )
    shift, turn = np.zeros((pieces, count, 3)), np.zeros((pieces, count, 3))
    B = np.zeros((pieces, count, count, 3))
    shift[..., 2] = np.array([shape(x) for shape in shapes]).T
    turn[..., 1] = -np.array([shape(x, 1) for shape in shapes]).T
    B[..., 0] = np.array([[np.interp(x, fine, row) for row in rows] for rows in drawn_in]).transpose(2, 0, 1)
    mix = np.random.default_rng(3).normal(size=(count, count))
    np.savez(
        tmp_path / "blade.npz",
        nodes=np.column_stack([x, 0 * x, 0 * x]),
        node_mass=np.full(pieces, 1.0 / pieces),
        shift=np.einsum("nix,ij->njx", shift, mix),
        turn=np.einsum("nix,ij->njx", turn, mix),
        shortening=np.einsum("nijx,ik,jl->nklx", B, mix, mix),
        stiffness=mix.T @ stiffness @ mix,
        frame_names=np.array(["tip"]),
        frame_nodes=np.array([pieces]),
    )
    model = Model("blade", gravity=O).add(
        ElasticBody(name="blade", file=str(tmp_path / "blade.npz")),
        Body(name="hub", mass=1e4, inertia=(1e6, 1e6, 1e6)),
        Revolute(name="turns", parent="ground", child="hub", point=O, axis=Z),
        Fixed(name="root", parent="hub", child="blade"),
    )
    for speed, flap in FLAP.items():
        ready = prepare(model, start_rates={"turns.angle": float(speed)})
        found = np.sort(np.abs(np.linalg.eigvals(linearise(ready).A).imag))[::2][1:3]
        assert found == pytest.approx(flap, rel=1e-3)
