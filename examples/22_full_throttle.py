"""Full throttle: engine, converter and gears from rest, and what a motor in their place does.

Objective: read the performance of a car off one run, see what makes it, and change it.

Model: sedan, with links, an engine of 444 N m, a torque converter and six gears; then its functional form, which is
faster to run and has the same powertrain; then an electric motor on its rear axle.
"""

import jounce

sedan = jounce.load("sedan")
run = jounce.run(sedan, "acceleration")
for name in ("time_to_100_kmh", "time_80_120_kmh", "time_400_m", "top_speed"):
    metric = run.metrics[name]
    print(f"{name}: {metric.value:.3g} {metric.unit}, {metric.definition}")

# every shift and the lock-up of the converter is an event of the run, located between its steps
for event in run.metadata["events"]:
    if event["part"].startswith(("gearbox.", "converter.")):
        speed = 3.6 * run["vehicle.vx"][run.time.searchsorted(event["time"])]
        print(f"{event['time']:7.3f} s, {speed:5.1f} km/h: {event['label']}")

# what does a higher shift line bring? Numbers of lines have paths, like all others
functional = sedan.at_depth("functional")
lines = {f"gearbox.up.{3 * shift + 2}": "6000 rpm" for shift in range(5)}
late = jounce.run(functional.with_values(lines), "acceleration", duration="8 s", top=False)
early = jounce.run(functional, "acceleration", duration="8 s", top=False)
for word, each in (("4500", early), ("6000", late)):
    print(f"shifts at {word} rpm: 0 to 100 km/h in {each.metrics['time_to_100_kmh'].value:.2f} s")

# a motor on the rear axle in place of engine, converter and gearbox
tables = dict.fromkeys(("engine", "converter", "gearbox"))
motor = {"peak_torque": "350 N m", "peak_power": "150 kW", "top_speed": "16000 rpm", "efficiency": 0.93}
drive = {"layout": "axle motors", "axles": ["rear"], "final_ratio": 9.0}
electric = sedan.with_tables(tables | {"drive": drive, "motor": motor})
silent = jounce.run(electric.at_depth("functional"), "acceleration", duration="12 s", top=False)
print(f"electric: 0 to 100 km/h in {silent.metrics['time_to_100_kmh'].value:.2f} s", end=", ")
print(f"{silent.metrics['electrical_energy'].value / 3.6e6:.2f} kWh in {silent.time[-1]:.0f} s")

# What to look for: the tyres decide the first three seconds, and power the rest. Later shifts gain half a second. The
# motor has three quarters of the power of the engine, but loses no time in shifts.
run.plot(path="full_throttle.png")
silent.plot("vehicle.speed", "rear.motor.torque", "rear.motor.electrical_power", path="electric.png")
