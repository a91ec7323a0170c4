"""One file, one command: car, changed values, a script of phases, and the files that come out.

Objective: brake in a turn, as a driver would say it: hold 60 km/h, turn in at 20 m, brake when the car yaws.

Model: a job file. Each phase changes what it names, and ends when something happens. `jounce run brake_in_a_turn.toml`
does in one command what this lesson does step by step.
"""

from pathlib import Path

import numpy as np

import jounce

JOBS = Path(__file__).parent / "jobs"

# A job is read and checked as a whole before anything runs: names, units, paths and conditions, with file and line.
job = jounce.load(JOBS / "brake_in_a_turn.toml")
print(job.summary())

# Run: the phases follow each other, each from the state in which the one before ended. Their instants are located, not
# rounded to a row or to a tick.
run = job.run()
begins = {phase: run.metrics[f"begin_{phase}"].value for phase in ("approach", "turn_in", "brake")}
print("\nphases begin at", ", ".join(f"{phase} {time:.6f} s" for phase, time in begins.items()))

# What to look for: the place is passed when way divided by speed says so; the yaw rate is 12 deg/s when braking begins.
speed = 60 / 3.6
print(f"20 m at 60 km/h take {20 / speed:.6f} s")
at_brake = int(np.searchsorted(run.time, begins["brake"] - 1e-9))
yaw_rate = np.degrees(run["vehicle.yaw_rate"][at_brake])
print(f"yaw rate where braking begins: {yaw_rate:.4f} deg/s")
end, offset = (run.metrics[name].value for name in ("final_speed", "lateral_offset"))
print(f"at the end {3.6 * end:.3f} km/h, {offset:.2f} m to the left")

# The same file is the start of others: with other values, or with a log in place of a script.
softer = job.with_values({"axles.front.spring.law.slope": "12 N/mm"}).run()
roll = [np.degrees(each.metrics["largest_roll"].value) for each in (run, softer)]
print(f"largest roll angle: {roll[0]:.3f} deg, with softer front springs {roll[1]:.3f} deg")
replay = jounce.load(JOBS / "replay_a_log.toml").run()
lateral = replay.metrics["largest_lateral_acceleration"].value
print(f"replayed log: {replay.time[-1]:.2f} s, largest lateral acceleration {lateral:.2f} m/s^2")
run.plot("steering.wheel.angle", "vehicle.speed", "vehicle.yaw_rate", path="brake_in_a_turn.png")
