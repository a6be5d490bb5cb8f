#pragma once
// How a CudaArray comes from host data and goes back to it.

#include "pymodule/src/array/array.h"

namespace cudapy::python {

/// A copy of a CudaArray's elements in host memory: a NumPy array, or a memoryview where NumPy is not
/// installed.
Ref host_copy(PyObject* array);

} // namespace cudapy::python
