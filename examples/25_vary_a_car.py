"""Many variants of a car: a list of springs, tolerances of a tie rod, and a job that can be interrupted.

Objective: ask a study about many cars at once, and read the answers from one table.

Model: `small_car`. Each variant changes some of its numbers. Its machine code is made once for all of them.
"""

from pathlib import Path

import jounce

car = jounce.load("small_car")
SPRING, HEIGHT = "axles.front.spring.law.slope", "axles.front.hardpoints.tie_rod_outer.z"

# A list: how does the front spring change roll and yaw? One row for each variant, all numbers in SI.
springs = jounce.vary(car, "step-steer", {SPRING: ["14 N/mm", "18 N/mm", "22 N/mm"]}, duration="3 s")
print(springs[[SPRING, "steady_roll", "yaw_rate_gain", "verdict"]])

# Tolerances: the outer ball joint of the tie rod sits 1 mm too high or too low. What does bump steer do?
mean = car.values()[HEIGHT]
scatter = {"distribution": "normal", "mean": mean, "deviation": "1 mm"}
drawn = jounce.vary(
    car,
    "wheel-travel",
    {HEIGHT: scatter},
    metrics=["front_left.bump_steer"],
    design={"method": "sobol", "variants": 64, "seed": 1},
    axle="front",
)
deviation = drawn["front_left.bump_steer"].std()

# What to look for: exact gradients predict the same scatter. The table also shows where the relation bends.
exact = jounce.sensitivity(car, "wheel-travel", [HEIGHT], axle="front")
slope = exact.values[exact.outputs.index("front_left.bump_steer"), 0, exact.curves.time.size // 2]
print(f"bump steer scatters by {deviation:.4f} rad/m; its gradient times 1 mm is {abs(slope) * 1e-3:.4f} rad/m")

# A job does the same from a file, here a grid of 3 x 3 variants. Rows go to a journal as they come: when the command is
# killed, it goes on where it was. The second call finds all rows there.
job = Path(__file__).parent / "jobs" / "springs_and_bars.toml"
first = jounce.run_job(job, out="results")
again = jounce.run_job(job, out="results")
print(f"{first.count} variants, {first.ran} ran, then {again.ran}; tables {[file.name for file in first.files]}")
table = first.table()
BAR = "axles.front.anti_roll_bar.stiffness"
print(table.to_pandas().pivot(index=SPRING, columns=BAR, values="understeer_gradient").round(3))
