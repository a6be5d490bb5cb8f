#include "translator/lower/expressions/negative_index.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the number of elements of a table, and of an array of the function's own whose extents are
/// constants.
std::optional<int64_t> known_length(const Variable& array) {
    if (array.table) return static_cast<int64_t>(array.table->values.size());
    return array.is_declared_array() && !array.is_dynamic() ? std::optional(array.element_count())
                                                            : std::nullopt;
}

void lower_index(ExprPtr& index, Variable* array, const Type* index_type) {
    const auto value = constant_value(*index);
    if (!value || *value >= 0) return;
    const Span span = index->span;
    if (const auto count = known_length(*array)) {
        const Type* type = holds(index_type, WideInt(*count)) && holds(index_type, WideInt(*value))
                               ? index_type
                               : Type::int64();
        if (*value >= -*count)
            index = make_int(type, *count + *value, span);
        else // outside, which the contract says nothing of
            index = make_binary(BinaryOp::sub, make_int(type, *count, span),
                                make_int(type, -std::max(*value, -INT64_MAX), span));
        return;
    }
    const int64_t back = -std::max(*value, -INT64_MAX); // the least integer itself is as far outside
    index = make_binary(BinaryOp::sub, make_length(array, index_type, span),
                        make_int(back > INT32_MAX ? Type::int64() : index_type, back, span));
    auto& difference = as<Binary>(*index);
    if (difference.right->type != index_type) { // an index that no 32-bit array has
        difference.left = convert(std::move(difference.left), Type::int64());
        difference.type = Type::int64();
    }
}

} // namespace

void lower_negative_indices(Function& function, const Type* index_type) {
    rewrite_expressions(function.body, [&](ExprPtr& expr) {
        if (expr->kind == ExprKind::load)
            lower_index(as<Load>(*expr).index, as<Load>(*expr).array, index_type);
    });
    visit_statements(function.body, [&](Stmt& stmt) {
        visit_lvalues(stmt, [&](Lvalue& place) {
            if (place.index) lower_index(place.index, place.variable, index_type);
        });
    });
}

} // namespace cudapy::lower
