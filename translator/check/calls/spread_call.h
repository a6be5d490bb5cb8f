#pragma once
// Calls with the items of a tuple as arguments, `f(a, *items)`.

#include "translator/syntax/ast.h"

#include <memory>
#include <vector>

namespace cudapy::checker {

struct Body;
class KeptValues;

/// A call in which each `*items` is replaced by `items[0], items[1]` and so on. It lends the other
/// expressions of the call that was written, which must live longer.
class SpreadCall {
  public:
    /// `counts` has the numbers of items of the arguments with a star, in their order.
    SpreadCall(const syntax::Call& written, const std::vector<std::size_t>& counts);
    SpreadCall(const SpreadCall&) = delete;
    ~SpreadCall();
    const syntax::Call& call() const { return *call_; }
    /// Lets the names before the brackets mean in a body what the name after the star means there.
    void repeat_names(Body& body) const;

  private:
    struct Repeated {
        const syntax::Expr* written;
        const syntax::Expr* copy; ///< before the brackets
    };
    std::unique_ptr<syntax::Call> call_;
    std::vector<Repeated> names_;
    std::vector<std::size_t> lent_; ///< the arguments that belong to the call that was written
};

/// Returns whether an argument of the call has a star.
bool has_stars(const syntax::Call& call);
/// Returns the call with the items of tuples in place of `*items`. A tuple that a call gives, as in
/// `f(*g(x))`, is taken into `tuples`, whose values must come before the value of the call. Returns null,
/// with a report, where an argument with a star is no tuple, or would have to be computed after another
/// argument.
const syntax::Call* with_items(Body& body, const syntax::Call& call, KeptValues& tuples);

} // namespace cudapy::checker
