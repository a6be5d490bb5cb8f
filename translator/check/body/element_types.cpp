#include "translator/check/body/element_types.h"

#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/generic_kinds.h"

namespace cudapy::checker {

using syntax::ExprKind;
using Kind = Entity::Kind;

namespace {

/// Returns the call of `type` with one argument, or null for any other expression.
const syntax::Call* call_of_type(const syntax::Expr& expr) {
    if (expr.kind != ExprKind::call) return nullptr;
    const auto& call = syntax::as<syntax::Call>(expr);
    const bool is_type =
        call.function->kind == ExprKind::name && syntax::as<syntax::Name>(*call.function).id == "type" &&
        call.arguments.size() == 1 && call.arguments[0].keyword.empty() && !call.arguments[0].stars;
    return is_type ? &call : nullptr;
}

Entity of_type(const Type* type, std::string name) {
    Entity entity;
    const bool is_scalar = type->is_number();
    entity.kind = is_scalar ? Kind::type : Kind::aggregate;
    entity.type = type;
    entity.name = std::move(name);
    return entity;
}

/// Returns the type of the elements of an array that a name means, with brackets after it or not, or
/// the type of a number, or null if it is none of that.
const Type* type_of_named(Body& body, const syntax::Expr& expr) {
    const syntax::Expr* root = &array_root(body, expr);
    if (root->kind != ExprKind::name) return nullptr;
    Local* local = find_local(body, *root);
    if (!local || local->poisoned) return nullptr;
    local->read = true;
    const int rank = dimensions(body, expr);
    const program::Variable* variable = local->view ? local->view->array : local->variable;
    if (rank >= 0 && variable->type->is_array())
        return rank > 0 && lists_named(body, expr) ? nullptr : variable->type->element();
    return root == &expr && variable->type->is_number() ? variable->type : nullptr;
}

} // namespace

/// Returns whether an expression has the form of one that names the type of something: `X.dtype`,
/// `X.dtype.type` or `type(x)`.
bool asks_for_type(const syntax::Expr& expr) {
    if (call_of_type(expr)) return true;
    if (expr.kind != ExprKind::attribute) return false;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    return attribute.name == "dtype" || (attribute.name == "type" && asks_for_type(*attribute.value));
}

std::optional<Entity> element_type(Body& body, const syntax::Expr& expr) {
    if (expr.kind == ExprKind::attribute && syntax::as<syntax::Attribute>(expr).name == "dtype") {
        const syntax::Expr& owner = *syntax::as<syntax::Attribute>(expr).value;
        const Type* type = type_of_named(body, owner);
        if (!type) return std::nullopt;
        Entity entity = of_type(type, text(body, expr));
        entity.is_dtype = true;
        return entity;
    }
    const syntax::Call* call = call_of_type(expr);
    if (!call || body.symbols.of(*call->function) || body.environment.name("type").kind != Kind::unsupported)
        return std::nullopt;
    const syntax::Expr& operand = *call->arguments[0].value;
    Entity broken;
    broken.kind = Kind::reported;
    if (dimensions(body, operand) > 0) {
        report(body, diag::TypeOfArray{text(body, operand)}, expr.span);
        return broken;
    }
    if (const Type* type = type_of_named(body, operand)) {
        // Nothing reads the element, but what is between the brackets has errors of its own.
        const bool has_error = operand.kind == ExprKind::subscript && !number(body, operand, "`type`", true);
        return has_error ? broken : of_type(type, text(body, expr));
    }
    const Value value = number(body, operand, "`type`", true);
    if (!value) return broken;
    if (!value.is_weak() && is_pure(*value.node)) return of_type(value.type(), text(body, expr));
    report(body, diag::TypeOfValue{text(body, operand), value.is_weak()}, expr.span);
    return broken;
}

/// Returns the meaning of a member of a type. The only one is `dtype.type`; any other is unknown.
Entity member_of(Body& body, const Entity& owner, const std::string& name) {
    if (owner.kind == Kind::reported || owner.kind == Kind::out_of_reach) return owner;
    if (!owner.is_dtype) return body.environment.attribute(owner, name);
    Entity made = owner;
    made.is_dtype = false;
    if (name == "type") return made;
    return {};
}

} // namespace cudapy::checker
