#pragma once
// Statements of all kinds but assignments and loops over ranges and arrays.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Checks the statements of a block one after the other.
void block(Body& body, const syntax::Block& statements, program::Block& out);
/// Checks one statement.
void statement_of_kind(Body& body, const syntax::Stmt& statement, program::Block& out);
/// Adds a statement with the comments of the one that it comes from.
void emit(program::Block& out, program::StmtPtr stmt, const syntax::Stmt& from);
/// Notes, with Options::coverage, that the line of this statement or `case` runs.
void cover(Body& body, Span line, program::Block& out);
/// Checks the body and the `else` of a loop.
void loop_body(Body& body, const syntax::Block& statements, const syntax::Block& else_statements,
               program::Block& out, program::Block& else_out);

} // namespace cudapy::checker
