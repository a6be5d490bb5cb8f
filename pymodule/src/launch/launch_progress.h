#pragma once

#include "pymodule/src/python/cpython.h"
#include "runtime/cuda/device.h"

#include <string>

namespace cudapy::python {

/// `follow_launch(launch, tell, stop, arguments, named)` calls the launch. Meanwhile it calls `tell(done,
/// all)`, with how many pieces of the launch have run, about ten times a second; an error that this raises
/// ends the launch. Where the launch ends early, it calls `stop(done, all)` last.
PyObject* follow_launch(PyObject*, PyObject* arguments);

/// Returns a launch of a kernel, `launch`, that tells its progress in the way that `progress=` says.
/// `stream` is the stream that the caller gave; null for none.
Ref with_progress(const Ref& launch, PyObject* progress, const std::string& kernel,
                  const runtime::Device& device, PyObject* stream);

} // namespace cudapy::python
