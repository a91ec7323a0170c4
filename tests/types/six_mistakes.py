"""Six mistakes that a type checker finds before anything runs; `test_types.py` sees that it does, line by line."""

import jounce

car = jounce.load("small_car")
run = jounce.run(car, "step-steer", speed="60 km/h")

jounce.run(car, "step-ster")  # mistake: the name of the study
jounce.run(car, "step-steer", sped="60 km/h")  # mistake: a setting is misspelt
jounce.run(car, "step-steer", speed=["60 km/h"])  # mistake: the type of a setting
print(run.metric["yaw_rate_overshoot"])  # mistake: an attribute of the result
jounce.run("step-steer", car)  # mistake: the order of the arguments
jounce.simulat(car, 1.0)  # mistake: the verb
