#pragma once

namespace cudapy {

/// The version of CudaPy ("0.1.0").
const char* version();

} // namespace cudapy
