#pragma once
// cudapy.Event: a point in a stream's work.

#include "pymodule/src/python/cpython.h"
#include "runtime/queue/event.h"

#include <memory>

namespace cudapy::python {

bool is_event(PyObject* object);
runtime::Event& event_of(PyObject* object);
Ref new_event(bool timing);

void add_event(PyObject* module);

} // namespace cudapy::python
