#pragma once

namespace cudapy::python {

/// Lets Ctrl-C, and other signals that Python handles, end what takes long: from now on the runtime asks.
void allow_interruption();

} // namespace cudapy::python
