"""Jobs: one file that says which car is put through what, and which files come out."""

from typing import TYPE_CHECKING

__all__ = ["Job", "OptimiseJob", "load", "read_job", "run_job"]

if TYPE_CHECKING:
    from jounce.jobs.any_file import load
    from jounce.jobs.job import Job
    from jounce.jobs.job_file import read_job, run_job
    from jounce.jobs.optimise_job import OptimiseJob
else:
    from jounce.public_names import hand_on_names

    _HOMES = {
        "jounce.jobs.any_file": ("load",),
        "jounce.jobs.job": ("Job",),
        "jounce.jobs.job_file": ("read_job", "run_job"),
        "jounce.jobs.optimise_job": ("OptimiseJob",),
    }
    __getattr__, __dir__ = hand_on_names(__name__, __all__, _HOMES)
