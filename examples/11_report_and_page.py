"""A run to look at and to hand in: page, report and plot of a car over three bumps.

Objective: show a colleague what a softer front spring does over short bumps, in files that open in any browser.

Model: the library's `small_car` with every link, at 40 km/h over three bumps 30 mm high under its left wheels; then
with front springs of 70 % stiffness. A number changes, so nothing is compiled again.
"""

from pathlib import Path

import jounce

car = jounce.load("small_car")
SPRING = "axles.front.spring.law.slope"
softer = car.with_values({SPRING: 0.7 * car.values()[SPRING]})

# Run.
runs = {name: jounce.run(which, "three-bumps") for name, which in {"standard": car, "softer": softer}.items()}

# What to look for: hardly anything changes. On bumps this short, tyre and damper dominate, not the spring.
for name in ("hub_largest", "mount_largest", "largest_load"):
    metric = runs["standard"].metrics[name]
    values = "  ".join(f"{which} {run.metrics[name].value:8.1f}" for which, run in runs.items())
    print(f"{name:14} {values} {metric.unit:6} {metric.definition}")

# The page shows the softer car as a ghost with the first one. A report belongs to one run.
runs["standard"].view("bumps.html", compare=runs["softer"])
runs["softer"].report("bumps_report.html")
runs["softer"].plot(path="bumps.png")

# A saved run can be viewed and reported again without the model: jounce view softer.h5
runs["softer"].save("softer.h5")
for path in ("bumps.html", "bumps_report.html", "bumps.png", "softer.h5"):
    print(f"{path:18} {Path(path).stat().st_size / 1e6:.1f} MB")
