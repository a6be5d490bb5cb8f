#pragma once
// The symbols of a cubin, which is an ELF file, and of a fat binary, which holds several.

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::python {

struct CubinSymbols {
    std::vector<std::string> functions, variables; ///< as the compiler mangled them
};

/// Of the first one in a fat binary, which must not be compressed: all have the same kernels. Empty lists for
/// what has no ELF file of 64 bits with a table of symbols.
CubinSymbols symbols_of(std::string_view file);

/// As C++ writes it: "void scale<float>(float*, float)"; the name itself where it is not mangled.
std::string demangled(const std::string& symbol);

} // namespace cudapy::python
