"""Kernels as operators of PyTorch and JAX."""
