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
    syntax::visit_statements(body, [&](const syntax::Stmt& stmt) {
        const syntax::Name* target = plain_target(stmt);
        if (!target) return;
        const syntax::Expr& value = *syntax::as<syntax::Assign>(stmt).value;
        if (!stands_for_function(value)) return;
        const Symbol& symbol = *symbols_.of(*target);
        const Local* parameter = find_local(*target);
        const auto& all = symbol.bindings;
        if (all.size() == 1 && !symbol.is_given) {
            local_functions_[&symbol] = {&symbol, &value, target->span};
            return;
        }
        Span other = all[0] == target && all.size() > 1 ? all[1]->span : all[0]->span;
        if (parameter && parameter->variable) other = parameter->variable->span;
        rebound_functions_[&stmt] = other;
    });
}

/// Whether the value of an assignment is no value but a function, a type or a module.
bool FunctionChecker::stands_for_function(const syntax::Expr& value) {
    if (value.kind == ExprKind::lambda) return true;
    if (value.kind == ExprKind::call)
        return asks_for_type(value) && !symbols_.of(*syntax::as<syntax::Call>(value).function);
    const syntax::Name* root = first_name(value);
    if (!root) return asks_for_type(value);
    if (symbols_.of(*root) && !find_local_function(*root) && !is_function_parameter(*root))
        return asks_for_type(value);
    const bool outer = std::exchange(collecting_, true);
    const auto found = entity(value);
    collecting_ = outer;
    return found && is_nameable(found->what);
}

FunctionChecker::LocalFunction* FunctionChecker::find_local_function(const syntax::Expr& expr) {
    const Symbol* symbol = symbols_.of(expr);
    const auto found = symbol ? local_functions_.find(symbol) : local_functions_.end();
    return found == local_functions_.end() ? nullptr : &found->second;
}

/// Whether the name is that of a parameter whose function an instance knows, and nothing assigns to it.
bool FunctionChecker::is_function_parameter(const syntax::Name& name) const {
    const Symbol* symbol = symbols_.of(name);
    return symbol && symbol->bindings.empty() && info_.function_parameters.count(name.id) != 0;
}

/// What a local name of a function stands for.
Entity FunctionChecker::named_function(const LocalFunction& named) {
    Entity meant;
    meant.name = named.symbol->name;
    meant.symbol = named.symbol;
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
        if (!stands_for_function(*choice.then_value) || !stands_for_function(*choice.else_value))
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
    in_force_.push_back(named);
    // Errors of what it stands for are reported here, once.
    if (stmt.value->kind != ExprKind::lambda && !entity(*stmt.value)) expression(*stmt.value);
    return true;
}

FunctionChecker::LocalFunction* FunctionChecker::function_named_by(const syntax::Stmt& stmt) {
    const syntax::Name* target = plain_target(stmt);
    LocalFunction* named = target ? find_local_function(*target) : nullptr;
    const bool is_this = named && named->value == syntax::as<syntax::Assign>(stmt).value.get();
    return is_this ? named : nullptr;
}

/// Gives up the names of functions that the block has bound.
void FunctionChecker::leave_functions(std::size_t count) {
    for (; in_force_.size() > count; in_force_.pop_back())
        in_force_.back()->in_force = false;
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
