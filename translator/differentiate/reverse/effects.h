#pragma once
// Finds the variables that a block of assignments, branches and loops reads and assigns.

#include "translator/program/program.h"

#include <functional>
#include <set>
#include <vector>

namespace cudapy::differentiate {

using Variables = std::set<const program::Variable*>;

/// The variables and declared arrays that a block has to do with.
struct Effects {
    Variables assigned;   ///< it may assign them, or elements of them
    Variables read_first; ///< it may read them before it has assigned all of them
};
/// Stores to other arrays than declared ones count as assignments where `is_executed` says that they are
/// done.
Effects effects_of(const program::Block& body,
                   const std::function<bool(const program::Variable*)>& is_executed);

/// Returns the generator of random numbers that a statement makes, or null.
const program::Variable* seeded_by(const program::Stmt& stmt);
/// Returns the generator that a call draws from, makes or changes.
program::Variable* generator_of(const program::Expr& draw);

/// Returns the variable that an expression reads itself, or the array of which it reads an element or gives
/// all or a part to a call. Returns null for another one.
const program::Variable* read_by(const program::Expr& expr);
/// Returns the arrays to which a call may store; none for another expression.
std::vector<program::Variable*> stored_by_call(const program::Expr& expr);
/// Returns whether the expression reads one of the variables, or an element of one.
bool reads_any(const program::Expr& expr, const Variables& variables);

} // namespace cudapy::differentiate
