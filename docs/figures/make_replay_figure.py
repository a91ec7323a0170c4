"""Draw docs/figures/replay.png, the made-up example beside its car: python docs/figures/make_replay_figure.py"""

from __future__ import annotations

from pathlib import Path

import jounce

if __name__ == "__main__":
    run = jounce.run(jounce.load("large_sedan"), "replay", zero_window=["100.1 s", "101.4 s"])
    run.plot(path=Path(__file__).with_name("replay.png"))
