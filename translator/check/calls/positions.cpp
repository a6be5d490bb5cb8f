#include "translator/check/calls/positions.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::Coordinate;
using program::ExprPtr;

Value position(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    const Value count = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!count) return {};
    const auto dimensions = count.integer();
    if (!dimensions || *dimensions < 1 || *dimensions > 3) {
        report(body, diag::NoOther{"`" + entity.name + "` of anything but 1, 2 or 3, written out,"},
               expr.arguments[0].value->span);
        return {};
    }
    const Type* index = body.context.index_type();
    const auto coordinate = [&](Coordinate first, int axis) -> ExprPtr {
        return std::make_unique<program::CoordinateExpr>(
            expr.span, index, program::coordinate_of(program::group_of(first), axis));
    };
    std::vector<ExprPtr> parts;
    std::vector<const Type*> types;
    for (int axis = 0; axis < *dimensions; ++axis) {
        ExprPtr part;
        if (entity.is_grid_size) {
            auto size = std::make_unique<program::Binary>(expr.span, index, program::BinaryOp::mul,
                                                          coordinate(Coordinate::grid_dim_x, axis),
                                                          coordinate(Coordinate::block_dim_x, axis));
            size->is_position = true; // no launch has more threads than it holds
            part = std::move(size);
        } else {
            part = coordinate(Coordinate::idx, axis);
        }
        parts.push_back(convert(strong(std::move(part)), Type::int64()));
        types.push_back(Type::int64());
    }
    if (parts.size() == 1) return strong(std::move(parts[0]));
    Value tuple;
    for (const ExprPtr& part : parts)
        tuple.parts.push_back(strong(program::clone(*part)));
    tuple.node = std::make_unique<program::Construct>(expr.span, Type::tuple(types), std::move(parts));
    return tuple;
}

} // namespace cudapy::checker
