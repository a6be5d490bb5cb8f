"""Derivatives of kernels."""
