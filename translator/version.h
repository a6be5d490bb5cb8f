#pragma once

namespace cudapy {

/// Returns the version of CudaPy ("0.2.0").
const char* version();

} // namespace cudapy
