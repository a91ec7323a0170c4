"""Wrong bodies of finite elements are refused with what is wrong, all at once; broken files without a traceback."""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import sparse

from fe_files import (
    STEEL,
    abaqus_matrix,
    abaqus_nodes,
    ansys_mapping,
    bar_body,
    bracket_body,
    bulk_data,
    harwell_boeing,
    matrix_market,
    node_table,
    op4_binary,
    op4_text,
)
from jounce.cli import main
from jounce.elastic.body_checks import body_problems
from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.files.abaqus import read_abaqus_matrix
from jounce.elastic.files.ansys import read_ansys_mapping, read_harwell_boeing
from jounce.elastic.files.matrix_market import read_matrix_market
from jounce.elastic.files.node_tables import read_nodes
from jounce.elastic.files.op4 import read_op4
from jounce.elastic.files.plain_body import read_plain_body, write_plain_body
from jounce.elastic.files.reduced_file import read_reduced_body, write_reduced_body
from jounce.elastic.finite_elements import Declared, FiniteElements, ModalDamping
from jounce.elastic.frame_elements import Frame, FrameSection
from jounce.elastic.reduced_body import reduced_body
from jounce.errors import ModelError
from solid_beam import solid_beam


def with_entry(body: FiniteElements, word: str, row: int, column: int, value: float) -> FiniteElements:
    """The body with something added to one entry of a matrix."""
    size = len(body.freedoms)
    more = sparse.csr_array(([value], ([row], [column])), shape=(size, size))
    return replace(body, **{word: sparse.csr_array(getattr(body, word) + more)})


def in_two_pieces() -> FiniteElements:
    """A bar of four elements without the second one."""
    s = FrameSection.round_bar(0.02, **STEEL)
    return Frame(nodes=bar_body(4).nodes, pieces=[(0, 1), (2, 3), (3, 4)], sections=[s] * 3).body(
        "two", {"a": 0, "b": 4}
    )


BAR = bar_body(4)
SOLID = solid_beam((2, 1, 1), (0.3, 0.1, 0.1), 2e9, 0.3, 1000.0)
WRONG = {  # body, where it is said, and what must be named
    "unsymmetric": (with_entry(BAR, "stiffness", 7, 13, 5e5), "stiffness", ("not symmetric", "node 2 y", "node 3 y")),
    "held": (with_entry(BAR, "stiffness", 8, 8, 1e3), "stiffness", ("resists", "along z", "node 2", "supports")),
    "mm for m": (replace(BAR, nodes=BAR.nodes * 20), "stiffness", ("turned", "0.05 times", "unit of lengths")),
    "turned axes": (replace(BAR, nodes=BAR.nodes[:, [1, 0, 2]]), "stiffness", ("turned", "axes")),
    "far apart": (replace(SOLID, nodes=SOLID.nodes * 1000), "nodes", ("span 331.6", "mm")),
    "negative mass": (with_entry(BAR, "mass", 6, 6, -9.0), "mass", ("node 2 x", "no mass is negative")),
    "pair of rows": (with_entry(with_entry(BAR, "mass", 6, 7, 9.0), "mass", 7, 6, 9.0), "mass", ("exceeds", "node 2")),
    "heavier along x": (with_entry(BAR, "mass", 0, 0, 1.0), "mass", ("along x, y and z it weighs",)),
    "declared in g": (replace(BAR, declared=Declared(mass=2.46615e-3)), "declared.mass", ("1000 times", "mm for m")),
    "another centre": (replace(BAR, declared=Declared(centre=np.ones(3))), "declared.centre", ("0.5, 0, 0 m",)),
    "another inertia": (
        replace(BAR, declared=Declared(inertia=np.array([1.0, 1.0, 1.0]))),
        "declared.inertia",
        ("Ixx, Iyy, Izz are 0.000123308",),
    ),
    "two pieces": (in_two_pieces(), "stiffness", ("2 pieces", "around the nodes")),
    "no turns": (replace(SOLID, frames={"tip": (0,)}), "interface.tip", ("node 1 has no turns", "three nodes")),
    "in a line": (replace(SOLID, frames={"tip": (0, 4, 8)}), "interface.tip", ("3 nodes in a line",)),
    "shared node": (replace(BAR, frames={"a": (0,), "b": (0,)}), "interface.b", ("belongs to a",)),
    "no frames": (replace(BAR, frames={}), "interface", ("no interface frames",)),
    "damping": (replace(BAR, damping=ModalDamping(ratio=1.5)), "damping", ("1.5", "below 1")),
    "not finite": (with_entry(BAR, "mass", 0, 0, np.nan), "mass", ("no finite number",)),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_body_is_refused_with_what_is_wrong(fault):
    body, where, words = WRONG[fault]
    found = {problem.where: f"{problem.what}; {problem.help}" for problem in reversed(body_problems(body))}
    assert where in found
    assert [word for word in words if word not in found[where]] == []
    with pytest.raises(ModelError):
        reduce_body(body)


def test_right_bodies_are_not_refused():
    """What the faults above are added to; and a body far from its origin."""
    for body in (BAR, SOLID, bracket_body(), replace(bracket_body(), nodes=bracket_body().nodes)):
        assert body_problems(body) == []


def test_stiffer_than_any_material_is_a_matter_of_units():
    """Solid elements do not know their own size: nodes ten times too far apart pass every other check."""
    with pytest.raises(ModelError, match=r"units[\s\S]*sound would be faster"):
        reduce_body(replace(SOLID, nodes=SOLID.nodes * 100, stiffness=SOLID.stiffness * 100))


def test_motions_without_a_positive_energy_are_refused():
    """Masses of turns at three nodes, each pair coupled by -0.9 of itself: no pair has a negative energy, all three
    turned alike have. Shifts along an axis do not see it, so the mass of the body is right."""
    body = bar_body(5)
    rows = (9, 15, 21)  # turns about the bar's own axis
    for row, column in ((9, 15), (15, 21), (9, 21)):
        more = -0.9 * np.sqrt(body.mass[row, row] * body.mass[column, column]) - body.mass[row, column]
        body = with_entry(with_entry(body, "mass", row, column, more), "mass", column, row, more)
    body = with_entry(body, "mass", 3, 3, 10.0 * body.mass[rows[0], rows[0]])  # moments as a whole stay possible
    assert body_problems(body) == []
    with pytest.raises(ModelError, match="negative or no mass"):
        reduce_body(body, 3)


def test_turns_that_are_listed_and_empty_are_no_turns():
    """Nastran lists six rows for each grid point, also of solid elements: a frame at one of them has no direction."""
    size = len(SOLID.nodes)
    places = (6 * SOLID.freedoms[:, 0] + SOLID.freedoms[:, 1]).astype(int)
    P = sparse.csr_array((np.ones(len(places)), (places, np.arange(len(places)))), shape=(6 * size, 3 * size))
    listed = replace(
        SOLID,
        freedoms=np.column_stack([np.repeat(np.arange(size), 6), np.tile(np.arange(6), size)]),
        mass=sparse.csr_array(P @ SOLID.mass @ P.T),
        stiffness=sparse.csr_array(P @ SOLID.stiffness @ P.T),
    )
    assert reduce_body(listed, 2).free == pytest.approx(reduce_body(SOLID, 2).free, rel=1e-9)
    with pytest.raises(ModelError, match="has no turns"):
        reduce_body(replace(listed, frames={"tip": (0,)}), 2)


def test_all_faults_are_said_at_once_and_nothing_is_written(tmp_path):
    """Two matrices and a declared mass are wrong: exit code 2, each said, no file and no picture."""
    body = with_entry(with_entry(BAR, "stiffness", 8, 8, 1e3), "mass", 6, 7, 0.1)
    write_plain_body(replace(body, declared=Declared(mass=9.0)), tmp_path / "bad.npz")
    arrays = dict(np.load(tmp_path / "bad.npz"))
    whole = body.mass.tocoo()  # the writer keeps one half: write both
    arrays |= {"mass_rows": whole.row, "mass_columns": whole.col, "mass_values": whole.data}
    np.savez(tmp_path / "bad.npz", **arrays)
    before = sorted(tmp_path.iterdir())
    answer = CliRunner().invoke(main, ["reduce", str(tmp_path / "bad.npz"), "--out", str(tmp_path / "out.h5")])
    assert answer.exit_code == 2 and sorted(tmp_path.iterdir()) == before
    said = answer.output + (answer.stderr or "")
    assert all(word in said for word in ("not symmetric", "resists being moved along z", "bad.npz"))
    assert "Traceback" not in said


def test_a_missing_node_of_the_interface_is_named(tmp_path):
    write_plain_body(BAR, tmp_path / "bar.npz")
    arrays = dict(np.load(tmp_path / "bar.npz"))
    np.savez(tmp_path / "bar.npz", **{**arrays, "interface_nodes": np.array([1, 17])})
    with pytest.raises(ModelError, match=r"interface\.far[\s\S]*node 17 is not among the nodes[\s\S]*from 1 to 5"):
        read_plain_body(tmp_path / "bar.npz")


TEXTS = {  # name, content, reader, what must be said
    "complex.mtx": (
        "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
        read_matrix_market,
        "complex",
    ),
    "skew.mtx": ("%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n", read_matrix_market, "skew-symmetric"),
    "short.mtx": ("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.0\n", read_matrix_market, "1 entries"),
    "word.mtx": ("1 1 1 1 2.5\n1 1 1 x 2.5\n", read_abaqus_matrix, "word.mtx:2"),
    "internal.mtx": ("-1 1 -1 1 2.5\n", read_abaqus_matrix, "internal nodes"),
    "part.inp": ("*Part\n*Node\n1, 0, 0, 0\n*End Part\n*Instance, name=a\n1., 0., 0.\n", read_nodes, "part.inp:6"),
    "grid.bdf": ("BEGIN BULK\nGRID,1,7,0.,0.,0.\n", read_nodes, "axes of its own"),
    "point.bdf": ("BEGIN BULK\nSPOINT,7\n", read_nodes, "SPOINT"),
    "map.txt": ("1 1 UX\n2 1 TEMP\n", read_ansys_mapping, "TEMP"),
    "complex.op4": ("       1       1       6       4K       1P,3E23.16\n", read_op4, "complex, double"),
    "cut.op4": ("       1       1       6       2K       1P,3E23.16\n       1       1       1\n", read_op4, "cut.op4"),
    "pattern.hb": ("x\n 1 1 1 0\nPSA 1 1 1 0\n(10I8) (10I8) (4D20.12)\n", read_harwell_boeing, "PSA"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_forms_that_are_not_read_are_refused_by_name(tmp_path, name):
    text, reader, word = TEXTS[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(ModelError) as refusal:
        reader(tmp_path / name)
    assert word in str(refusal.value)


def test_arrays_that_could_be_code_are_refused(tmp_path):
    np.savez(tmp_path / "code.npz", nodes=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ModelError, match="may be code"):
        read_plain_body(tmp_path / "code.npz")


WORDS = (b"", b"nan", b"-1", b"99999999999", b"1e999", b"\0", b"\xff\xff\xff\x7f", b"\n", b",", b"D+400", b"0")


def mutant(data: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 5))):
        k = chance.randrange(len(data) or 1)
        deed = chance.randrange(4)
        if deed == 0:
            data[k : k + 1] = bytes([chance.randrange(256)])
        elif deed == 1:
            data[k : k + chance.choice((1, 4, 20))] = chance.choice(WORDS)
        elif deed == 2:
            del data[k : k + chance.choice((1, 10, 1000, 10**9))]
        else:
            data[k:k] = data[max(0, k - 30) : k]
    return bytes(data)


def files_and_readers(folder: Path):
    body = bar_body(2)
    K, plain = body.stiffness.toarray(), body.stiffness
    reduced = reduced_body(reduce_body(body, 1))
    yield matrix_market(plain, folder / "a.mtx"), read_matrix_market
    yield abaqus_matrix(body, plain, folder / "b.mtx", "input"), read_abaqus_matrix
    yield abaqus_matrix(body, plain, folder / "c.mtx", "coordinate"), read_abaqus_matrix
    yield harwell_boeing(plain, folder / "d.hb"), read_harwell_boeing
    yield ansys_mapping(body, folder / "e.map"), read_ansys_mapping
    yield from ((write(body, folder / name), read_nodes) for write, name in
                ((abaqus_nodes, "f.inp"), (node_table, "g.txt"), (bulk_data, "h.bdf")))  # fmt: skip
    for layout in ("dense", "sparse", "bigmat"):
        yield op4_text({"K": K}, folder / f"{layout}.op4", layout), read_op4
        yield op4_binary({"K": K}, folder / f"{layout}_b.op4", layout), read_op4
    for ending in ("npz", "h5"):
        yield write_plain_body(body, folder / f"i.{ending}"), lambda file: reduce_body(read_plain_body(file), 1)
        yield write_reduced_body(reduced, folder / f"j.{ending}"), lambda file: read_reduced_body(file).modal_body()


def test_no_broken_file_breaks_a_reader(tmp_path):
    """Bytes turned, cut, doubled and replaced, 16 times in each kind of file: read, or refused with a message."""
    chance = random.Random(31)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file, reader in list(files_and_readers(tmp_path)):
            data = file.read_bytes()
            for _ in range(16):
                broken = tmp_path / f"broken{file.suffix}"
                broken.write_bytes(mutant(bytearray(data), chance))
                try:
                    reader(broken)
                except ModelError as refusal:
                    assert str(refusal)
