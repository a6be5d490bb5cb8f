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

bool is_visible(const AffineForm& form, const std::set<const Variable*>& counters,
                const Definitions& definitions) {
    return std::all_of(form.terms.begin(), form.terms.end(), [&](const auto& term) {
        const Variable* variable = term.first.variable;
        const bool is_given =
            variable && variable->role == VariableRole::parameter && !definitions.changing.contains(variable);
        return !variable || counters.contains(variable) || is_given;
    });
}

bool VectorAlignment::allows(const Variable& array, const AffineForm& form, int axis, int count,
                             int64_t stride) const {
    const Coordinate along = coordinate_of(CoordinateGroup::global, axis);
    const auto step = form.of(along);
    if (!step || *step != Product{stride, {}} || vector_of(bytes_of(array, count)) == 0) return false;
    return needed(form, {along, nullptr}, unit_of(array, count)).has_value();
}

void VectorAlignment::require(const Variable& array, const AffineForm& form, int axis, int count) {
    const Coordinate along = coordinate_of(CoordinateGroup::global, axis);
    note(array, needed(form, {along, nullptr}, unit_of(array, count)).value(), count);
}

bool VectorAlignment::allows_row(const Variable& array, const AffineForm& form, Variable* counter,
                                 int count) const {
    const auto step = form.of(counter);
    if (!step || *step != Product{1, {}} || vector_of(bytes_of(array, count)) == 0) return false;
    return needed(form, {std::nullopt, counter}, unit_of(array, count)).has_value();
}

void VectorAlignment::require_row(const Variable& array, const AffineForm& form, Variable* counter,
                                  int count) {
    note(array, needed(form, {std::nullopt, counter}, unit_of(array, count)).value(), count);
}

std::optional<VectorAlignment::Extents> VectorAlignment::needed(const AffineForm& form, const Counted& moved,
                                                                int unit) const {
    Extents extents;
    const auto is_multiple = [&](const Product& product) {
        if (product.factor % unit == 0) return true;
        if (product.extents.empty()) return false;
        extents.push_back(product.extents.back());
        return true;
    };
    for (const auto& [counted, products] : form.terms) {
        if (counted == moved) continue;
        for (const Product& product : products)
            if (!is_multiple(product)) return std::nullopt;
    }
    for (const Product& product : form.rest)
        if (!is_multiple(product)) return std::nullopt;
    for (const ExtentRef& extent : extents)
        if (std::find(coarsened_.parameters.begin(), coarsened_.parameters.end(), extent.array) ==
            coarsened_.parameters.end())
            return std::nullopt;
    return extents;
}

void VectorAlignment::note(const Variable& array, const Extents& extents, int count) {
    CoarseningFacts& facts = coarsened_.coarsening_facts;
    int& alignment = facts.alignments[number_of(&array)];
    alignment = std::max(alignment, vector_of(bytes_of(array, count)));
    for (const ExtentRef& extent : extents) {
        int& multiple = facts.multiples[{number_of(extent.array), extent.axis}];
        multiple = std::max(multiple, unit_of(array, count));
    }
}

std::size_t VectorAlignment::number_of(const Variable* array) const {
    const auto found = std::find(coarsened_.parameters.begin(), coarsened_.parameters.end(), array);
    if (found == coarsened_.parameters.end()) throw InternalError("vectors of an array that is no parameter");
    return static_cast<std::size_t>(found - coarsened_.parameters.begin());
}

} // namespace cudapy::lower
