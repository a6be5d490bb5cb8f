#include "translator/check/calls/lent_structs.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/module/struct_references.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::ExprKind;

namespace {

/// Returns the type of the struct that assignments give a name, or null if they give it none.
const Type* struct_given_to(Body& body, const Symbol& symbol) {
    const Type* found = nullptr;
    syntax::visit_statements(body.info.syntax->body, [&](const syntax::Stmt& stmt) {
        if (found || stmt.kind != syntax::StmtKind::assign) return;
        const auto& assign = syntax::as<syntax::Assign>(stmt);
        for (const auto& target : assign.targets) {
            if (body.symbols.of(*target) != &symbol) continue;
            const Value value = expression(body, *assign.value);
            if (value && value.type()->is_struct()) found = value.type();
        }
    });
    return found;
}

/// Returns the type of the variable that holds a struct which the call changes, or null for an argument that
/// it does not change.
const Type* changed_argument(Body& body, const syntax::Call& call, std::size_t argument, const Entity& callee,
                             const Symbol& symbol) {
    const bool is_lambda = callee.kind == Entity::Kind::lambda;
    const syntax::Function& function = is_lambda ? *callee.lambda->function : *callee.function->syntax;
    const std::size_t place = parameter_of(call, argument, function);
    if (place >= function.parameters.size()) return nullptr;
    const bool is_open = is_lambda || callee.function->is_generic();
    if (!is_open) {
        const FunctionInfo& info = *callee.function;
        if (!info.valid || place >= info.function->parameters.size()) return nullptr;
        const program::Variable& parameter = *info.function->parameters[place];
        return parameter.is_reference ? parameter.type : nullptr;
    }
    const bool changes = is_lambda ? changes_fields(body.context, body.info, *callee.lambda, place)
                                   : changes_fields(body.context, *callee.function, place);
    const Type* type = changes ? struct_given_to(body, symbol) : nullptr;
    return type ? Type::array(type) : nullptr;
}

/// Returns whether anything changed.
bool lend_arguments(Body& body, const syntax::Call& call) {
    const auto lendable = [&](const syntax::Argument& argument) {
        Local* local = argument.value->kind == ExprKind::name ? find_local(body, *argument.value) : nullptr;
        return local && !local->fixed() && !local->poisoned ? local : nullptr;
    };
    if (std::none_of(call.arguments.begin(), call.arguments.end(), lendable)) return false;
    const auto callee = entity(body, *call.function); // by whatever name: `bump`, `shapes.bump`
    if (!callee || (callee->kind != Entity::Kind::function && callee->kind != Entity::Kind::lambda))
        return false;
    bool is_any_lent = false;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const syntax::Expr& argument = *call.arguments[i].value;
        Local* local = lendable(call.arguments[i]);
        if (!local) continue;
        const Type* type = changed_argument(body, call, i, *callee, *body.symbols.of(argument));
        if (!type) continue;
        local->kind = Local::Lent{};
        local->variable->type = type;
        local->variable->role = program::VariableRole::local_array;
        local->variable->is_reference = true;
        local->variable->shape = {1};
        is_any_lent = true;
    }
    return is_any_lent;
}

} // namespace

bool collect_lent(Body& body, const syntax::Block& statements) {
    bool is_any_lent = false;
    syntax::visit_all(statements, [&](const syntax::Expr& expr) {
        if (expr.kind == ExprKind::call) is_any_lent |= lend_arguments(body, syntax::as<syntax::Call>(expr));
    });
    return is_any_lent;
}

} // namespace cudapy::checker
