#pragma once
// Values that an expression uses several times: they are computed once, before it.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns whether evaluating the expression twice costs nothing.
bool is_simple(const program::Expr& expr);

class KeptValues {
  public:
    explicit KeptValues(Body& body) : body_(body) {}

    /// Takes a value, and returns the variable that holds it. `name` is what the variable is called.
    program::Variable* keep(program::ExprPtr value, const char* name);
    /// Does the same, and lets the expression be a reference to the variable. A simple expression stays.
    void keep_in_place(program::ExprPtr& value, const char* name);
    /// Takes an expression that is evaluated before all that is taken later.
    void take(program::ExprPtr expr) { assignments_.push_back(std::move(expr)); }
    /// Takes all that another one has taken.
    void take_all(KeptValues other);
    bool is_empty() const { return assignments_.empty(); }
    /// Returns the expression, before which the values are computed in the order in which they were taken.
    program::ExprPtr before(program::ExprPtr expr);

  private:
    Body& body_;
    std::vector<program::ExprPtr> assignments_;
};

} // namespace cudapy::checker
