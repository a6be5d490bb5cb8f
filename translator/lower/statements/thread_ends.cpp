#include "translator/lower/statements/thread_ends.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/statements/loop_else.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

using Functions = std::unordered_set<const Function*>;

bool has_return(const Function& function, Return::Gives gives) {
    bool found = false;
    visit_statements(function.body, [&](const Stmt& stmt) {
        found = found || (stmt.kind == StmtKind::return_ && as<Return>(stmt).gives == gives);
    });
    return found;
}

bool calls_one_of(const Function& function, const Functions& functions) {
    bool found = false;
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                found = found || (part.kind == ExprKind::call && functions.contains(as<Call>(part).function));
            });
        });
    });
    return found;
}

/// The functions of a program whose calls are looked at.
struct Ending {
    Functions ends;                                           ///< may end the thread
    Functions nones;                                          ///< may give nothing
    std::unordered_map<const Function*, const Type*> results; ///< as the user has them

    bool contains(const Function* function) const {
        return ends.contains(function) || nones.contains(function);
    }
    /// Returns the type of the word that a function adds to its result. It says whether the result counts,
    /// and for a function that may do both, which of them it did.
    const Type* word(const Function* function) const {
        return ends.contains(function) && nones.contains(function) ? Type::int32() : Type::bool_();
    }
    const Type* told(const Function* function) const {
        const Type* result = results.at(function);
        return result->is_void() ? word(function) : Type::tuple({result, word(function)});
    }
};

/// The words of a function that may end the thread and may give nothing.
constexpr int64_t gave = 0, ended = 1, gave_none = 2;

/// Returns the function that a value is the call of, or null.
const Function* called(const Expr& value) {
    if (value.kind == ExprKind::cast) return called(*as<Cast>(value).operand);
    return value.kind == ExprKind::call ? as<Call>(value).function : nullptr;
}

/// Rewrites one function.
class Rewriter {
  public:
    Rewriter(Function& function, const Ending& ending, bool checked)
        : function_(function), ending_(ending), checked_(checked), ends_(ending.ends.contains(&function)),
          result_(function.result) {}

    void run() {
        lower_loop_else(function_);
        find_names();
        if (!function_.is_kernel && ending_.contains(&function_)) function_.result = ending_.told(&function_);
        rewrite_statements(function_.body,
                           [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
        if (ends_ && !function_.is_kernel && result_->is_void())
            function_.body.push_back(make_return(nullptr, gave, function_.span));
    }

  private:
    /// Gives each local that only the results of such functions and plain values are assigned to a variable
    /// that says whether it is None.
    void find_names() {
        std::unordered_set<const Variable*> given, others;
        visit_statements(function_.body, [&](const Stmt& stmt) {
            const bool is_plain = stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable();
            if (!is_plain && stmt.kind != StmtKind::augmented_assign)
                visit_assigned(stmt, [&](const Variable* variable) { others.insert(variable); });
            if (!is_plain) return;
            const Assign& assign = as<Assign>(stmt);
            const Function* callee = called(*assign.value);
            if (callee && ending_.nones.contains(callee) &&
                assign.lvalue.variable->role == VariableRole::local)
                given.insert(assign.lvalue.variable);
        });
        for (const auto& variable : std::vector<Variable*>(locals()))
            if (given.contains(variable) && !others.contains(variable))
                is_none_[variable] = function_.add_variable(variable->name + "_is_none", Type::bool_(),
                                                            VariableRole::temporary, variable->span);
    }

    std::vector<Variable*> locals() const {
        std::vector<Variable*> result;
        for (const auto& variable : function_.variables)
            result.push_back(variable.get());
        return result;
    }

    bool is_looked_at(const Expr& part) const {
        if (part.kind == ExprKind::call) return ending_.contains(as<Call>(part).function);
        if (part.kind == ExprKind::helper_call && as<HelperCall>(part).helper == Helper::is_none) return true;
        return part.kind == ExprKind::variable && is_none_.contains(as<VariableRef>(part).variable);
    }

    bool holds(const Expr& expr) const {
        bool found = false;
        visit_all(expr, [&](const Expr& part) { found = found || is_looked_at(part); });
        return found;
    }

    StmtPtr make_return(ExprPtr value, int64_t word, Span span) const {
        if (function_.is_kernel) return std::make_unique<Return>(span, nullptr);
        const Type* type = ending_.word(&function_);
        ExprPtr said = type->is_bool() ? make_bool(word != gave, span) : make_int(type, word, span);
        if (result_->is_void()) return std::make_unique<Return>(span, std::move(said));
        std::vector<ExprPtr> parts;
        parts.push_back(value ? std::move(value) : make_zero(result_, span));
        parts.push_back(std::move(said));
        return std::make_unique<Return>(
            span, std::make_unique<Construct>(span, function_.result, std::move(parts)));
    }

    /// Adds the end of the thread under a condition. `is_none` says that it is because of a None.
    void end_if(ExprPtr condition, bool is_none, Block& out) {
        const Span span = condition->span;
        auto branch = std::make_unique<If>(span, std::move(condition));
        if (is_none && checked_) {
            auto check = make_helper_call(Helper::in_range, Type::int32(), span,
                                          make_int(Type::int32(), 1, span), make_int(Type::int32(), 1, span));
            check->check = std::make_shared<const Check>(Check{Check::Kind::none_as_number, span, {}});
            branch->then_body.push_back(std::make_unique<Evaluate>(span, std::move(check)));
        }
        branch->then_body.push_back(make_return(nullptr, ended, span));
        out.push_back(std::move(branch));
    }

    /// Moves a call in front, and returns the variable that holds its result and the word.
    Variable* kept(ExprPtr call, Block& out) {
        auto& node = as<Call>(*call);
        node.type = ending_.told(node.function);
        Variable* result = function_.add_variable(node.function->name + "_result", node.type,
                                                  VariableRole::temporary, node.span);
        out.push_back(make_assign(result, std::move(call)));
        return result;
    }

    static ExprPtr part(Variable* result, std::size_t number, Span span) {
        return std::make_unique<FieldExpr>(span, make_ref(result, span), number);
    }
    /// Returns the condition that a call has given this word.
    static ExprPtr has(Variable* result, int64_t word, Span span) {
        ExprPtr said = result->type->is_tuple() ? part(result, 1, span) : make_ref(result, span);
        if (said->type->is_bool()) return said;
        ExprPtr wanted = make_int(said->type, word, span);
        return make_compare(CompareOp::eq, std::move(said), std::move(wanted));
    }

    /// Ends the thread where a call has ended it, or where it gave a None that is used as a number.
    void end_after(const Function* callee, Variable* result, bool is_number, Span span, Block& out) {
        if (ending_.ends.contains(callee)) end_if(has(result, ended, span), false, out);
        if (ending_.nones.contains(callee) && is_number) end_if(has(result, gave_none, span), true, out);
    }

    /// Takes what is looked at out of an expression. What comes before it is evaluated before it still.
    void expand(ExprPtr& expr, Block& out) {
        if (!holds(*expr)) return;
        const Span span = expr->span;
        switch (expr->kind) {
        case ExprKind::variable: {
            end_if(make_ref(is_none_.at(as<VariableRef>(*expr).variable), span), true, out);
            return;
        }
        case ExprKind::call:
            operands(*expr, out);
            if (!is_looked_at(*expr)) return;
            return call(expr, out);
        case ExprKind::helper_call:
            if (as<HelperCall>(*expr).helper != Helper::is_none) return operands(*expr, out);
            {
                const auto known =
                    is_none_.find(as<VariableRef>(*as<HelperCall>(*expr).arguments[0]).variable);
                expr = known == is_none_.end() ? make_bool(false, span) : make_ref(known->second, span);
            }
            return;
        case ExprKind::conditional:
            return conditional(expr, out);
        case ExprKind::logical:
            return logical(expr, out);
        case ExprKind::compare:
            if (as<Compare>(*expr).ops.size() > 1) return chain(expr, out);
            return operands(*expr, out);
        case ExprKind::sequence: {
            auto& sequence = as<Sequence>(*expr);
            first(sequence.first, out);
            ExprPtr second = std::move(sequence.second);
            expr = std::move(second);
            return expand(expr, out);
        }
        case ExprKind::assign_expr: {
            auto& assign = as<AssignExpr>(*expr);
            Variable* variable = assign.variable;
            ExprPtr value = std::move(assign.value);
            expand(value, out);
            out.push_back(make_assign(variable, std::move(value)));
            expr = make_ref(variable, span);
            return;
        }
        default:
            return operands(*expr, out);
        }
    }

    /// Makes a statement of an expression whose value nobody wants.
    void first(ExprPtr& expr, Block& out) {
        const Span span = expr->span;
        expand(expr, out);
        if (expr->kind != ExprKind::variable)
            out.push_back(std::make_unique<Evaluate>(span, std::move(expr)));
    }

    void call(ExprPtr& expr, Block& out) {
        const Span span = expr->span;
        const Function* callee = as<Call>(*expr).function;
        Variable* result = kept(std::move(expr), out);
        end_after(callee, result, true, span, out);
        expr = part(result, 0, span);
    }

    /// Expands the operands, in the order in which they are evaluated. Those before one that is looked at are
    /// kept, unless nothing can change them.
    void operands(Expr& expr, Block& out) {
        std::vector<ExprPtr*> all;
        visit_operands(expr, [&](ExprPtr& operand) { all.push_back(&operand); });
        const std::vector<std::size_t>* order = expr.kind == ExprKind::call ? &as<Call>(expr).order
                                                : expr.kind == ExprKind::construct
                                                    ? &as<Construct>(expr).order
                                                    : nullptr;
        if (order && !order->empty()) {
            std::vector<ExprPtr*> ordered;
            for (const std::size_t place : *order)
                ordered.push_back(all[place]);
            all = std::move(ordered);
        }
        expand_all(all, out);
    }

    void expand_all(const std::vector<ExprPtr*>& all, Block& out) {
        std::size_t last = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (*all[i] && holds(**all[i])) last = i;
        for (std::size_t i = 0; i <= last && i < all.size(); ++i) {
            if (!*all[i]) continue;
            expand(*all[i], out);
            if (i < last && !is_lasting(**all[i])) move_to_temporary(function_, *all[i], "before", out);
        }
    }

    /// Returns whether the value is the same after any call.
    static bool is_lasting(const Expr& expr) {
        bool lasts = !expr.type->is_array() || expr.kind == ExprKind::variable;
        visit_all(expr, [&](const Expr& part) {
            lasts = lasts && part.kind != ExprKind::load && part.kind != ExprKind::call &&
                    part.kind != ExprKind::builtin_call && part.kind != ExprKind::helper_call;
        });
        return lasts || expr.type->is_array();
    }

    Variable* temporary(const char* name, const Type* type, Span span) {
        return function_.add_variable(name, type, VariableRole::temporary, span);
    }

    void conditional(ExprPtr& expr, Block& out) {
        auto& node = as<Conditional>(*expr);
        const Span span = node.span;
        expand(node.condition, out);
        Variable* chosen = temporary("chosen", node.type, span);
        auto branch = std::make_unique<If>(span, std::move(node.condition));
        assign(chosen, node.then_value, branch->then_body);
        assign(chosen, node.else_value, branch->else_body);
        out.push_back(std::move(branch));
        expr = make_ref(chosen, span);
    }

    void assign(Variable* variable, ExprPtr& value, Block& out) {
        expand(value, out);
        out.push_back(make_assign(variable, std::move(value)));
    }

    void logical(ExprPtr& expr, Block& out) {
        auto& node = as<Logical>(*expr);
        const Span span = node.span;
        if (!holds(*node.right)) return expand(node.left, out);
        Variable* value = temporary("either", node.type, span);
        assign(value, node.left, out);
        ExprPtr truth = convert(make_ref(value, span), Type::bool_());
        if (!node.is_and) truth = make_not(std::move(truth));
        auto branch = std::make_unique<If>(span, std::move(truth));
        assign(value, node.right, branch->then_body);
        out.push_back(std::move(branch));
        expr = make_ref(value, span);
    }

    /// `a < b < c` evaluates `c` where `a < b` is true.
    void chain(ExprPtr& expr, Block& out) {
        auto& node = as<Compare>(*expr);
        const Span span = node.span;
        Variable* holds = temporary("holds", Type::bool_(), span);
        Variable* left = temporary("left", node.operands[0]->type, span);
        assign(left, node.operands[0], out);
        Block* place = &out;
        for (std::size_t i = 0; i < node.ops.size(); ++i) {
            ExprPtr& operand = node.operands[i + 1];
            Variable* right = temporary("right", operand->type, span);
            assign(right, operand, *place);
            place->push_back(
                make_assign(holds, make_compare(node.ops[i], make_ref(left, span), make_ref(right, span))));
            left = right;
            if (i + 1 == node.ops.size()) break;
            auto branch = std::make_unique<If>(span, make_ref(holds, span));
            Block* inner = &branch->then_body;
            place->push_back(std::move(branch));
            place = inner;
        }
        expr = make_ref(holds, span);
    }

    void statement(StmtPtr stmt, Block& out) {
        switch (stmt->kind) {
        case StmtKind::return_:
            return return_statement(as<Return>(*stmt), out);
        case StmtKind::evaluate:
            return evaluate(std::move(stmt), out);
        case StmtKind::assign:
            assign_statement(as<Assign>(*stmt), out);
            break;
        case StmtKind::augmented_assign:
            if (augmented(as<AugmentedAssign>(*stmt), out)) return;
            break;
        case StmtKind::while_:
            if (holds(*as<While>(*stmt).condition)) endless(as<While>(*stmt));
            break;
        default: {
            std::vector<ExprPtr*> all;
            visit_expressions(*stmt, [&](ExprPtr& expr) { all.push_back(&expr); });
            expand_all(all, out);
        }
        }
        out.push_back(std::move(stmt));
    }

    void return_statement(Return& stmt, Block& out) {
        if (stmt.value) expand(stmt.value, out);
        const int64_t word = stmt.gives == Return::Gives::end    ? ended
                             : stmt.gives == Return::Gives::none ? gave_none
                                                                 : gave;
        out.push_back(make_return(std::move(stmt.value), word, stmt.span));
    }

    void evaluate(StmtPtr stmt, Block& out) {
        ExprPtr& value = as<Evaluate>(*stmt).value;
        if (value->kind != ExprKind::call || !is_looked_at(*value)) {
            if (value->kind != ExprKind::variable) expand(value, out);
            out.push_back(std::move(stmt));
            return;
        }
        operands(*value, out);
        const Span span = value->span;
        const Function* callee = as<Call>(*value).function;
        if (!ending_.ends.contains(callee)) { // nobody looks at a None
            value->type = ending_.told(callee);
            out.push_back(std::move(stmt));
            return;
        }
        Variable* result = kept(std::move(value), out);
        end_after(callee, result, false, span, out);
    }

    void assign_statement(Assign& stmt, Block& out) {
        Variable* none = nullptr;
        if (stmt.lvalue.is_variable())
            if (const auto known = is_none_.find(stmt.lvalue.variable); known != is_none_.end())
                none = known->second;
        const Function* callee = called(*stmt.value);
        if (none && callee && ending_.nones.contains(callee)) {
            ExprPtr* call = &stmt.value;
            while ((*call)->kind == ExprKind::cast)
                call = &as<Cast>(**call).operand;
            const Span span = (*call)->span;
            operands(**call, out);
            Variable* result = kept(std::move(*call), out);
            end_after(callee, result, false, span, out);
            *call = part(result, 0, span);
            out.push_back(make_assign(none, has(result, gave_none, span)));
            return;
        }
        if (stmt.lvalue.index && holds(*stmt.lvalue.index)) {
            expand(stmt.value, out);
            if (!is_lasting(*stmt.value)) move_to_temporary(function_, stmt.value, "value", out);
            expand(stmt.lvalue.index, out);
        } else {
            expand(stmt.value, out);
        }
        if (stmt.lvalue.item) expand(stmt.lvalue.item, out);
        if (none) out.push_back(make_assign(none, make_bool(false, stmt.span)));
    }

    /// Returns whether another statement stands for it. The place is read before the value is evaluated.
    bool augmented(AugmentedAssign& stmt, Block& out) {
        if (stmt.lvalue.is_variable())
            if (const auto known = is_none_.find(stmt.lvalue.variable); known != is_none_.end())
                end_if(make_ref(known->second, stmt.span), true, out);
        if (stmt.lvalue.index) expand(stmt.lvalue.index, out);
        if (stmt.lvalue.item) expand(stmt.lvalue.item, out);
        if (!holds(*stmt.value)) return false;
        if (!stmt.lvalue.index) {
            expand(stmt.value, out);
            return false;
        }
        if (!is_lasting(*stmt.lvalue.index)) move_to_temporary(function_, stmt.lvalue.index, "index", out);
        if (stmt.lvalue.item && !is_lasting(*stmt.lvalue.item))
            move_to_temporary(function_, stmt.lvalue.item, "item", out);
        ExprPtr old = convert(make_read(stmt.lvalue), stmt.operation);
        move_to_temporary(function_, old, "old", out);
        expand(stmt.value, out);
        const Type* type = stmt.lvalue.type();
        auto result = std::make_unique<Binary>(stmt.span, stmt.operation, stmt.op, std::move(old),
                                               std::move(stmt.value));
        out.push_back(make_assign(std::move(stmt.lvalue), convert(std::move(result), type), stmt.span));
        return true;
    }

    /// Makes `while True: if not condition: break` of a loop.
    void endless(While& loop) {
        const Span span = loop.condition->span;
        ExprPtr condition = std::exchange(loop.condition, make_bool(true, span));
        Block head;
        expand(condition, head);
        head.push_back(make_if(make_not(std::move(condition)), std::make_unique<Break>(span), span));
        std::move(loop.body.begin(), loop.body.end(), std::back_inserter(head));
        loop.body = std::move(head);
    }

    Function& function_;
    const Ending& ending_;
    const bool checked_, ends_;
    const Type* const result_;
    std::unordered_map<const Variable*, Variable*> is_none_;
};

Ending find_ending(const Program& program) {
    Ending ending;
    for (const auto& function : program.functions) {
        ending.results[function.get()] = function->result;
        if (has_return(*function, Return::Gives::end)) ending.ends.insert(function.get());
        if (has_return(*function, Return::Gives::none)) ending.nones.insert(function.get());
    }
    // Whoever calls one of them may end the thread, too: also by a None that it uses.
    for (bool more = true; more;) {
        more = false;
        for (const auto& function : program.functions) {
            if (ending.ends.contains(function.get())) continue;
            if (!calls_one_of(*function, ending.ends) && !calls_one_of(*function, ending.nones)) continue;
            ending.ends.insert(function.get());
            more = true;
        }
    }
    return ending;
}

} // namespace

void lower_thread_ends(Program& program, bool checked) {
    const Ending ending = find_ending(program);
    if (ending.ends.empty() && ending.nones.empty()) return;
    for (const auto& function : program.functions)
        if (ending.contains(function.get())) Rewriter(*function, ending, checked).run();
}

} // namespace cudapy::lower
