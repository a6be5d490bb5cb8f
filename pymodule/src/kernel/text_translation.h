#pragma once
// Translating a text that nobody runs, for tools that show its translation.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// The function `translate_text(text, path, target, stubs)`; see _core.pyi.
PyObject* translate_text(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
