"""What people read and run as it stands uses no name of the version before: its warnings are errors here."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
OLD = "test_old_files.py"  # what users of the version before have


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and item.path.name != OLD:
            item.add_marker(pytest.mark.filterwarnings("error::jounce.outdated.OutdatedUse"))
