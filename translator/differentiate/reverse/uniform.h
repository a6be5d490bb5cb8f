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

    /// Returns whether all threads of a block that evaluate the expression together get the same value.
    bool is_uniform(const program::Expr& expr) const;

  private:
    using Blocks = std::vector<const program::Block*>;

    void find_branches(const program::Block& body, Blocks& around);
    void look(const program::Block& body, Blocks& varying);
    void assign(const program::Variable* variable, bool varies);

    /// The branches around all statements that name a variable.
    std::map<const program::Variable*, Blocks> branches_;
    Variables varying_;
    Variables stored_; ///< arrays whose elements change
    bool changed_ = false;
};

} // namespace cudapy::differentiate
