"""What evaluations cost: operations against what the processor can do, and growth with corners and bodies."""
