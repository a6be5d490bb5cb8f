#pragma once
// The options of a compilation as Python gives them.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/python/cpython.h"

#include <string>

namespace cudapy::python {

/// Returns the compiler that the argument `compiler=` names. It matters only for GPUs.
std::string compiler_from(PyObject* compiler);
/// Returns a request with the resolved options of cudapy/_compile/options.py, and without units. Raises
/// ValueError and TypeError for options that are none. If the target need not be here (`is_here`), it is
/// "cuda" or "cpu".
ProgramRequest request_from(PyObject* options, bool is_here = true);

} // namespace cudapy::python
