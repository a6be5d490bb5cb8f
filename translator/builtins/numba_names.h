#pragma once
// The names in numba.cuda of functions that CudaPy has, too.

#include <span>
#include <string>
#include <string_view>

namespace cudapy {

/// A name of one module of numba, and the built-in function that it stands for.
struct NumbaName {
    std::string_view module, name, function;
};

std::span<const NumbaName> numba_names();

/// Returns how a kernel of numba's dialect writes a built-in function, such as `cuda.atomic.add` for
/// "cudapy.atomicAdd". It is empty if numba has no such function.
std::string numba_spelling(std::string_view function);

} // namespace cudapy
