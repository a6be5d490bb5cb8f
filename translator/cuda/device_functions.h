#pragma once
// The `__device__` functions of CUDA C++ that kernels written in Python call.

#include "translator/cuda/source.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::cuda_text {

/// A text whose functions are called, with the things that compiling it needs.
struct DeviceSource {
    std::string text, path;
    int first_line = 1;
    Source source; ///< the declarations that were read from the text
    KnownTypes types;
    /// By the names of functions, those of the functions that are their rules in both modes of
    /// differentiation.
    std::map<std::string, std::string> vjp, jvp;
    // These are for the compiler; the translator does not use them.
    std::string folder; ///< the folder in which its includes are searched first; empty for none
    std::vector<std::string> include_paths, flags, libraries, library_paths;
};

/// Returns the C++ name of a struct of the text that is in `types`. Returns an empty name for a type that the
/// text does not define.
std::string name_in_text(const DeviceSource& source, const Type* type);

/// All device functions of one name.
struct DeviceFunctions {
    std::shared_ptr<const DeviceSource> source;
    std::string name;                   ///< in C++, `ns::square`
    std::vector<std::size_t> overloads; ///< their places among the functions of the source
};

/// Returns the device functions of that name, or null if the source has none.
std::shared_ptr<const DeviceFunctions> device_functions(std::shared_ptr<const DeviceSource> source,
                                                        const std::string& name);

/// The ways in which a function works together with other threads, as far as its own text and that of the
/// functions that it calls there say it.
struct Waits {
    bool barrier = false, warp = false, shared = false;
    bool grid = false; ///< it reads gridDim
};
Waits waits_of(const Source& source, const Function& function);

/// Returns the text in a form that a compiler for the host accepts. Kernels and functions that are only for
/// GPUs are left out; all other lines stay in their places.
std::string host_text(const DeviceSource& source);

/// Returns the place of a function, such as `a.cu:12`.
std::string place_of(const DeviceSource& source, const Function& function);

} // namespace cudapy::cuda_text
