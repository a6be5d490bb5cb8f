#pragma once
// The modules from which a file of kernels imports helpers, constants and structs. They are other files,
// which are read and never run.

#include "translator/source_unit.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy {

/// The file that a module is in: its path and its text.
struct ModuleFile {
    std::string path, text;
};
/// Returns the file of the module `name`, which is "helpers" or "package.helpers". It returns nothing if
/// there is no such module that is to be read.
using FindModule = std::function<std::optional<ModuleFile>(const std::string& name)>;

/// Returns the unit, and a unit for each module that it, or one of these modules, imports. `find` is never
/// asked for modules that kernels know, such as math.
std::vector<SourceUnit> with_imports(SourceUnit unit, const FindModule& find);

/// Returns a relative path such as ".helpers.axpy" as an absolute one, for an import in the module
/// `importer`. Other paths are returned as they are. The first unit, whose name is empty, is next to
/// the modules.
std::string absolute_import(const std::string& path, const std::string& importer);

} // namespace cudapy
