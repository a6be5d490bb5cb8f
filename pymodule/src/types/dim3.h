#pragma once
// cudapy.dim3: a number of threads along x, y and z.

#include "pymodule/src/python/cpython.h"
#include "runtime/launch/kernel.h"

#include <span>
#include <string>

namespace cudapy::python {

/// Returns the extent that the arguments of `call(...)` ask for: 1 to 3 counts, a tuple of them, or a dim3. A
/// list is taken for a block only, since it is mostly an argument of the kernel. `who` begins the messages.
/// Counts must be integers and not negative.
runtime::Extent extent_from(std::span<PyObject* const> arguments, const std::string& who);

void add_dim3(PyObject* module);

} // namespace cudapy::python
