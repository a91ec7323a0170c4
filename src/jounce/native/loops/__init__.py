"""Functions written in Python that run as machine code: the loops of integrators and sweeps, and roads.

numba turns them into LLVM IR on a developer's machine (`make loops`), and the IR is shipped in the folder `ir`. The
user's machine needs LLVM's back end only; numba is asked where no shipped IR fits.
"""
