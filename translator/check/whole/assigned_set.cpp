#include "translator/check/whole/assigned_set.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace cudapy {

namespace {

constexpr std::size_t word_bits = 6; // 64 variables
constexpr std::size_t branch_bits = 2;
constexpr std::size_t branches = std::size_t(1) << branch_bits;

std::atomic<std::uint64_t> made = 0;

} // namespace

/// A node has the variables of one word, or nodes of the next lower height.
struct AssignedSet::Node {
    std::uint64_t with = 0, without = ~std::uint64_t(0);
    std::array<NodePtr, branches> below;

    Node() { made.fetch_add(1, std::memory_order_relaxed); }
    Node(const Node& other) : with(other.with), without(other.without), below(other.below) {
        made.fetch_add(1, std::memory_order_relaxed);
    }
};

std::uint64_t AssignedSet::made_nodes() {
    return made.load(std::memory_order_relaxed);
}

AssignedSet::Paths AssignedSet::at(std::size_t variable) const {
    std::size_t place = variable >> word_bits;
    if (place >> (branch_bits * static_cast<std::size_t>(height_)) != 0) return {};
    const Node* node = root_.get();
    for (int height = height_; node && height > 0; --height)
        node = node->below[(place >> (branch_bits * static_cast<std::size_t>(height - 1))) % branches].get();
    if (!node) return {};
    const std::uint64_t bit = std::uint64_t(1) << (variable % 64);
    return {(node->with & bit) != 0, (node->without & bit) != 0};
}

AssignedSet::NodePtr AssignedSet::with_set(const NodePtr& node, std::size_t variable, int height,
                                           Paths paths) {
    auto changed = node ? std::make_shared<Node>(*node) : std::make_shared<Node>();
    if (height > 0) {
        const std::size_t place = variable >> word_bits;
        NodePtr& below =
            changed->below[(place >> (branch_bits * static_cast<std::size_t>(height - 1))) % branches];
        below = with_set(below, variable, height - 1, paths);
        return changed;
    }
    const std::uint64_t bit = std::uint64_t(1) << (variable % 64);
    changed->with = paths.with ? changed->with | bit : changed->with & ~bit;
    changed->without = paths.without ? changed->without | bit : changed->without & ~bit;
    return changed;
}

/// Returns the same set with a root of that height.
AssignedSet AssignedSet::raised(int height) const {
    AssignedSet result = *this;
    while (result.height_ < height) {
        if (result.root_) {
            auto root = std::make_shared<Node>();
            root->below[0] = std::move(result.root_);
            result.root_ = std::move(root);
        }
        ++result.height_;
    }
    return result;
}

void AssignedSet::set(std::size_t variable, Paths paths) {
    if (at(variable) == paths) return;
    int height = height_;
    while (variable >> word_bits >> (branch_bits * static_cast<std::size_t>(height)) != 0)
        ++height;
    *this = raised(height);
    root_ = with_set(root_, variable, height_, paths);
}

AssignedSet::NodePtr AssignedSet::combine(const NodePtr& one, const NodePtr& other, bool in_turn) {
    if (one == other) return one;      // both ways of combining leave what is the same in both
    if (!other && in_turn) return one; // nothing was done
    const Node nothing;
    const Node& first = one ? *one : nothing;
    const Node& second = other ? *other : nothing;
    auto result = std::make_shared<Node>();
    result->with = first.with | second.with;
    result->without = in_turn ? first.without & second.without : first.without | second.without;
    bool is_first = result->with == first.with && result->without == first.without;
    bool is_second = result->with == second.with && result->without == second.without;
    for (std::size_t i = 0; i < branches; ++i) {
        result->below[i] = combine(first.below[i], second.below[i], in_turn);
        is_first = is_first && result->below[i] == first.below[i];
        is_second = is_second && result->below[i] == second.below[i];
    }
    return is_first ? one : is_second ? other : result; // so that more is shared
}

AssignedSet AssignedSet::combined(const AssignedSet& one, const AssignedSet& other, bool in_turn) {
    const int height = std::max(one.height_, other.height_);
    AssignedSet result = one.raised(height);
    const AssignedSet second = other.raised(height);
    result.root_ = combine(result.root_, second.root_, in_turn);
    return result;
}

AssignedSet AssignedSet::either(const AssignedSet& one, const AssignedSet& other) {
    return combined(one, other, false);
}

AssignedSet AssignedSet::one_after_the_other(const AssignedSet& first, const AssignedSet& second) {
    return combined(first, second, true);
}

} // namespace cudapy
