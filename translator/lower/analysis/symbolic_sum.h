#pragma once
// Sums of products of symbols, the one algebra of indices: affine forms and scalar evolution are made of
// them.

#include "translator/explain/access_patterns.h"
#include "translator/program/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::lower {

/// The largest constant of a sum. Nobody writes larger ones, and products of them might not fit.
constexpr int64_t largest_constant = int64_t{1} << 31;

/// A value that is not looked into.
struct Symbol {
    enum class Kind {
        coordinate,
        extent,    ///< the extent of the array `variable` along `axis`
        variable,  ///< a scalar
        iteration, ///< the number of the iteration of `loop`
        other,     ///< what `expr` gives
    };
    Kind kind;
    program::Coordinate coordinate{};
    program::Variable* variable = nullptr;
    int axis = 0;
    const program::Stmt* loop = nullptr;
    const program::Expr* expr = nullptr;
    /// The reason why neighbouring threads have values that are not known: unknown, data or lists; nothing if
    /// they have the same value, or it is a coordinate.
    std::optional<Distance::Kind> varies = std::nullopt;
    bool changes = false; ///< it is another value at each time, as far as is known

    static Symbol of(program::Coordinate coordinate);
    static Symbol of(program::Variable* variable);
    static Symbol extent_of(program::Variable* array, int axis);
    static Symbol iteration_of(const program::Stmt& loop);

    /// Orders symbols by what people see of them, names and places, so that what is emitted is the same each
    /// time.
    bool operator<(const Symbol& other) const;
    bool operator==(const Symbol& other) const { return !(*this < other) && !(other < *this); }
};

using Symbols = std::vector<Symbol>;

/// A sum of products of symbols, each with a constant: `idy * len(A) + 3 * idx + 1`. No constant is 0.
struct SymbolicSum {
    std::map<Symbols, int64_t> products; ///< the symbols of a product are sorted

    SymbolicSum() = default;
    explicit SymbolicSum(int64_t constant);
    explicit SymbolicSum(const Symbol& symbol);

    bool operator==(const SymbolicSum&) const = default;
    bool is_zero() const { return products.empty(); }
    /// Returns the constant that the sum is; nothing where it has symbols.
    std::optional<int64_t> as_constant() const;

    /// Returns what the sum adds to its products of symbols.
    int64_t constant() const;
    /// Returns the sum with another such constant.
    SymbolicSum with_constant(int64_t constant) const;
    bool is_same_but_for_constant(const SymbolicSum& other) const;
};

/// Returns the sum of one and a multiple of another; nothing if it has too many products, or too large
/// constants.
std::optional<SymbolicSum> added(SymbolicSum left, const SymbolicSum& right, int64_t factor = 1);
/// Returns the product of two sums; nothing as for `added`.
std::optional<SymbolicSum> multiplied(const SymbolicSum& left, const SymbolicSum& right);

/// Returns a symbol as users write it: `idx`, `A.shape[1]`, `n`; an empty text for other ones.
std::string name_of(const Symbol& symbol);
/// Returns a sum as text, what is added first and constants last: `idx + idy * A.shape[1] - 2`. It is empty
/// where a symbol has no name.
std::string text_of(const SymbolicSum& sum, const std::function<std::string(const Symbol&)>& name = name_of);

} // namespace cudapy::lower
