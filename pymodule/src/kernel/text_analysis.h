#pragma once
// The facts on a text with kernels that an editor shows.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// The function `analyse_text(text, path, find)`; see _core.pyi.
PyObject* analyse_text(PyObject* module, PyObject* arguments);
/// The function `builtin_functions()`; see _core.pyi.
PyObject* builtin_functions(PyObject* module, PyObject* none);

} // namespace cudapy::python
