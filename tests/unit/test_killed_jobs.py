"""Jobs on the command line, killed at random instants, once with a full disk: campaign behind `test_kept_designs`."""

import random
import resource
import signal
import subprocess
import sys
import time
from hashlib import sha256

import pytest

from campaigns import only_in_campaign

JOB = """format = 1
kind = "job"
name = "many"
car = "small_car"
study = "{study}"

[settings]
{settings}

[design]
method = "sobol"
variants = {count}

[design.values]
"axles.front.spring.law.slope" = {{ distribution = "uniform", least = "12 N/mm", most = "25 N/mm" }}
"body.mass" = {{ distribution = "normal", mean = 1.0, deviation = 0.03, relative = true }}
"""
CASES = [
    only_in_campaign(("wheel-travel", 'axle = "front"', 1000, 50)),
    only_in_campaign(("step-steer", 'duration = "2 s"', 1000, 50)),
]


def command(folder, out):
    return [sys.executable, "-m", "jounce", "run", str(folder / "many.toml"), "--out", str(out), "--workers", "2"]


def run_to_the_end(folder, out, expect=0, room=None):
    def with_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        command(folder, out), capture_output=True, text=True, preexec_fn=with_room if room is not None else None
    )
    assert done.returncode == expect, done.stderr
    return done


def rows_of(journal):
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0  # the first line is the head


def kill_after(folder, out, rows, pause):
    """Start the job, and kill it a moment after its journal has so many rows: at start-up, if it has them already."""
    process = subprocess.Popen(command(folder, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and rows_of(out / "many.journal") < rows:
        time.sleep(0.002)
    time.sleep(pause)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, f"through before it was killed at row {rows}"


@pytest.mark.parametrize(("study", "settings", "count", "kills"), CASES)
def test_a_job_killed_at_random_instants_ends_with_all_records_once_and_equal_digest(
    study, settings, count, kills, tmp_path
):
    """Kills are spread over the rows, so that the pace of a computer does not decide how many there can be.

    Rows come in chunks: where one run has passed several of the drawn numbers, the next ones are killed within the
    first seconds of their start, before or while they write.
    """
    (tmp_path / "many.toml").write_text(JOB.format(study=study, settings=settings, count=count))
    run_to_the_end(tmp_path, tmp_path / "whole")
    out, chance = tmp_path / "killed", random.Random(3)
    journal, met = out / "many.journal", []
    for k, rows in enumerate(sorted(chance.sample(range(int(0.9 * count)), kills))):
        if k == kills // 2:
            full = run_to_the_end(tmp_path, out, expect=4, room=journal.stat().st_size + 1000)
            assert "cannot be written" in full.stderr and "are kept" in full.stderr
        ahead = rows_of(journal) >= rows
        kill_after(tmp_path, out, rows, chance.uniform(0.0, 3.0) if ahead else chance.expovariate(100.0))
        met.append(rows_of(journal))
    print(f"rows when killed: {met}")
    run_to_the_end(tmp_path, out)
    assert len(journal.read_bytes().splitlines()) == count + 1
    tables = [place / "many.csv" for place in (tmp_path / "whole", out)]
    assert len({sha256(table.read_bytes()).hexdigest() for table in tables}) == 1
