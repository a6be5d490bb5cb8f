"""Kernels that are compiled before they are shipped: `cp.build` writes a folder of them, and `cp.load` gives
them on machines that may have no compiler."""
