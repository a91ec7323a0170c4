"""Draw docs/figures/ride.png, random_road.png and four_post.png: python docs/figures/make_ride_figures.py"""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

import jounce
from jounce.results import Result
from jounce.results.panel import Spectra
from jounce.views.plots.chart import chart_of_spectra
from jounce.views.plots.plotter import plot_chart

HERE = Path(__file__).parent


def draw_spectra(run: Result, headings: tuple[str, ...], name: str) -> None:
    """Panels of a run over frequency, side by side."""
    panels = [panel for panel in run.panels if isinstance(panel, Spectra) and panel.heading.startswith(headings)]
    figure = Figure(figsize=(5.5 * len(panels), 3.4), layout="constrained")
    for axis, panel in zip(figure.subplots(1, len(panels)), panels, strict=True):
        plot_chart(axis, chart_of_spectra(panel))
    figure.savefig(HERE / name, dpi=110)


if __name__ == "__main__":
    car = jounce.load("small_car")
    draw_spectra(jounce.run(car, "ride", length="1500 m"), ("seat", "wheel loads"), "ride.png")
    rough = jounce.run(car, "drive-road", road="iso_8608_c", duration="6 s")
    rough.plot(path=HERE / "random_road.png")
    draw_spectra(jounce.run(car, "four-post"), ("body: height", "hubs"), "four_post.png")
