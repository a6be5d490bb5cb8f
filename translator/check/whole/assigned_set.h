#pragma once
// A set that says for each of many variables whether some path has assigned it, and whether some path has
// not. At a branch and at a loop, sets are made from other sets and differ from them in a few variables. They
// share the parts that are the same in both, so that making one takes time for the difference and not for all
// variables of a function.

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cudapy {

class AssignedSet {
  public:
    /// Says of one variable whether paths with an assignment of it come here, and whether paths without one
    /// do.
    struct Paths {
        bool with = false, without = true;

        bool operator==(const Paths&) const = default;
    };

    /// Makes the set in which nothing has been assigned.
    AssignedSet() = default;

    Paths at(std::size_t variable) const;
    void set(std::size_t variable, Paths paths);
    /// Returns the set for the paths of both.
    static AssignedSet either(const AssignedSet& one, const AssignedSet& other);
    /// Returns the set for paths that are a path of the first followed by a path of the second.
    static AssignedSet one_after_the_other(const AssignedSet& first, const AssignedSet& second);
    /// Returns how many nodes all sets have made since the process began. The time that sets take is
    /// proportional to it.
    static std::uint64_t made_nodes();

  private:
    struct Node;
    using NodePtr = std::shared_ptr<const Node>; ///< null if nothing has been assigned
    static NodePtr combine(const NodePtr& one, const NodePtr& other, bool in_turn);
    static NodePtr with_set(const NodePtr& node, std::size_t variable, int height, Paths paths);
    static AssignedSet combined(const AssignedSet& one, const AssignedSet& other, bool in_turn);
    AssignedSet raised(int height) const;

    NodePtr root_;
    int height_ = 0; ///< the height of the root; a node of height 0 has the variables of one word
};

} // namespace cudapy
