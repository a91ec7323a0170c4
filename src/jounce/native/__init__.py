"""Machine code from formulas: schedule, LLVM IR, compiled objects and their cache."""
