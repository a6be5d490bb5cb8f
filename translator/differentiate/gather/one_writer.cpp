#include "translator/differentiate/gather/one_writer.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

namespace {

std::set<Coordinate> coordinates_in(const Function& kernel, const Block& body) {
    std::set<Coordinate> coordinates = kernel.facts.coordinates;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::coordinate) coordinates.insert(as<CoordinateExpr>(expr).coordinate);
    });
    return coordinates;
}

} // namespace

std::optional<std::set<int>> axes_of_threads(const Function& kernel) {
    std::set<int> axes;
    for (const Coordinate coordinate : coordinates_in(kernel, kernel.body)) {
        if (!is_global(coordinate)) return std::nullopt;
        axes.insert(axis_of(coordinate));
    }
    return axes;
}

std::optional<std::set<int>> axes_of_any_threads(const Function& kernel, const Block& body) {
    std::set<int> axes;
    for (const Coordinate coordinate : coordinates_in(kernel, body)) {
        if (group_of(coordinate) == CoordinateGroup::lane) return std::nullopt;
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

std::optional<OwnPosition> own_position(const Place& place, std::size_t dimension, Coordinate coordinate) {
    if (dimension >= place.size() || !place[dimension]) return std::nullopt;
    const SymbolicSum& form = *place[dimension];
    const auto factor = lower::stride_along(form, Symbol::of(coordinate));
    const auto number = factor ? factor->as_constant() : std::nullopt;
    if (!number || *number < 1) return std::nullopt;
    const int64_t constant = form.constant();
    if (form.products.size() != (constant == 0 ? 1U : 2U)) return std::nullopt;
    const int64_t rest = ((constant % *number) + *number) % *number;
    return OwnPosition{*number, (constant - rest) / *number};
}

} // namespace

bool belong_to_threads(const std::vector<Place>& places, const std::set<int>& axes, CoordinateGroup group) {
    return std::all_of(axes.begin(), axes.end(), [&](int axis) {
        const Coordinate coordinate = coordinate_of(group, axis);
        for (std::size_t dimension = 0; dimension < places.front().size(); ++dimension) {
            const auto first = own_position(places.front(), dimension, coordinate);
            if (first && std::all_of(places.begin(), places.end(), [&](const Place& place) {
                    return own_position(place, dimension, coordinate) == first;
                }))
                return true;
        }
        return false;
    });
}

std::set<const Variable*> owned_by_threads(const Function& kernel, const Block& body) {
    const auto axes = axes_of_any_threads(kernel, body);
    if (!axes || axes->empty()) return {};
    const auto assignments = assignments_of(body);
    std::map<const Variable*, std::vector<Place>> places;
    for (const BarAccess& access : accesses_of(body))
        places[access.array].push_back(
            Positions(access.path, assignments).known_forms(*access.index, *access.array));
    std::set<const Variable*> passed; // calls have them, and may use any element
    visit_all(body, [&](const Expr& expr) {
        if (const Variable* array = expr.type->is_array() ? read_by(expr) : nullptr) passed.insert(array);
    });
    std::set<const Variable*> owned;
    for (const auto& [array, all] : places)
        if (!passed.count(array) && belong_to_threads(all, *axes)) owned.insert(array);
    return owned;
}

void drop_needless_atomics(Function& kernel) {
    const std::set<const Variable*> owned = owned_by_threads(kernel, kernel.body);
    lower::rewrite_statements(kernel.body, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind != StmtKind::evaluate) return out.push_back(std::move(stmt));
        auto addition = addition_of(*stmt);
        const Variable* const array = addition ? addition->place.variable : nullptr;
        if (!array || !array->is_bar || !owned.count(array)) return out.push_back(std::move(stmt));
        Lvalue place = std::move(addition->place);
        out.push_back(plain_addition(*addition, std::move(place), stmt->span));
    });
}

} // namespace cudapy::differentiate
