"""The loop of `rows`, compiled by numba when it is not in the cache."""

from __future__ import annotations

from numba import carray, from_dtype

from jounce.native.pointers import call_kernel, record_pointer
from jounce.native.rows import ROWS

WIDTH = 8  # bytes of a float64
_job_pointer = record_pointer(from_dtype(ROWS))


def run(address):
    """Call the kernel on each row."""
    job = carray(_job_pointer(address), 1)[0]
    for k in range(job.count):
        row, out = job.rows + WIDTH * k * job.row_size, job.out + WIDTH * k * job.out_size
        call_kernel(job.kernel, row, 0, 0, job.values, job.tables, 0, out, job.work)
    return 0
