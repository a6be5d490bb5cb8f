#pragma once
// The options of a compilation as Python gives them.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/python/cpython.h"

#include <string>

namespace cudapy::python {

/// Returns the compiler that the argument `compiler=` names. It matters only for GPUs.
std::string compiler_from(PyObject* compiler);
/// Says whether the target of a request must be a device of this machine. Where nobody asks (`unasked`),
/// it is "cuda" or "cpu"; where it is `wanted`, any other GPU stands for one that is missing.
enum class Presence { needed, wanted, unasked };

/// Returns a request with the resolved options of cudapy/_compile/options.py, and without units. Raises
/// ValueError and TypeError for options that are none, and DeviceError for a device that is needed.
ProgramRequest request_from(PyObject* options, Presence presence = Presence::needed);

} // namespace cudapy::python
