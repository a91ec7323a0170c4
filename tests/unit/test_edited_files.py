"""Files that are edited while a design is under way: rows of before and after never meet in one table."""

import sys
from itertools import count

import pytest

import jounce
from jounce.errors import SetupError
from jounce.jobs.design_job import run_design_job
from jounce.jobs.worker import run_chunk_of_worker, task_of_worker
from jounce.model.library import library_path
from jounce.own_parts.register import REGISTERED, forget_registration
from jounce.studies.many import code_digest, wire
from jounce.studies.many.kept_design import DesignInterrupted
from jounce.studies.many.variant import Variant, VariantTask
from jounce.studies.many.wire import chunk_to_wire, rows_from_wire, task_to_wire

pytestmark = pytest.mark.usefixtures("no_own_parts")

PARTS = """import jounce
from jounce.results import Result
from jounce.results.csv_table import read_csv_table
from jounce.studies.measured.record_settings import RecordSetting
from jounce.studies.ride.drive_road import RoadSetting
from jounce.studies.study import Study
from HELPER import SCALE


@jounce.register("WORD")
class Weighing(Study):
    "Weighs the car body times what stands in each file; the record is read in each run, as `replay` does."

    name = "WORD"
    road = RoadSetting(meaning="with some friction")
    record = RecordSetting(meaning="of some time", default="example")
    metrics = {"weight": ("N", "of the car body")}

    def run(self, subject, on_progress=None):
        (clock,) = read_csv_table(self.record, ["time"]).values.T
        friction = self.road.elements["surface"].friction
        stiffness = subject.axles["front"].tyre.law.VERTICAL_STIFFNESS
        found = SCALE * clock[-1] * friction * stiffness * subject.values()["body.mass"]
        return self.with_metrics(Result(time=[0.0], channels=(), numbers=[[]]), {"weight": found})
"""
ROAD = 'format = 1\nkind = "road"\nname = "flat"\n[elements.surface]\ntype = "flat"\nfriction = 0.8\n'
JOB = """format = 1
kind = "job"
name = "weights"
car = "car.toml"
study = "WORD"
road = "road.toml"
settings = { record = "record.csv" }

[design]
method = "monte-carlo"
variants = 24

[design.values]
"body.mass" = { distribution = "uniform", least = "500 kg", most = "700 kg" }
"""
numbers = count()


class Place:
    """A folder with a job and all files that it needs."""

    def __init__(self, folder):
        self.folder, number = folder, next(numbers)
        self.word, self.helper = f"weighing-{number}", f"scale_of_{number}"
        tyre, car = library_path("tyre_155_65_r13"), library_path("small_car")
        self.write("tyre.tir", tyre.read_text("utf-8"))
        self.write("car.toml", car.read_text("utf-8").replace('file = "tyre_155_65_r13"', 'file = "tyre.tir"'))
        self.write("road.toml", ROAD)
        self.write("record.csv", "time [s]\n0\n1\n")
        self.write(f"{self.helper}.py", "SCALE = 9.81\n")
        self.write("parts.py", PARTS.replace("WORD", self.word).replace("HELPER", self.helper))
        self.write("job.toml", JOB.replace("WORD", self.word))

    def write(self, name, text):
        (self.folder / name).write_text(text, "utf-8")

    def change(self, name, old, new):
        text = (self.folder / name).read_text("utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def job(self):
        """As a command reads it that is called again: code of before is forgotten."""
        sys.modules.pop(self.helper, None)
        jounce.use(self.folder / "parts.py")
        return jounce.load(self.folder / "job.toml")

    def run(self, on_progress=None, name="out"):
        return run_design_job(self.job(), self.folder / name, workers=1, on_progress=on_progress)

    def journal(self):
        return (self.folder / "out" / "job.journal").read_bytes()


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    yield made
    for sort, word in [key for key in REGISTERED if key[1] == made.word]:
        forget_registration(sort, word)


def stop(progress):
    raise KeyboardInterrupt


EDITS = {
    "car.toml": ("format = 1", "format = 1  # the same numbers in other bytes"),
    "tyre.tir": ("[END]", "$ a remark\n[END]"),
    "road.toml": ("0.8", "0.7"),
    "record.csv": ("\n1\n", "\n2\n"),
    "parts.py": ("SCALE *", "2.0 * SCALE *"),
    "HELPER.py": ("9.81", "1.62"),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_design_is_not_resumed_after_a_file_was_edited_and_names_it(place, name):
    whole = place.run(name="whole")
    with pytest.raises(DesignInterrupted):
        place.run(stop)
    begun = place.journal()
    assert begun.count(b"\n") == 9  # the first line and a chunk
    name = name.replace("HELPER", place.helper)
    original = (place.folder / name).read_text("utf-8")
    place.change(name, *EDITS.get(name, EDITS["HELPER.py"]))
    with pytest.raises(jounce.ModelError, match="of another job, 'weights': not the same") as refused:
        place.run()
    assert f"file {place.folder / name}" in str(refused.value)
    assert place.journal() == begun
    place.write(name, original)
    kept = place.run()
    assert kept.ran == 16 and kept.digest == whole.digest


def test_a_file_that_is_edited_while_its_design_runs_stops_it_with_its_name(place):
    """The record is read in every run: rows of before stay, and none of after are written."""
    whole = place.run(name="whole")
    edit = iter([lambda: place.change("record.csv", "\n1\n", "\n2\n")])
    with pytest.raises(SetupError, match=r"record\.csv has changed since the job was read"):
        place.run(lambda progress: next(edit)())
    place.change("record.csv", "\n2\n", "\n1\n")
    kept = place.run()
    assert kept.ran == 16 and kept.digest == whole.digest


def test_what_was_read_before_an_edit_counts_not_what_the_file_holds_when_it_runs(place):
    whole = place.run(name="whole")
    job = place.job()
    place.change("road.toml", "0.8", "0.7")
    kept = run_design_job(job, place.folder / "out", workers=1)
    assert kept.digest == whole.digest
    with pytest.raises(jounce.ModelError, match=r"not the same file \S*road.toml\n"):
        place.run()  # its rows are those of the road as it was


@pytest.mark.parametrize("name", ["road.toml", "parts.py"])
def test_a_worker_that_reads_another_file_of_the_same_name_says_so(place, name):
    job = place.job()
    files = {**job.files, **{str(place.folder / "parts.py"): "0" * 64 if name == "parts.py" else ""}}
    files = {path: digest for path, digest in files.items() if digest}
    task = VariantTask(subject=job.subject, study=job.study, metrics=("weight",), files=files)
    text = task_to_wire(task, job.design.settings)
    place.change("road.toml", "0.8", "0.7")
    task_of_worker.cache_clear()
    with pytest.raises(SetupError, match=rf"{name} has changed since the job was read"):
        rows_from_wire(run_chunk_of_worker(text, chunk_to_wire([Variant(0, {})])))


def test_a_worker_with_other_code_of_the_same_version_is_refused(place, monkeypatch):
    job = place.job()
    task = VariantTask(subject=job.subject, study=job.study, metrics=("weight",), files=job.files)
    text = task_to_wire(task, job.design.settings)
    task_of_worker.cache_clear()
    assert rows_from_wire(run_chunk_of_worker(text, chunk_to_wire([Variant(0, {})])))[0].metrics[0] > 0.0
    monkeypatch.setattr(wire, "code_digest", lambda: f"{jounce.__version__} {'0' * 16}")
    task_of_worker.cache_clear()
    told = rf"a worker has jounce {jounce.__version__} 0{{16}}, the job comes from {jounce.__version__} [0-9a-f]{{16}}"
    with pytest.raises(SetupError, match=told):
        rows_from_wire(run_chunk_of_worker(text, chunk_to_wire([Variant(0, {})])))


def test_the_digest_of_the_code_sees_one_changed_letter_of_any_file(tmp_path, monkeypatch):
    for name in ("a.py", "ir/loop.ll.xz", "library/car.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text of this file")
    monkeypatch.setattr(code_digest, "PACKAGE", tmp_path)
    found = {code_digest.code_digest.__wrapped__()}
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("made by Python")
    assert found == {code_digest.code_digest.__wrapped__()}
    for name in ("a.py", "ir/loop.ll.xz", "library/car.toml"):
        (tmp_path / name).write_text("text of that file")
        found.add(code_digest.code_digest.__wrapped__())
    assert len(found) == 4


LOGGED = """format = 1
kind = "job"
car = "small_car"
inputs = { steering = { file = "log.csv", column = "wheel [deg]" } }

[design]
method = "grid"
values = { "body.mass" = ["600 kg", "610 kg"] }
"""


def test_an_edited_log_of_a_script_is_named(tmp_path):
    """It is read with the job, and its numbers become those of the driver."""
    (tmp_path / "job.toml").write_text(LOGGED)
    (tmp_path / "log.csv").write_text("time [s],wheel [deg]\n0,0\n0.1,10\n")
    job = jounce.load(tmp_path / "job.toml")
    run_design_job(job, tmp_path, workers=1)
    (tmp_path / "log.csv").write_text("time [s],wheel [deg]\n0,0\n0.1,20\n")
    with pytest.raises(jounce.ModelError, match=rf"not the same file {tmp_path / 'log.csv'}"):
        run_design_job(jounce.load(tmp_path / "job.toml"), tmp_path, workers=1)


@pytest.mark.parametrize("name", ["road.toml", "car.toml", "tyre.tir"])
def test_rows_that_vary_keeps_are_those_of_one_state_of_each_file(place, monkeypatch, name):
    monkeypatch.chdir(place.folder)
    place.job()

    def table():
        values = {"body.mass": ["600 kg", "610 kg"]}
        return jounce.vary(
            jounce.load("car.toml"), place.word, values, road="road.toml", record="record.csv", out="rows"
        )

    assert table().to_pandas().equals(table().to_pandas())
    place.change(name, *EDITS[name])
    with pytest.raises(jounce.ModelError, match=rf"not the same file \S*{name}\n"):
        table()
