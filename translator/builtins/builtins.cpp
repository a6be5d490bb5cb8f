#include "translator/builtins/builtins.h"

#include "translator/builtins/names.h"
#include "translator/builtins/table.h"

#include <algorithm>
#include <limits>
#include <numbers>
#include <string>
#include <unordered_map>

namespace cudapy {

namespace {

struct IndexEntry {
    const Builtin* builtin;
    bool single;
};

/// Returns every path that names a built-in.
std::unordered_map<std::string, IndexEntry> make_index() {
    std::unordered_map<std::string, IndexEntry> index;
    const auto path = [](std::string_view module, std::string_view name) {
        return module.empty() ? std::string(name) : std::string(module) + "." + std::string(name);
    };
    for (const Builtin& builtin : builtins()) {
        index.emplace(path(builtin.module, builtin.name),
                      IndexEntry{&builtin, builtin.name == builtin.single});
        if (!builtin.single.empty())
            index.emplace(path(builtin.module, builtin.single), IndexEntry{&builtin, true});
        if (!builtin.numpy.empty()) index.emplace(path("numpy", builtin.numpy), IndexEntry{&builtin, false});
    }
    for (const BuiltinAlias& alias : builtin_aliases())
        index.emplace(alias.path, index.at(std::string(alias.meaning)));
    return index;
}

constexpr struct {
    std::string_view name;
    double value;
} constants[] = {
    {"pi", std::numbers::pi},
    {"e", std::numbers::e},
    {"tau", 2 * std::numbers::pi},
    {"inf", std::numeric_limits<double>::infinity()},
    {"nan", std::numeric_limits<double>::quiet_NaN()},
};

} // namespace

std::span<const Builtin> builtins() {
    static const std::vector<Builtin> all = [] {
        std::vector<Builtin> rows(python_builtins().begin(), python_builtins().end());
        rows.insert(rows.end(), math_builtins().begin(), math_builtins().end());
        rows.insert(rows.end(), complex_builtins().begin(), complex_builtins().end());
        rows.insert(rows.end(), operator_builtins().begin(), operator_builtins().end());
        rows.insert(rows.end(), cooperation_builtins().begin(), cooperation_builtins().end());
        rows.insert(rows.end(), numba_builtins().begin(), numba_builtins().end());
        return rows;
    }();
    return all;
}

const Builtin* find_builtin(std::string_view path, bool* single) {
    static const std::unordered_map<std::string, IndexEntry> index = make_index();
    const auto found = index.find(std::string(path));
    if (found == index.end()) return nullptr;
    if (single) *single = found->second.single;
    return found->second.builtin;
}

std::vector<std::string_view> builtin_names(std::string_view module) {
    std::vector<std::string_view> names;
    for (const Builtin& builtin : builtins()) {
        if (builtin.special == Special::assert_) continue; // a statement, no name
        if (builtin.module == module) {
            names.push_back(builtin.name);
            if (!builtin.single.empty()) names.push_back(builtin.single);
        } else if (module == "numpy" && !builtin.numpy.empty()) {
            names.push_back(builtin.numpy);
        }
    }
    for (const BuiltinAlias& alias : builtin_aliases())
        if (alias.path.starts_with(module) && alias.path.substr(module.size()).starts_with('.'))
            names.push_back(alias.path.substr(module.size() + 1));
    if (module == "math" || module == "numpy")
        for (const auto& constant : constants)
            if (module == "math" || constant.name != "tau") names.push_back(constant.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::optional<double> math_constant(std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot == path.npos) return std::nullopt;
    const std::string_view module = path.substr(0, dot), name = path.substr(dot + 1);
    if (module != "math" && (module != "numpy" || name == "tau")) return std::nullopt;
    for (const auto& constant : constants)
        if (constant.name == name) return constant.value;
    return std::nullopt;
}

} // namespace cudapy
