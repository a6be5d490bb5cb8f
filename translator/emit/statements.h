#pragma once
// Statements of a lowered program as C++.

#include "translator/emit/expressions.h"
#include "translator/emit/writer.h"
#include "translator/program/program.h"

namespace cudapy::emit {

class StatementPrinter {
  public:
    StatementPrinter(Writer& writer, const ExpressionPrinter& expressions)
        : writer_(writer), expressions_(expressions) {}

    void print(const program::Block& block);

  private:
    void print(const program::Stmt& stmt);
    void print_assign(const program::Assign& stmt);
    void print_augmented(const program::AugmentedAssign& stmt);
    void print_unpack(const program::BuiltinUnpack& stmt);
    void print_if(const program::If& stmt);
    void print_for(const program::ForC& stmt);
    void print_declare(const program::Declare& stmt);
    void simple(const program::Stmt& stmt, const std::string& code);

    Writer& writer_;
    const ExpressionPrinter& expressions_;
};

} // namespace cudapy::emit
