#pragma once
// Which build of this library runs.

#include <string>

namespace cudapy::runtime {

/// What the linker made of all that is in this program or shared library (its NT_GNU_BUILD_ID), in hex:
/// another one for each build that differs. Empty where the linker was told to make none.
const std::string& own_build_id();

} // namespace cudapy::runtime
