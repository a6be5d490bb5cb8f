#pragma once
// The places in Python at which the latest launches on GPUs were made. They are told when a kernel fails
// later.

#include "pymodule/src/python/cpython.h"
#include "runtime/queue/stream.h"

#include <cstdint>
#include <string>

namespace cudapy::python {

/// Notes the place of a launch that is about to be made from the Python code that runs now, and returns its
/// number. `kernel` must live for ever. Needs the GIL; allocates nothing.
int note_launch_site(const char* kernel, runtime::Device device, const runtime::StreamRef& stream);
/// Notes that the launch was made. It is called without the GIL.
void confirm_launch(int place) noexcept;

/// Returns sentences about the launches on GPUs that may have failed, which are all that nobody has waited
/// for since. Needs the GIL; never raises an error.
std::string suspects();

/// Returns a copy of the name that lives for ever.
const char* lasting_name(const std::string& name);

} // namespace cudapy::python
