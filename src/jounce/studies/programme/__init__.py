"""A programme: all tests of handling and ride that fit a car, in one go, and a sheet of what they found."""
