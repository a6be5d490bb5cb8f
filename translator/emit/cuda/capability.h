#pragma once
// The features of a CUDA file that only newer GPUs have.

#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

namespace cudapy::emit {

/// Makes the need that of the function, too, where it is a greater one.
void add_need(const program::Function& function, CapabilityNeed& need);

/// Writes one sentence for whoever compiles the file, where the compiler would print pages.
void write_capability_check(Writer& writer, const CapabilityNeed& need);

} // namespace cudapy::emit
