"""Craig-Bampton against closed forms, against the whole model, and against itself with more modes."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import linalg

from fe_files import STEEL, anti_roll_bar_frame, bar_body, bracket_body
from jounce.elastic import craig_bampton
from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.finite_elements import ModalDamping, mass_properties
from jounce.elastic.frame_elements import FrameSection, straight_beam
from jounce.elastic.reduced_body import reduced_body

EPS = np.finfo(float).eps
ALL = 10**6  # more modes than there are


def whole_squares(body):
    """Squares of circular frequencies of the whole model, by another formulation: K v = w^2 M v of all rows."""
    return linalg.eigh(body.stiffness.toarray(), body.mass.toarray(), eigvals_only=True)


@pytest.mark.parametrize("reference", ["free", "knee"])
def test_all_modes_kept_is_the_whole_model(reference):
    """Each solver loses eps of its largest eigenvalue: the whole model of w^2, the reduced one of 1/w^2."""
    body = bracket_body()
    found = reduce_body(body, ALL, reference).squares
    if reference == "free":
        expected = whole_squares(body)[6:]
    else:
        rows = np.flatnonzero(body.freedoms[:, 0] != body.frames[reference][0])
        M, K = (matrix[rows][:, rows].toarray() for matrix in (body.mass, body.stiffness))
        expected = linalg.eigh(K, M, eigvals_only=True)
    assert len(found) == len(expected)
    bounds = 100 * EPS * (expected[-1] / expected + expected / expected[0])
    assert (np.abs(found / expected - 1) <= bounds).all()


def test_frequencies_come_from_above_and_fall_with_each_mode():
    """Rayleigh and Ritz: a space of shapes within another has no lower frequency."""
    body = bracket_body()
    before = np.full(60, np.inf)
    whole = np.sqrt(whole_squares(body)[6:]) / (2 * np.pi)
    for modes in range(8):
        found = reduce_body(body, modes).free
        common = min(len(found), len(before))
        assert (found[:common] <= before[:common] * (1 + 1e-9)).all()
        assert (found >= whole[: len(found)] * (1 - 1e-9)).all()
        assert (found[:6] < before[:6] * (1 - 1e-9)).any()  # a mode more is of some use to one of the first six
        before = found


def test_static_answer_at_the_interface_is_exact_without_modes():
    """The anti-roll bar of elastic_axle_reference.json: 53,878.83 N/m for each end, from torsion, bending of arms and
    middle, and overhang; free to turn in two bushes, ends pressed up and down.

    Its bushes are frames as well as its ends; what holds bushes and ends is solved for.
    """
    bar = anti_roll_bar_frame()
    count = (len(bar.nodes) - 1) // 5
    body = bar.body("bar", {"left": 0, "bush_left": 2 * count, "bush_right": 3 * count, "right": 5 * count})
    reduction = reduce_body(body, modes=0, reference="bush_left")
    rows, R = reduction.frame_rows, {}
    for name, point in reduction.points.items():  # the body moves with its held frame: turns there count as well
        lever = np.cross(np.eye(3), point - reduction.points["bush_left"])
        R[name] = np.block([[np.eye(3), lever.T], [np.zeros((3, 3)), np.eye(3)]])
    kinetic = np.einsum("ri,ri->i", reduction.shapes, body.mass @ reduction.shapes)
    K = np.diag(np.concatenate([np.zeros(6), reduction.squares * kinetic]))
    whole = {name: np.hstack([R[name], rows[name]]) for name in rows}
    # both bushes hold x and z, the left one y as well; ends go up and down by one: a saddle-point problem
    held = [
        *whole["bush_left"][:3],
        whole["bush_right"][0],
        whole["bush_right"][2],
        whole["left"][2],
        whole["right"][2],
    ]
    C = np.array(held)
    saddle = np.block([[K, C.T], [C, np.zeros((len(C), len(C)))]])
    answer = np.linalg.solve(saddle, np.concatenate([np.zeros(len(K)), [0, 0, 0, 0, 0, 1.0, -1.0]]))
    stiffness = np.array([-answer[-2], answer[-1]])
    np.testing.assert_allclose(stiffness, 53878.83, rtol=1e-7)  # the digits that are printed


def test_a_cantilever_of_static_shapes_bends_and_stretches_as_it_should():
    """P L^3 / 3 E I, P L / E A and T L / G J, and zero elsewhere, from static shapes alone: exact in the elements."""
    section, length = FrameSection.round_bar(0.02, **STEEL), 1.0
    reduction = reduce_body(bar_body(5, length), modes=0, reference="near")
    kinetic = np.einsum("ri,ri->i", reduction.shapes, reduction.body.mass @ reduction.shapes)
    tip = reduction.frame_rows["far"]
    flexibility = tip @ np.diag(1 / (reduction.squares * kinetic)) @ tip.T
    E, G, I, J, A = section.E, section.G, section.Iy, section.J, section.area
    expected = np.diag([length / (E * A), *2 * [length**3 / (3 * E * I)], length / (G * J), *2 * [length / (E * I)]])
    expected[1, 5] = expected[5, 1] = length**2 / (2 * E * I)
    expected[2, 4] = expected[4, 2] = -(length**2) / (2 * E * I)  # a turn about y lowers what lies ahead
    np.testing.assert_allclose(flexibility, expected, atol=1e-9 * np.abs(expected).max())


def test_shapes_are_orthogonal_and_take_no_momentum():
    """Shapes of the free body carry neither force nor moment; H and K are diagonal to 1e-8."""
    for reference in ("free", "base"):
        reduction = reduce_body(bracket_body(), 4, reference)
        M, K = reduction.body.mass, reduction.body.stiffness
        H, S = (reduction.shapes.T @ (A @ reduction.shapes) for A in (M, K))
        for A in (H, S):
            roots = np.sqrt(np.diag(A))
            assert np.abs(A / np.outer(roots, roots) - np.eye(len(A))).max() < 1e-8
        np.testing.assert_allclose(np.diag(S) / np.diag(H), reduction.squares, rtol=1e-8)
        if reference == "free":
            scales = np.sqrt(np.outer(np.diag(reduction.properties.matrix), np.diag(H)))
            momentum = reduction.body.rigid_motions().T @ (M @ reduction.shapes)
            assert np.abs(momentum / scales).max() < 1e-9
        else:
            assert np.abs(reduction.frame_rows["base"]).max() < 1e-12


def test_mass_and_inertia_are_those_of_the_rods():
    """Two thin rods at a right angle, of lengths a and b along x and y: sums of m a^2 / 3 and m b^2 / 3 about the
    corner, and of A rho (Iy + Iz) l about their own lengths."""
    s = FrameSection(E=70e9, G=26e9, density=2700.0, area=4e-4, Iy=2e-8, Iz=5e-8, J=3e-8)
    a, b = 0.6, 0.4
    body = straight_beam(np.array([[a, 0, 0], [0, 0, 0], [0, b, 0]]), 4, s).body("L", {"corner": 4})
    found = mass_properties(body)
    ma, mb, own = s.density * s.area * a, s.density * s.area * b, s.density * (s.Iy + s.Iz)
    centre = np.array([ma * a / 2, mb * b / 2, 0]) / (ma + mb)
    about_corner = np.diag([mb * b**2 / 3 + own * a, ma * a**2 / 3 + own * b, ma * a**2 / 3 + mb * b**2 / 3])
    about = about_corner - (ma + mb) * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    assert found.mass == pytest.approx(ma + mb, rel=1e-12)
    np.testing.assert_allclose(found.centre, centre, atol=1e-12)
    np.testing.assert_allclose(found.inertia, about, atol=1e-12)


def test_a_reduced_beam_has_the_frequencies_of_the_closed_form():
    """Clamped-free: w = lambda^2 sqrt(EI / rho A L^4). Cubic elements with consistent mass err by (lambda h)^4 / 1440
    of w, from above [Strang, Fix 1973, section 6.3], where h is the length of an element for a length of 1."""
    section, pieces = FrameSection.round_bar(0.02, **STEEL), 10
    found = reduce_body(bar_body(pieces), ALL, "near").frequencies[:6:2]
    waves = np.array([1.875104068712, 4.694091132974, 7.854757438238])
    exact = waves**2 * np.sqrt(section.E * section.Iy / (section.density * section.area)) / (2 * np.pi)
    error = found / exact - 1
    expected = (waves / pieces) ** 4 / 1440
    assert (error > 0).all()
    np.testing.assert_allclose(error, expected, rtol=0.2)  # the next order of h


def test_a_rigid_set_of_nodes_carries_its_frame():
    """Three nodes of a frame held as a set move like one piece: the same as very stiff members between them, to the
    ratio of stiffnesses (1e-6)."""
    s = FrameSection.round_bar(0.02, **STEEL)
    nodes = np.array([[0, 0, 0], [0.3, 0, 0], [0.6, 0.1, 0], [0.6, -0.1, 0], [0.5, 0.0, 0.1]])
    pieces, sections = [(0, 1), (1, 2), (1, 3), (1, 4)], [s] * 4
    from jounce.elastic.frame_elements import Frame

    loose = Frame(nodes=nodes, pieces=pieces, sections=sections, up=(0, 1, 10)).body("set", {"a": 0, "set": [2, 3, 4]})
    middle = nodes[2:].mean(axis=0)
    hard = replace(s, E=s.E * 1e6, G=s.G * 1e6, density=1e-9 * s.density)
    spider = Frame(
        nodes=np.vstack([nodes, middle]),
        pieces=[*pieces, (2, 5), (3, 5), (4, 5)],
        sections=[*sections, hard, hard, hard],
        up=(0, 1, 10),
    ).body("spider", {"a": 0, "set": 5})
    a, b = reduce_body(loose, 2), reduce_body(spider, 2)
    assert any("rigid piece" in note for note in a.notes)
    np.testing.assert_allclose(a.free[:6], b.free[:6], rtol=1e-4)


def test_damping_is_that_of_each_mode():
    """zeta = ratio + alpha / 2 w + beta w / 2, so that c = 2 zeta w H."""
    damping = ModalDamping(ratio=0.01, mass=3.0, stiffness=2e-5)
    body = reduced_body(reduce_body(bar_body(damping=damping), 2))
    w = 2 * np.pi * body.frequencies
    zeta = body.damping / (2 * w * body.kinetic)
    np.testing.assert_allclose(zeta, 0.01 + 3.0 / (2 * w) + 2e-5 * w / 2, rtol=1e-12)


def test_what_holds_of_the_whole_mass_matrix_holds_of_the_invariants():
    """Mass, moments and momentum are those of the matrix, not of lumped nodes; lumped ones add up to the same mass."""
    reduction = reduce_body(bracket_body(), 3, "base")
    body = reduced_body(reduction)
    terms = body.modal_body().invariants
    assert terms["I.0"] == pytest.approx(reduction.properties.mass, rel=1e-12)
    assert body.node_mass.sum() == pytest.approx(reduction.properties.mass, rel=1e-9)
    A = reduction.properties.matrix
    assert [terms[f"I.{c}"] for c in (4, 5, 6, 7)] == pytest.approx([A[3, 3], A[4, 4], A[5, 5], A[3, 4]], rel=1e-12)
    force = reduction.body.rigid_motions()[:, 2] @ (reduction.body.mass @ reduction.shapes)
    for i, number in enumerate(force):
        assert terms[f"F.5.{i}"] == pytest.approx(number, abs=1e-8 * np.sqrt(body.kinetic[i] * A[0, 0]))
        assert terms[f"H.{i}.{i}"] == pytest.approx(body.kinetic[i], rel=1e-12)


def test_a_body_too_large_for_whole_matrices_has_the_same_modes(monkeypatch):
    """Lanczos from a factorised stiffness in place of whole matrices, to its tolerance of 1e-12 and the solver's loss
    of digits: eps times the ratio of the largest to the smallest eigenvalue, 1e-9 here."""
    expected = reduce_body(bracket_body(), 5)
    monkeypatch.setattr(craig_bampton, "SMALL", 0)
    found = reduce_body(bracket_body(), 5)
    np.testing.assert_allclose(found.fixed, expected.fixed, rtol=1e-8)
    np.testing.assert_allclose(found.free[:8], expected.free[:8], rtol=1e-8)
