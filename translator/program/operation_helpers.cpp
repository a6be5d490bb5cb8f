#include "translator/program/operation_helpers.h"

#include "translator/support/internal_error.h"
#include "translator/types/type.h"

#include <span>

namespace cudapy::program {

namespace {

constexpr AtomicHelper atomic_helpers[] = {
    {Special::atomic_add, Helper::atomic_add, false, AtomicHelper::Element::any},
    {Special::atomic_sub, Helper::atomic_sub, false, AtomicHelper::Element::any},
    {Special::atomic_min, Helper::atomic_min, false, AtomicHelper::Element::any},
    {Special::atomic_max, Helper::atomic_max, false, AtomicHelper::Element::any},
    {Special::atomic_nan_min, Helper::atomic_nan_min, false, AtomicHelper::Element::any},
    {Special::atomic_nan_max, Helper::atomic_nan_max, false, AtomicHelper::Element::any},
    {Special::atomic_and, Helper::atomic_and, false, AtomicHelper::Element::any},
    {Special::atomic_or, Helper::atomic_or, false, AtomicHelper::Element::any},
    {Special::atomic_xor, Helper::atomic_xor, false, AtomicHelper::Element::any},
    {Special::atomic_exchange, Helper::atomic_exchange, false, AtomicHelper::Element::any},
    {Special::atomic_increment, Helper::atomic_increment, false, AtomicHelper::Element::any},
    {Special::atomic_decrement, Helper::atomic_decrement, false, AtomicHelper::Element::any},
    {Special::atomic_compare_exchange, Helper::atomic_compare_exchange, false, AtomicHelper::Element::any},
    {Special::atomic_add, Helper::shared_add, true, AtomicHelper::Element::any},
    {Special::atomic_sub, Helper::shared_sub, true, AtomicHelper::Element::any},
    {Special::atomic_min, Helper::shared_min, true, AtomicHelper::Element::any},
    {Special::atomic_max, Helper::shared_max, true, AtomicHelper::Element::any},
    {Special::atomic_nan_min, Helper::shared_nan_min, true, AtomicHelper::Element::any},
    {Special::atomic_nan_max, Helper::shared_nan_max, true, AtomicHelper::Element::any},
    {Special::atomic_and, Helper::shared_and, true, AtomicHelper::Element::any},
    {Special::atomic_or, Helper::shared_or, true, AtomicHelper::Element::any},
    {Special::atomic_xor, Helper::shared_xor, true, AtomicHelper::Element::any},
    {Special::atomic_exchange, Helper::shared_exchange, true, AtomicHelper::Element::any},
    {Special::atomic_increment, Helper::shared_increment, true, AtomicHelper::Element::any},
    {Special::atomic_decrement, Helper::shared_decrement, true, AtomicHelper::Element::any},
    {Special::atomic_compare_exchange, Helper::shared_compare_exchange, true, AtomicHelper::Element::any},
    {Special::atomic_add, Helper::atomic_add_half, false, AtomicHelper::Element::half},
    {Special::atomic_add, Helper::shared_add_half, true, AtomicHelper::Element::half},
    {Special::atomic_add, Helper::atomic_add_bfloat16, false, AtomicHelper::Element::bfloat16},
    {Special::atomic_add, Helper::shared_add_bfloat16, true, AtomicHelper::Element::bfloat16},
    {Special::atomic_add, Helper::add_for_warp, false, AtomicHelper::Element::any},
};

struct WarpHelper {
    Special operation;
    Helper helper;
};

constexpr WarpHelper reductions[] = {
    {Special::reduce_add, Helper::reduce_add}, {Special::reduce_min, Helper::reduce_min},
    {Special::reduce_max, Helper::reduce_max}, {Special::reduce_and, Helper::reduce_and},
    {Special::reduce_or, Helper::reduce_or},   {Special::reduce_xor, Helper::reduce_xor},
};

constexpr WarpHelper sources[] = {
    {Special::shuffle, Helper::source},
    {Special::shuffle_up, Helper::source_up},
    {Special::shuffle_down, Helper::source_down},
    {Special::shuffle_xor, Helper::source_xor},
};

Helper helper_in(std::span<const WarpHelper> rows, Special operation) {
    for (const WarpHelper& row : rows)
        if (row.operation == operation) return row.helper;
    throw InternalError("an operation of a warp without a helper");
}

} // namespace

const AtomicHelper* find_atomic(Helper helper) {
    for (const AtomicHelper& row : atomic_helpers)
        if (row.helper == helper) return &row;
    return nullptr;
}

Helper atomic_helper(Special operation, const Type* element, bool is_shared) {
    const auto of = element == Type::float16()    ? AtomicHelper::Element::half
                    : element == Type::bfloat16() ? AtomicHelper::Element::bfloat16
                                                  : AtomicHelper::Element::any;
    for (const AtomicHelper& row : atomic_helpers)
        if (row.operation == operation && row.is_shared == is_shared && row.of == of) return row.helper;
    throw InternalError("an atomic operation without a helper");
}

Helper reduction_helper(Special operation) {
    return helper_in(reductions, operation);
}

Helper source_helper(Special shuffle) {
    return helper_in(sources, shuffle);
}

} // namespace cudapy::program
