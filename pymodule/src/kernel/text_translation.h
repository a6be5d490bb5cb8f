#pragma once
// Translating a text that nobody runs, for tools that show its translation.

#include "pymodule/src/python/cpython.h"
#include "translator/explain/text_facts.h"
#include "translator/source_unit.h"

#include <vector>

namespace cudapy::python {

/// Returns a text as a unit, and those of the modules that it imports. `find` is called with the name of a
/// module, and returns its path and its text, or None; it may be None itself.
std::vector<SourceUnit> units_of_text(SourceUnit unit, PyObject* find);

/// Returns the functions in the dialect of numba that two sequences name; each may be null.
NumbaFunctions numba_functions(PyObject* kernels, PyObject* helpers);

/// The function `translate_text(text, path, target, stubs)`; see _core.pyi.
PyObject* translate_text(PyObject* module, PyObject* arguments);
/// The function `translate_kernel(text, path, target, kernel, …)`; see _core.pyi.
PyObject* translate_kernel(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
