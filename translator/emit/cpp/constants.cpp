#include "translator/emit/cpp/constants.h"

#include "translator/lower/names/reserved_names.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <cctype>

namespace cudapy::emit {

using program::Literal;

namespace {

/// Returns whether the name is in upper case, as Python programmers write constants, and C++ leaves it to its
/// users.
bool is_plain(const std::string& name) {
    const bool upper = std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isupper(c) || std::isdigit(c) || c == '_';
    });
    return upper && !name.empty() && !lower::is_reserved_at_file_level(name);
}

} // namespace

std::vector<const program::Table*> file_tables(const program::Program& program) {
    std::vector<const program::Table*> tables;
    const auto look = [&](const program::Expr& expr) {
        if (expr.kind != program::ExprKind::load) return;
        const program::Table* table = program::as<program::Load>(expr).array->table.get();
        if (table && std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
    };
    for (const auto& function : program.functions) {
        visit_all(function->body, look);
        if (function->strip) visit_all(function->strip->body, look);
    }
    return tables;
}

std::vector<Constant> file_constants(const program::Program& program, Names& names) {
    std::vector<Constant> constants; // in the order of their first use
    std::map<std::string, const Literal*> first_use;
    std::set<std::string> ambiguous;
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const program::Expr& expr) {
            if (expr.kind != program::ExprKind::literal) return;
            const auto& literal = program::as<Literal>(expr);
            if (!is_plain(literal.name) || literal.type->is_small_float()) return; // no constant in C++
            const auto [known, is_new] = first_use.emplace(literal.name, &literal);
            if (is_new)
                constants.push_back({literal.name, &literal});
            else if (known->second->type != literal.type || known->second->value != literal.value)
                ambiguous.insert(literal.name);
        });
    std::erase_if(constants, [&](const Constant& constant) {
        return ambiguous.contains(constant.name) || names.contains(constant.name);
    });
    for (const Constant& constant : constants)
        names.reserve(constant.name);
    return constants;
}

} // namespace cudapy::emit
