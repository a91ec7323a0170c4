"""Say how bodies bend: shapes of beams, modes of finite elements, and the numbers that equations of motion need."""
