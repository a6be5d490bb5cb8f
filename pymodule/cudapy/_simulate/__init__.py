"""Kernels run by CPython, thread by thread, at the widths of the language."""
