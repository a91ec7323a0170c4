"""Small motions about a state: linearisation, modes, the step that an integrator carries."""
