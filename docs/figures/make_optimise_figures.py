"""Draw optima from three starts, of lessons 27 to 29 and a job: python docs/figures/make_optimise_figures.py"""

from __future__ import annotations

import os
import runpy
import shutil
import tempfile
from pathlib import Path

from jounce.jobs.optimise_job import read_optimise_job

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
LESSONS = {
    "27_optimise_hardpoints.py": "optimise_hardpoints.png",
    "28_torque_history.py": "torque_history.png",
    "29_fastest_line.py": "fastest_line.png",
}
JOB = "springs_for_targets.toml"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for lesson, picture in LESSONS.items():
            runpy.run_path(str(EXAMPLES / lesson))
            shutil.copy(picture, HERE / picture)
    read_optimise_job(EXAMPLES / "jobs" / JOB).run().plot(HERE / "springs_for_targets.png")
