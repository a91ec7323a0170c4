"""Jobs: one file that says which car is put through what, and which files come out."""

from jounce.jobs.job import Job
from jounce.jobs.job_file import read_job, run_job

__all__ = ["Job", "read_job", "run_job"]
