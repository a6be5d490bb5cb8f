#pragma once
// The texts that a program compiles itself, and what it runs of them.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// `keep_texts()` returns a list to which each text that Python compiles from now on is added, as a tuple of
/// it and of the name that stands for its file, and each code object that Python runs as a module. Texts of
/// files are left out, and the oldest ones are dropped. Every call returns the same list.
PyObject* keep_texts(PyObject*, PyObject*);

} // namespace cudapy::python
