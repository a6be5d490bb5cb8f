#pragma once
// How a lowering replaces statements and expressions. The usual small ones are made by program/build.h.

#include "translator/program/build.h"
#include "translator/program/program.h"

#include <functional>

namespace cudapy::lower {

/// Puts what `stmt` becomes at the end of `out`: itself, something else, or several statements.
using StatementRewriter = std::function<void(program::StmtPtr stmt, program::Block& out)>;

/// Rewrites every statement of the block, those inside a statement before it. Comments of a statement go to
/// the first of those that replace it; an `elif` that needs statements before it becomes `else` and `if`.
void rewrite_statements(program::Block& block, const StatementRewriter& rewrite);

/// Rewrites every expression below the statement (but not in its blocks), operands before the expression they
/// are in.
void rewrite_expressions(program::Stmt& stmt, const std::function<void(program::ExprPtr&)>& rewrite);
void rewrite_expressions(program::ExprPtr& expr, const std::function<void(program::ExprPtr&)>& rewrite);
/// … of every statement of the block, at any depth.
void rewrite_expressions(program::Block& block, const std::function<void(program::ExprPtr&)>& rewrite);

/// What a pointer points to, as the value of another.
program::ExprPtr make_address(program::Variable* pointer, Span span);
/// The pointer may be given the value.
void add_roots(program::Variable& pointer, const program::Expr& value);
/// A new temporary that takes `expr`'s value, a pointer for that of a pointer; `out` gets the assignment,
/// `expr` becomes a read of it.
void move_to_temporary(program::Function& function, program::ExprPtr& expr, const std::string& name,
                       program::Block& out);

} // namespace cudapy::lower
