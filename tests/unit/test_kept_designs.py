"""Designs that are killed, run out of disk, or meet a damaged journal go on with nothing lost and nothing repeated."""

import errno
import os
import random
import resource
import signal
import time
from itertools import islice

import pytest

import jounce
from jounce.results import Result
from jounce.studies.many import journal as journal_module
from jounce.studies.many import kept_design, variant_files
from jounce.studies.many.designs.design import Design, DesignColumn
from jounce.studies.many.designs.spread import Uniform
from jounce.studies.many.executors import execute_in_turn
from jounce.studies.many.journal import Journal, journal_line
from jounce.studies.many.kept_design import keep_design
from jounce.studies.many.metric_columns import MetricColumn
from jounce.studies.many.variant import VariantRow, VariantTask
from jounce.studies.study import Study

pytestmark = pytest.mark.usefixtures("no_own_parts")

PATH, KILLS = "body.mass", 50
METRICS = (MetricColumn("weight", "N", "of the car body"),)


class Weighing(Study):
    """Weigh the car body: as cheap as a study can be."""

    name = "weighing"
    metrics = {"weight": ("N", "of the car body")}

    def run(self, subject, on_progress=None):
        found = Result(time=[0.0], channels=(), numbers=[[]])
        return self.with_metrics(found, {"weight": 9.81 * subject.values()[PATH]})


@pytest.fixture(scope="module")
def task():
    car = jounce.load("small_car").with_values({PATH: 600.0})
    return VariantTask(subject=car, study=Weighing(), metrics=("weight",))


def masses(count, seed=1):
    column = DesignColumn(path=PATH, unit="kg", spread=Uniform(least=500.0, most=700.0), nominal=600.0)
    return Design(method="monte-carlo", columns=(column,), count=count, seed=seed)


def keep(task, design, folder, on_progress=None, executor=execute_in_turn):
    place = folder / "weights"
    return keep_design("weights", task, design, METRICS, {}, executor, place, on_progress=on_progress)


def execute_a_little(task, chunks):
    """Two chunks, and then wait to be killed: however late that comes, the job is not through."""
    yield from execute_in_turn(task, islice(chunks, 2))
    time.sleep(600.0)


def in_a_child(work):
    """Run something in a process of its own, which ends without tidying up; its number."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            os._exit(getattr(error, "exit_code", 99))
    return child


def lines_of(folder):
    return (folder / "weights.journal").read_bytes().splitlines()


def kill_at_work(child, file, chance):
    """Kill a process some time after it has written rows, or before it has; how it ended."""
    wanted = (file.stat().st_size if file.exists() else 0) + chance.choice((0, 1, 1, 300))
    while wanted and (not file.exists() or file.stat().st_size < wanted):
        if os.waitpid(child, os.WNOHANG)[0]:
            return 0  # it was through before
        time.sleep(0.0005)
    time.sleep(chance.uniform(0.0, 0.01))
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_job_of_1000_variants_killed_50_times_ends_with_1000_records_and_equal_digest(task, tmp_path):
    design, chance = masses(1000), random.Random(7)
    whole = keep(task, design, tmp_path / "whole")
    folder = tmp_path / "killed"
    folder.mkdir()
    for _ in range(KILLS):
        child = in_a_child(lambda: keep(task, design, folder, executor=execute_a_little))
        assert kill_at_work(child, folder / "weights.journal", chance) == -signal.SIGKILL
    begun = len(lines_of(folder)) - 1
    kept = keep(task, design, folder)
    assert 100 < begun < 1000  # the kills met the job at work
    assert kept.ran == 1000 - begun and kept.count == 1000
    assert len(lines_of(folder)) == 1001  # nothing is there twice
    assert kept.digest == whole.digest
    assert (folder / "weights.csv").read_bytes() == (tmp_path / "whole" / "weights.csv").read_bytes()


def test_a_full_disk_ends_with_a_message_and_the_job_goes_on_when_there_is_room(task, tmp_path):
    """The system refuses to make a file larger than its limit just as a full disk does: part of a write may fit."""
    design = masses(60)
    whole = keep(task, design, tmp_path / "whole")
    for room in (100, 900, 1503, 2000):  # bytes: within the first line, in and between rows

        def with_little_room(room=room):
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            keep(task, design, tmp_path)

        code = os.waitstatus_to_exitcode(os.waitpid(in_a_child(with_little_room), 0)[1])
        assert code == 4
        assert all(line[8:9] == b" " for line in lines_of(tmp_path))
    kept = keep(task, design, tmp_path)
    assert 0 < kept.ran < 60 and kept.digest == whole.digest and len(lines_of(tmp_path)) == 61


def test_the_message_of_a_full_disk_says_what_is_kept(task, tmp_path, monkeypatch):
    real, left = os.write, [3]

    def write(file, data):
        left[0] -= 1
        if left[0] == 0:  # half a write fits
            real(file, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data)

    monkeypatch.setattr(journal_module.os, "write", write)
    with pytest.raises(jounce.JounceError, match=r"No space left on device; 8 of 60 variants are kept") as full:
        keep(task, masses(60), tmp_path)
    assert full.value.exit_code == 4
    assert keep(task, masses(60), tmp_path).ran == 52


def test_damaged_lines_count_as_not_written(task, tmp_path):
    design = masses(20)
    whole = keep(task, design, tmp_path)
    file = tmp_path / "weights.journal"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b".", b":", 1)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])
    told = []
    again = keep(task, design, tmp_path, told.append)
    assert again.ran == 2 and again.digest == whole.digest
    assert [(now.done, now.ran) for now in told] == [(19, 1), (20, 2)] and told[-1].time_left == 0.0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda task: (task, masses(20, seed=2)), "design"),
        (lambda task: (task, masses(21)), "count"),
        (lambda task: (VariantTask(subject=task.subject.with_values({"body.centre.z": 0.6}), study=task.study,
                                   metrics=task.metrics), masses(20)), "car and study"),
    ],
)  # fmt: skip
def test_the_journal_of_another_job_is_refused_by_name(task, tmp_path, change, word):
    keep(task, masses(20), tmp_path)
    before = (tmp_path / "weights.journal").read_bytes()
    with pytest.raises(jounce.ModelError) as refused:
        keep(*change(task), tmp_path)
    assert "weights.journal" in refused.value.source
    assert f"of another job, 'weights': not the same {word}" in refused.value.problems[0].what
    assert (tmp_path / "weights.journal").read_bytes() == before


FOREIGN = [b"my notes\n", b"my notes", b"{", b"\n", b"\x00\xff" * 40, b"00000000 []\n", b"cbf43926 123456789\nnotes"]


@pytest.mark.parametrize("text", FOREIGN, ids=lambda text: f"{len(text)} bytes")
def test_a_file_that_is_no_journal_is_left_alone(task, tmp_path, text):
    """Also one without the end of a line, which looks like a line that was cut."""
    (tmp_path / "weights.journal").write_bytes(text)
    with pytest.raises(jounce.ModelError, match="is not a journal"):
        keep(task, masses(20), tmp_path)
    assert (tmp_path / "weights.journal").read_bytes() == text


@pytest.mark.parametrize("kind", ["link", "link to a journal", "link to nothing", "folder", "pipe"])
def test_what_is_no_file_is_left_alone_and_so_is_what_a_link_leads_to(task, tmp_path, kind):
    place, other = tmp_path / "weights.journal", tmp_path / "other"
    if kind == "link to a journal":
        keep(task, masses(20), tmp_path)
        place.rename(other)
    elif kind == "link":
        other.write_text("my notes")
    before = other.read_bytes() if other.exists() else None
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(other)
    with pytest.raises(jounce.ModelError, match="is not a file of its own, but a link, a folder or a device"):
        keep(task, masses(20), tmp_path)
    assert (other.read_bytes() if other.exists() else None) == before


@pytest.mark.parametrize(
    "damage", [lambda top: top.replace(b"weights", b"weighty"), lambda top: b"\0" * len(top)], ids=["a word", "all"]
)
def test_rows_are_as_sound_as_before_where_the_first_line_is_damaged(task, tmp_path, damage):
    """They say themselves of which job they are; a row of another job is not taken for one of this."""
    whole = keep(task, masses(20), tmp_path)
    file = tmp_path / "weights.journal"
    top, *rows = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(damage(top[:-1]) + b"\n" + b"".join(rows[:12]))
    again = keep(task, masses(20), tmp_path)
    assert (again.ran, again.digest) == (8, whole.digest)
    damaged = file.read_bytes()
    with pytest.raises(jounce.ModelError, match="is not a journal of this job"):
        keep(task, masses(20, seed=2), tmp_path)
    assert file.read_bytes() == damaged


def test_every_flipped_bit_of_a_journal_costs_its_own_line_at_most(tmp_path):
    """Nothing else is lost or changed; where the bit ends a line, two lines become one."""
    file, about = tmp_path / "weights.journal", {"job": "weights"}
    rows = [VariantRow(k, (0.1 * k,), "passed", "why") for k in range(4)]
    with Journal(file, about, 4) as journal:
        journal.append(rows)
    text = file.read_bytes()
    for k in range(len(text)):
        file.write_bytes(text[:k] + bytes([text[k] ^ 1 << k % 8]) + text[k + 1 :])
        with Journal(file, about, 4) as journal:
            found = journal.rows(0, 4)
        assert all(row in rows for row in found)
        assert len(found) >= (2 if text[k : k + 1] == b"\n" else 3 if k > text.index(b"\n") else 4)


def test_a_journal_whose_first_line_was_cut_begins_anew(task, tmp_path):
    whole = keep(task, masses(3), tmp_path)
    file = tmp_path / "weights.journal"
    top = file.read_bytes().splitlines()[0]
    for cut in (0, 1, 9, len(top)):
        file.write_bytes(top[:cut])
        assert keep(task, masses(3), tmp_path).digest == whole.digest


def test_a_job_does_not_run_twice_at_once(tmp_path):
    about = {"job": "weights"}
    with Journal(tmp_path / "weights.journal", about, 3) as first:
        with pytest.raises(jounce.JounceError, match="is running already"):
            Journal(tmp_path / "weights.journal", about, 3)
        first.append([VariantRow(1, (2.0,), "passed")])
    with Journal(tmp_path / "weights.journal", about, 3) as again:
        assert [*again] == [1] and again.rows(0, 3) == [VariantRow(1, (2.0,), "passed")]


def test_the_checksum_of_a_line_is_the_crc_of_ethernet_and_zip():
    """The check value of CRC-32 is that of the digits from 1 to 9. [ITU-T V.42]"""
    assert journal_line(123456789) == b"cbf43926 123456789\n"


def peak_memories(counts, folder):
    """Largest resident memory so far of a process that keeps so many rows, which cost nothing to compute, in kB."""
    pipe = os.pipe()

    def execute(task, chunks):
        for chunk in chunks:
            yield [VariantRow(v.number, (9.81 * v.values[PATH],), "unchecked") for v in chunk]

    def work():
        task = VariantTask(subject=jounce.load("small_car"), study=Weighing(), metrics=("weight",))
        for count in counts:
            place = folder / str(count) / "weights"
            keep_design("weights", task, masses(count), METRICS, {}, execute, place, ("csv", "parquet"))
            peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
            os.write(pipe[1], f"{peak.split()[1]} ".encode())

    assert os.waitpid(in_a_child(work), 0)[1] == 0
    return [int(word) for word in os.read(pipe[0], 100).split()]


def test_memory_does_not_grow_with_the_number_of_variants(tmp_path, monkeypatch):
    """45 groups of rows and 5 take the same memory, but for 8 bytes for each variant and 8 MB of chance. Rows that
    stayed in memory would take some 300 bytes each, 12 MB."""
    monkeypatch.setattr(variant_files, "GROUP", 1000)
    monkeypatch.setattr(kept_design, "GROUP", 1000)
    few, many = peak_memories((5_000, 45_000), tmp_path)
    assert many - few < 40_000 * 8 / 1024 + 8192


def test_tables_of_a_design_come_back_equal(task, tmp_path):
    import pandas

    design = masses(20)
    kept = keep_design(
        "weights", task, design, METRICS, {}, execute_in_turn, tmp_path / "weights", ("csv", "parquet", "histories")
    )
    table = kept.table()
    assert table.units == {PATH: "kg", "weight": "N"}
    assert (table["weight"] == 9.81 * table[PATH]).all() and len(table) == 20
    in_csv = pandas.read_csv(tmp_path / "weights.csv")
    assert (in_csv["weight [N]"] == table["weight"]).all()
    assert (in_csv[f"{PATH} [kg]"] == design.numbers(0, 20)[:, 0]).all()
