"""The numerical methods themselves: what an error costs."""
