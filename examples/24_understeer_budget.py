"""An understeer budget: what makes a car understeer, and what an anti-roll bar changes.

Objective: split the understeer gradient of a car into its causes, change one number, and see which of them move.

Model: `small_car_compliant`, with struts in front and semi-trailing arms behind, on its bushings. Circles are found by
trim, so a budget takes a second or two.
"""

import jounce

car = jounce.load("small_car_compliant")
SPEED, LARGEST = "80 km/h", "5 m/s^2"

# Run: the same car with its bar and with one of half the stiffness.
soft = car.with_values({"axles.front.anti_roll_bar.stiffness": "667 N m/rad"})
settings = {"speed": SPEED, "lateral_acceleration": LARGEST, "compliance": True}
budgets = {name: jounce.run(each, "understeer-budget", **settings) for name, each in (("bar", car), ("soft bar", soft))}

print("effect                     bar   soft bar   deg/g")
for effect in (name for name in budgets["bar"].metrics if "." not in name):
    values = [run.metrics[effect].value for run in budgets.values()]
    if any(abs(value) > 0.005 for value in values):
        print(f"{effect:22} {values[0]:8.3f}   {values[1]:8.3f}")

# What to look for: the bar takes load transfer to the front axle, whose tyres then need more slip. With the soft bar
# that effect falls, but the car leans more, and roll steer takes back more than half of it: the sum hardly moves.
for name, each in (("bar", car), ("soft bar", soft)):
    loads = jounce.run(each, "load-transfer", **settings).metrics
    share, bars = loads["front.share"].value, loads["front.bars"].value
    print(f"{name}: the front axle carries {100 * share:.1f} % of the load transfer, its bar {bars:.0f} N")

# Which tyre works hardest? The inner front one: it has the same slip angle as the outer one and half its load.
circle = jounce.run(car, "steady-circle", **settings)
for corner in ("front_left", "front_right", "rear_left", "rear_right"):
    print(f"{corner}: {100 * circle[f'{corner}.tyre.friction_use'][-1]:.0f} % of its friction")
budgets["bar"].plot(path="understeer_budget.png")
