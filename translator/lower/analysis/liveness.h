#pragma once
// Solves two data-flow problems over the statements of one function, for all of its variables at once:
// liveness (may the value still be read?) and reaching assignments (may the variable have been assigned?).

#include "translator/program/program.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace cudapy::lower {

/// The live variables of a function and the assignments that reach its loops. They are valid until the
/// function changes. Loops must have no `else` any more.
class Liveness {
  public:
    explicit Liveness(const program::Function& function);

    /// Returns whether some path from the beginning of the block (of its first iteration or a later one)
    /// reads the variable before it assigns it.
    bool is_live_at(const program::Block& block, const program::Variable* variable) const;
    /// Returns whether some path from after the loop reads the variable before it assigns it.
    bool is_live_after(const program::Stmt& loop, const program::Variable* variable) const;
    /// Returns whether some path to the loop has assigned the variable.
    bool may_be_assigned_before(const program::Stmt& loop, const program::Variable* variable) const;

  private:
    /// A set of variables for each node.
    using Sets = std::vector<uint64_t>;
    struct Edge {
        std::size_t from, to;
    };
    /// The neighbours of each node in one direction.
    struct Neighbours {
        std::vector<std::size_t> begins; ///< for each node the place of its first one; one more at the end
        std::vector<std::size_t> nodes;

        template <typename Visit>
        void visit(std::size_t node, Visit visit) const {
            for (std::size_t i = begins[node]; i < begins[node + 1]; ++i)
                visit(nodes[i]);
        }
    };
    /// The way of the facts of a data-flow problem: where those of a node come from and where they go.
    struct Flow {
        const Neighbours& sources;
        const Neighbours& targets;
        bool is_backward; ///< from the end of the function to its beginning
    };
    struct Loop {
        std::size_t on_continue;
        std::size_t on_break;
    };

    std::size_t add_node();
    void connect(std::size_t from, std::size_t to) { edges_.push_back({from, to}); }
    void use(std::size_t node, const program::Variable* variable);
    void read(std::size_t node, const program::Expr& expr);
    void read(std::size_t node, const program::Variable* variable);
    void assign(std::size_t node, const program::Variable* variable);
    /// Adds the nodes of a block that is entered from `from`, and returns the node where it ends.
    std::size_t add_block(const program::Block& block, std::size_t from);
    std::size_t add_statement(const program::Stmt& stmt, std::size_t from);
    Neighbours neighbours(std::size_t Edge::*near, std::size_t Edge::*far) const;
    /// Returns the smallest facts of each node that are those of its sources without what the node kills, and
    /// what it makes.
    Sets solve(const Flow& flow, const Sets& killed, const Sets& made) const;
    bool has(const Sets& sets, std::size_t node, const program::Variable* variable) const;

    std::unordered_map<const program::Variable*, std::size_t> index_;
    std::size_t words_ = 0; ///< of the set of one node
    std::size_t nodes_ = 0;
    std::vector<Edge> edges_;
    Sets uses_; ///< read before the node assigns them
    Sets defs_;
    std::vector<Loop> loops_;
    std::unordered_map<const program::Block*, std::size_t> block_entry_;
    std::unordered_map<const program::Stmt*, std::size_t> before_;
    std::unordered_map<const program::Stmt*, std::size_t> after_;
    Neighbours previous_;
    Sets live_;     ///< live at the beginning of the node
    Sets assigned_; ///< may have been assigned at the end of the node
};

} // namespace cudapy::lower
