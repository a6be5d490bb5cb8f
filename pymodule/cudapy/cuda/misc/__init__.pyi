"""Modules of numba.cuda by the names that programs import them by."""
