"""Whether a corner led by tables stayed where its tables hold."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.model import Model
from jounce.parts.joints.tabulated import Tabulated


def table_warnings(model: Model, moved: Mapping[str, np.ndarray]) -> list[str]:
    """A sentence for each coordinate that left the range of its table, with the range and the value it reached.

    Beyond its ends a table goes on as a straight line: finite, but no linkage. Only the times of output are looked at.
    """
    found = []
    for joint in model.joints:
        if not isinstance(joint, Tabulated) or joint.tables is None:
            continue
        for word, (low, high) in zip(("travel", "rack"), joint.tables.ranges, strict=False):
            name = f"{joint.name}.{word}"
            beyond = np.maximum(low - moved[name], moved[name] - high)
            if beyond.max() > 0.0:
                reached = moved[name][beyond.argmax()]
                found.append(
                    f"{name} reached {1e3 * reached:.1f} mm; its tables hold from {1e3 * low:.1f} to "
                    f"{1e3 * high:.1f} mm and go on as straight lines beyond: make them over a wider range"
                )
    return found
