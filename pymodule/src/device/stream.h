#pragma once
// cudapy.Stream: a queue of a device's work.

#include "pymodule/src/python/cpython.h"
#include "runtime/queue/stream.h"

namespace cudapy::python {

bool is_stream(PyObject* object);
/// Returns the stream of a cudapy.Stream.
const runtime::StreamRef& stream_of(PyObject* object);
/// Makes a cudapy.Stream of a stream.
Ref new_stream(const runtime::StreamRef& stream);
/// Returns the stream that the argument `stream=` means for work on `device`. It is a cudapy.Stream of that
/// device, another library's stream, or None, for which the result is null. `who` begins the messages
/// ("saxpy").
runtime::StreamRef stream_from(PyObject* object, runtime::Device device, const char* who);
/// Returns the stream of another library's object, as a stream of the current GPU. Raises TypeError for any
/// other object.
runtime::StreamRef foreign_stream_from(PyObject* object, const char* who);

/// current_stream(device=None).
PyObject* current_stream(PyObject* module, PyObject* arguments, PyObject* keywords);

void add_stream(PyObject* module);

} // namespace cudapy::python
