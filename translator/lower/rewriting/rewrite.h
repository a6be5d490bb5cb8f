#pragma once
// Helps lowerings to replace statements and expressions. program/build.h makes the usual small ones.

#include "translator/program/build.h"
#include "translator/program/program.h"
#include "translator/support/visitor.h"

#include <functional>

namespace cudapy::lower {

/// Puts the statements that `stmt` becomes at the end of `out`: itself, something else, or several.
using StatementRewriter = std::function<void(program::StmtPtr stmt, program::Block& out)>;

/// Rewrites every statement of the block, those inside a statement before it. Comments of a statement go to
/// the first of those that replace it. An `elif` that needs statements before it becomes `else` and `if`.
void rewrite_statements(program::Block& block, const StatementRewriter& rewrite);
/// Rewrites only the statements of one kind. A block without one stays as it is.
void rewrite_statements(program::Block& block, program::StmtKind kind, const StatementRewriter& rewrite);

/// Rewrites every expression below the statement (but not in its blocks), operands before the expression they
/// are in.
void rewrite_expressions(program::Stmt& stmt, Visitor<program::ExprPtr> rewrite);
void rewrite_expressions(program::ExprPtr& expr, Visitor<program::ExprPtr> rewrite);
/// Rewrites the expressions of every statement of the block, at any depth.
void rewrite_expressions(program::Block& block, Visitor<program::ExprPtr> rewrite);

/// Returns the address that a pointer holds, as the value of another pointer.
program::ExprPtr make_address(program::Variable* pointer, Span span);
/// Adds to the pointer's roots the arrays that `value` may be, since the pointer may be given that value.
void add_roots(program::Variable& pointer, const program::Expr& value);
/// Moves the value of `expr` to a new temporary, which is a pointer for the value of a pointer. `out` gets
/// the assignment, and `expr` becomes a read of the temporary.
void move_to_temporary(program::Function& function, program::ExprPtr& expr, const std::string& name,
                       program::Block& out);

} // namespace cudapy::lower
