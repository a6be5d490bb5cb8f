#pragma once
// The call of a method, and the assignment to a part of an array, as the call of a function.

#include "translator/syntax/ast.h"

#include <memory>

namespace cudapy::checker::numba {

/// A call of a method as the call of a function whose first argument is the owner. It lends the expressions
/// of the call that was written, which must live longer.
class MethodCall {
  public:
    explicit MethodCall(const syntax::Call& written);
    /// Makes a call with the target and the value of an assignment as arguments.
    explicit MethodCall(const syntax::Assign& written);
    MethodCall(const MethodCall&) = delete;
    ~MethodCall();
    const syntax::Call& call() const { return *call_; }

  private:
    std::unique_ptr<syntax::Call> call_;
};

} // namespace cudapy::checker::numba
