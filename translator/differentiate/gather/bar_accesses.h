#pragma once
// The accesses of a derivative in reverse mode to the bars of arrays, and where in their array they are.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cudapy::differentiate {

/// A place in the blocks of a body: statement `at` of a block, which holds what follows in the path.
struct PathStep {
    const program::Block* block;
    std::size_t at;
    bool in_else = false; ///< the next step is in the `else` of this statement

    const program::Stmt& stmt() const { return *(*block)[at]; }
};
using Path = std::vector<PathStep>;

/// An access of an array that is a parameter.
struct BarAccess {
    enum class Kind { reads, writes, adds } kind;
    const program::Variable* array;
    const program::Expr* index;
    Path path; ///< to the statement that has the access
};

/// Returns the path to a statement; an empty one if it is not in the body.
Path path_to(const program::Block& body, const program::Stmt& stmt);
/// Returns the accesses in program order. An addition is one access, also if it is no atomic.
std::vector<BarAccess> accesses_of(const program::Block& body);
/// Returns the arrays that calls are given, all or a part of them.
std::set<const program::Variable*> arrays_of_calls(const program::Block& body);
/// Returns how often statements of the body assign each variable, loops their own variables included.
std::map<const program::Variable*, int> assignments_of(const program::Block& body);

/// Where an addition adds, and what.
struct Addition {
    program::Lvalue place;
    const program::Expr* amount;
    bool subtracts = false;
};
/// Returns the addition that a statement makes to an element of a parameter; nothing for another statement.
std::optional<Addition> addition_of(const program::Stmt& stmt);
/// The same for elements of any array.
std::optional<Addition> any_addition_of(const program::Stmt& stmt);
/// Makes the same addition to a place, which is no atomic. It subtracts what is negated.
program::StmtPtr plain_addition(const Addition& addition, program::Lvalue place, Span span);

/// Returns the position of an access along each dimension of its array; none where the index is not made of
/// them. `shape` is the array whose extents the index is made with.
std::vector<const program::Expr*> positions_of(const program::Expr& index, const program::Variable& array);

/// Reads positions as sums of coordinates, loop variables, extents and constants.
class Positions {
  public:
    /// `assignments` are those of the whole body. Sees through variables that are assigned once before the
    /// place that the path leads to.
    Positions(const Path& path, const std::map<const program::Variable*, int>& assignments);
    std::optional<lower::SymbolicSum> form(const program::Expr& position) const {
        return lower::affine_form(position, definitions_);
    }
    /// Returns the forms along each dimension; none where one of them has no form.
    std::vector<lower::SymbolicSum> forms(const program::Expr& index, const program::Variable& array) const;
    /// Returns those of the dimensions that have a form, which is nothing for another one.
    std::vector<std::optional<lower::SymbolicSum>> known_forms(const program::Expr& index,
                                                               const program::Variable& array) const;

  private:
    lower::Definitions definitions_;
};

} // namespace cudapy::differentiate
