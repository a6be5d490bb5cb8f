#pragma once
// Where in Python the latest launches on GPUs were made: what to say of a kernel that fails later.

#include "pymodule/src/python/cpython.h"
#include "runtime/queue/stream.h"

#include <cstdint>
#include <string>

namespace cudapy::python {

/// A place for a launch that is about to be made from the Python code that runs now. `kernel` lives for ever.
/// With the GIL; allocates nothing.
int note_launch_site(const char* kernel, runtime::Device device, const runtime::StreamRef& stream);
/// The launch was made. Without the GIL.
void confirm_launch(int place) noexcept;

/// Sentences about the launches on GPUs that may have failed: all that were not waited for since. With the
/// GIL; never raises.
std::string suspects();

/// A name that lives for ever.
const char* lasting_name(const std::string& name);

} // namespace cudapy::python
