#include "translator/lower/coarsening/vector_alignment.h"

#include "translator/support/internal_error.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr int least_vector_bytes = 4;

/// Returns the largest vector that so many bytes are made of: 16, 8 or 4, or 0 for none.
int vector_of(int64_t bytes) {
    for (int vector = most_vector_bytes; vector >= least_vector_bytes; vector /= 2)
        if (bytes % vector == 0) return vector;
    return 0;
}

int64_t bytes_of(const Variable& array, int count) {
    return array.type->element()->size() * count;
}

/// Returns the elements of a vector.
int unit_of(const Variable& array, int count) {
    return std::max(1, vector_of(bytes_of(array, count)) / static_cast<int>(array.type->element()->size()));
}

} // namespace

bool is_visible(const SymbolicSum& form, const std::set<const Variable*>& counters,
                const Definitions& definitions) {
    return std::all_of(form.products.begin(), form.products.end(), [&](const auto& product) {
        const Symbol* counted = counted_by(product.first);
        if (!counted || counted->kind == Symbol::Kind::coordinate) return true;
        const Variable* variable = counted->variable;
        return counters.contains(variable) ||
               (variable->role == VariableRole::parameter && !definitions.changing.contains(variable));
    });
}

bool VectorAlignment::allows(const Variable& array, const SymbolicSum& form, int axis, int count,
                             int64_t stride) const {
    const Coordinate along = coordinate_of(CoordinateGroup::global, axis);
    const auto step = stride_along(form, Symbol::of(along));
    if (!step || step->as_constant() != stride || vector_of(bytes_of(array, count)) == 0) return false;
    return needed(form, Symbol::of(along), unit_of(array, count)).has_value();
}

void VectorAlignment::require(const Variable& array, const SymbolicSum& form, int axis, int count) {
    const Coordinate along = coordinate_of(CoordinateGroup::global, axis);
    note(array, needed(form, Symbol::of(along), unit_of(array, count)).value(), count);
}

bool VectorAlignment::allows_row(const Variable& array, const SymbolicSum& form, Variable* counter,
                                 int count) const {
    const auto step = stride_along(form, Symbol::of(counter));
    if (!step || step->as_constant() != 1 || vector_of(bytes_of(array, count)) == 0) return false;
    return needed(form, Symbol::of(counter), unit_of(array, count)).has_value();
}

void VectorAlignment::require_row(const Variable& array, const SymbolicSum& form, Variable* counter,
                                  int count) {
    note(array, needed(form, Symbol::of(counter), unit_of(array, count)).value(), count);
}

std::optional<Symbols> VectorAlignment::needed(const SymbolicSum& form, const Symbol& moved, int unit) const {
    Symbols extents;
    for (const auto& [symbols, number] : form.products) {
        const Symbol* counted = counted_by(symbols);
        if ((counted && *counted == moved) || number % unit == 0) continue;
        const auto extent = std::find_if(symbols.rbegin(), symbols.rend(), [](const Symbol& symbol) {
            return symbol.kind == Symbol::Kind::extent;
        });
        if (extent == symbols.rend()) return std::nullopt;
        extents.push_back(*extent);
    }
    for (const Symbol& extent : extents)
        if (std::find(coarsened_.parameters.begin(), coarsened_.parameters.end(), extent.variable) ==
            coarsened_.parameters.end())
            return std::nullopt;
    return extents;
}

void VectorAlignment::note(const Variable& array, const Symbols& extents, int count) {
    CoarseningFacts& facts = coarsened_.coarsening_facts;
    int& alignment = facts.alignments[number_of(&array)];
    alignment = std::max(alignment, vector_of(bytes_of(array, count)));
    for (const Symbol& extent : extents) {
        int& multiple = facts.multiples[{number_of(extent.variable), extent.axis}];
        multiple = std::max(multiple, unit_of(array, count));
    }
}

std::size_t VectorAlignment::number_of(const Variable* array) const {
    const auto found = std::find(coarsened_.parameters.begin(), coarsened_.parameters.end(), array);
    if (found == coarsened_.parameters.end()) throw InternalError("vectors of an array that is no parameter");
    return static_cast<std::size_t>(found - coarsened_.parameters.begin());
}

} // namespace cudapy::lower
