#pragma once
// memory_info, set_memory_limit and trim_memory.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

void add_memory_info(PyObject* module);

} // namespace cudapy::python
