#pragma once
// Finds the variables that have one value for all threads of a block, where they have one at all.

#include "translator/differentiate/reverse/effects.h"
#include "translator/program/program.h"

#include <map>
#include <vector>

namespace cudapy::differentiate {

class Uniform {
  public:
    /// Looks at a plain kernel.
    explicit Uniform(const program::Block& kernel);

    /// Returns whether all threads of a block that evaluate the expression together get the same value, where
    /// in the kernel they ever do so.
    bool is_uniform(const program::Expr& expr) const { return !varies(expr, varying_); }
    /// Returns whether the threads that come to a shuffle together agree about the lane that they ask for, or
    /// its distance. The statement is one of the kernel.
    bool agrees_about_lane(const program::Stmt& shuffle) const { return agreed_.count(&shuffle) > 0; }

  private:
    using Blocks = std::vector<const program::Block*>;

    bool varies(const program::Expr& expr, const Variables& varying) const;
    void follow(const program::Block& body, Variables& varying);
    void find_branches(const program::Block& body, Blocks& around);
    void look(const program::Block& body, Blocks& varying);
    void assign(const program::Variable* variable, bool varies);

    /// The branches around all statements that name a variable.
    std::map<const program::Variable*, Blocks> branches_;
    Variables varying_;
    Variables stored_; ///< arrays whose elements change
    std::set<const program::Stmt*> agreed_;
    bool changed_ = false;
};

} // namespace cudapy::differentiate
