#include "translator/check/body/local_functions.h"

#include "translator/check/body/body.h"
#include "translator/check/body/element_types.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/captures.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/module/instances.h"
#include "translator/check/statements/assignments.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::ExprKind;
using Kind = Entity::Kind;

namespace {

bool is_function_parameter(const Body& body, const syntax::Name& name);

/// Returns the name that an expression with attributes begins with, or null for any other expression.
const syntax::Name* first_name(const syntax::Expr& expr) {
    if (expr.kind == ExprKind::name) return &syntax::as<syntax::Name>(expr);
    return expr.kind == ExprKind::attribute ? first_name(*syntax::as<syntax::Attribute>(expr).value)
                                            : nullptr;
}

/// Returns whether a thing can be called, or is a module or a type.
bool is_nameable(Kind kind) {
    switch (kind) {
    case Kind::function:
    case Kind::lambda:
    case Kind::builtin:
    case Kind::type:
    case Kind::aggregate:
    case Kind::module:
    case Kind::device_function:
    case Kind::overloaded:
    case Kind::python_function:
        return true;
    default:
        return false;
    }
}

/// Returns the target of `name = value`, or null for any other statement.
const syntax::Name* plain_target(const syntax::Stmt& stmt) {
    if (stmt.kind != syntax::StmtKind::assign) return nullptr;
    const auto& targets = syntax::as<syntax::Assign>(stmt).targets;
    return targets.size() == 1 && targets[0]->kind == ExprKind::name ? &syntax::as<syntax::Name>(*targets[0])
                                                                     : nullptr;
}

/// Returns whether the right side of an assignment is a function, a type or a module, and no value.
bool stands_for_function(Body& body, const syntax::Expr& value) {
    if (value.kind == ExprKind::lambda) return true;
    if (value.kind == ExprKind::call)
        return asks_for_type(value) && !body.symbols.of(*syntax::as<syntax::Call>(value).function);
    const syntax::Name* root = first_name(value);
    if (!root) return asks_for_type(value);
    if (body.symbols.of(*root) && !find_local_function(body, *root) && !is_function_parameter(body, *root))
        return asks_for_type(value);
    const Pass outer = std::exchange(body.pass, Pass::collect);
    const auto found = entity(body, value);
    body.pass = outer;
    return found && is_nameable(found->kind);
}

/// Returns whether the name is a parameter for which the instance knows the function, and which nothing
/// assigns to.
bool is_function_parameter(const Body& body, const syntax::Name& name) {
    const Symbol* symbol = body.symbols.of(name);
    return symbol && symbol->bindings.empty() && body.info.function_parameters.count(name.id) != 0;
}

} // namespace

void collect_local_functions(Body& body, const syntax::Block& statements) {
    syntax::visit_statements(statements, [&](const syntax::Stmt& stmt) {
        const syntax::Name* target = plain_target(stmt);
        if (!target) return;
        const syntax::Expr& value = *syntax::as<syntax::Assign>(stmt).value;
        if (!stands_for_function(body, value)) return;
        const Symbol& symbol = *body.symbols.of(*target);
        const Local* parameter = find_local(body, *target);
        const auto& all = symbol.bindings;
        if (all.size() == 1 && !symbol.is_given) {
            body.local_functions.by_symbol[&symbol] = {&symbol, &value, target->span};
            return;
        }
        Span other = all[0] == target && all.size() > 1 ? all[1]->span : all[0]->span;
        if (parameter && parameter->variable) other = parameter->variable->span;
        body.local_functions.rebound[&stmt] = other;
    });
}

LocalFunction* find_local_function(Body& body, const syntax::Expr& expr) {
    const Symbol* symbol = body.symbols.of(expr);
    const auto found =
        symbol ? body.local_functions.by_symbol.find(symbol) : body.local_functions.by_symbol.end();
    return found == body.local_functions.by_symbol.end() ? nullptr : &found->second;
}

/// Returns what a local name of a function stands for.
Entity named_function(Body& body, LocalFunction& named) {
    Entity meant;
    meant.name = named.symbol->name;
    meant.symbol = named.symbol;
    // A name whose value asks for the name itself stands for nothing there.
    if (named.is_asked || (!named.in_force && body.pass != Pass::collect)) {
        meant.kind = Kind::out_of_reach;
        return meant;
    }
    if (named.value->kind == ExprKind::lambda) {
        meant.kind = Kind::lambda;
        meant.lambda = &syntax::as<syntax::Lambda>(*named.value);
        return meant;
    }
    named.is_asked = true;
    auto found = entity(body, *named.value);
    named.is_asked = false;
    if (found && found->kind != Kind::out_of_reach) return *found;
    meant.kind = Kind::reported; // where it is assigned
    return meant;
}

/// Makes `f = math.sqrt` true from here to the end of the block; false where the statement is none of that.
bool bind_function(Body& body, const syntax::Assign& stmt) {
    if (const auto again = body.local_functions.rebound.find(&stmt);
        again != body.local_functions.rebound.end()) {
        report(body, diag::FunctionRebound{text(body, *stmt.targets[0]), text(body, *stmt.value)},
               stmt.value->span, {{again->second, "the name is bound here, too"}});
        poison(body, *stmt.targets[0]);
        return true;
    }
    if (stmt.value->kind == ExprKind::conditional && plain_target(stmt)) {
        const auto& choice = syntax::as<syntax::Conditional>(*stmt.value);
        if (!stands_for_function(body, *choice.then_value) || !stands_for_function(body, *choice.else_value))
            return false;
        report(body,
               diag::FunctionChoice{text(body, *stmt.targets[0]), text(body, *choice.then_value),
                                    text(body, *choice.condition), text(body, *choice.else_value)},
               stmt.value->span);
        poison(body, *stmt.targets[0]);
        return true;
    }
    LocalFunction* named = function_named_by(body, stmt);
    if (!named) return false;
    // Errors of what it stands for are reported here, once.
    named->is_asked = true;
    if (stmt.value->kind != ExprKind::lambda) {
        const auto found = entity(body, *stmt.value);
        if (!found) expression(body, *stmt.value);
        if (found && found->kind == Kind::out_of_reach) report_not_value(body, *stmt.value, *found);
    }
    named->is_asked = false;
    named->in_force = true;
    body.local_functions.in_force.push_back(named);
    return true;
}

LocalFunction* function_named_by(Body& body, const syntax::Stmt& stmt) {
    const syntax::Name* target = plain_target(stmt);
    LocalFunction* named = target ? find_local_function(body, *target) : nullptr;
    const bool is_this = named && named->value == syntax::as<syntax::Assign>(stmt).value.get();
    return is_this ? named : nullptr;
}

/// Gives up the names of functions that the block has bound.
void leave_functions(Body& body, std::size_t count) {
    for (; body.local_functions.in_force.size() > count; body.local_functions.in_force.pop_back())
        body.local_functions.in_force.back()->in_force = false;
}

/// Checks a call of a lambda by its name. The variables of this function that it uses are read when it is
/// called, as in Python.
Value lambda_call(Body& body, const syntax::Call& expr, const Entity& callee) {
    std::vector<program::ExprPtr> captures;
    FunctionInfo* made = lambda_argument(body, *callee.lambda, callee.name, captures);
    if (made && made->valid) return user_call(body, expr, *made, std::move(captures));
    check_arguments_only(body, expr);
    return {};
}

} // namespace cudapy::checker
