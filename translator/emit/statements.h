#pragma once
// Statements of a lowered program as C++.

#include "translator/emit/expressions.h"
#include "translator/emit/writer.h"
#include "translator/program/program.h"

#include <map>
#include <string>

namespace cudapy::emit {

/// How a strip's lanes are written: the loop variable, and the coordinates that each lane has of its own.
struct LaneNames {
    struct Coordinate {
        std::string name;
        std::string first; ///< the first lane's
    };
    int width = 0;
    std::string coordinate_type;
    std::map<program::Coordinate, Coordinate> coordinates;
};

class StatementPrinter {
  public:
    StatementPrinter(Writer& writer, const ExpressionPrinter& expressions, const LaneNames* lanes = nullptr)
        : writer_(writer), expressions_(expressions), lanes_(lanes) {}

    void print(const program::Block& block);

  private:
    void print(const program::Stmt& stmt);
    void print_assign(const program::Assign& stmt);
    void print_augmented(const program::AugmentedAssign& stmt);
    void print_unpack(const program::BuiltinUnpack& stmt);
    void print_if(const program::If& stmt);
    void print_for(const program::ForC& stmt);
    void print_declare(const program::Declare& stmt);
    void print_lanes(const program::LaneLoop& stmt);
    void simple(const program::Stmt& stmt, const std::string& code);

    Writer& writer_;
    const ExpressionPrinter& expressions_;
    const LaneNames* lanes_; ///< of a strip; null elsewhere
};

} // namespace cudapy::emit
