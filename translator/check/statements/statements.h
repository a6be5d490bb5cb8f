#pragma once
// Statements but for assignments and loops over ranges and arrays.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

void block(Body& body, const syntax::Block& statements, program::Block& out);
void statement_of_kind(Body& body, const syntax::Stmt& statement, program::Block& out);
void emit(program::Block& out, program::StmtPtr stmt, const syntax::Stmt& from);
void loop_body(Body& body, const syntax::Block& statements, const syntax::Block& else_statements,
               program::Block& out, program::Block& else_out);

} // namespace cudapy::checker
