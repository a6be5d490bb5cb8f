#include "translator/lower/expressions/ptxas_negation_workaround.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/expressions/choices.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

bool is_32_bits(const Type* type) {
    return type->is_integer() && type->size() == 4;
}

bool compares_order(const Expr& expr) {
    if (expr.kind != ExprKind::compare) return false;
    const CompareOp op = as<Compare>(expr).ops[0];
    return op != CompareOp::eq && op != CompareOp::ne && is_32_bits(as<Compare>(expr).operands[0]->type);
}

bool is_32_bit_extremum(const Expr& expr) {
    return is_extremum(expr) && is_32_bits(expr.type);
}

bool has_order(const Expr& condition) {
    bool found = false;
    visit_all(condition, [&](const Expr& part) { found = found || compares_order(part); });
    return found;
}

/// Returns whether a compiler may make a minimum or a maximum of the expression.
bool chooses(const Expr& expr) {
    return expr.kind == ExprKind::conditional && is_32_bits(expr.type) &&
           has_order(*as<Conditional>(expr).condition);
}

/// Returns whether the statement is like `if value < least: least = value`.
bool chooses(const Stmt& stmt) {
    return stmt.kind == StmtKind::if_ && has_order(*as<If>(stmt).condition) &&
           gives_value(as<If>(stmt), is_32_bits);
}

bool is_positive_constant(const Expr& expr) {
    const auto value = constant_value(expr);
    return value && *value > 0;
}

bool may_negate(BinaryOp op, const Expr& right) {
    switch (op) {
    case BinaryOp::sub:
        return !constant_value(right);
    case BinaryOp::mul:
    case BinaryOp::divide:
    case BinaryOp::floor_divide:
        return !is_positive_constant(right);
    case BinaryOp::bit_xor: // `(x ^ -1) + 1`
        return true;
    default:
        return false;
    }
}

/// Returns whether the expression negates an integer, or a compiler may find that it does. The computation of
/// an index does not count.
bool may_negate(const Expr& expr) {
    if (expr.kind == ExprKind::load) return false;
    if (expr.type && expr.type->is_integer()) {
        if (expr.kind == ExprKind::unary && as<Unary>(expr).op != UnaryOp::logical_not &&
            !constant_value(*as<Unary>(expr).operand))
            return true;
        if (expr.kind == ExprKind::binary) {
            const auto& binary = as<Binary>(expr);
            const bool swapped = binary.op == BinaryOp::mul && is_positive_constant(*binary.left);
            if (!swapped && may_negate(binary.op, *binary.right)) return true;
        }
        if (expr.kind == ExprKind::helper_call && !as<HelperCall>(expr).arguments.empty() &&
            !is_positive_constant(*as<HelperCall>(expr).arguments.back()))
            return true; // a division, or a checked minus
        if (expr.kind == ExprKind::call && as<Call>(expr).function->foreign) return true;
    }
    bool found = false;
    visit_operands(expr, [&](const ExprPtr& operand) { found = found || may_negate(*operand); });
    return found;
}

} // namespace

bool may_negate(const Program& program) {
    bool found = false;
    const auto see = [&](const Expr& expr) { found = found || may_negate(expr); };
    for (const auto& function : program.functions)
        visit_statements(static_cast<const Block&>(function->body), [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::assign) return see(*as<Assign>(stmt).value);
            if (stmt.kind == StmtKind::augmented_assign) {
                const auto& change = as<AugmentedAssign>(stmt);
                found = found || (change.lvalue.type()->is_integer() && may_negate(change.op, *change.value));
                return see(*change.value);
            }
            visit_expressions(stmt, [&](const ExprPtr& expr) { see(*expr); });
        });
    return found;
}

namespace {

/// The kinds of extremum that a value may come from. A value that is chosen by a comparison may come from
/// both.
using Kinds = unsigned;
constexpr Kinds minimum = 1, maximum = 2, either = 3;

/// Finds the minima and maxima that may have others of their kind as operands, through variables, memory and
/// calls.
class Nesting {
  public:
    explicit Nesting(const Program& program) {
        for (const auto& function : program.functions)
            visit_statements(static_cast<const Block&>(function->body),
                             [&](const Stmt& stmt) { see(stmt, *function); });
        while (!changed_.empty()) {
            const Node from = changed_.back();
            changed_.pop_back();
            for (const Node to : flows_[from])
                add(to, kinds_[from]);
        }
    }

    /// Returns those operands of an extremum that may be of the same kind; none for any other expression.
    std::vector<ExprPtr*> nested(Expr& expr) {
        std::vector<ExprPtr*> result;
        if (is_32_bit_extremum(expr))
            for (ExprPtr& argument : as<BuiltinCall>(expr).arguments)
                if (kinds_of(*argument) & own_kind(expr)) result.push_back(&argument);
        return result;
    }

    /// Returns whether the condition compares a value that may be an extremum.
    bool chooses_again(const Expr& condition) { return kinds_of(condition) != 0; }

  private:
    /// A variable or a function. An array stands for its elements, and a function for its result.
    using Node = const void*;

    static Kinds own_kind(const Expr& extremum) {
        return as<BuiltinCall>(extremum).builtin->special == Special::min ? minimum : maximum;
    }

    static Kinds made_by(const Expr& expr) {
        return is_32_bit_extremum(expr) ? own_kind(expr) : chooses(expr) ? either : 0;
    }

    void add(Node node, Kinds kinds) {
        Kinds& held = kinds_[node];
        if (!node || (kinds & ~held) == 0) return;
        held |= kinds;
        changed_.push_back(node);
    }

    void link(Node from, Node to) {
        if (from && to) flows_[from].push_back(to);
    }

    /// Says that the two arrays stand for the same elements.
    void join(const Variable* a, const Variable* b) {
        link(a, b);
        link(b, a);
    }

    Node node(const Variable* variable) {
        if (known_.insert(variable).second)
            for (const Variable* root : variable->roots)
                join(variable, root);
        return variable;
    }

    static const Variable* array_of(const Expr& value) {
        if (value.kind == ExprKind::load) return as<Load>(value).array;
        if (value.kind == ExprKind::view) return as<ArrayView>(value).array;
        return value.kind == ExprKind::variable ? as<VariableRef>(value).variable : nullptr;
    }

    void see(const Stmt& stmt, const Function& function) {
        Node to = nullptr;
        if (stmt.kind == StmtKind::assign) to = node(as<Assign>(stmt).lvalue.variable);
        if (stmt.kind == StmtKind::augmented_assign) to = node(as<AugmentedAssign>(stmt).lvalue.variable);
        if (stmt.kind == StmtKind::for_c) to = node(as<ForC>(stmt).variable);
        if (stmt.kind == StmtKind::return_) to = &function;
        if (stmt.kind == StmtKind::declare) {
            const auto& declared = as<Declare>(stmt);
            to = node(declared.variable);
            if (declared.init && declared.variable->is_reference)
                join(declared.variable, array_of(*declared.init));
        }
        visit_expressions(stmt, [&](const ExprPtr& expr) { flow(*expr, to); });
        if (!chooses(stmt)) return;
        for (const Block* block : {&as<If>(stmt).then_body, &as<If>(stmt).else_body})
            for (const StmtPtr& inner : *block) {
                if (inner->kind == StmtKind::assign) add(node(as<Assign>(*inner).lvalue.variable), either);
                if (inner->kind == StmtKind::return_) add(&function, either);
            }
    }

    void flow(const Expr& expr, Node to) {
        if (expr.kind == ExprKind::call) {
            const auto& call = as<Call>(expr);
            for (std::size_t i = 0; i < call.arguments.size(); ++i) {
                const Variable* parameter = call.function->parameters[i];
                flow(*call.arguments[i], node(parameter));
                if (parameter->type->is_array()) join(parameter, array_of(*call.arguments[i]));
            }
            return link(call.function, to);
        }
        add(to, made_by(expr));
        if (expr.kind == ExprKind::variable) return link(node(as<VariableRef>(expr).variable), to);
        if (expr.kind == ExprKind::load) {
            link(node(as<Load>(expr).array), to);
            to = nullptr; // the index gives no value to `to`
        }
        if (expr.kind == ExprKind::assign_expr) {
            link(node(as<AssignExpr>(expr).variable), to);
            to = as<AssignExpr>(expr).variable;
        }
        visit_operands(expr, [&](const ExprPtr& operand) { flow(*operand, to); });
    }

    Kinds kinds_of(const Expr& expr) {
        if (expr.kind == ExprKind::call) return kinds_[as<Call>(expr).function];
        if (expr.kind == ExprKind::variable) return kinds_[as<VariableRef>(expr).variable];
        if (expr.kind == ExprKind::load) return kinds_[as<Load>(expr).array];
        Kinds kinds = made_by(expr);
        visit_operands(expr, [&](const ExprPtr& operand) { kinds |= kinds_of(*operand); });
        return kinds;
    }

    std::map<Node, Kinds> kinds_;
    std::map<Node, std::vector<Node>> flows_;
    std::set<const Variable*> known_;
    std::vector<Node> changed_;
};

void work_around(ExprPtr& expr) {
    const Span span = expr->span;
    const Type* type = expr->type;
    expr = make_helper_call(Helper::ptxas_negation_workaround, type, span, std::move(expr));
}

/// Changes one side of each comparison of the condition, so that it is no value to choose.
void part_condition(ExprPtr& condition) {
    rewrite_expressions(condition, [](ExprPtr& part) {
        if (!compares_order(*part)) return;
        auto& operands = as<Compare>(*part).operands;
        ExprPtr& side = operands[constant_value(*operands[0]) ? 1 : 0];
        const bool is_worked_around = side->kind == ExprKind::helper_call &&
                                      as<HelperCall>(*side).helper == Helper::ptxas_negation_workaround;
        if (!is_worked_around) work_around(side);
    });
}

} // namespace

void work_around_ptxas_negation(Program& program) {
    Nesting nesting(program);
    for (const auto& function : program.functions) {
        visit_statements(function->body, [&](Stmt& stmt) {
            if (chooses(stmt) && nesting.chooses_again(*as<If>(stmt).condition))
                part_condition(as<If>(stmt).condition);
        });
        rewrite_expressions(function->body, [&](ExprPtr& expr) {
            if (chooses(*expr) && nesting.chooses_again(*as<Conditional>(*expr).condition))
                part_condition(as<Conditional>(*expr).condition);
            for (ExprPtr* operand : nesting.nested(*expr))
                work_around(*operand);
        });
    }
}

} // namespace cudapy::lower
