#include "translator/numba/calls/warps.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/warps.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

Value refused(Body& body, const std::string& what, Span span) {
    report(body, diag::NoOther{what}, span);
    return {};
}

/// Returns what a function makes of the bits of an integer.
Value bits_of(Span span, const Builtin* function, Value value) {
    const Special special = function->special;
    const Type* given = value.type();
    // A narrow integer has only its own bits, whatever its sign.
    const Type* bits = given->is_narrow() ? (given->size() == 1 ? Type::uint8() : Type::uint16()) : given;
    const Type* computed = given->is_narrow() ? Type::int32() : given;
    ExprPtr operand = convert(strong(convert(std::move(value), bits)), computed);
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(operand));
    const Type* result = special == Special::brev ? given : Type::int32();
    Value call = strong(builtin_node(span, result, function, nullptr, std::move(arguments)));
    if (special == Special::clz && given->is_narrow()) // the 32 bits that were counted have more of them
        call = strong(std::make_unique<program::Binary>(
            span, Type::int32(), program::BinaryOp::sub, std::move(call.node),
            convert(weak_integer(span, 32 - 8 * static_cast<int64_t>(given->size())), Type::int32())));
    if (special == Special::brev) return call;
    return strong(convert(std::move(call), special == Special::ffs ? Type::uint32() : given));
}

} // namespace

bool fit_mask(Body& body, const syntax::Expr& expr, const std::string& function, Value& mask) {
    if (!mask.type()->is_integer()) {
        report(body,
               diag::WarpArgument{diag::WarpArgument::Subject::mask_type, function, text(body, expr),
                                  mask.type()->name()},
               expr.span);
        return false;
    }
    const auto constant = mask.integer();
    if (!constant) return true;
    const int64_t bits = *constant & program::full_mask;
    mask = weak_integer(mask.node->span, bits, bits == program::full_mask ? "0xffffffff" : "");
    return true;
}

ExprPtr vote(Body& body, const syntax::Expr& expr, const std::string& function) {
    const Value value = number(body, expr, "`" + function + "`");
    if (!value) return nullptr;
    if (value.type()->is_integer() || value.type()->is_bool()) return condition(body, expr);
    report(body,
           diag::WarpArgument{diag::WarpArgument::Subject::predicate_type, function, text(body, expr),
                              value.type()->name()},
           expr.span);
    return nullptr;
}

ExprPtr predicate(Body& body, const syntax::Expr& expr, const std::string& function) {
    Value value = number(body, expr, "`" + function + "`");
    if (!value || value.type()->is_bool()) return std::move(value.node);
    if (!need_integer(body, value, "the argument of `" + function + "`")) return nullptr;
    return program::make_compare(program::CompareOp::ne, convert(std::move(value), Type::int32()),
                                 program::make_int(Type::int32(), 0, expr.span));
}

std::optional<Value> cooperation_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    switch (entity.builtin->special) {
    case Special::barrier_and:
    case Special::barrier_or:
    case Special::barrier_count:
    case Special::warp_ballot:
    case Special::warp_match:
        break;
    default:
        return std::nullopt;
    }
    const Special special = entity.builtin->special;
    Value value = special == Special::warp_ballot || special == Special::warp_match
                      ? warp_call(body, expr, entity)
                      : barrier_call(body, expr, entity);
    if (!value) return value;
    return strong(convert(std::move(value), Type::int32()));
}

Value match_all(Body& body, const syntax::Call& expr, const Entity& entity) {
    Entity any = entity;
    any.builtin = find_builtin("cudapy.match_any_sync");
    Value value = warp_call(body, expr, any);
    if (!value) return {};
    auto& call = program::as<program::BuiltinCall>(*value.node);
    const Span span = expr.span;
    KeptValues kept(body);
    program::Variable* const mask = kept.keep(std::move(call.arguments[0]), "mask");
    call.arguments[0] = program::make_ref(mask, span);
    program::Variable* const matching = kept.keep(std::move(value.node), "matching");
    // The warp may have fewer threads than the mask names.
    std::vector<ExprPtr> arguments;
    arguments.push_back(program::make_ref(mask, span));
    arguments.push_back(std::make_unique<program::Literal>(span, Type::bool_(), true));
    program::Variable* const members =
        kept.keep(builtin_node(span, program::mask_type(), find_builtin("cudapy.ballot_sync"), nullptr,
                               std::move(arguments)),
                  "members");
    const auto all = [&] {
        return program::make_compare(program::CompareOp::eq, program::make_ref(matching, span),
                                     program::make_ref(members, span));
    };
    ExprPtr bits = std::make_unique<program::Conditional>(
        span, program::mask_type(), all(), program::make_ref(members, span),
        convert(weak_integer(span, 0), program::mask_type()));
    std::vector<ExprPtr> parts;
    parts.push_back(convert(strong(std::move(bits)), Type::int32()));
    parts.push_back(all());
    const Type* type = Type::tuple({Type::int32(), Type::bool_()});
    ExprPtr made = std::make_unique<program::Construct>(span, type, std::move(parts));
    return strong(kept.before(std::move(made)));
}

Value bit_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value || !need_integer(body, value, "an argument of `" + entity.name + "`")) return {};
    const Type* given = value.type();
    const bool has_own_bits = entity.builtin->special == Special::brev
                                  ? given == Type::uint32() || given == Type::uint64()
                                  : given->is_integer();
    if (!has_own_bits)
        return refused(body, "`" + entity.name + "` of " + std::string(given->name()), expr.span);
    return bits_of(expr.span, entity.builtin, std::move(value));
}

std::optional<Value> bit_count(Body& body, const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& callee = syntax::as<syntax::Attribute>(*expr.function);
    if (callee.name != "bit_count" || dimensions(body, *callee.value) > 0) return std::nullopt;
    if (!is_captured_field(body, callee) && entity(body, callee)) return std::nullopt; // of a module, say
    if (!plain_arguments(body, expr, "bit_count", 0, 0)) return Value{};
    Value value = number(body, *callee.value, "`bit_count`");
    if (!value || !need_integer(body, value, "the owner of `bit_count`")) return Value{};
    if (value.type()->is_bool()) return refused(body, "`bit_count` of bool", expr.span);
    return bits_of(expr.span, find_builtin("cudapy.popc"), std::move(value));
}

Value select_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 3, 3)) return {};
    ExprPtr test = condition(body, *expr.arguments[0].value);
    Value one = number(body, *expr.arguments[1].value, "`" + entity.name + "`");
    Value other = number(body, *expr.arguments[2].value, "`" + entity.name + "`");
    if (!test || !one || !other) return {};
    const Type* type = one.type();
    if (type != other.type() || type->size() < 2 || type->is_complex() || type->is_small_float())
        return refused(body, "`" + entity.name + "` of values that are not of one type of 16 to 64 bits",
                       expr.span);
    if (!is_pure(*one.node) || !is_pure(*other.node))
        return refused(body, "`" + entity.name + "` of values with effects", expr.span);
    return strong(std::make_unique<program::Conditional>(expr.span, type, std::move(test),
                                                         std::move(one.node), std::move(other.node)));
}

} // namespace cudapy::checker::numba
