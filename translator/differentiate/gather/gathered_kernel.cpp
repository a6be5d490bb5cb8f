#include "translator/differentiate/gather/gathered_kernel.h"

#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::SymbolicSum;

const Elements& GatheredKernel::elements_of(const Variable* bar) const {
    return *std::find_if(bars.begin(), bars.end(), [&](const Elements& each) { return each.array == bar; });
}

ExprPtr GatheredKernel::number(int64_t value, Span span) const {
    return make_int(index_type, value, span);
}

ExprPtr GatheredKernel::part(Span span) const {
    return std::make_unique<CoordinateExpr>(span, index_type,
                                            coordinate_of(CoordinateGroup::global, part_axis));
}

ExprPtr GatheredKernel::parts(Span span) const {
    const auto place = static_cast<std::size_t>(divided_axis);
    ExprPtr before = make_binary(BinaryOp::sub, make_ref(parameters.asked[place], span), number(1, span));
    ExprPtr count =
        make_binary(BinaryOp::floor_divide, std::move(before), make_ref(parameters.shares[place], span));
    return make_binary(BinaryOp::add, std::move(count), number(1, span));
}

ExprPtr GatheredKernel::expression(const SymbolicSum& sum, Span span) const {
    SymbolicSum taken, rest;
    for (const auto& [symbols, number] : sum.products) {
        const bool is_taken = number < 0 && lower::counted_by(symbols);
        (is_taken ? taken : rest).products[symbols] = is_taken ? -number : number;
    }
    const auto make = [&](const SymbolicSum& part) { return lower::expression_of(part, index_type, span); };
    if (taken.is_zero() || rest.is_zero()) return make(sum);
    return make_binary(BinaryOp::sub, make(rest), make(taken));
}

} // namespace cudapy::differentiate
