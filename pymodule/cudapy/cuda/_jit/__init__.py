"""cuda.jit: kernels and device functions of numba's dialect, and their launches."""
