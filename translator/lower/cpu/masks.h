#pragma once
// Host only: knows which threads of a block are inside control flow that only some of them take.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::lower {

/// The masks of the control flow around a statement, innermost last. They are per-lane bools, each true only
/// where those around it are.
class Masks {
  public:
    enum class Scope { branch, loop, iteration };

    bool empty() const { return masks_.empty(); }
    program::Variable* top() const { return masks_.empty() ? nullptr : masks_.back().variable; }
    void push(program::Variable* variable, Scope scope) { masks_.push_back({variable, scope}); }
    void pop() { masks_.pop_back(); }

    /// Makes the jumps in a run of statements that lead out of it ends of the run: the thread leaves the
    /// masks that it jumps out of. A thread that returns leaves `live`, too.
    program::Block without_jumps(program::Block run, program::Variable* live, program::Function& owner) const;

  private:
    struct Mask {
        program::Variable* variable;
        Scope scope;
    };
    std::vector<Mask> masks_;

    void leave(program::StmtKind jump, Span span, program::Block& out) const;
    void rewrite(program::Block& block, program::Variable* live, bool in_loop, bool& found) const;
};

} // namespace cudapy::lower
