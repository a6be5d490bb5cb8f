#include "translator/numba/names/enums.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/locals/versions.h"
#include "translator/numba/numbers/number_types.h"
#include "translator/program/build.h"

#include <string>
#include <utility>

namespace cudapy::checker::numba {

namespace {

// cudapy/cuda/_enums.py gives the structs these names.
constexpr std::string_view plain_prefix = "enum_", integer_prefix = "intenum_";

bool is_integer_member(const Type* type) {
    return type->is_struct() && !type->is_record() && type->name().starts_with(integer_prefix);
}

bool is_member(const Type* type) {
    return type->is_struct() && !type->is_record() &&
           (type->name().starts_with(plain_prefix) || is_integer_member(type));
}

/// Returns the member that an expression is by its name, without that of an IntEnum becoming an integer.
/// Returns nothing for anything else.
Value named_member(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::name)
        if (const Local* local = find_local(body, expr)) {
            if (!is_member(local->variable->type)) return {};
            Value value = expression(body, expr);
            if (value && is_integer_member(local->variable->type))
                value = strong(program::make_ref(variable_for(body, *local, expr), expr.span));
            return value;
        }
    if (expr.kind == syntax::ExprKind::name || expr.kind == syntax::ExprKind::attribute) {
        const auto found = entity(body, expr);
        const bool is_one = found && found->kind == Entity::Kind::constant && found->binding->type &&
                            is_member(found->binding->type);
        return is_one ? expression(body, expr) : Value();
    }
    if (auto found = member_by_name(body, expr); found && *found && is_member(found->type()))
        return std::move(*found);
    return {};
}

program::ExprPtr field_of(const program::Expr& member, std::size_t number) {
    return std::make_unique<program::FieldExpr>(member.span, program::clone(member), number);
}

/// Returns whether all that two members of one class stand for is the same.
program::ExprPtr same(const program::Expr& left, const program::Expr& right, Span span) {
    program::ExprPtr result;
    for (std::size_t i = 0; i < left.type->fields().size(); ++i) {
        std::vector<program::ExprPtr> operands;
        operands.push_back(field_of(left, i));
        operands.push_back(field_of(right, i));
        program::ExprPtr part = std::make_unique<program::Compare>(span, std::move(operands),
                                                                   std::vector{program::CompareOp::eq});
        result = result ? std::make_unique<program::Logical>(span, Type::bool_(), true, std::move(result),
                                                             std::move(part))
                        : std::move(part);
    }
    return result;
}

std::optional<Value> refused(Body& body, const Comparison& comparison, const std::string& what) {
    report(body, diag::NoOther{what, "compare members of one class by `==`, `!=`, `is` or `is not`"},
           comparison.span);
    return Value();
}

} // namespace

std::optional<Value> member_by_name(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::subscript) return std::nullopt;
    const auto& subscript = syntax::as<syntax::Subscript>(expr);
    if (subscript.index->kind != syntax::ExprKind::string) return std::nullopt;
    const auto owner = entity(body, *subscript.value);
    const bool is_class = owner && owner->kind == Entity::Kind::object && owner->binding &&
                          (owner->binding->path == "EnumType" || owner->binding->path == "EnumMeta");
    if (!is_class) return std::nullopt;
    const std::string& name = syntax::as<syntax::String>(*subscript.index).value;
    const Entity member = body.environment.attribute(*owner, name);
    if (member.kind != Entity::Kind::constant) {
        report(body,
               diag::NoOther{"a member `" + name + "` of `" + owner->name + "`", "write one that it has"},
               subscript.index->span);
        return Value();
    }
    return binding_value(body, expr.span, *member.binding, owner->name + "." + name);
}

Value member_value(Value value) {
    if (!value || !is_member(value.type())) return value;
    if (is_integer_member(value.type()))
        return strong(std::make_unique<program::FieldExpr>(value.node->span, std::move(value.node), 0));
    value.is_captured = false; // nothing changes it, so that a copy is as good
    if (value.node->kind != program::ExprKind::variable) return value;
    std::vector<program::ExprPtr> parts;
    for (std::size_t i = 0; i < value.type()->fields().size(); ++i)
        parts.push_back(field_of(*value.node, i));
    return strong(std::make_unique<program::Construct>(value.node->span, value.type(), std::move(parts)));
}

std::optional<Value> compare_members(Body& body, const Comparison& comparison) {
    using Op = syntax::CompareOp;
    if (comparison.ops.size() != 1) return std::nullopt;
    const Op op = comparison.ops[0];
    const bool is_identity = op == Op::is || op == Op::is_not;
    Value left = named_member(body, *comparison.operands[0]);
    Value right = named_member(body, *comparison.operands[1]);
    if (!left && !right) return std::nullopt;
    const bool are_integers =
        (!left || is_integer_member(left.type())) && (!right || is_integer_member(right.type()));
    if (are_integers && !is_identity) return std::nullopt; // as any integers
    if (!left) left = expression(body, *comparison.operands[0]);
    if (!right) right = expression(body, *comparison.operands[1]);
    if (!left || !right) return Value();
    if (!is_member(left.type()) || !is_member(right.type()))
        return refused(body, comparison, "a comparison of a member of an enumeration with something else");
    if (!is_identity && op != Op::eq && op != Op::ne)
        return refused(body, comparison, "an order of the members of an enumeration");
    const bool is_negated = op == Op::ne || op == Op::is_not;
    if (left.type() != right.type()) {
        if (!is_identity) return refused(body, comparison, "a comparison of members of two enumerations");
        return strong(program::make_bool(is_negated, comparison.span));
    }
    KeptValues kept(body);
    const program::ExprPtr one =
        program::make_ref(kept.keep(std::move(left.node), "member"), comparison.span);
    const program::ExprPtr other =
        program::make_ref(kept.keep(std::move(right.node), "member"), comparison.span);
    program::ExprPtr result = same(*one, *other, comparison.span);
    if (is_negated)
        result = std::make_unique<program::Unary>(comparison.span, Type::bool_(),
                                                  program::UnaryOp::logical_not, std::move(result));
    return strong(kept.before(std::move(result)));
}

} // namespace cudapy::checker::numba
