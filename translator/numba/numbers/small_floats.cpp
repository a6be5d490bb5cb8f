#include "translator/numba/numbers/small_floats.h"

#include "translator/builtins/builtins.h"

#include <algorithm>
#include <string_view>

namespace cudapy::checker::numba {

namespace {

constexpr std::string_view of_halves[] = {"ceil", "cos",   "exp",  "exp2", "fabs", "floor",
                                          "log",  "log10", "log2", "sin",  "sqrt", "trunc"};

} // namespace

const Type* computed(const Type* type) {
    return type->is_small_float() ? Type::float32() : type;
}

Value narrowed(const Builtin& builtin, const Type* argument, Value result) {
    const bool is_one =
        std::find(std::begin(of_halves), std::end(of_halves), builtin.name) != std::end(of_halves);
    if (!result || !argument->is_small_float() || !is_one) return result;
    return strong(convert(std::move(result), argument));
}

} // namespace cudapy::checker::numba
