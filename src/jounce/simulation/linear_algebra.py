"""Linear algebra on one thread: our matrices are small, and threads that wait for each other only cost time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import Any

_lock = Lock()
_users = 0  # threads of ours that are inside
_limit: AbstractContextManager[Any] | None = None  # in force while there are users


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keeps NumPy and SciPy on one thread while this is entered; what was set before comes back.

    The first to enter sets the limit and the last to leave lifts it, so that threads and nested runs do not undo
    each other's. It also serves as a decorator: `@one_blas_thread()`.
    """
    global _users, _limit
    with _lock:
        if _users == 0:
            _limit = _controller().limit(limits=1, user_api="blas")
            _limit.__enter__()
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0 and _limit is not None:
                _limit.__exit__(None, None, None)
                _limit = None


_controllers: dict[bool, Any] = {}


def _controller() -> Any:
    """Returns the libraries for linear algebra that are loaded: NumPy's, and SciPy's own once that is imported."""
    from threadpoolctl import ThreadpoolController

    with_scipy = "scipy.linalg" in sys.modules
    if with_scipy not in _controllers:
        _controllers[with_scipy] = ThreadpoolController()
    return _controllers[with_scipy]
