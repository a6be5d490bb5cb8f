#pragma once
// The symbols of a cubin, which is an ELF file, and of a fat binary, which holds several.

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::python {

struct CubinSymbols {
    std::vector<std::string> functions, variables; ///< mangled by the compiler
};

/// Returns the symbols of a file. Of a fat binary, which must not be compressed, it reads the first ELF file,
/// because all have the same kernels. The lists are empty if there is no 64-bit ELF file with a table of
/// symbols.
CubinSymbols symbols_of(std::string_view file);

/// Returns the symbol as C++ writes it, "void scale<float>(float*, float)", or the name itself if it is not
/// mangled.
std::string demangled(const std::string& symbol);

} // namespace cudapy::python
