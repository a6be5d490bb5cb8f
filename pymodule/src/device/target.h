#pragma once
// Which device `target=` means.

#include "pymodule/src/python/cpython.h"
#include "runtime/cuda/device.h"
#include "translator/options.h"

namespace cudapy::python {

/// The device of "cuda" (the current one), "cuda:1", "cpu", a cudapy.Device, or None; None is CUDAPY_TARGET,
/// else a GPU when there is one. `who` begins the messages.
runtime::Device device_from(PyObject* target, const char* who);
/// Whether that is one GPU, whichever is current.
bool names_one_device(PyObject* target);
Target target_of(runtime::Device device);
/// "cuda" or "cpu".
const char* target_name(Target target);

/// What `arch=` asks for: "all-major", "all", "sm_90", or a list of such as the last, with commas between
/// them; "" for None. Messages begin with the name of the function that was given it.
std::string architectures_from(PyObject* arch, const char* function);

} // namespace cudapy::python
