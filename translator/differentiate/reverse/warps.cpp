// The adjoints of operations by which the threads of a warp give values to each other. What a thread gave to
// another one comes back from it.

#include "translator/builtins/builtins.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

namespace cudapy::differentiate {

using namespace program;

namespace {

ExprPtr number(int64_t value, Span span) {
    return make_int(Type::int32(), value, span);
}

ExprPtr lane(Span span) {
    return std::make_unique<CoordinateExpr>(span, Type::int32(), Coordinate::lane_id);
}

ExprPtr warp_call(const BuiltinCall& call, const char* path, ExprPtr value, const Expr* distance) {
    std::vector<ExprPtr> arguments;
    arguments.push_back(clone(*call.arguments[0]));
    const Type* type = value->type;
    arguments.push_back(std::move(value));
    if (distance) arguments.push_back(clone(*distance));
    if (distance && call.arguments.size() > 3) arguments.push_back(clone(*call.arguments[3]));
    return std::make_unique<BuiltinCall>(call.span, type, find_builtin(path), nullptr, std::move(arguments));
}

/// Returns the lane that a thread reads from, as on a GPU: its own where there is none.
ExprPtr source_of(Special special, const Expr& distance, ExprPtr width) {
    const Span span = distance.span;
    const auto combined = [](BinaryOp op, ExprPtr a, ExprPtr b) {
        return make_binary(op, std::move(a), std::move(b));
    };
    const auto last = [&] { return combined(BinaryOp::sub, clone(*width), number(1, span)); };
    const auto first = [&] { // of the part of the warp
        return combined(BinaryOp::sub, lane(span), combined(BinaryOp::bit_and, lane(span), last()));
    };
    const auto by = [&](ExprPtr most) {
        return combined(BinaryOp::bit_and, convert(clone(distance), Type::int32()), std::move(most));
    };
    const auto inside = [&](ExprPtr other) {
        ExprPtr is_inside =
            make_compare(CompareOp::le, clone(*other), combined(BinaryOp::add, first(), last()));
        return make_select(std::move(is_inside), std::move(other), lane(span));
    };
    switch (special) {
    case Special::shuffle_up: {
        ExprPtr other = combined(BinaryOp::sub, lane(span), by(number(31, span)));
        return make_select(make_compare(CompareOp::ge, clone(*other), first()), clone(*other), lane(span));
    }
    case Special::shuffle_down:
        return inside(combined(BinaryOp::add, lane(span), by(number(31, span))));
    case Special::shuffle_xor:
        return inside(combined(BinaryOp::bit_xor, lane(span), by(number(31, span))));
    default:
        return combined(BinaryOp::add, first(), by(last()));
    }
}

/// Returns whether a sum of a type over a warp is one of its parts.
bool has_parts(const Type* type) {
    return type->is_complex() || type->is_aggregate();
}

} // namespace

/// Returns whether there is a thread in a lane which takes part in an operation with the mask.
ExprPtr Reverse::has_lane(const Expr& mask, ExprPtr place) {
    const Span span = mask.span;
    const Type* type = mask_type();
    if (!lanes_) lanes_ = temporary("lanes", type, span);
    ExprPtr lanes = make_ref(lanes_, span);
    if (lower::constant_value(mask).value_or(0) != full_mask)
        lanes = make_binary(BinaryOp::bit_and, std::move(lanes), clone(mask));
    ExprPtr shifted = make_binary(BinaryOp::shift_right, std::move(lanes),
                                  std::make_unique<Cast>(span, type, std::move(place), true));
    return make_compare(CompareOp::ne,
                        make_binary(BinaryOp::bit_and, std::move(shifted), make_int(type, 1, span)),
                        make_int(type, 0, span));
}

/// Finds the threads of each warp, where the threads are that have not returned at the beginning.
StmtPtr Reverse::find_lanes() {
    const Span span = function_.span;
    std::vector<ExprPtr> arguments;
    arguments.push_back(make_int(mask_type(), full_mask, span));
    arguments.push_back(make_bool(true, span));
    return make_assign(lanes_,
                       std::make_unique<BuiltinCall>(span, mask_type(), find_builtin("cudapy.ballot_sync"),
                                                     nullptr, std::move(arguments)),
                       span);
}

void Reverse::through_warp(const BuiltinCall& call, ExprPtr seed) {
    const Special special = call.builtin->special;
    const Span span = call.span;
    const Expr& value = *call.arguments[1];
    const Expr& mask = *call.arguments[0];
    const Type* type = call.type;
    if (special == Special::reduce_add)
        return descend(value, warp_call(call, "cudapy.reduce_add_sync", std::move(seed), nullptr));
    make_repeatable(seed, "bar");
    const auto bar = [&] { return clone(*seed); };
    const auto zero = [&] { return make_zero(type, span); };
    const Expr& distance = *call.arguments[2];
    const auto width =
        call.arguments.size() > 3 ? lower::constant_value(*call.arguments[3]) : std::optional<int64_t>(32);
    const bool agrees = origin_ && uniform_.agrees_about_lane(*origin_);
    if (!width || !agrees || has_parts(type) ||
        (*width != 32 && (special == Special::shuffle || special == Special::shuffle_xor)))
        return gather_from_lanes(call, std::move(seed));
    // CUDA takes the lowest five bits.
    const auto known = lower::constant_value(distance);
    Variable* kept = nullptr;
    if (!known) {
        kept = temporary(special == Special::shuffle ? "from" : "by", Type::int32(), span);
        emit(*out_, make_assign(kept,
                                make_binary(BinaryOp::bit_and, convert(clone(distance), Type::int32()),
                                            number(31, span)),
                                span));
    }
    const auto by = [&] { return known ? number(*known & 31, span) : make_ref(kept, span); };
    const auto plus = [&] { return make_binary(BinaryOp::add, lane(span), by()); };
    const auto minus = [&] { return make_binary(BinaryOp::sub, lane(span), by()); };
    const auto place = [&] { // among the lanes that the width divides the warp into
        if (*width == 32) return lane(span);
        return make_binary(BinaryOp::bit_and, lane(span), number(*width - 1, span));
    };
    const auto keep = [&](ExprPtr expr, const char* name) {
        Variable* variable = temporary(name, expr->type, span);
        emit(*out_, make_assign(variable, std::move(expr), span));
        return variable;
    };
    const ExprPtr at = by();
    switch (special) {
    case Special::shuffle_down: {
        Variable* moved = keep(warp_call(call, "cudapy.shfl_up_sync", bar(), at.get()), "moved");
        ExprPtr has_giver = make_compare(CompareOp::ge, place(), by());
        if (lower::constant_value(mask).value_or(0) != full_mask)
            has_giver = make_and(std::move(has_giver), has_lane(mask, minus()));
        ExprPtr beyond =
            make_compare(CompareOp::ge, make_binary(BinaryOp::add, place(), by()), number(*width, span));
        ExprPtr is_own = make_or(std::move(beyond), make_not(has_lane(mask, plus())));
        ExprPtr sum =
            make_binary(BinaryOp::add, make_select(std::move(has_giver), make_ref(moved, span), zero()),
                        make_select(std::move(is_own), bar(), zero()));
        return descend(value, std::move(sum));
    }
    case Special::shuffle_up: {
        Variable* moved = keep(warp_call(call, "cudapy.shfl_down_sync", bar(), at.get()), "moved");
        ExprPtr inside =
            make_compare(CompareOp::lt, make_binary(BinaryOp::add, place(), by()), number(*width, span));
        ExprPtr has_giver = make_and(std::move(inside), has_lane(mask, plus()));
        ExprPtr is_own = make_compare(CompareOp::lt, place(), by());
        ExprPtr sum =
            make_binary(BinaryOp::add, make_select(std::move(has_giver), make_ref(moved, span), zero()),
                        make_select(std::move(is_own), bar(), zero()));
        return descend(value, std::move(sum));
    }
    case Special::shuffle_xor: {
        Variable* moved = keep(warp_call(call, "cudapy.shfl_xor_sync", bar(), at.get()), "moved");
        ExprPtr other = make_binary(BinaryOp::bit_xor, lane(span), by());
        return descend(value, make_select(has_lane(mask, std::move(other)), make_ref(moved, span), bar()));
    }
    default: {
        Variable* sum = keep(warp_call(call, "cudapy.reduce_add_sync", bar(), nullptr), "sum");
        ExprPtr given =
            make_select(make_compare(CompareOp::eq, lane(span), by()), make_ref(sum, span), zero());
        return descend(value, make_select(has_lane(mask, by()), std::move(given), bar()));
    }
    }
}

/// Adds up the bars of those lanes that read from this one, one lane after the other.
void Reverse::gather_from_lanes(const BuiltinCall& call, ExprPtr seed) {
    const Span span = call.span;
    const Type* type = call.type;
    if (has_parts(type))
        return refuse(span, "a shuffle of values with several numbers", "their cotangents have no form yet",
                      "shuffle the numbers");
    ExprPtr width = call.arguments.size() > 3 ? clone(*call.arguments[3]) : number(32, span);
    Variable* const other = temporary("other", Type::int32(), span);
    Variable* const source = temporary("source", Type::int32(), span);
    Variable* const sum = temporary("sum", type, span);
    Variable* const i = temporary("i", Type::int32(), span);
    emit(*out_,
         make_assign(other, source_of(call.builtin->special, *call.arguments[2], std::move(width)), span));
    const Expr& mask = *call.arguments[0];
    emit(*out_,
         make_assign(source,
                     make_select(has_lane(mask, make_ref(other, span)), make_ref(other, span), lane(span)),
                     span));
    emit(*out_, make_assign(sum, make_zero(type, span), span));
    auto loop = std::make_unique<ForRange>(span, i, Type::int32(), number(0, span), number(32, span),
                                           number(1, span));
    auto branch = std::make_unique<If>(span, has_lane(mask, make_ref(i, span)));
    const auto of_lane = [&](ExprPtr value, const char* name) {
        Variable* variable = temporary(name, value->type, span);
        std::vector<ExprPtr> arguments;
        arguments.push_back(clone(mask));
        arguments.push_back(std::move(value));
        arguments.push_back(make_ref(i, span));
        const Type* of = variable->type;
        emit(branch->then_body,
             make_assign(variable,
                         std::make_unique<BuiltinCall>(span, of, find_builtin("cudapy.shfl_sync"), nullptr,
                                                       std::move(arguments)),
                         span));
        return make_ref(variable, span);
    };
    ExprPtr given = of_lane(std::move(seed), "given");
    ExprPtr from = of_lane(make_ref(source, span), "from");
    emit(branch->then_body, make_if(make_compare(CompareOp::eq, std::move(from), lane(span)),
                                    std::make_unique<AugmentedAssign>(span, Lvalue{sum, nullptr, span},
                                                                      BinaryOp::add, type, std::move(given)),
                                    span));
    loop->body.push_back(std::move(branch));
    emit(*out_, std::move(loop));
    descend(*call.arguments[1], make_ref(sum, span));
}

} // namespace cudapy::differentiate
