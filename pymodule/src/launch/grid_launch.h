#pragma once
// The bases of kernels of the dialect of numba.cuda, `kernel[grid, block]`, and of their launches. Both find
// what an earlier launch has made, so that such a launch takes no code in Python.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// Adds cudapy._core.GridKernel and cudapy._core.GridLaunch.
void add_grid_launch(PyObject* module);

} // namespace cudapy::python
