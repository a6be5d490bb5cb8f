#include "translator/lower/expressions/kept_indices.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

class TruthIndices {
  public:
    void keep(Function& function);

  private:
    using Variables = std::set<const Variable*>;

    /// Returns whether the value may be an integer that was a truth value, or is computed from one.
    bool may_be_truth(const Expr& expr, const Variables& truths);
    bool gives_truth(const Function& function);
    /// Returns the variables that may hold such an integer.
    const Variables& truths_of(const Function& function);
    void add_truths(const Block& body, Variables& truths);

    std::map<const Function*, bool> results_;
    std::map<const Function*, Variables> truths_;
};

bool TruthIndices::may_be_truth(const Expr& expr, const Variables& truths) {
    switch (expr.kind) {
    case ExprKind::variable:
        return truths.count(as<VariableRef>(expr).variable) != 0;
    case ExprKind::cast:
        return (as<Cast>(expr).operand->type->is_bool() && !expr.type->is_bool()) ||
               may_be_truth(*as<Cast>(expr).operand, truths);
    case ExprKind::conditional:
        return may_be_truth(*as<Conditional>(expr).then_value, truths) ||
               may_be_truth(*as<Conditional>(expr).else_value, truths) ||
               (as<Conditional>(expr).then_value->kind == ExprKind::literal &&
                as<Conditional>(expr).else_value->kind == ExprKind::literal);
    case ExprKind::call:
        return gives_truth(*as<Call>(expr).function);
    case ExprKind::load:    // a number was stored
    case ExprKind::compare: // it is no integer yet
    case ExprKind::logical:
        return false;
    default: {
        bool found = false;
        visit_operands(expr,
                       [&](const ExprPtr& operand) { found = found || may_be_truth(*operand, truths); });
        return found;
    }
    }
}

bool TruthIndices::gives_truth(const Function& function) {
    const auto [known, is_new] = results_.try_emplace(&function, false); // recursion adds nothing
    if (!is_new) return known->second;
    const Variables& truths = truths_of(function);
    bool gives = false;
    visit_statements(function.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::return_ && as<Return>(stmt).value)
            gives = gives || may_be_truth(*as<Return>(stmt).value, truths);
    });
    return results_[&function] = gives;
}

void TruthIndices::add_truths(const Block& body, Variables& truths) {
    std::size_t before = 0;
    do {
        before = truths.size();
        visit_statements(body, [&](const Stmt& stmt) {
            const auto take = [&](const Variable* variable, const Expr* value) {
                if (variable && value && !truths.count(variable) && may_be_truth(*value, truths))
                    truths.insert(variable);
            };
            if (stmt.kind == StmtKind::assign)
                take(as<Assign>(stmt).lvalue.variable, as<Assign>(stmt).value.get());
            if (stmt.kind == StmtKind::augmented_assign)
                take(as<AugmentedAssign>(stmt).lvalue.variable, as<AugmentedAssign>(stmt).value.get());
            if (stmt.kind == StmtKind::declare)
                take(as<Declare>(stmt).variable, as<Declare>(stmt).init.get());
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(*expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::assign_expr)
                        take(as<AssignExpr>(part).variable, as<AssignExpr>(part).value.get());
                });
            });
        });
    } while (truths.size() > before);
}

const TruthIndices::Variables& TruthIndices::truths_of(const Function& function) {
    const auto [known, is_new] = truths_.try_emplace(&function);
    if (is_new) {
        Variables truths;
        add_truths(function.body, truths);
        known->second = std::move(truths);
    }
    return known->second;
}

void TruthIndices::keep(Function& function) {
    const Variables& truths = truths_of(function);
    const auto keep_index = [&](ExprPtr& index, const Variable* array = nullptr) {
        if (array && array->is_reference) return; // one element, and in checked mode a note of it
        if (!index || !index->type->is_integer() || !may_be_truth(*index, truths)) return;
        const Span span = index->span;
        const Type* type = index->type;
        index = make_helper_call(Helper::as_number, type, span, std::move(index));
    };
    rewrite_expressions(function.body, [&](ExprPtr& expr) {
        if (expr->kind == ExprKind::load) keep_index(as<Load>(*expr).index, as<Load>(*expr).array);
        if (expr->kind == ExprKind::view) keep_index(as<ArrayView>(*expr).start);
        if (expr->kind == ExprKind::call) // compilers put the function in place of the call
            for (ExprPtr& argument : as<Call>(*expr).arguments)
                keep_index(argument);
    });
    visit_statements(function.body, [&](Stmt& stmt) {
        if (stmt.kind == StmtKind::assign)
            keep_index(as<Assign>(stmt).lvalue.index, as<Assign>(stmt).lvalue.variable);
        if (stmt.kind == StmtKind::augmented_assign)
            keep_index(as<AugmentedAssign>(stmt).lvalue.index, as<AugmentedAssign>(stmt).lvalue.variable);
    });
}

} // namespace

void keep_indices(Program& program) {
    TruthIndices indices;
    for (const auto& function : program.functions)
        for (Function* variant : function->variants())
            indices.keep(*variant);
}

} // namespace cudapy::lower
