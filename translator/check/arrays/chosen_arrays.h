#pragma once
// `(X if c else Y)[i] = v` and `atomicAdd(X if c else Y, i, v)`: what is stored through a choice between
// arrays. The choice gets a symbol, as if it had a name on a line of its own: `chosen = X if c else Y`.

#include "translator/check/expressions/value.h"

#include <unordered_map>

namespace cudapy::checker {

struct Body;

struct Choice {
    const syntax::Conditional* written = nullptr;
    bool behind_value = false; ///< Python makes the statement's value before
};

/// The choices of the statements that store through one.
using Choices = std::unordered_map<const syntax::Stmt*, Choice>;

void collect_choices(Body& body, const syntax::Block& statements);
bool bind_chosen(Body& body, const syntax::Stmt& stmt, Value* before, program::Block& out);
void statement_with_choice(Body& body, const syntax::Stmt& stmt, program::Block& out);

} // namespace cudapy::checker
