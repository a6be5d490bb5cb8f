#pragma once

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// Adds `WatchedCall(launch)`: an object that is called as `launch` is, has its attributes, and keeps in mind
/// which arguments only the call holds. `launch._beginning` is how the program wrote it, for the warning that
/// it was never called. Objects with a `__call__` in Python get a tuple, and cannot tell.
void add_watched_call(PyObject* module);

} // namespace cudapy::python
