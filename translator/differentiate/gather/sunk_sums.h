#pragma once
// Sums of a thread that are added to its own element of a bar, as additions where they are made.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::differentiate {

/// Sums that a loop makes, and that are added to an element when it has ended. A gather can have the parts of
/// an element share such a loop, where the additions are in it.
class SunkSums {
  public:
    explicit SunkSums(program::Function& kernel) : kernel_(kernel) {}

    /// Has the statements of loops add to the element in place of the sum. It does so where a loop also adds
    /// to other elements of that bar, and where nothing else is known of it when it has ended: a gather then
    /// leaves nothing of it.
    void sink();
    /// Gives back the sums of additions that are still in the kernel.
    void restore();

  private:
    struct Replaced {
        const program::Stmt* made;
        program::StmtPtr original;
    };
    struct Sum {
        const program::Variable* variable;
        const program::Stmt* loop;
        program::StmtPtr addition; ///< of the sum to the element, after the loop
        std::vector<Replaced> replaced;
    };

    program::Function& kernel_;
    std::vector<Sum> sums_;

    void sink_in(program::Block& block);
    void sink_after(program::Block& block, std::size_t at);
};

} // namespace cudapy::differentiate
