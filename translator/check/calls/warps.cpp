#include "translator/check/calls/warps.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

using Subject = diag::WarpArgument::Subject;

ExprPtr warp_integer(Body& body, const syntax::Expr& expr, const std::string& function) {
    Value value = number(body, expr, "`" + function + "`");
    const std::string place = "an argument of `" + function + "`";
    if (!value || !need_integer(body, value, place)) return nullptr;
    // CUDA looks only at the lowest bits, which a uint32 has as the int has them.
    if (value.type() == Type::uint32() && !value.is_weak()) return convert(std::move(value), Type::int32());
    Target target;
    target.place = place;
    return store(body, std::move(value), Type::int32(), std::move(target));
}

/// Returns the lower 32 bits of any integer; a constant must have no others.
ExprPtr warp_mask(Body& body, const syntax::Expr& expr, const std::string& function) {
    Value value = number(body, expr, "`" + function + "`");
    if (!value || !body.dialect.cooperation.fit_mask(body, expr, function, value)) return nullptr;
    if (!need_integer(body, value, "the mask of `" + function + "`")) return nullptr;
    if (const auto constant = value.integer();
        constant && (*constant < 1 || *constant > program::full_mask)) {
        report(body, diag::WarpArgument{Subject::mask, function, text(body, expr)}, expr.span);
        return nullptr;
    }
    return convert(std::move(value), program::mask_type());
}

ExprPtr warp_width(Body& body, const syntax::Expr& expr, const std::string& function) {
    ExprPtr width = warp_integer(body, expr, function);
    if (!width || width->kind != program::ExprKind::literal) return width;
    const int64_t value = std::get<int64_t>(program::as<program::Literal>(*width).value);
    if (value >= 1 && value <= 32 && (value & (value - 1)) == 0) return width;
    report(body, diag::WarpArgument{Subject::width, function, text(body, expr)}, expr.span);
    return nullptr;
}

} // namespace

Value warp_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const Special special = builtin.special;
    const std::string& name = entity.name;
    const bool shuffles = is_shuffle(special);
    const std::size_t most = special == Special::active_mask ? 0
                             : special == Special::warp_sync ? 1
                             : shuffles                      ? (body.dialect.cooperation.has_widths ? 4 : 3)
                                                             : 2;
    const std::size_t least = special == Special::warp_sync ? 0 : shuffles ? 3 : most;
    if (!plain_arguments(body, expr, name, least, most)) return {};
    const auto given = [&](std::size_t i) -> const syntax::Expr& { return *expr.arguments[i].value; };

    std::vector<ExprPtr> arguments;
    const Type* type = Type::void_();
    if (most > 0)
        arguments.push_back(
            expr.arguments.empty()
                ? convert(weak_integer(expr.span, program::full_mask, "0xffffffff"), program::mask_type())
                : warp_mask(body, given(0), name));
    switch (special) {
    case Special::active_mask:
        type = program::mask_type();
        break;
    case Special::warp_sync:
        break;
    case Special::warp_all:
    case Special::warp_any:
    case Special::warp_uniform:
    case Special::warp_ballot:
        arguments.push_back(body.dialect.cooperation.vote(body, given(1), name));
        type = special == Special::warp_ballot ? program::mask_type() : Type::bool_();
        break;
    default: {
        Value value = number(body, given(1), "`" + name + "`");
        const bool bits =
            special == Special::reduce_and || special == Special::reduce_or || special == Special::reduce_xor;
        if (value && bits && !need_integer(body, value, "a value of `" + name + "`")) return {};
        if (!value) return {};
        settle(value);
        const bool is_small = value.type()->is_bool() || value.type()->is_narrow();
        type = is_small ? Type::int32() : value.type();
        const bool matches = special == Special::warp_match;
        if (matches && type->is_small_float()) type = Type::float32(); // CUDA compares 32 or 64 bits
        arguments.push_back(convert(std::move(value), type));
        if (matches) type = program::mask_type();
        if (shuffles) arguments.push_back(warp_integer(body, given(2), name));
        if (expr.arguments.size() == 4) arguments.push_back(warp_width(body, given(3), name));
    }
    }
    for (const ExprPtr& argument : arguments)
        if (!argument) return {};
    return strong(builtin_node(expr.span, type, &builtin, nullptr, std::move(arguments)));
}

} // namespace cudapy::checker
