#pragma once
// cudapy._core.RepeatedCalls: the calls of one function over arrays. A call that is like an earlier one is
// launched without finding out again what to launch.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

void add_repeated_calls(PyObject* module);

} // namespace cudapy::python
