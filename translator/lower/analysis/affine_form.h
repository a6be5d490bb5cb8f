#pragma once
// The affine form of an integer expression in coordinates and variables: an index such as `idy * A_cols +
// idx`.

#include "translator/program/program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapy::lower {

/// An extent of an array parameter.
struct ExtentRef {
    program::Variable* array;
    int axis;
    bool operator==(const ExtentRef&) const = default;
    bool operator<(const ExtentRef& other) const; ///< by name, so that what is emitted is the same each time
};

/// A constant times extents: the distance between two elements whose indices differ by 1 in one term.
struct Product {
    int64_t factor = 0;
    std::vector<ExtentRef> extents; ///< sorted

    bool is_zero() const { return factor == 0; }
    bool is_constant() const { return factor == 0 || extents.empty(); }
    bool operator==(const Product&) const = default;
};

/// The thing that a term of an index counts: a coordinate of the thread, or an integer variable.
struct Counted {
    std::optional<program::Coordinate> coordinate;
    program::Variable* variable = nullptr;
    bool operator==(const Counted&) const = default;
    bool operator<(const Counted& other) const; ///< coordinates first, variables by name
};

/// A sum of terms, each of which is a coordinate or a variable times a product, and of other products.
struct AffineForm {
    std::map<Counted, std::vector<Product>> terms;
    std::vector<Product> rest;

    /// Returns the product of a coordinate, which is zero where it has no term; nothing for a sum of several.
    std::optional<Product> of(program::Coordinate coordinate) const;
    std::optional<Product> of(program::Variable* variable) const;
    /// Returns whether two forms differ only in their constants, which are the products without extents.
    bool is_same_but_for_constant(const AffineForm& other) const;
    /// Returns the sum of the products without extents.
    int64_t constant() const;
    /// Returns the form with another such sum.
    AffineForm with_constant(int64_t constant) const;
};

/// The variables of a body whose values are known to an index that mentions them.
struct Definitions {
    /// Copies of the values of variables that are declared once and never given another value.
    std::map<const program::Variable*, std::shared_ptr<const program::ExprPtr>> values;
    /// The variables that are given values on the way. A value that is made of them may be an old one.
    std::set<const program::Variable*> changing;
};
Definitions definitions_in(const program::Block& body);

/// Returns the affine form of an expression, or nothing where it has none.
std::optional<AffineForm> affine_form(const program::Expr& expr, const Definitions& definitions);

/// Returns an expression of the type that computes the form.
program::ExprPtr expression_of(const AffineForm& form, const Type* type, Span span);

/// Returns the form as text, for tests and for people: `idy * A[1] + idx + 1`.
std::string text_of(const AffineForm& form);
/// Returns a product as text: `3 * A[1]`; `0` for none.
std::string text_of(const Product& product);

} // namespace cudapy::lower
