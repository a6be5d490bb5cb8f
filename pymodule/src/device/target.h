#pragma once
// Finding the device that the argument `target=` means.

#include "pymodule/src/python/cpython.h"
#include "runtime/cuda/device.h"
#include "translator/options.h"

namespace cudapy::python {

/// Returns the device of "cuda" (the current one), "cuda:1", "cpu", a cudapy.Device, or None. None is
/// CUDAPY_TARGET, or else a GPU when there is one. `who` begins the messages.
runtime::Device device_from(PyObject* target, const char* who);
/// Returns whether `target` names one certain GPU, whichever one is current.
bool names_one_device(PyObject* target);
Target target_of(runtime::Device device);
/// Returns "cuda" or "cpu".
const char* target_name(Target target);

/// Returns the architectures that the argument `arch=` asks for: "all-major", "all", "sm_90", or several like
/// the last one with commas between them; "" for None. Messages begin with `function`, the name of the
/// function that got the argument.
std::string architectures_from(PyObject* arch, const char* function);

} // namespace cudapy::python
