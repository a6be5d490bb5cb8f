#pragma once
// Which device `target=` means.

#include "pymodule/src/cpython.h"
#include "runtime/device.h"
#include "translator/translate.h"

namespace cudapy::python {

/// The device of "cuda", "cpu" or None; None is CUDAPY_TARGET, else a GPU when there is one. `who` begins the
/// messages.
runtime::Device device_from(PyObject* target, const char* who);
Target target_of(runtime::Device device);
/// "cuda" or "cpu".
const char* target_name(Target target);

} // namespace cudapy::python
