#pragma once

namespace cudapy::python {

/// Lets Ctrl-C, and other signals that Python handles, end work that takes long. From now on the runtime asks
/// for them.
void allow_interruption();

} // namespace cudapy::python
