"""Events: guards that change sign, phases of dry friction, and what a run does then."""
