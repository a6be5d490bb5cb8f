#pragma once
// Stores through a choice between arrays: `(X if c else Y)[i] = v` and `atomicAdd(X if c else Y, i, v)`. The
// choice gets a symbol, as if it had a name on a line of its own: `chosen = X if c else Y`.

#include "translator/check/expressions/value.h"

#include <unordered_map>

namespace cudapy::checker {

struct Body;

/// A choice between arrays that a statement stores through.
struct Choice {
    const syntax::Conditional* written = nullptr;
    bool after_value = false; ///< Python evaluates the statement's value before the choice
};

/// The choices, by the statements that store through them.
using Choices = std::unordered_map<const syntax::Stmt*, Choice>;

/// Finds the choices that statements store through, and gives each a symbol.
void collect_choices(Body& body, const syntax::Block& statements);
/// Gives the choice of the statement its name. `before` is a value that Python evaluates before the choice.
/// It is stored in a variable if one of the two could change the other. If the expression is no choice
/// between arrays, that is reported, and false is returned.
bool bind_chosen(Body& body, const syntax::Stmt& stmt, Value* before, program::Block& out);
/// Checks a statement that stores through a choice.
void statement_with_choice(Body& body, const syntax::Stmt& stmt, program::Block& out);

} // namespace cudapy::checker
