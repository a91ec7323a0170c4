"""Readers of files of finite elements give the matrices that were written, whatever the layout."""

from pathlib import Path

import numpy as np
import pytest
from scipy import io, sparse

from fe_files import (
    abaqus_matrix,
    abaqus_nodes,
    ansys_mapping,
    bar_body,
    bracket_body,
    bulk_data,
    harwell_boeing,
    in_mm_t_s,
    matrix_market,
    node_table,
    op4_binary,
    op4_text,
)
from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.files.ansys import read_harwell_boeing
from jounce.elastic.files.matrix_market import read_matrix_market
from jounce.elastic.files.op4 import read_op4
from jounce.elastic.files.plain_body import read_plain_body, write_plain_body
from jounce.elastic.files.reduced_file import read_reduced_body, write_reduced_body
from jounce.elastic.files.shipped import ABOUT, shipped_bodies
from jounce.elastic.finite_elements import Declared, FiniteElements, ModalDamping
from jounce.elastic.reduced_body import reduced_body
from jounce.model.reading.finite_elements_file import read_body_file

ROUNDING = 1e-14  # of units turned there and back, relative to the largest entry
TEXT = """format = 1
kind = "finite elements"
name = "bracket"
units = {{ length = "mm", mass = "t" }}
nodes = "{nodes}"
mass = {mass}
stiffness = {stiffness}
{more}
damping = 0.02
[interface]
base = 1
knee = 4
tip = {tip}
[declared]
mass = "{kilograms!r} kg"
"""


def body_as_described(
    folder: Path, nodes: Path, mass: str, stiffness: str, more: str = "", tip: str = "7"
) -> FiniteElements:
    kilograms = float(bracket_body().rigid_motions()[:, 0] @ bracket_body().mass @ bracket_body().rigid_motions()[:, 0])
    text = TEXT.format(nodes=nodes.name, mass=mass, stiffness=stiffness, more=more, tip=tip, kilograms=kilograms)
    (folder / "body.toml").write_text(text)
    return read_body_file(folder / "body.toml")


def assert_same_body(found: FiniteElements, written: FiniteElements, digits: float = ROUNDING) -> None:
    order = np.lexsort(written.freedoms.T[::-1])
    assert (found.freedoms == written.freedoms[order]).all()
    np.testing.assert_allclose(found.nodes, written.nodes, atol=digits)
    for a, b in ((found.mass, written.mass), (found.stiffness, written.stiffness)):
        whole = b.toarray()[np.ix_(order, order)]
        np.testing.assert_allclose(a.toarray(), whole, rtol=10 * digits, atol=digits * np.abs(whole).max())
    assert found.frames == written.frames


def test_abaqus_files_of_every_layout_give_the_body(tmp_path):
    """In mm, t and s, as Abaqus users count; one half of the matrices; frames by number and by set."""
    body = bracket_body()
    wrote = in_mm_t_s(body)
    nodes = abaqus_nodes(wrote, tmp_path / "b.inp")
    for layout in ("labels", "input", "coordinate"):
        abaqus_matrix(wrote, wrote.mass, tmp_path / "m.mtx", layout)
        abaqus_matrix(wrote, wrote.stiffness, tmp_path / "k.mtx", layout)
        found = body_as_described(tmp_path, nodes, '"m.mtx"', '"k.mtx"', tip='"tip"')
        assert_same_body(found, body)
        assert found.damping == ModalDamping(ratio=0.02)


def test_ansys_files_in_any_order_of_rows_give_the_body(tmp_path):
    """Equations are not in the order of nodes: the mapping says whose they are."""
    body = bracket_body()
    wrote = in_mm_t_s(body)
    shuffled = np.random.default_rng(1).permutation(len(body.freedoms))
    mixed = FiniteElements(
        name="x",
        nodes=wrote.nodes,
        numbers=wrote.numbers,
        freedoms=wrote.freedoms[shuffled],
        mass=wrote.mass[shuffled][:, shuffled],
        stiffness=wrote.stiffness[shuffled][:, shuffled],
        frames=wrote.frames,
    )
    nodes = node_table(mixed, tmp_path / "nodes.txt")
    ansys_mapping(mixed, tmp_path / "b.mapping")
    for write in (harwell_boeing, matrix_market):
        write(mixed.mass, tmp_path / "m.mtx")
        write(mixed.stiffness, tmp_path / "k.mtx")
        found = body_as_described(tmp_path, nodes, '"m.mtx"', '"k.mtx"', 'freedoms = "b.mapping"')
        back = np.argsort(shuffled)
        restored = FiniteElements(
            name="x",
            nodes=found.nodes,
            numbers=found.numbers,
            freedoms=found.freedoms[back],
            mass=found.mass[back][:, back],
            stiffness=found.stiffness[back][:, back],
            frames=found.frames,
        )
        assert_same_body(restored, body)


@pytest.mark.parametrize("fields", ["free", "small", "large"])
def test_nastran_files_give_the_body(tmp_path, fields):
    """Both matrices in one file, told apart by Nastran's own names; numbers of nodes have no gaps here."""
    body = bar_body()
    nodes = bulk_data(body, tmp_path / "b.bdf", fields)
    op4_text({"KGG": body.stiffness.toarray(), "MGG": body.mass.toarray()}, tmp_path / "b.op4", "sparse")
    (tmp_path / "body.toml").write_text(
        f'format = 1\nkind = "finite elements"\nnodes = "{nodes.name}"\nmass = "b.op4"\n'
        'stiffness = { file = "b.op4", matrix = "KGG" }\n[interface]\nnear = 1\nfar = 11\n'
    )
    assert_same_body(read_body_file(tmp_path / "body.toml"), body, 1e-15)


def test_op4_is_read_to_the_last_bit_in_every_form(tmp_path):
    """Text and binary, whole columns and strings, either order of bytes, words of 4 and 8 bytes; two matrices."""
    random = np.random.default_rng(2)
    K = random.normal(size=(9, 9)) * (random.uniform(size=(9, 9)) < 0.5)
    K[:, 4] = 0.0  # a column without entries has no record
    matrices = {"KGG": K, "M2_GG": K.T.copy()}
    files = [op4_text(matrices, tmp_path / f"{word}.op4", word) for word in ("dense", "sparse", "bigmat")]
    files += [
        op4_binary(matrices, tmp_path / f"{word}{size}{ord(order)}.op4", word, order, size)
        for word in ("dense", "sparse", "bigmat")
        for order in "<>"
        for size in (4, 8)
    ]
    for file in files:
        found = read_op4(file)
        assert list(found) == list(matrices), file.name
        for name, matrix in matrices.items():
            entries = found[name]
            np.testing.assert_array_equal(
                sparse.coo_array((entries.values, (entries.rows, entries.columns)), shape=entries.shape).toarray(),
                matrix,
                file.name,
            )
    single = read_op4(op4_binary({"K": K}, tmp_path / "single.op4", "sparse", kind=1))["K"]
    np.testing.assert_array_equal(single.values, K.T[K.T != 0].astype(np.float32))


def test_op4_of_a_manual_is_read(tmp_path):
    """Two strings in a column: rows 3 to 5 and row 9; 262147 = 65536 (3 + 1) + 3 in single precision."""
    lines = ["       1      10       2       1STRINGS 1P,5E16.9", "       1       0       6", "      262147",
             " 1.000000000E+00-2.500000000E+00 3.000000000E-02", "      131081", " 4.000000000E+00",
             "       2       1       1", " 1.000000000E+00"]  # fmt: skip
    (tmp_path / "s.op4").write_text("\n".join(lines) + "\n")
    found = read_op4(tmp_path / "s.op4")["STRINGS"]
    assert found.shape == (10, 1)
    assert dict(zip(found.rows.tolist(), found.values.tolist(), strict=True)) == {2: 1.0, 3: -2.5, 4: 0.03, 8: 4.0}


def test_files_of_scipy_are_read(tmp_path):
    """Another writer of the same layouts: Harwell-Boeing with several numbers a line, whole Matrix Market files."""
    matrix = bracket_body().stiffness
    io.hb_write(tmp_path / "k.hb", sparse.csc_matrix(matrix))
    io.mmwrite(tmp_path / "k.mtx", matrix.toarray(), symmetry="general", precision=17)
    io.mmwrite(tmp_path / "h.mtx", matrix.toarray(), symmetry="symmetric", precision=17)
    for entries in (
        read_harwell_boeing(tmp_path / "k.hb"),
        read_matrix_market(tmp_path / "k.mtx"),
        read_matrix_market(tmp_path / "h.mtx"),
    ):
        np.testing.assert_allclose(entries.whole().toarray(), matrix.toarray(), rtol=1e-15)


@pytest.mark.parametrize("ending", ["npz", "h5"])
def test_plain_and_reduced_files_come_back_equal(tmp_path, ending):
    known = Declared(mass=2.4661502330679865, centre=np.array([0.5, 0, 0]))
    stress = sparse.csr_array(np.arange(12.0 * 66).reshape(12, 66))
    body = bar_body(damping=ModalDamping(ratio=0.01, mass=0.5, stiffness=1e-5), declared=known,
                    marks=("root", "middle"), stress=stress)  # fmt: skip
    found = read_plain_body(write_plain_body(body, tmp_path / f"body.{ending}"))
    assert_same_body(found, body, 0.0)
    assert found.damping == body.damping and found.marks == body.marks and found.declared.mass == known.mass
    np.testing.assert_array_equal(found.stress.toarray(), stress.toarray())
    reduced = reduced_body(reduce_body(body, modes=2))
    again = read_reduced_body(write_reduced_body(reduced, tmp_path / f"reduced.{ending}"))
    for name in ("nodes", "shift", "turn", "stiffness", "damping", "kinetic", "momentum", "rigid", "stress", "edges"):
        np.testing.assert_array_equal(getattr(again, name), getattr(reduced, name), name)
    assert again.marks == reduced.marks and again.notes == reduced.notes
    np.testing.assert_array_equal(again.frames["far"].turn, reduced.frames["far"].turn)


def test_every_body_that_ships_is_listed_with_what_it_is():
    assert set(shipped_bodies()) == set(ABOUT)
    assert all(read_body_file(name).frames for name in ABOUT)
