"""The browser in which the page is looked at; without one, these tests do not run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: no test in a browser")
    if CHROMIUM is None:
        pytest.skip("no chromium: no test in a browser")
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", "--no-sandbox"])
        yield launched
        launched.close()
