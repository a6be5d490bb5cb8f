#pragma once
// The features of a CUDA file that only newer GPUs have.

#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

namespace cudapy::emit {

CapabilityNeed capability_need(const program::Program& program);

/// Writes one sentence for whoever compiles the file, where the compiler would print pages.
void write_capability_check(Writer& writer, const CapabilityNeed& need);

} // namespace cudapy::emit
