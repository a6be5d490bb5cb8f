#include "translator/check/aggregates/vectors.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/vector_kinds.h"

namespace cudapy::checker {

using program::ExprPtr;
using Op = syntax::BinaryOp;

/// Checks `float4(x, y, z, w)` or `make_float4(x, y, z, w)`.
Value construct_vector(Body& body, const syntax::Call& expr, const Type* type, const std::string& name) {
    const auto& fields = type->fields();
    if (!plain_arguments(body, expr, name, fields.size(), fields.size())) {
        check_arguments_only(body, expr);
        return {};
    }
    std::vector<ExprPtr> parts;
    bool failed = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const syntax::Expr& given = *expr.arguments[i].value;
        Target target;
        target.place = "component `" + fields[i].name + "` of " +
                       (type->name().starts_with("i") ? "an" : "a") + " `" + type->name() + "`";
        parts.push_back(store(body, number(body, given, target.place), fields[i].type, std::move(target)));
        failed |= !parts.back();
    }
    if (failed) return {};
    return strong(std::make_unique<program::Construct>(expr.span, type, std::move(parts)));
}

Value vector_binary(Body& body, Op op, const std::string& quoted, Span span, Value left, Value right) {
    using Reason = diag::VectorOperands::Reason;
    const auto refuse = [&](Reason reason, const Value& first, const Value& second) {
        const Type* type = first.type();
        report(body,
               diag::VectorOperands{reason, quoted, type->name(), second.type()->name(),
                                    text(body, second.syntax ? second.syntax->span : second.node->span),
                                    type->is_vector() ? type->fields()[0].type->name() : ""},
               span);
        return Value{};
    };
    program::BinaryOp typed{};
    switch (op) {
    case Op::add:
        typed = program::BinaryOp::add;
        break;
    case Op::sub:
        typed = program::BinaryOp::sub;
        break;
    case Op::mul:
        typed = program::BinaryOp::mul;
        break;
    case Op::true_div:
        typed = program::BinaryOp::divide;
        break;
    default:
        return refuse(Reason::op, left.type()->is_vector() ? left : right, right);
    }
    if (left.type()->is_vector() && right.type()->is_vector() && left.type() != right.type())
        return refuse(Reason::types, left, right);
    const Type* type = left.type()->is_vector() ? left.type() : right.type();
    if (!type->is_vector()) return refuse(Reason::op, left, right);
    const Type* component = type->fields()[0].type;
    if (op == Op::true_div && !component->is_floating())
        return refuse(Reason::division, left.type()->is_vector() ? left : right, right);
    if (component->is_narrow()) return refuse(Reason::narrow, left.type()->is_vector() ? left : right, right);
    for (Value* side : {&left, &right}) {
        if (side->type()->is_vector()) continue;
        const Value& vector = side == &left ? right : left;
        const bool weak = side->is_weak() && !side->type()->is_complex() &&
                          (component->is_floating() ||
                           (side->weak == Value::Weak::integer && checker::fits(*side, component)));
        const bool good =
            side->type()->is_number() && (weak || promote(component, side->type()) == component);
        if (!good) return refuse(Reason::scalar, vector, *side);
        const Span at = side->node->span;
        const syntax::Expr* from = side->syntax;
        *side = strong(convert(std::move(*side), component));
        side->node->span = at;
        side->syntax = from;
    }
    return strong(
        std::make_unique<program::Binary>(span, type, typed, std::move(left.node), std::move(right.node)));
}

} // namespace cudapy::checker
