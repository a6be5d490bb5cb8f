#pragma once
// The C++ functions through which a program launches the kernels of a file: declared in its header, and
// defined behind the kernels. They use the runtime's library, <cudapy/cudapy.h>.

#include "translator/emit/cuda/header.h"
#include "translator/emit/cuda/struct_namespaces.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// The namespace, inside that of the functions, of what the runtime is told of the kernels.
constexpr const char* tables_name = "cudapy_tables";

/// `functions` has the kernels, in the order of the file.
std::string interface_header(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                             const StructNamespaces& namespaces, const SourceSet& sources,
                             const Options& options);
/// The definitions, which stand after the tables.
std::string interface_functions(const std::vector<EntryPoint>& entries, const StructNamespaces& namespaces,
                                const SourceSet& sources, const Options& options);

} // namespace cudapy::emit
