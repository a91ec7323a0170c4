"""The papers that jounce is based on: what they show, made anew, and which of their capabilities are there."""
