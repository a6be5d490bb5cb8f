#include "translator/differentiate/gather/one_writer.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

std::optional<std::set<int>> axes_of_threads(const Function& kernel) {
    std::set<Coordinate> coordinates = kernel.facts.coordinates;
    visit_all(static_cast<const Block&>(kernel.body), [&](const Expr& expr) {
        if (expr.kind == ExprKind::coordinate) coordinates.insert(as<CoordinateExpr>(expr).coordinate);
    });
    std::set<int> axes;
    for (const Coordinate coordinate : coordinates) {
        if (!is_global(coordinate)) return std::nullopt;
        axes.insert(axis_of(coordinate));
    }
    return axes;
}

namespace {

/// A position `factor * coordinate + constant`, the constant divided by the factor and rounded down.
struct OwnPosition {
    int64_t factor, quotient;
    bool operator==(const OwnPosition&) const = default;
};

std::optional<OwnPosition> own_position(const SymbolicSum& form, int axis) {
    const auto factor = lower::stride_along(form, Symbol::of(coordinate_of(CoordinateGroup::global, axis)));
    const auto number = factor ? factor->as_constant() : std::nullopt;
    if (!number || *number < 1) return std::nullopt;
    const int64_t constant = form.constant();
    if (form.products.size() != (constant == 0 ? 1U : 2U)) return std::nullopt;
    const int64_t rest = ((constant % *number) + *number) % *number;
    return OwnPosition{*number, (constant - rest) / *number};
}

} // namespace

bool belong_to_threads(const std::vector<std::vector<SymbolicSum>>& places, const std::set<int>& axes) {
    return std::all_of(axes.begin(), axes.end(), [&](int axis) {
        for (std::size_t dimension = 0; dimension < places.front().size(); ++dimension) {
            const auto first = own_position(places.front()[dimension], axis);
            if (first && std::all_of(places.begin(), places.end(), [&](const auto& forms) {
                    return dimension < forms.size() && own_position(forms[dimension], axis) == first;
                }))
                return true;
        }
        return false;
    });
}

void drop_needless_atomics(Function& kernel) {
    const auto axes = axes_of_threads(kernel);
    if (!axes || axes->empty()) return;
    const auto assignments = assignments_of(kernel.body);
    std::map<const Variable*, std::vector<std::vector<SymbolicSum>>> places;
    for (const BarAccess& access : accesses_of(kernel.body))
        if (access.array->is_bar)
            places[access.array].push_back(
                Positions(access.path, assignments).forms(*access.index, *access.array));
    const auto passed = arrays_of_calls(kernel.body); // where they are added to is not known
    std::set<const Variable*> own;
    for (const auto& [array, forms] : places)
        if (!passed.count(array) && !forms.front().empty() && belong_to_threads(forms, *axes))
            own.insert(array);
    lower::rewrite_statements(kernel.body, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind != StmtKind::evaluate) return out.push_back(std::move(stmt));
        auto addition = addition_of(*stmt);
        if (!addition || !own.count(addition->place.variable)) return out.push_back(std::move(stmt));
        ExprPtr amount = std::move(atomic_arguments(*as<Evaluate>(*stmt).value)[1]);
        BinaryOp op = BinaryOp::add;
        if (amount->kind == ExprKind::unary && as<Unary>(*amount).op == UnaryOp::negate) {
            ExprPtr inside = std::move(as<Unary>(*amount).operand);
            amount = std::move(inside);
            op = BinaryOp::sub;
        }
        const Type* type = addition->place.type();
        out.push_back(std::make_unique<AugmentedAssign>(stmt->span, std::move(addition->place), op, type,
                                                        std::move(amount)));
    });
}

} // namespace cudapy::differentiate
