"""A tyre whose belt is a rigid ring: how it may move on the wheel carrier, its sidewall, how it meets the road."""
