"""Modules of numba.cuda.kernels by the names that programs import them by."""
