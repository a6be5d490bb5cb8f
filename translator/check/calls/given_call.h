#pragma once
// Calls that give other expressions than those that were written, which were taken apart or stand for others:
// the items of tuples, or records in place of their fields.

#include "translator/syntax/ast.h"

#include <memory>
#include <vector>

namespace cudapy::checker {

/// A call that lends the expressions of the call that was written, which must live longer.
class GivenCall {
  public:
    /// `passed` has the expressions in place of each argument.
    GivenCall(const syntax::Call& written, const std::vector<std::vector<const syntax::Expr*>>& passed);
    GivenCall(const GivenCall&) = delete;
    ~GivenCall();
    const syntax::Call& call() const { return *call_; }

  private:
    std::unique_ptr<syntax::Call> call_;
};

} // namespace cudapy::checker
