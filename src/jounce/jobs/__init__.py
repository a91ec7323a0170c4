"""Jobs: one file that says which car is put through what, and which files come out."""

from jounce.jobs.any_file import load
from jounce.jobs.job import Job
from jounce.jobs.job_file import read_job, run_job
from jounce.jobs.optimise_job import OptimiseJob

__all__ = ["Job", "OptimiseJob", "load", "read_job", "run_job"]
