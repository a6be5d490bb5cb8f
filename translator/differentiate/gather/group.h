#pragma once
// Writes the additions of one slice, for the thread of the element that they add to.

#include "translator/differentiate/gather/gathering.h"
#include "translator/differentiate/gather/thread_loops.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace cudapy::differentiate {

class GatheredGroup {
  public:
    /// Takes the statements of the slice, and adds to the sums.
    GatheredGroup(const GatheredKernel& made, GatheredSums& sums, Slice& slice, const Solution& solution);

    /// Writes them at the end of a block. Returns false where that would not be the same.
    bool write(program::Block& out);

  private:
    const GatheredKernel& made_;
    GatheredSums& sums_;
    Slice& slice_;
    const Solution& solution_;
    const std::map<const program::Variable*, int> assignments_;
    std::map<const program::Variable*, int> reads_; ///< how often the slice reads each variable
    std::optional<Positions> positions_;            ///< of the slice with the element's coordinates
    ThreadLoops open_;                              ///< over the threads of an element
    std::set<const program::Variable*> varying_;    ///< they differ between the threads of an element
    program::Block root_;                           ///< what is written, from the outside
    /// The loops of the slice that coordinates depend on, outer ones first.
    std::vector<program::ForRange*> outer_loops_;
    program::ForRange* within_ = nullptr;            ///< the innermost of them as it is written
    std::vector<program::If*> nested_;               ///< the conditions in it that are around what comes next
    program::Block inner_;                           ///< for each of the threads
    const program::ForRange* shared_loop_ = nullptr; ///< of the slice: that whose iterations parts share
    program::Variable* parts_ = nullptr;             ///< how many parts do so
    std::map<int, program::Variable*> named_coordinates_;
    std::map<const program::Variable*, bool> is_named_loop_;
    std::map<const program::Variable*, program::ExprPtr> lengths_; ///< the extents that variables name

    program::Block& current();
    Span span() const { return slice_.additions.front()->span; }
    program::ExprPtr number(int64_t value) const { return made_.number(value, span()); }
    program::ExprPtr expression(const lower::SymbolicSum& sum) const { return made_.expression(sum, span()); }
    void find_outer_loops();
    void name_values();
    void write_in_elements(program::ExprPtr& expr) const;
    bool put_outer_loops();
    program::ExprPtr share_own_work();
    std::unique_ptr<program::ForRange> loop_of_part(const program::ForRange& loop) const;
    void put_named();
    void put_condition(std::vector<program::ExprPtr> conditions);
    void guard_coordinate(int axis, const lower::SymbolicSum& solved,
                          std::vector<program::ExprPtr>& guards) const;
    bool varies(const program::Expr& expr) const;
    void place(program::StmtPtr stmt);
    void note_varying(const program::Stmt& stmt);
    bool names_length(const program::Stmt& stmt) const;
    bool is_addition(const program::Stmt& stmt) const;
    bool has_addition(const program::Stmt& stmt) const;
    bool has_addition(const program::Block& block) const;
    bool walk(program::Block& block, std::vector<program::ExprPtr> guards);
    bool add_loop_conditions(const program::ForRange& loop, std::vector<program::ExprPtr>& conditions) const;
    bool add_conditions_of_threads(std::vector<program::ExprPtr> conditions);
    bool copy(program::StmtPtr& stmt, program::Block& out);
    bool copy(program::Block& from, program::Block& out);
    void copy_addition(const program::Stmt& stmt, program::Block& out);
};

} // namespace cudapy::differentiate
