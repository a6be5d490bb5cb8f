#include "translator/differentiate/plain/plain_kernel.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/forward/forward.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/single_exit.h"
#include "translator/program/build.h"
#include "translator/program/derivative_rules.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Copies a kernel and the functions that it calls, and writes each of them plainly.
class Copies {
  public:
    explicit Copies(diag::Sink& sink) : sink_(sink) {}

    std::unique_ptr<Function> kernel(const Function& source, const std::string& name) {
        auto made = copy(source, name);
        if (is_refused_) return nullptr;
        return made;
    }

    /// The callees live as long as what calls them.
    std::vector<std::unique_ptr<Function>> callees;

  private:
    std::unique_ptr<Function> copy(const Function& source, const std::string& name) {
        auto made = copy_of(source, name);
        visit_all(made->body, [&](Expr& expr) {
            if (expr.kind == ExprKind::call) as<Call>(expr).function = callee(as<Call>(expr));
        });
        Forward::flatten(*made, sink_);
        return made;
    }

    Function* callee(const Call& call) {
        Function* const function = call.function;
        if (function->vjp_rule) return with_rule(call);
        if (const auto known = made_.find(function); known != made_.end()) return known->second;
        const auto refuse = [&](const std::string& reason, const std::string& instead) {
            if (refused_.insert(function).second) this->refuse(call, reason, instead);
            return function;
        };
        if (function->foreign)
            return refuse(why_no_rule(*function, true), "name its derivative in the text, as " +
                                                            rule_to_name(*function, "vjp") +
                                                            ", or write the function in Python");
        if (function->facts.is_recursive)
            return refuse("it calls itself, directly or through others", "write it as a loop");
        auto copied = copy(*function, function->name);
        Function* const result = made_[function] = copied.get();
        callees.push_back(std::move(copied));
        return result;
    }

    void refuse(const Call& call, const std::string& reason, const std::string& instead) {
        is_refused_ = true;
        sink_.report(
            diag::NoDerivative{"the call of `" + name_in_messages(*call.function) + "`", reason, instead},
            call.span);
    }

    /// A function with a rule stays one that is called. It returns what it computes of its arguments, or
    /// stores it.
    Function* with_rule(const Call& call) {
        Function* const function = call.function;
        const Cooperation& together = function->facts.cooperation;
        const auto& parameters = function->parameters;
        bool stores = false;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Type* type = parameters[i]->type;
            if (parameters[i]->is_reference || type->is_random_state() || type->is_lists()) {
                refuse(call,
                       "it has a rule of its own, and its parameter `" + parameters[i]->name + "` is a `" +
                           type->name() + "` that it may change",
                       "pass the numbers that it needs");
                return function;
            }
            stores = stores || (type->is_array() && function->facts.array_uses[i].writes);
        }
        if (stores && !function->result->is_void()) {
            refuse(call, "it has a rule of its own, changes an array, and returns a value, too",
                   function->foreign
                       ? "let it do one of the two, and declare pointers `const` through which it "
                         "only reads"
                       : "let it do one of the two");
            return function;
        }
        if (std::any_of(std::begin(Cooperation::ways), std::end(Cooperation::ways),
                        [&](bool Cooperation::*way) { return together.*way; }))
            refuse(call, "it has a rule of its own, and its threads work together",
                   "do that part in the kernel itself");
        else if (function->foreign)
            function->facts.has_effects = stores; // its rule says that it is a function of its arguments
        else if (function->facts.has_effects && !stores)
            refuse(call, "it has a rule of its own, and does more than to return a value",
                   "let the kernel itself print and assert");
        return function;
    }

    diag::Sink& sink_;
    std::map<Function*, Function*> made_;
    std::set<Function*> refused_;
    bool is_refused_ = false;
};

/// Writes declarations and `x += y` as assignments.
void make_assignments(Function& function) {
    lower::rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        if (stmt->kind == StmtKind::augmented_assign) {
            auto& node = as<AugmentedAssign>(*stmt);
            ExprPtr old = convert(make_read(node.lvalue), node.operation);
            ExprPtr value = std::make_unique<Binary>(span, node.operation, node.op, std::move(old),
                                                     std::move(node.value));
            const Type* type = node.lvalue.type();
            out.push_back(make_assign(std::move(node.lvalue), convert(std::move(value), type), span));
            return;
        }
        if (stmt->kind != StmtKind::declare) return out.push_back(std::move(stmt));
        auto& node = as<Declare>(*stmt);
        Variable* const variable = node.variable;
        ExprPtr init = std::move(node.init);
        if (!variable->is_declared_array()) {
            if (init) out.push_back(make_assign(variable, std::move(init), span));
            return;
        }
        out.push_back(std::move(stmt));
        if (!init) return;
        out.push_back( // a struct that is changed through a parameter
            make_assign(Lvalue{variable, make_int(Type::int32(), 0, span), span}, std::move(init), span));
    });
}

/// Takes the beginning of a body as far as the last `if condition: return` there. Before that one only
/// variables are assigned.
Block take_guards(Block& body) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Stmt& stmt = *body[i];
        if (is_guard(stmt)) {
            count = i + 1;
            continue;
        }
        bool is_plain = stmt.kind == StmtKind::note || stmt.kind == StmtKind::declare ||
                        stmt.kind == StmtKind::assign || stmt.kind == StmtKind::augmented_assign;
        visit_lvalues(stmt, [&](const Lvalue& place) { is_plain = is_plain && !place.index; });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                is_plain = is_plain && !is_barrier(part) && !is_warp_wide(part) && !is_atomic(part);
            });
        });
        if (!is_plain) break;
    }
    Block guards(std::make_move_iterator(body.begin()),
                 std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(count)));
    body.erase(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(count));
    return guards;
}

/// Returns a call in which threads wait for each other though some of them may have returned, or null.
const Expr* waits_after_return(const Block& body, bool& has_returned) {
    const Expr* found = nullptr;
    for (const StmtPtr& stmt : body) {
        const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
        if (stmt->kind == StmtKind::return_) has_returned = true;
        if (is_loop) // an iteration comes after the one before
            visit_statements(
                stmt->kind == StmtKind::for_range ? as<ForRange>(*stmt).body : as<While>(*stmt).body,
                [&](const Stmt& inner) { has_returned = has_returned || inner.kind == StmtKind::return_; });
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (!found && has_returned && (is_barrier(part) || is_warp_wide(part))) found = &part;
            });
        });
        visit_blocks(*stmt, [&](const Block& inner) {
            const Expr* inside = waits_after_return(inner, has_returned);
            if (!found) found = inside;
        });
    }
    return found;
}

} // namespace

bool is_guard(const Stmt& stmt) {
    if (stmt.kind != StmtKind::if_) return false;
    const auto& node = as<If>(stmt);
    return node.else_body.empty() && node.then_body.size() == 1 &&
           node.then_body[0]->kind == StmtKind::return_;
}

PlainKernel make_plain_kernel(const Function& kernel, const std::string& name, diag::Sink& sink) {
    Copies copies(sink);
    PlainKernel result;
    result.function = copies.kernel(kernel, name);
    if (!result.function) return result;
    Function& function = *result.function;
    lower::inline_calls(function, [](const Function& callee) { return !callee.vjp_rule; });
    Block guards;
    if (lower::holds_barrier(function.body) || lower::holds_warp_operation(function.body)) {
        guards = take_guards(function.body);
        bool has_returned = false;
        if (const Expr* call = waits_after_return(function.body, has_returned)) {
            sink.report(
                diag::NoDerivative{
                    std::string(is_barrier(*call) ? "a barrier" : "an operation of a warp") +
                        " after a `return`",
                    "on the way back the other threads would not wait for those that have returned",
                    "put what the other threads do under a condition, or return at the beginning"},
                call->span);
            result.function = nullptr;
            return result;
        }
    }
    function.body = lower::single_exit(std::move(function.body), nullptr, function);
    function.body.insert(function.body.begin(), std::make_move_iterator(guards.begin()),
                         std::make_move_iterator(guards.end()));
    make_assignments(function);
    result.most_trips = make_single_path(function);
    return result;
}

} // namespace cudapy::differentiate
