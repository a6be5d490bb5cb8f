#include "translator/lower/checked/locate_checks.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <set>
#include <unordered_map>

namespace cudapy::lower {

using namespace program;

namespace {

/// Adds all functions that a function calls, itself included.
void reach(Function& function, std::set<Function*>& reached) {
    if (!reached.insert(&function).second) return;
    visit_all(function.body, [&](Expr& expr) {
        if (expr.kind == ExprKind::call) reach(*as<Call>(expr).function, reached);
    });
}

unsigned axes_of(const Function& function) {
    unsigned axes = 1;
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::coordinate && as<CoordinateExpr>(expr).coordinate != Coordinate::lane_id)
            axes |= 1u << static_cast<unsigned>(as<CoordinateExpr>(expr).coordinate) % 3;
    });
    return axes;
}

/// Returns for each function the coordinates that all kernels which reach it ask for. A kernel that asked for
/// more because of a check would be launched in blocks of another shape.
std::unordered_map<const Function*, unsigned> common_axes(Program& program) {
    std::unordered_map<const Function*, unsigned> result;
    for (const auto& kernel : program.functions) {
        if (!kernel->is_kernel) continue;
        std::set<Function*> reached;
        reach(*kernel, reached);
        unsigned axes = 1;
        for (const Function* function : reached)
            axes |= axes_of(*function);
        for (const Function* function : reached) {
            const auto [found, is_new] = result.emplace(function, axes);
            if (!is_new) found->second &= axes;
        }
    }
    return result;
}

ExprPtr place_along(int axis, const Type* type, Span span) {
    auto place = std::make_unique<CoordinateExpr>(span, type, coordinate_of(CoordinateGroup::global, axis));
    place->is_of_report = true;
    return place;
}

} // namespace

void locate_checks(Program& program, Target target) {
    const auto common = common_axes(program);
    for (const auto& function : program.functions) {
        const auto found = common.find(function.get());
        const unsigned axes = found == common.end() ? 1 : found->second;
        rewrite_expressions(function->body, [&](ExprPtr& expr) {
            if (expr->kind != ExprKind::helper_call || !is_check(as<HelperCall>(*expr).helper)) return;
            auto& call = as<HelperCall>(*expr);
            Check located = *call.check;
            located.axes = axes;
            call.check = std::make_shared<const Check>(std::move(located));
            if (target == Target::cuda) return;
            const Type* type = program.index_type();
            for (unsigned axis = 0; axes >> axis != 0; ++axis) {
                if ((axes >> axis & 1u) != 0)
                    call.arguments.push_back(place_along(static_cast<int>(axis), type, expr->span));
                else
                    call.arguments.push_back(make_int(type, 0, expr->span));
            }
        });
    }
}

} // namespace cudapy::lower
