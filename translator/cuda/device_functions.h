#pragma once
// The `__device__` functions of CUDA C++ that kernels written in Python call.

#include "translator/cuda/source.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::cuda_text {

/// A text whose functions are called, and what compiling it needs.
struct DeviceSource {
    std::string text, path;
    int first_line = 1;
    Source source; ///< what was read of the text
    KnownTypes types;
    // For the compiler, which the translator knows nothing about.
    std::string folder; ///< where its includes are looked for first; empty for none
    std::vector<std::string> include_paths, flags, libraries, library_paths;
};

/// What C++ calls a struct of the text that `types` speaks of; empty for a type that the text does not
/// define.
std::string name_in_text(const DeviceSource& source, const Type* type);

/// All functions of one name.
struct DeviceFunctions {
    std::shared_ptr<const DeviceSource> source;
    std::string name;                   ///< in C++, `ns::square`
    std::vector<std::size_t> overloads; ///< their places among the functions of the source
};

/// Null where the source has no device function of that name.
std::shared_ptr<const DeviceFunctions> device_functions(std::shared_ptr<const DeviceSource> source,
                                                        const std::string& name);

/// What a function does with other threads, as far as the text of it and of what it calls there says.
struct Waits {
    bool barrier = false, warp = false, shared = false;
    bool grid = false; ///< it reads gridDim
};
Waits waits_of(const Source& source, const Function& function);

/// Returns the text as a compiler for the host may see it: without kernels and the functions that are for
/// GPUs alone, line by line where it was.
std::string host_text(const DeviceSource& source);

/// `a.cu:12`
std::string place_of(const DeviceSource& source, const Function& function);

} // namespace cudapy::cuda_text
