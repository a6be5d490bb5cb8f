#include "translator/check/numba/names.h"

#include "translator/builtins/names.h"
#include "translator/builtins/numba_names.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/module/predefined.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

using What = Entity::What;
using program::Coordinate;
using program::ExprPtr;

namespace {

const std::string root = "cudapy.cuda";

} // namespace

bool is_module(const std::string& path) {
    return path == root || path == root + ".shared" || path == root + ".local" || path == root + ".atomic" ||
           path == root + ".cg" || path == root + ".const" || path == root + ".misc" ||
           path == root + ".misc.special";
}

Entity member(const std::string& module, const std::string& name) {
    Entity entity;
    for (const NumbaName& row : numba_names())
        if (row.module == module && row.name == name) {
            entity.what = What::builtin;
            entity.builtin = find_builtin(row.function);
            return entity;
        }
    if (name == "literal_unroll" && (module == root || module == root + ".misc.special"))
        entity.what = What::unroll;
    if (name == "array_like" && module == root + ".const") entity.what = What::constant_array;
    if (name == "special" && module == root + ".misc") {
        entity.what = What::module;
        entity.path = module + "." + name;
    }
    if (module != root) return entity;
    if (const Type* type = cudapy_scalar_type(name); type && type->is_number()) {
        entity.what = What::type;
        entity.type = type;
    } else if (name == "shared" || name == "local" || name == "atomic" || name == "cg" || name == "misc" ||
               name == "const") {
        entity.what = What::module;
        entity.path = module + "." + name;
    } else if (name == "grid" || name == "gridsize") {
        entity.what = What::position;
        entity.is_grid_size = name == "gridsize";
    } else if (name == "warpsize" || name == "laneid" || name == "threadIdx" || name == "blockIdx" ||
               name == "blockDim" || name == "gridDim") {
        return predefined(name == "warpsize" ? "warpSize" : name);
    }
    return entity;
}

std::vector<std::string> members(const std::string& module) {
    std::vector<std::string> names;
    for (const NumbaName& row : numba_names())
        if (row.module == module) names.emplace_back(row.name);
    if (module == root)
        names.insert(names.end(), {"grid", "gridsize", "threadIdx", "blockIdx", "blockDim", "gridDim",
                                   "warpsize", "laneid", "shared", "local", "const", "atomic", "cg"});
    if (module == root + ".const") names.emplace_back("array_like");
    return names;
}

bool is_predefined(const Entity& entity) {
    switch (entity.what) {
    case What::builtin:
        return entity.builtin->module.empty();
    case What::type:
        return entity.is_python_int || entity.is_python_float || entity.type->is_bool();
    default:
        return entity.what == What::unsupported;
    }
}

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

} // namespace cudapy::checker::numba
