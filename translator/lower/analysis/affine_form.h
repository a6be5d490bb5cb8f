#pragma once
// The affine form of an integer expression in coordinates and variables: an index such as `idy * A_cols +
// idx`.

#include "translator/lower/analysis/symbolic_sum.h"
#include "translator/program/program.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace cudapy::lower {

/// The variables of a body whose values are known to an index that mentions them.
struct Definitions {
    /// Copies of the values of variables that are declared once and never given another value.
    std::map<const program::Variable*, std::shared_ptr<const program::ExprPtr>> values;
    /// The variables that are given values on the way. A value that is made of them may be an old one.
    std::set<const program::Variable*> changing;
};
Definitions definitions_in(const program::Block& body);

/// Returns an expression as a sum of products of extents, with at most one coordinate or variable in each:
/// its affine form. Returns nothing where it has none.
std::optional<SymbolicSum> affine_form(const program::Expr& expr, const Definitions& definitions);

/// Returns the coordinate or variable of a product of an affine form; null for one of extents only.
const Symbol* counted_by(const Symbols& product);
/// Returns by how much an affine form grows with a coordinate or variable; nothing where that is a sum of
/// several products.
std::optional<SymbolicSum> stride_along(const SymbolicSum& form, const Symbol& symbol);

/// Returns an expression of the type that computes an affine form.
program::ExprPtr expression_of(const SymbolicSum& form, const Type* type, Span span);

} // namespace cudapy::lower
