#pragma once
// Divides a program into parts that do not call each other. The lowerings go over each part by itself, so
// that what one of them has read is still in the processor's cache when the next one reads it: the nodes of
// thousands of kernels are not. Several parts are lowered at a time, since they have nothing in common.

#include "translator/program/program.h"

#include <functional>
#include <memory>
#include <vector>

namespace cudapy::lower {

class Parts {
  public:
    /// The number of functions from which on a part gets no others besides those that it calls and that call
    /// it.
    static constexpr std::size_t enough = 16;

    /// Takes the functions out of the program, until join() puts them back. Makes a single part where
    /// `divides` is false.
    Parts(program::Program& program, bool divides);
    /// Calls lowering(part) for each part, as if it was the whole program, in any order and in several
    /// threads. Notes of a lowering on the whole program are kept only where there is one part.
    void each(const std::function<void(program::Program& part)>& lowering);
    /// Puts the functions back in the order in which they were. Where the lowerings have put functions of a
    /// part in front of others, they are there.
    void join();

  private:
    using Functions = std::vector<std::unique_ptr<program::Function>>;
    /// A function, and the number of its part.
    struct Place {
        const program::Function* function;
        std::size_t part;
    };

    program::Program& program_;
    std::vector<Functions> parts_;
    std::vector<Place> places_; ///< in the order of the program
};

} // namespace cudapy::lower
