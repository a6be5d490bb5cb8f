#include "translator/lower/analysis/symbolic_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// The most products of a sum that is looked at, and the most symbols of one: sums of sums could grow without
/// end.
constexpr std::size_t largest_sum = 64, largest_product = 16;

bool is_small(int64_t number) {
    return number <= largest_constant && number >= -largest_constant;
}

std::string name_of(Coordinate coordinate) {
    static constexpr const char* globals[] = {"idx", "idy", "idz"};
    static constexpr const char* groups[] = {"",          "threadIdx.", "blockIdx.",
                                             "blockDim.", "gridDim.",   "within."};
    const auto axis = static_cast<std::size_t>(axis_of(coordinate));
    if (is_global(coordinate)) return globals[axis];
    if (coordinate == Coordinate::lane_id) return "laneid";
    return groups[static_cast<std::size_t>(group_of(coordinate))] + std::string(1, "xyz"[axis]);
}

} // namespace

Symbol Symbol::of(Coordinate coordinate) {
    Symbol symbol{Kind::coordinate};
    symbol.coordinate = coordinate;
    return symbol;
}

Symbol Symbol::of(Variable* variable) {
    Symbol symbol{Kind::variable};
    symbol.variable = variable;
    return symbol;
}

Symbol Symbol::extent_of(Variable* array, int axis) {
    Symbol symbol{Kind::extent};
    symbol.variable = array;
    symbol.axis = axis;
    return symbol;
}

Symbol Symbol::iteration_of(const Stmt& loop) {
    Symbol symbol{Kind::iteration};
    symbol.loop = &loop;
    return symbol;
}

bool Symbol::operator<(const Symbol& other) const {
    if (kind != other.kind) return kind < other.kind;
    switch (kind) {
    case Kind::coordinate:
        return coordinate < other.coordinate;
    case Kind::extent:
    case Kind::variable:
        return std::tie(variable->name, axis, variable) <
               std::tie(other.variable->name, other.axis, other.variable);
    case Kind::iteration:
        return std::tie(loop->span.begin, loop) < std::tie(other.loop->span.begin, other.loop);
    case Kind::other:
        break;
    }
    return std::tie(expr->span.begin, expr) < std::tie(other.expr->span.begin, other.expr);
}

SymbolicSum::SymbolicSum(int64_t constant) {
    if (constant != 0) products[{}] = constant;
}

SymbolicSum::SymbolicSum(const Symbol& symbol) {
    products[{symbol}] = 1;
}

std::optional<int64_t> SymbolicSum::as_constant() const {
    if (products.empty()) return 0;
    if (products.size() > 1 || !products.begin()->first.empty()) return std::nullopt;
    return products.begin()->second;
}

int64_t SymbolicSum::constant() const {
    const auto found = products.find(Symbols());
    return found == products.end() ? 0 : found->second;
}

SymbolicSum SymbolicSum::with_constant(int64_t constant) const {
    SymbolicSum result = *this;
    result.products.erase(Symbols());
    if (constant != 0) result.products[{}] = constant;
    return result;
}

bool SymbolicSum::is_same_but_for_constant(const SymbolicSum& other) const {
    return with_constant(0) == other.with_constant(0);
}

std::optional<SymbolicSum> added(SymbolicSum left, const SymbolicSum& right, int64_t factor) {
    for (const auto& [symbols, number] : right.products) {
        int64_t& sum = left.products[symbols];
        sum += number * factor;
        if (!is_small(sum)) return std::nullopt;
        if (sum == 0) left.products.erase(symbols);
    }
    if (left.products.size() > largest_sum) return std::nullopt;
    return left;
}

std::optional<SymbolicSum> multiplied(const SymbolicSum& left, const SymbolicSum& right) {
    std::optional<SymbolicSum> result = SymbolicSum();
    for (const auto& [a, first] : left.products)
        for (const auto& [b, second] : right.products) {
            Symbols symbols = a;
            symbols.insert(symbols.end(), b.begin(), b.end());
            std::sort(symbols.begin(), symbols.end());
            int64_t number = 0;
            if (symbols.size() > largest_product || __builtin_mul_overflow(first, second, &number) ||
                !is_small(number))
                return std::nullopt;
            SymbolicSum product;
            product.products[std::move(symbols)] = number;
            result = added(std::move(*result), product);
            if (!result) return std::nullopt;
        }
    return result;
}

std::string name_of(const Symbol& symbol) {
    switch (symbol.kind) {
    case Symbol::Kind::coordinate:
        return name_of(symbol.coordinate);
    case Symbol::Kind::extent:
        return symbol.variable->type->rank() == 1
                   ? "len(" + symbol.variable->name + ")"
                   : fmt::format("{}.shape[{}]", symbol.variable->name, symbol.axis);
    case Symbol::Kind::variable:
        return symbol.variable->name;
    case Symbol::Kind::iteration:
    case Symbol::Kind::other:
        break;
    }
    return "";
}

std::string text_of(const SymbolicSum& sum, const std::function<std::string(const Symbol&)>& name) {
    std::string text, subtracted, constant;
    for (const auto& [symbols, number] : sum.products) {
        const int64_t factor = std::abs(number);
        std::string product = factor == 1 && !symbols.empty() ? "" : std::to_string(factor);
        for (const Symbol& symbol : symbols) {
            const std::string symbol_name = name(symbol);
            if (symbol_name.empty()) return "";
            product += (product.empty() ? "" : " * ") + symbol_name;
        }
        if (symbols.empty())
            constant = (number < 0 ? " - " : " + ") + product;
        else if (number < 0)
            subtracted += " - " + product;
        else
            text += (text.empty() ? "" : " + ") + product;
    }
    if (text.empty() && constant.starts_with(" + ")) text = std::exchange(constant, "").substr(3);
    text += subtracted + constant;
    return text.empty() ? "0" : text.starts_with(" - ") ? "-" + text.substr(3) : text;
}

} // namespace cudapy::lower
