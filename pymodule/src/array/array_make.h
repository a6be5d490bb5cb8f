#pragma once
// Making a CudaArray from host data, and copying it back.

#include "pymodule/src/array/array.h"

namespace cudapy::python {

/// Returns a copy of a CudaArray's elements in host memory: a NumPy array, or a memoryview if NumPy is not
/// installed.
Ref host_copy(PyObject* array);

} // namespace cudapy::python
