#pragma once
// cudapy.Stream: a queue of a device's work.

#include "pymodule/src/python/cpython.h"
#include "runtime/queue/stream.h"

namespace cudapy::python {

bool is_stream(PyObject* object);
/// The stream of a cudapy.Stream.
const runtime::StreamRef& stream_of(PyObject* object);
/// A cudapy.Stream of a stream.
Ref new_stream(const runtime::StreamRef& stream);
/// What `stream=` means for work on `device`: a cudapy.Stream of that device, another library's stream, or
/// null for None. `who` begins the messages ("saxpy").
runtime::StreamRef stream_from(PyObject* object, runtime::Device device, const char* who);
/// Another library's stream, of the current GPU. Raises TypeError for any other object.
runtime::StreamRef foreign_stream_from(PyObject* object, const char* who);

/// current_stream(device=None).
PyObject* current_stream(PyObject* module, PyObject* arguments, PyObject* keywords);

void add_stream(PyObject* module);

} // namespace cudapy::python
