#pragma once
// Of many variables, whether some path has assigned each, and whether some path has not. Sets are made from
// sets, at a branch and at a loop, and differ from them in a few variables: they share what is the same in
// both, so that making one takes time for the difference and not for all variables of a function.

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cudapy {

class AssignedSet {
  public:
    /// Of one variable: whether paths with an assignment of it come here, and paths without one.
    struct Paths {
        bool with = false, without = true;

        bool operator==(const Paths&) const = default;
    };

    /// Nothing has been assigned.
    AssignedSet() = default;

    Paths at(std::size_t variable) const;
    void set(std::size_t variable, Paths paths);
    /// Returns the paths of both.
    static AssignedSet either(const AssignedSet& one, const AssignedSet& other);
    /// Returns the paths of the first, each going on by one of the second.
    static AssignedSet one_after_the_other(const AssignedSet& first, const AssignedSet& second);
    /// How many nodes all sets have made since the process began: what the time goes by.
    static std::uint64_t made_nodes();

  private:
    struct Node;
    using NodePtr = std::shared_ptr<const Node>; ///< null where nothing has been assigned
    static NodePtr combine(const NodePtr& one, const NodePtr& other, bool in_turn);
    static NodePtr with_set(const NodePtr& node, std::size_t variable, int height, Paths paths);
    static AssignedSet combined(const AssignedSet& one, const AssignedSet& other, bool in_turn);
    AssignedSet raised(int height) const;

    NodePtr root_;
    int height_ = 0; ///< of the root; a node of height 0 has the variables of one word
};

} // namespace cudapy
