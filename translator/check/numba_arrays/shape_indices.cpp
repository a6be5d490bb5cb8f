#include "translator/check/numba_arrays/shape_indices.h"

#include "translator/check/arrays/checked_index.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/numba/kept_values.h"
#include "translator/check/numba/negative_index.h"
#include "translator/program/build.h"

#include <utility>
#include <vector>

namespace cudapy::checker::numba {

using program::ExprPtr;

Value chosen_extent(Body& body, const syntax::Subscript& expr, const Part& part, ExprPtr index) {
    const Span span = expr.span;
    const std::size_t rank = part.axes.size();
    const auto number = [&](std::size_t value) {
        return program::make_int(Type::int64(), static_cast<int64_t>(value), span);
    };
    const auto length = [&](std::size_t axis) {
        return convert(strong(extent(body, span, part, axis)), Type::int64());
    };
    ExprPtr result = length(rank - 1);
    if (!body.is_final()) return strong(std::move(result));
    index = wrapped(body, convert(strong(std::move(index)), Type::int64()), number(rank));
    program::Check check{program::Check::Kind::index, span, text(body, *expr.value)};
    index = checked_index(body, std::move(index), number(rank), std::move(check));
    if (rank == 1) {
        auto sequence = std::make_unique<program::Sequence>(span, std::move(index), std::move(result));
        sequence->hoists = true;
        return shape_value(body, part, strong(std::move(sequence)));
    }
    KeptValues kept(body);
    program::Variable* axis = kept.keep(std::move(index), "axis");
    for (std::size_t i = rank - 1; i-- > 0;) {
        std::vector<ExprPtr> operands;
        operands.push_back(program::make_ref(axis, span));
        operands.push_back(number(i));
        auto is_this = std::make_unique<program::Compare>(span, std::move(operands),
                                                          std::vector{program::CompareOp::eq});
        result = std::make_unique<program::Conditional>(span, Type::int64(), std::move(is_this), length(i),
                                                        std::move(result));
    }
    return shape_value(body, part, strong(kept.before(std::move(result))));
}

} // namespace cudapy::checker::numba
