#pragma once
// Writes CUDA C++ of a user's own in front of the functions that call it.

#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::emit {

/// Writes each source as it is; for the host, without what is only for GPUs.
void write_device_sources(Writer& writer, const program::Program& program, const Options& options);

} // namespace cudapy::emit
