"""Numbers of dry friction that kernels write and the choice of phases reads, and when friction counts as at rest."""

from __future__ import annotations

# of each dry friction, by `observe`: speed, its rate, limits, and the force against the speed
FRICTION_NUMBERS = ("speed", "acceleration", "limit", "static", "force")
FAINT = 1e-12  # N or N m: dry friction below has no phases
AT_REST = 1e-9  # m/s or rad/s: slower, friction does not slide
