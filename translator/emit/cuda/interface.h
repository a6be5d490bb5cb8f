#pragma once
// The C++ functions through which a program launches the kernels of a file. They are declared in its header,
// and defined after the kernels. They use the runtime's library, <cudapy/cudapy.h>.

#include "translator/emit/cuda/header.h"
#include "translator/emit/cuda/struct_namespaces.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// The namespace, inside that of the functions, of the tables that describe the kernels to the runtime.
constexpr const char* tables_name = "cudapy_tables";

/// Returns the name that a C++ programmer gives a type of numbers: C++'s own complex numbers, and the
/// runtime's halves.
std::string interface_number(const Type* type);

/// Returns the header. `entries` has the kernels, in the order of the file.
std::string interface_header(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                             const StructNamespaces& namespaces, const SourceSet& sources,
                             const Options& options);
/// Returns the definitions, which are after the tables.
std::string interface_functions(const std::vector<EntryPoint>& entries, const StructNamespaces& namespaces,
                                const SourceSet& sources, const Options& options);

} // namespace cudapy::emit
