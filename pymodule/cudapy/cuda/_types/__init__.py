"""The types of numba, and of what programs give kernels."""
