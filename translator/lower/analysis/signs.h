#pragma once
// Finds the integers that are known not to be negative, so that Python's floor division is C's and a loop
// knows its direction.

#include "translator/program/program.h"

#include <unordered_map>

namespace cudapy::lower {

enum class Sign { unknown, non_negative, positive };

/// The signs that are known of the variables of one function. Arithmetic is taken not to overflow, since an
/// overflow is outside the language's contract. The facts stay true while lowerings rewrite the function; a
/// variable that is made later is unknown.
class Signs {
  public:
    explicit Signs(const program::Function& function);

    Sign of(const program::Expr& expr) const;
    bool is_non_negative(const program::Expr& expr) const { return of(expr) != Sign::unknown; }

  private:
    std::unordered_map<const program::Variable*, Sign> signs_;
};

} // namespace cudapy::lower
