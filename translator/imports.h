#pragma once
// The modules that a file of kernels imports helpers, constants and structs from: other files, which are read
// and never run.

#include "translator/source_unit.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy {

/// The file that a module is in: path and text; nothing where there is none that is to be read. `name` is
/// "helpers", or "package.helpers".
struct ModuleFile {
    std::string path, text;
};
using FindModule = std::function<std::optional<ModuleFile>(const std::string& name)>;

/// Returns the unit, and a unit for each module that it, or one of those, imports. Modules that kernels know,
/// such as math, are never asked for.
std::vector<SourceUnit> with_imports(SourceUnit unit, const FindModule& find);

/// A path such as ".helpers.axpy" as it is called outside the package of the module `importer`; other paths
/// as they are. The first unit, whose name is empty, is beside the modules.
std::string absolute_import(const std::string& path, const std::string& importer);

} // namespace cudapy
