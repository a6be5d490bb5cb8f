#include "translator/emit/cpp/constants.h"

#include "translator/lower/names/reserved_names.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <cctype>
#include <utility>

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

void add_tables(const program::Function& function, std::vector<const program::Table*>& tables) {
    const auto look = [&](const program::Expr& expr) {
        if (expr.kind != program::ExprKind::load) return;
        const program::Table* table = program::as<program::Load>(expr).array->table.get();
        if (table && std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
    };
    visit_all(function.body, look);
    if (function.strip) visit_all(function.strip->body, look);
}

void ConstantSearch::look(const program::Function& function) {
    visit_all(function.body, [&](const program::Expr& expr) {
        if (expr.kind != program::ExprKind::literal) return;
        const auto& literal = program::as<Literal>(expr);
        if (!is_plain(literal.name) || literal.type->is_small_float()) return; // no constant in C++
        const auto [known, is_new] = first_use_.emplace(literal.name, &literal);
        if (is_new)
            constants_.push_back({literal.name, &literal});
        else if (known->second->type != literal.type || known->second->value != literal.value)
            ambiguous_.insert(literal.name);
    });
}

std::vector<Constant> ConstantSearch::take(Names& names) {
    std::erase_if(constants_, [&](const Constant& constant) {
        return ambiguous_.contains(constant.name) || names.contains(constant.name);
    });
    for (const Constant& constant : constants_)
        names.reserve(constant.name);
    return std::move(constants_);
}

} // namespace cudapy::emit
