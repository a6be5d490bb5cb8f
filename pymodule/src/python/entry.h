#pragma once
// Functions of the package that users call: the traceback of what they raise ends where they were called.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// Forgets the traceback of the error that is set where all its frames are of files in `folder`. One that
/// came by a function of the user's keeps all, and so do errors of CudaPy itself, for reports.
void hide_own_frames(const std::string& folder);

/// A decorator: the function, as one whose own frames are hidden.
PyObject* make_entry(PyObject*, PyObject* function);

void add_entry();

} // namespace cudapy::python
