#include "translator/imports.h"

#include "translator/syntax/parse/parser.h"

#include <map>
#include <utility>

namespace cudapy {

namespace {

/// Returns the paths that the names of a text are imported from, such as "helpers.axpy" or "helpers".
std::vector<std::string> imports_of(const SourceUnit& unit) {
    if (unit.text.find("import") == unit.text.npos) return {};
    SourceSet sources;
    diag::Sink unheard; // the translation parses it again
    const uint32_t file = sources.add(SourceFile(unit.path, unit.text));
    syntax::ParseOptions options;
    options.names_only = true;
    const syntax::Module module = syntax::parse_module(sources, file, options, unheard);
    std::vector<std::string> paths;
    for (const syntax::ModuleName& name : module.names)
        if (name.kind == syntax::ModuleName::Kind::module_import ||
            name.kind == syntax::ModuleName::Kind::member_import)
            paths.push_back(absolute_import(name.path, unit.module));
    return paths;
}

/// Returns whether the path belongs to a module that kernels know.
bool is_of_kernels(const std::string& path) {
    const std::string first = path.substr(0, path.find('.'));
    return first == "math" || first == "cmath" || first == "numpy" || first == "cudapy";
}

} // namespace

std::string absolute_import(const std::string& path, const std::string& importer) {
    if (!path.starts_with('.')) return path;
    std::string package = importer;
    std::size_t dots = path.find_first_not_of('.');
    if (dots == path.npos) dots = path.size();
    for (std::size_t i = 0; i < dots; ++i) { // one dot is the package that the module is in
        const std::size_t dot = package.rfind('.');
        package.erase(dot == package.npos ? 0 : dot);
    }
    return package.empty() ? path.substr(dots) : package + "." + path.substr(dots);
}

std::vector<SourceUnit> with_imports(SourceUnit unit, const FindModule& find) {
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    std::map<std::string, bool> known; // whether there is such a file
    for (std::size_t i = 0; i < units.size(); ++i) {
        for (std::string path : imports_of(units[i])) {
            // `from a import b` may mean the module a.b, or b of the module a.
            while (!path.empty() && !is_of_kernels(path)) {
                const auto [asked, is_new] = known.try_emplace(path, false);
                if (is_new)
                    if (auto file = find(path)) {
                        SourceUnit& added = units.emplace_back();
                        added.path = std::move(file->path);
                        added.text = std::move(file->text);
                        added.module = path;
                        asked->second = true;
                    }
                if (asked->second) break;
                const std::size_t dot = path.rfind('.');
                path.erase(dot == path.npos ? 0 : dot);
            }
        }
    }
    return units;
}

} // namespace cudapy
