"""Processes give the rows that one thread gives, also when one of them is killed at work."""

import os
import signal
from pathlib import Path

import pytest

import jounce
from jounce.studies.many import processes
from jounce.studies.many.designs.design import Design, DesignColumn
from jounce.studies.many.designs.spread import Uniform
from jounce.studies.many.executors import execute_in_threads, execute_in_turn
from jounce.studies.many.run_design import design_chunks
from jounce.studies.many.variant import VariantTask
from jounce.studies.many.wire import task_from_wire, task_to_wire

pytestmark = pytest.mark.usefixtures("no_own_parts")

SPRING, SETTINGS = "axles.front.spring.law.slope", {"axle": "front", "points": 21}
METRICS = ("front_left.wheel_rate", "front_left.bump_steer")


@pytest.fixture(scope="module")
def task():
    study = jounce.studies.WheelTravel(**SETTINGS)
    return VariantTask(subject=jounce.load("small_car"), study=study, metrics=METRICS)


@pytest.fixture(scope="module")
def design():
    spread = Uniform(least=-2000.0, most=25000.0)  # some of them cannot be built
    column = DesignColumn(path=SPRING, unit="N/m", spread=spread, nominal=18000.0)
    return Design(method="sobol", columns=(column,), count=64)


def rows_of(ended):
    return sorted((row for rows in ended for row in rows), key=lambda row: row.number)


def children():
    tasks = Path(f"/proc/{os.getpid()}/task").iterdir()
    return [int(word) for task in tasks for word in (task / "children").read_text().split()]


def test_processes_and_threads_give_the_same_bits_also_if_one_is_killed(task, design, monkeypatch):
    monkeypatch.setattr(processes, "START_UP", 0.0)
    alone = rows_of(execute_in_turn(task, design_chunks(design)))
    ended, before = [], set(children())
    for rows in processes.execute_on_cores(2, SETTINGS)(task, design_chunks(design)):
        ended.append(rows)
        if len(ended) == 3:
            os.kill(next(iter(set(children()) - before)), signal.SIGKILL)
    found = rows_of(ended)
    assert [row.number for row in found] == [*range(64)] and set(children()) == before
    assert repr(found) == repr(alone)  # nan is the same word, not the same number
    assert {row.verdict for row in found} == {"unchecked", "refused"}
    assert repr(rows_of(execute_in_threads(2)(task, design_chunks(design)))) == repr(alone)


def test_a_task_comes_back_from_its_text(task):
    back = task_from_wire(task_to_wire(task, SETTINGS))
    assert back.subject.values() == task.subject.values()
    assert back.study == task.study and back.metrics == task.metrics


def test_what_cannot_be_sent_is_named():
    road = jounce.load("three_planks")
    study = jounce.studies.DriveRoad(road=road)
    task = VariantTask(subject=jounce.load("small_car"), study=study, metrics=("distance",))
    with pytest.raises(jounce.ModelError, match=r"settings\.road"):
        task_to_wire(task, {"speed": 10.0, "road": road})


def test_a_script_that_replays_a_log_is_read_from_any_folder(tmp_path, monkeypatch):
    """Files that a job names by their way from it are sent by their whole paths."""
    (tmp_path / "log.csv").write_text("Time (s),SWA (deg)\n0,0\n0.5,5\n1,10\n1.5,10\n")
    head = 'format = 1\nkind = "job"\nname = "log"\ncar = "small_car"\n'
    inputs = '[inputs]\nsteering = { file = "log.csv", column = "SWA (deg)", time = "Time (s)" }\n'
    design = '[design]\nmetrics = ["largest_roll"]\n[design.values]\n"body.mass" = ["600 kg", "650 kg"]\n'
    (tmp_path / "log.toml").write_text(head + inputs + design)
    job = jounce.load(tmp_path / "log.toml")
    monkeypatch.chdir("/")
    task = VariantTask(subject=job.subject, study=job.study, metrics=("largest_roll",))
    back = task_from_wire(task_to_wire(task, job.design.settings))
    assert repr(back.study.phases.phases) == repr(job.study.phases.phases)
    assert back.study.phases.phases[0].duration == 1.5


def test_this_process_is_one_of_the_workers(task, design, monkeypatch):
    """Its car is trimmed and its machine code loaded, so two workers need one more process, not two."""
    monkeypatch.setattr(processes, "START_UP", 0.0)
    before, most = set(children()), 0
    for _ in processes.execute_on_cores(2, SETTINGS)(task, design_chunks(design)):
        most = max(most, len(set(children()) - before))
    assert most == 1


def test_work_of_processes_that_cannot_start_is_done_here(task, design, monkeypatch):
    monkeypatch.setattr(processes, "START_UP", 0.0)
    monkeypatch.setattr(processes, "WORKER", "jounce.errors")  # ends without a word
    found = rows_of(processes.execute_on_cores(2, SETTINGS)(task, design_chunks(design)))
    assert repr(found) == repr(rows_of(execute_in_turn(task, design_chunks(design))))
