"""A car step by step, for a program that learns or another simulator.

Objective: drive a simulation from outside, go back to a saved state, and wrap it for reinforcement learning.

Model: the small car at 15 m/s, whose steering wheel is turned by a program that sees only the car's motion. The class
at the end follows the interface of Gymnasium (pip install 'jounce[learning]'); without it the same loop runs as well.
"""

import numpy as np

import jounce

try:
    import gymnasium
    from gymnasium.spaces import Box

    Environment = gymnasium.Env
except ImportError:  # the class below works without it
    gymnasium, Box, Environment = None, None, object

SEEN = ("vehicle.y", "vehicle.yaw", "vehicle.yaw_rate", "vehicle.cg.sideslip")
DT, MOST_ANGLE, LANE = 0.05, 0.6, 3.0  # s, rad of the steering wheel, m to the left

car = jounce.load("small_car")
sim = jounce.start(car, speed=15.0, step=1e-3)
start = sim.state  # all that decides how it goes on; sim.save("start.npz") keeps it in a file

# Inputs are held over each call. A steering-wheel angle is prescribed and must not jump: Reach moves it there smoothly.
for angle in (0.2, 0.2, -0.2, -0.2, 0.0):
    sim.step({"steering.wheel_angle": jounce.parts.controls.Reach(angle, 0.0)}, 0.2)
first = sim["vehicle.y"]
sim.restore(start)
for angle in (0.2, 0.2, -0.2, -0.2, 0.0):
    sim.step({"steering.wheel_angle": jounce.parts.controls.Reach(angle, 0.0)}, 0.2)
print(f"y = {first:.6f} m, and from the saved state {sim['vehicle.y']:.6f} m: same bits {first == sim['vehicle.y']}")


class LaneChange(Environment):
    """Bring the car to the lane on its left: reward for being there, small cost for turning the wheel."""

    metadata = {"render_modes": []}

    def __init__(self, duration: float = 6.0):
        self.sim, self.duration = jounce.start(car, speed=15.0, step=1e-3, record=False), duration
        self.start, self.columns = self.sim.state, [self.sim.column(name) for name in SEEN]
        if Box is not None:
            self.observation_space = Box(-np.inf, np.inf, (len(SEEN),))
            self.action_space = Box(-1.0, 1.0, (1,))  # of the largest angle

    def reset(self, *, seed=None, options=None):
        if gymnasium is not None:
            super().reset(seed=seed)
        self.sim.restore(self.start)
        return self._seen(), {}

    def step(self, action):
        angle = MOST_ANGLE * float(np.clip(action[0], -1.0, 1.0))
        self.sim.step({"steering.wheel_angle": jounce.parts.controls.Reach(angle, 0.0)}, DT)
        seen = self._seen()
        reward = -abs(float(seen[0]) - LANE) - 0.1 * abs(angle)
        return seen, reward, abs(float(seen[1])) > 1.0, self.sim.time >= self.duration - 0.5 * DT, {}

    def _seen(self):
        return self.sim.look()[self.columns].astype(np.float32)


# What to look for: a plain law in place of a learner. It steers towards the lane and back with the yaw angle.
environment = LaneChange()
seen, _ = environment.reset(seed=1)
rewards, ended = [], False
while not ended:
    action = np.array([5.0 * (0.07 * (LANE - seen[0]) - seen[1]) - 0.6 * seen[2]])
    seen, reward, fell, late, _ = environment.step(action)
    rewards.append(reward)
    ended = fell or late
print(f"{len(rewards)} calls; the car ends at y = {seen[0]:.2f} m; reward {sum(rewards):.1f}")
