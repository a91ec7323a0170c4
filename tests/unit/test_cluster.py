"""A job on a dask cluster of this computer gives the rows of one process, also if a worker or the scheduler is lost."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import jounce
from campaigns import only_in_campaign
from jounce.jobs import cluster
from jounce.jobs.design_job import run_design_job

pytestmark = pytest.mark.usefixtures("no_own_parts")

JOB = """format = 1
kind = "job"
name = "springs"
car = "small_car"
study = "wheel-travel"

[settings]
axle = "front"
points = 21

[design]
method = "monte-carlo"
variants = 96
metrics = ["front_left.wheel_rate"]

[design.values]
"axles.front.spring.law.slope" = { distribution = "normal", mean = "15 N/mm", deviation = "8 N/mm" }
"""
STEPS = """format = 1
kind = "job"
name = "steps"
car = "small_car"
study = "step-steer"

[settings]
duration = "2 s"

[design]
method = "sobol"
variants = COUNT

[design.values]
"axles.front.spring.law.slope" = { distribution = "uniform", least = "12 N/mm", most = "25 N/mm" }
"body.mass" = { distribution = "normal", mean = 1.0, deviation = 0.03, relative = true }
"""
ENDS = {"start_new_session": True, "stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    file = tmp_path_factory.mktemp("job") / "springs.toml"
    file.write_text(JOB)
    return jounce.load(file)


@pytest.fixture(scope="module")
def alone(job, tmp_path_factory):
    return run_design_job(job, tmp_path_factory.mktemp("alone"), workers=1)


@contextmanager
def running_cluster(folder, workers):
    """A scheduler and workers as a user starts them; the address and the processes."""
    place, dask = folder / "scheduler.json", [sys.executable, "-m", "dask"]
    common = ["--no-dashboard", "--scheduler-file", str(place)]
    everyone = [subprocess.Popen([*dask, "scheduler", "--port", "0", "--host", "127.0.0.1", *common], **ENDS)]
    try:
        limit = time.monotonic() + 60.0
        while not place.exists() or not place.read_text().strip():
            assert time.monotonic() < limit
            time.sleep(0.05)
        words = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        everyone += [subprocess.Popen([*dask, "worker", *words, *common], **ENDS) for _ in range(workers)]
        yield jounce_address(place), everyone
    finally:
        for process in everyone:
            process.kill()
            process.wait()


def jounce_address(place):
    import json

    return json.loads(place.read_text())["address"]


@pytest.mark.parametrize("count", [96, only_in_campaign(1000)])
def test_two_workers_of_which_one_is_killed_give_the_rows_of_one_process(count, job, alone, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 60.0)  # this computer may have much else to do
    if count != 96:  # all of these are step-steers
        (tmp_path / "many.toml").write_text(STEPS.replace("COUNT", str(count)))
        job = jounce.load(tmp_path / "many.toml")
        alone = run_design_job(job, tmp_path / "alone", workers=1)
    with running_cluster(tmp_path, workers=2) as (address, (_, first, _)):

        def kill_one(progress):
            if progress.done >= count // 4 and first.poll() is None:
                first.kill()
                first.wait()

        kept = run_design_job(job, tmp_path / "results", scheduler=address, on_progress=kill_one)
        assert first.poll() is not None
    assert kept.count == kept.ran == count and kept.digest == alone.digest
    assert set(kept.verdicts) == ({"unchecked", "refused"} if count == 96 else {"passed"})


def test_a_job_goes_on_here_when_its_scheduler_is_lost(job, alone, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 60.0)
    with running_cluster(tmp_path, workers=1) as (address, (scheduler, _)):

        def lose_it(progress):
            if progress.done >= 16:
                scheduler.kill()

        with pytest.raises(jounce.JounceError, match="scheduler was lost") as lost:
            run_design_job(job, tmp_path / "results", scheduler=address, on_progress=lose_it)
        assert lost.value.exit_code == 4
    kept = run_design_job(job, tmp_path / "results", workers=1)
    assert 0 < kept.ran <= 80 and kept.digest == alone.digest


def test_a_scheduler_that_does_not_answer_is_told_in_bounded_time(job, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    began = time.monotonic()
    with pytest.raises(jounce.JounceError, match="does not answer within 1 s") as silent:
        run_design_job(job, tmp_path, scheduler="tcp://127.0.0.1:9")
    assert silent.value.exit_code == 4 and time.monotonic() - began < 60.0
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".csv")]


def test_an_address_that_is_none_is_refused(job, tmp_path):
    with pytest.raises(jounce.ModelError, match="no address of a scheduler"):
        run_design_job(job, tmp_path, scheduler="somewhere")
