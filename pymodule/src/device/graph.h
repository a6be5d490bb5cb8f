#pragma once
// cudapy.Graph: launches that are recorded once and replayed many times.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// capture(device=None).
PyObject* make_capture(PyObject* module, PyObject* arguments, PyObject* keywords);

void add_graph(PyObject* module);

} // namespace cudapy::python
