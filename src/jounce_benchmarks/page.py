"""Benchmark `page`: its size, how soon it shows, how fast it plays in a browser without a graphics card."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import jounce
from jounce.results import Result, machine_class
from jounce.simulation.inputs import Source
from jounce.studies.driving.driving_start import start_straight

CAR, SPEED, DURATION, OUTPUT_STEP, CHANNELS = "small_car", 60 / 3.6, 20.0, 0.01, 200  # m/s, s, s
STEERING = 0.5  # rad at the steering wheel, and as much to the other side, once in 4 s
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = {"width": 1280, "height": 800}
ROUNDS, PLAYED = 3, 4.0  # page loads; s
READY = "window.__jounce ? window.__jounce.ready / 1000 : null"  # s from the start of the navigation


def page_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """20 s of the library car with 200 channels: megabytes, seconds to the first picture, frames per second."""
    on_progress("simulating, writing the page")
    run = _run()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        path = run.view(Path(folder) / "page.html")
        ours = {"write_s": time.perf_counter() - began, "page_mb": path.stat().st_size / 1e6}
        browser = next(filter(None, map(shutil.which, BROWSERS)), None)
        if browser is not None:
            on_progress(f"loading it {ROUNDS} times and playing {PLAYED:g} s in {Path(browser).name}")
            ours |= _in_browser(path, browser)
    missing = [] if browser is not None else ["chromium"]
    names = {"name": "page", "machine": machine_class(), "missing": missing}
    return names | {"ours": ours, "peers": {}, "ratios": {}, "spread": {}}


def _run() -> Result:
    start = start_straight(jounce.load(CAR).car_model(), SPEED)
    time = np.arange(0.0, DURATION + OUTPUT_STEP, OUTPUT_STEP)
    steering = (time, STEERING * np.sin(0.5 * np.pi * time))
    inputs: dict[str, Source] = {**start.inputs, "steering.wheel_angle": steering}
    whole = jounce.simulate(start.ready, DURATION, inputs=inputs, output_step=OUTPUT_STEP)
    kept = [k for k, c in enumerate(whole.channels) if c.name.startswith("vehicle.") or ".tyre." in c.name]
    kept = sorted({*kept, *range(CHANNELS)})[:CHANNELS]
    return replace(whole, channels=tuple(whole.channels[k] for k in kept), numbers=whole.numbers[:, kept])


def _in_browser(path: Path, browser: str) -> dict[str, float]:
    from playwright.sync_api import sync_playwright

    loads = []
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=browser, args=["--disable-gpu", "--no-sandbox"])
        for _ in range(ROUNDS):
            page = launched.new_page(viewport=WINDOW)  # type: ignore[arg-type]
            page.goto(f"file://{path}")
            while (ready := page.evaluate(READY)) is None:
                time.sleep(0.01)
            loads.append(ready)
            if len(loads) < ROUNDS:
                page.close()
        first = page.evaluate("__jounce.stage.frames")
        began = time.perf_counter()
        time.sleep(PLAYED)
        frames = page.evaluate("__jounce.stage.frames") - first
        speed = frames / (time.perf_counter() - began)
        launched.close()
    return {"load_s": min(loads), "frames_per_s": speed}
