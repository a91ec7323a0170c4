"""Public names of packages: each is imported when it is first used, and a wrong one is answered with the near one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from jounce.errors import did_you_mean


def hand_on_names(
    package: str,
    own: Iterable[str],
    homes: Mapping[str, Iterable[str]],
    modules: Iterable[str] = (),
    otherwise: Callable[[str], Any] | None = None,
    near: Iterable[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Returns `__getattr__` and `__dir__` of a package: `homes` are modules with the names that are taken from them.

    `modules` lie in the package and are imported when they are asked for. `otherwise` answers for names of other kinds,
    by KeyError where it has none. `near` are further names that somebody may have meant.
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    inside = frozenset(modules)
    known = sorted({*own, *home_of, *inside})

    def find(name: str) -> Any:
        if name in home_of:
            return getattr(import_module(home_of[name]), name)
        if name in inside:
            return import_module(f"{package}.{name}")
        try:
            if otherwise is not None:
                return otherwise(name)
        except KeyError:
            pass
        meant = "" if name.startswith("__") else did_you_mean(name, known) or did_you_mean(name, near)
        raise AttributeError(f"module '{package}' has no attribute '{name}'.{meant}")

    return find, lambda: list(known)
