"""Draw docs/figures/corners.png: time of an evaluation by the number of corners, by synthesis and in one piece."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from jounce.studies.numerics.corner_costs import COUNTS, measure_corner_costs

costs = measure_corner_costs()
figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
for way, times in costs.items():
    axes.loglog(COUNTS, 1e3 * np.array(times), "o-", label=way)
axes.loglog(COUNTS, 1e3 * costs["synthesis, multipliers"][0] * np.array(COUNTS) / COUNTS[0], ":", label="linear")
axes.set(xlabel="corners", ylabel="one evaluation, ms", title="Short-long-arm corners on one body, NumPy, one core")
axes.set_xticks(COUNTS, [str(count) for count in COUNTS])
axes.set_xticks([], minor=True)
axes.legend()
axes.grid(alpha=0.3)
figure.savefig(Path(__file__).with_name("corners.png"), dpi=110)
