#include "translator/lower/expressions/negative_index.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <cstdint>

namespace cudapy::lower {

using namespace program;

namespace {

void lower_index(ExprPtr& index, Variable* array, const Type* index_type) {
    const auto value = constant_value(*index);
    if (!value || *value >= 0) return;
    const Span span = index->span;
    if (array->is_own_array() && !array->is_dynamic()) { // its length is known
        const int64_t place = array->element_count() + *value;
        index = make_int(holds(index_type, WideInt(place)) ? index_type : Type::int64(), place, span);
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
        visit_places(stmt, [&](Place& place) {
            if (place.index) lower_index(place.index, place.variable, index_type);
        });
    });
}

} // namespace cudapy::lower
