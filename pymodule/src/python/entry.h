#pragma once
// The package's functions that users call. The tracebacks of their errors end at the user's call.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// Removes the traceback of the error that is set if all its frames are of files in `folder`. An error that
/// came through a function of the user keeps its whole traceback. So do internal errors of CudaPy, for
/// reports.
void hide_own_frames(const std::string& folder);

/// Makes a decorator's result: a function that calls the given one and hides its own frames.
PyObject* make_entry(PyObject*, PyObject* function);

void add_entry();

} // namespace cudapy::python
