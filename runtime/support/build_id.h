#pragma once
// The identity of the build of this library that runs.

#include <string>

namespace cudapy::runtime {

/// Returns the identifier that the linker computed from the content of this program or shared library (its
/// NT_GNU_BUILD_ID), in hex. Builds that differ have different ones. It is empty if the linker was told to
/// make none.
const std::string& own_build_id();

} // namespace cudapy::runtime
