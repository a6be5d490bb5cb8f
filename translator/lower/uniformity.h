#pragma once
// Which values are the same for all threads of a strip (neighbours on the x axis) and which vary.

#include "translator/program/program.h"

#include <set>

namespace cudapy::lower {

class Uniformity {
  public:
    explicit Uniformity(const program::Function& function);

    bool varies(const program::Expr& expr) const;
    bool varies(const program::Variable* variable) const { return varying_.count(variable) != 0; }
    /// Threads may leave the loop at different times: its condition varies, or a break stands under a
    /// condition that does.
    bool diverges(const program::Stmt& loop) const;

  private:
    void mark(const program::Block& block, bool under_varying);
    void mark(const program::Variable* variable);

    const program::Function& function_;
    std::set<const program::Variable*> varying_;
    std::set<const program::Variable*> written_arrays_;
    bool changed_ = false;
};

} // namespace cudapy::lower
