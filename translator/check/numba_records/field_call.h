#pragma once
// Calls with records in place of the fields that were written, see field_arguments.h.

#include "translator/syntax/ast.h"

#include <memory>
#include <vector>

namespace cudapy::checker::numba {

/// A call that gives records in place of their fields. It lends the other expressions of the call that was
/// written, which must live longer.
class FieldCall {
  public:
    /// `records` has an expression for each argument, or null for an argument that stays as it is.
    FieldCall(const syntax::Call& written, const std::vector<const syntax::Expr*>& records);
    FieldCall(const FieldCall&) = delete;
    ~FieldCall();
    const syntax::Call& call() const { return *call_; }

  private:
    std::unique_ptr<syntax::Call> call_;
};

} // namespace cudapy::checker::numba
