"""Operators and comparisons of CudaArrays."""
