#pragma once
// Values that an expression uses several times: they are computed once, before it.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::checker {

struct Body;

namespace numba {

class KeptValues {
  public:
    explicit KeptValues(Body& body) : body_(body) {}

    /// Takes a value, and returns the variable that holds it. `name` is what the variable is called.
    program::Variable* keep(program::ExprPtr value, const char* name);
    bool is_empty() const { return assignments_.empty(); }
    /// Returns the expression, before which the values are computed in the order in which they were taken.
    program::ExprPtr before(program::ExprPtr expr);

  private:
    Body& body_;
    std::vector<program::ExprPtr> assignments_;
};

} // namespace numba

} // namespace cudapy::checker
