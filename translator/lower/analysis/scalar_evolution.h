#pragma once
// Scalar evolution of indices: follows the values that an index is made of through the variables of a kernel,
// and finds how the index changes from thread to thread and from iteration to iteration. It takes more for a
// product than affine_form.h does: also `idx * n` for a scalar n, and `blockIdx.x * blockDim.x`.

#include "translator/explain/access_patterns.h"
#include "translator/lower/analysis/affine_form.h"
#include "translator/lower/analysis/symbolic_sum.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cudapy::lower {

/// The difference of two values of a sum, or why it is not known.
struct Difference {
    std::optional<SymbolicSum> sum;
    Distance::Kind reason = Distance::Kind::unknown; ///< without a sum: unknown, data or lists

    bool is_zero() const { return sum && sum->is_zero(); }
};

/// Returns whether the array is a parameter that says where the lists of a `T**` begin.
bool holds_beginnings(const program::Function& kernel, const program::Variable& array);

/// The statements must be those that are left after lower_declarations, and split_live_ranges.
class ScalarEvolution {
  public:
    ScalarEvolution(const program::Function& kernel, const Neighbours& neighbours);

    /// Returns the sum that an index is. `loops` are the loops around it, outermost first.
    SymbolicSum sum_of(const program::Expr& index, const std::vector<const program::Stmt*>& loops);
    /// Returns by how much the sum of a thread's neighbour is larger.
    Difference between_threads(const SymbolicSum& sum) const;
    /// Returns by how much the sum of the next iteration of a loop is larger.
    Difference between_iterations(const SymbolicSum& sum, const program::Stmt& loop) const;
    /// Returns why neighbours may mean different arrays by a name; nothing if they don't.
    std::optional<Distance::Kind> varies(const program::Variable* array) const;

  private:
    using Variation = std::optional<Distance::Kind>;

    SymbolicSum follow(const program::Expr& expr, bool in_definition);
    SymbolicSum follow_variable(const program::VariableRef& reference, bool in_definition);
    SymbolicSum follow_binary(const program::Binary& binary, bool in_definition);
    /// Returns the value of a variable that the innermost loop which counts it has in an iteration.
    std::optional<SymbolicSum> counted(program::Variable* variable);
    std::optional<SymbolicSum> counted_by_while(program::Variable* variable, const program::While& loop);
    /// Returns the remainder, or the quotient, of a division.
    std::optional<SymbolicSum> divided(const program::Expr& expr, const program::Expr& left,
                                       const program::Expr& right, bool is_remainder, bool in_definition);
    SymbolicSum quotient_of(const program::Expr& expr, const SymbolicSum& dividend,
                            const SymbolicSum& divisor);
    SymbolicSum other(const program::Expr& expr, Variation varies, bool changes = false) const;
    /// Returns why neighbours may have different values of an expression that is no sum.
    Variation varies(const program::Expr& expr, bool in_definition);
    Variation varies_by(const SymbolicSum& sum) const;
    bool depends_on_thread(const Symbol& symbol) const;
    bool may_change(const Symbol& symbol, const program::Stmt& loop) const;

    bool may_change(const program::Expr& expr) const;

    const program::Function& kernel_;
    const Neighbours neighbours_;
    const Definitions definitions_;
    const Uniformity of_block_;
    /// The statements that give a variable a value, and how many there are that declare it without one.
    struct Bindings {
        std::vector<const program::Stmt*> values;
        int empty = 0;
    };
    std::map<const program::Variable*, Bindings> bindings_;
    std::set<const program::Variable*> from_memory_; ///< some value of theirs is made of elements of arrays
    std::map<const program::Variable*, SymbolicSum> known_;
    struct Quotient {
        SymbolicSum dividend, divisor, value;
    };
    std::vector<Quotient> quotients_;
    std::vector<const program::Stmt*> loops_;
    int depth_ = 0, steps_ = 0;
};

} // namespace cudapy::lower
