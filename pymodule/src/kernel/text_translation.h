#pragma once
// Translating a text that nobody runs, for tools that show what becomes of it.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// `translate_text(text, path, target, stubs)`; see _core.pyi.
PyObject* translate_text(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
