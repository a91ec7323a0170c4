"""Draw docs/figures/corners.png: time of an evaluation by corners and by links, corner by corner and in one piece."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from jounce.studies.numerics.corner_costs import COUNTS, LINKS, measure_corner_costs, measure_link_costs

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
panels = (
    (left, COUNTS, measure_corner_costs(), "corners", "Short-long-arm corners on one body"),
    (right, LINKS, measure_link_costs(), "links of each chain", "Four chains of hinged links on one body"),
)
for axes, counts, costs, label, title in panels:
    for way, times in costs.items():
        axes.loglog(counts, 1e3 * np.array(times), "o-", label=way)
    axes.loglog(counts, 1e3 * costs["synthesis, multipliers"][0] * np.array(counts) / counts[0], ":", label="linear")
    axes.set(xlabel=label, ylabel="one evaluation, ms", title=title + ", NumPy, one core")
    axes.set_xticks(counts, [str(count) for count in counts])
    axes.set_xticks([], minor=True)
    axes.legend()
    axes.grid(alpha=0.3)
figure.savefig(Path(__file__).with_name("corners.png"), dpi=110)
