#pragma once
// Forward mode: puts the tangent of each active value next to the value.

#include "translator/diagnostics/diagnostic.h"
#include "translator/differentiate/activity.h"
#include "translator/differentiate/formula.h"
#include "translator/program/program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cudapy::differentiate {

/// A value and its tangent, which is null for 0.
struct Dual {
    program::ExprPtr value, dot;
};

/// Returns the type of a value and its tangent together.
const Type* dual_type(const Type* type);

/// A function with tangents, and what it gives.
struct DerivedFunction {
    program::Function* function = nullptr;
    bool has_active_result = false;
};
/// Returns the function with tangents for the parameters that are active, or nothing after it has reported
/// why there is none.
using DeriveCallee =
    std::function<DerivedFunction(program::Function&, const std::vector<bool>& active, Span call)>;

/// Rewrites a function, which is a copy of its own, into one that also computes tangents. Its statements are
/// assignments of one place (lower_multi_assign, lower_for_each, lower_loop_else, lower_builtin_unpack).
class Forward {
  public:
    Forward(program::Function& function, const std::vector<bool>& parameters, DeriveCallee callee,
            diag::Sink& sink);
    void run();
    /// Moves calls and all that has effects out of expressions, into statements. It makes no tangents.
    static void flatten(program::Function& function, diag::Sink& sink);
    bool has_active_result() const { return activity_.has_active_result(); }

  private:
    // statements.cpp
    void block(program::Block& body);
    void statement(program::StmtPtr stmt);
    void assign(program::Assign& stmt);
    void augmented_assign(program::StmtPtr stmt);
    void unpack(program::StmtPtr stmt);
    void declare(program::StmtPtr stmt);
    void while_loop(program::StmtPtr stmt);
    void return_statement(program::Return& stmt);
    void drop_unused();

    // expressions.cpp
    Dual dual(program::ExprPtr expr);
    std::vector<Dual> duals(std::vector<program::ExprPtr>& operands);
    std::vector<Dual> duals_in_order(std::vector<program::ExprPtr>& operands,
                                     std::vector<std::size_t>& order);
    Dual binary(program::ExprPtr expr);
    Dual conditional(program::ExprPtr expr);
    Dual logical(program::ExprPtr expr);
    Dual construct(program::ExprPtr expr);
    Dual load(program::ExprPtr expr);
    Dual view(program::ExprPtr expr);

    // calls.cpp
    Dual call(program::ExprPtr expr);
    Dual call_with_rule(program::ExprPtr expr, std::vector<Dual> arguments);
    Dual builtin_call(program::ExprPtr expr);
    Dual special_call(program::ExprPtr expr);
    Dual atomic(program::ExprPtr expr);
    Dual helper_call(program::ExprPtr expr);
    /// Applies the row of the table to operands. `make` makes the value of them.
    Dual apply(std::string_view path, program::ExprPtr expr, std::vector<program::ExprPtr*> operands);

    // values.cpp
    program::Variable* dot_of(program::Variable* variable);
    program::ExprPtr dot_or_zero(program::ExprPtr dot, const Type* type, Span span) const;
    program::Lvalue dot_place(const program::Lvalue& place);
    /// Moves the expression to a temporary unless it is cheap to evaluate twice.
    void make_repeatable(program::ExprPtr& expr, const std::string& name);
    void keep(program::ExprPtr& expr, const std::string& name);
    /// Does so unless the expression is a number or a name that the statements leave as it is.
    void keep_from(const program::Block& statements, program::ExprPtr& expr, const std::string& name);
    void emit(program::StmtPtr stmt) { out_->push_back(std::move(stmt)); }
    void refuse(Span span, const std::string& what, const std::string& reason, const std::string& instead);
    bool is_active(const program::Expr& expr) const { return activity_.is_active(expr); }

    program::Function& function_;
    const std::vector<bool> parameters_; ///< those that have a tangent from outside
    Activity activity_;
    DeriveCallee callee_;
    diag::Sink& sink_;
    std::map<const program::Variable*, program::Variable*> dots_;
    program::Block* out_ = nullptr;
    const program::Expr* discarded_ = nullptr; ///< the call whose value nothing uses
    bool flattens_ = false;                    ///< calls become statements of their own
    int effects_ = 0; ///< the statements that change something, as far as they were made for expressions
};

} // namespace cudapy::differentiate
