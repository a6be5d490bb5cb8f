// Local names for what is no value: `f = math.sqrt`, `op = lambda x: a * x`, `T = A.dtype`. Such a name is
// assigned once and stands for the same thing wherever it is read, so that it needs no variable.

#include "translator/check/function_checker.h"
#include "translator/check/instances.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::ExprKind;
using What = Entity::What;

namespace {

/// The name that an expression with attributes begins with; null for any other expression.
const syntax::Name* first_name(const syntax::Expr& expr) {
    if (expr.kind == ExprKind::name) return &syntax::as<syntax::Name>(expr);
    return expr.kind == ExprKind::attribute ? first_name(*syntax::as<syntax::Attribute>(expr).value)
                                            : nullptr;
}

/// Whether a thing can be called, or is a module or a type.
bool is_nameable(What what) {
    switch (what) {
    case What::function:
    case What::lambda:
    case What::builtin:
    case What::type:
    case What::aggregate:
    case What::module:
    case What::device_function:
    case What::python_function:
        return true;
    default:
        return false;
    }
}

/// The target and the value of `name = value`; null for any other statement.
const syntax::Name* plain_target(const syntax::Stmt& stmt) {
    if (stmt.kind != syntax::StmtKind::assign) return nullptr;
    const auto& targets = syntax::as<syntax::Assign>(stmt).targets;
    return targets.size() == 1 && targets[0]->kind == ExprKind::name ? &syntax::as<syntax::Name>(*targets[0])
                                                                     : nullptr;
}

} // namespace

void FunctionChecker::collect_local_functions(const syntax::Block& body) {
    std::map<std::string, std::vector<Span>> bound;
    syntax::visit_statements(body, [&](const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(target,
                                      [&](const syntax::Name& name) { bound[name.id].push_back(name.span); });
        });
    });
    syntax::visit_statements(body, [&](const syntax::Stmt& stmt) {
        const syntax::Name* target = plain_target(stmt);
        if (!target) return;
        const syntax::Expr& value = *syntax::as<syntax::Assign>(stmt).value;
        const auto is_local = [&](const std::string& id) { return locals_.count(id) || bound.count(id); };
        if (!stands_for_function(value, is_local)) return;
        const Local* parameter = find_local(target->id);
        const bool is_given = info_.function_parameters.count(target->id) != 0;
        const std::vector<Span>& all = bound[target->id];
        if (all.size() == 1 && !parameter && !is_given) {
            local_functions_[target->id] = {&value, target->span};
            return;
        }
        Span other = all[0] == target->span && all.size() > 1 ? all[1] : all[0];
        if (parameter && parameter->variable) other = parameter->variable->span;
        rebound_functions_[&stmt] = other;
    });
}

/// Whether the value of an assignment is no value but a function, a type or a module.
bool FunctionChecker::stands_for_function(const syntax::Expr& value,
                                          const std::function<bool(const std::string&)>& is_local) {
    if (value.kind == ExprKind::lambda) return true;
    if (value.kind == ExprKind::call) return asks_for_type(value) && !is_local("type");
    const syntax::Name* root = first_name(value);
    if (!root) return asks_for_type(value);
    if (is_local(root->id) && !local_functions_.count(root->id)) return asks_for_type(value);
    const bool outer = std::exchange(collecting_, true);
    const auto found = entity(value);
    collecting_ = outer;
    return found && is_nameable(found->what);
}

/// What a local name of a function stands for.
Entity FunctionChecker::named_function(const std::string& id, const LocalFunction& named) {
    Entity meant;
    meant.name = id;
    if (!named.in_force && !collecting_) {
        meant.what = What::out_of_reach;
        return meant;
    }
    if (named.value->kind == ExprKind::lambda) {
        meant.what = What::lambda;
        meant.lambda = &syntax::as<syntax::Lambda>(*named.value);
        return meant;
    }
    auto found = entity(*named.value);
    if (found) return *found;
    meant.what = What::reported; // where it is assigned
    return meant;
}

/// Makes `f = math.sqrt` true from here to the end of the block; false where the statement is none of that.
bool FunctionChecker::bind_function(const syntax::Assign& stmt) {
    if (const auto again = rebound_functions_.find(&stmt); again != rebound_functions_.end()) {
        report(diag::FunctionRebound{text(*stmt.targets[0]), text(*stmt.value)}, stmt.value->span,
               {{again->second, "the name is bound here, too"}});
        poison(*stmt.targets[0]);
        return true;
    }
    if (stmt.value->kind == ExprKind::conditional && plain_target(stmt)) {
        const auto& choice = syntax::as<syntax::Conditional>(*stmt.value);
        const auto is_local = [&](const std::string& id) { return find_local(id) != nullptr; };
        if (!stands_for_function(*choice.then_value, is_local) ||
            !stands_for_function(*choice.else_value, is_local))
            return false;
        report(diag::FunctionChoice{text(*stmt.targets[0]), text(*choice.then_value), text(*choice.condition),
                                    text(*choice.else_value)},
               stmt.value->span);
        poison(*stmt.targets[0]);
        return true;
    }
    LocalFunction* named = function_named_by(stmt);
    if (!named) return false;
    named->in_force = true;
    in_force_.push_back(syntax::as<syntax::Name>(*stmt.targets[0]).id);
    // Errors of what it stands for are reported here, once.
    if (stmt.value->kind != ExprKind::lambda && !entity(*stmt.value)) expression(*stmt.value);
    return true;
}

FunctionChecker::LocalFunction* FunctionChecker::function_named_by(const syntax::Stmt& stmt) {
    const syntax::Name* target = plain_target(stmt);
    const auto named = target ? local_functions_.find(target->id) : local_functions_.end();
    const bool is_this = named != local_functions_.end() &&
                         named->second.value == syntax::as<syntax::Assign>(stmt).value.get();
    return is_this ? &named->second : nullptr;
}

/// Gives up the names of functions that the block has bound.
void FunctionChecker::leave_functions(std::size_t count) {
    for (; in_force_.size() > count; in_force_.pop_back())
        local_functions_.at(in_force_.back()).in_force = false;
}

/// A call of a lambda by its name. What it uses of this function is read when it is called, as in Python.
Value FunctionChecker::lambda_call(const syntax::Call& expr, const Entity& callee) {
    std::vector<program::ExprPtr> captures;
    const FunctionInfo* made = lambda_argument(*callee.lambda, callee.name, captures);
    if (made && made->valid) return user_call(expr, *made, std::move(captures));
    check_arguments_only(expr);
    return {};
}

} // namespace cudapy::checker
