"""What evaluations cost: operations against what the processor can do, growth with corners and bodies, gradients."""
