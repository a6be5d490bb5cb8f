#pragma once
// The pointer of a tree's node to a child of its own, with which nodes can be copied as they are.

#include <memory>
#include <type_traits>

namespace cudapy {

/// A std::unique_ptr to a node of a tree. Its copy holds a deep copy, which `clone(*pointer)` makes; a copy
/// must be asked for by name, since the copy constructor is explicit, and assigning only moves.
template <typename Node>
class Owned : public std::unique_ptr<Node> {
  public:
    using std::unique_ptr<Node>::unique_ptr;
    explicit Owned(const Owned& other) : std::unique_ptr<Node>(other ? clone(*other) : nullptr) {}
    Owned(Owned&&) noexcept = default;
    Owned& operator=(Owned&&) noexcept = default;
    Owned& operator=(const Owned&) = delete;
    ~Owned() = default;
};

} // namespace cudapy
