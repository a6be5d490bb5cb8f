#include "translator/builtins/atomics.h"

#include "translator/types/type.h"

namespace cudapy {

namespace {

using enum Special;
using enum AtomicForm;

struct Row {
    Special operation;
    std::string_view type; ///< as Type::name()
    AtomicForm form;
    enum class Dialects : uint8_t { both, cudapy, numba } in = Dialects::both; ///< the dialects that have it
};
using Dialects = Row::Dialects;

constexpr Row rows[] = {
    {atomic_add, "int", overload},
    {atomic_add, "int64", as_ulong64},
    {atomic_add, "uint32", overload},
    {atomic_add, "uint64", as_ulong64},
    {atomic_add, "float", overload},
    {atomic_add, "double", overload},
    {atomic_add, "half", overload, Dialects::cudapy},
    {atomic_add, "bfloat16", overload, Dialects::cudapy},
    {atomic_add, "float2", by_components, Dialects::cudapy},
    {atomic_add, "float4", by_components, Dialects::cudapy},
    {atomic_sub, "int", overload},
    {atomic_sub, "int64", as_ulong64},
    {atomic_sub, "uint32", overload},
    {atomic_sub, "uint64", as_ulong64},
    {atomic_min, "int", overload},
    {atomic_min, "int64", as_long64},
    {atomic_min, "uint32", overload},
    {atomic_min, "uint64", as_ulong64},
    {atomic_min, "float", by_loop},
    {atomic_min, "double", by_loop},
    {atomic_max, "int", overload},
    {atomic_max, "int64", as_long64},
    {atomic_max, "uint32", overload},
    {atomic_max, "uint64", as_ulong64},
    {atomic_max, "float", by_loop},
    {atomic_max, "double", by_loop},
    {atomic_nan_min, "float", by_loop, Dialects::numba},
    {atomic_nan_min, "double", by_loop, Dialects::numba},
    {atomic_nan_max, "float", by_loop, Dialects::numba},
    {atomic_nan_max, "double", by_loop, Dialects::numba},
    {atomic_and, "int", overload},
    {atomic_and, "int64", as_ulong64},
    {atomic_and, "uint32", overload},
    {atomic_and, "uint64", as_ulong64},
    {atomic_or, "int", overload},
    {atomic_or, "int64", as_ulong64},
    {atomic_or, "uint32", overload},
    {atomic_or, "uint64", as_ulong64},
    {atomic_xor, "int", overload},
    {atomic_xor, "int64", as_ulong64},
    {atomic_xor, "uint32", overload},
    {atomic_xor, "uint64", as_ulong64},
    {atomic_exchange, "int", overload},
    {atomic_exchange, "int64", as_ulong64},
    {atomic_exchange, "uint32", overload},
    {atomic_exchange, "uint64", as_ulong64},
    {atomic_exchange, "float", overload, Dialects::cudapy},
    {atomic_exchange, "double", as_bits, Dialects::cudapy},
    {atomic_increment, "uint32", overload},
    {atomic_increment, "uint64", by_loop, Dialects::numba},
    {atomic_decrement, "uint32", overload},
    {atomic_decrement, "uint64", by_loop, Dialects::numba},
    {atomic_compare_exchange, "int", overload},
    {atomic_compare_exchange, "int64", as_ulong64},
    {atomic_compare_exchange, "uint32", overload},
    {atomic_compare_exchange, "uint64", as_ulong64},
    {atomic_compare_exchange, "float", as_bits, Dialects::cudapy},
    {atomic_compare_exchange, "double", as_bits, Dialects::cudapy},
    {atomic_compare_exchange, "int16", as_ushort, Dialects::cudapy},
    {atomic_compare_exchange, "uint16", overload, Dialects::cudapy},
};

/// Returns whether a type meets the demands of CUDA's templates for 16 bytes. A struct of that size has that
/// alignment if all of it is a vector.
bool is_wide(const Type& element) {
    return element.is_element() && element.size() == 16 && element.alignment() == 16;
}

bool has_wide_form(Special operation) {
    return operation == atomic_exchange || operation == atomic_compare_exchange;
}

bool is_in(Dialect dialect, Dialects in) {
    return in == Dialects::both || (in == Dialects::numba) == (dialect == Dialect::numba);
}

} // namespace

std::optional<AtomicForm> atomic_form(Special operation, const Type& element) {
    for (const Row& row : rows)
        if (row.operation == operation && row.type == element.name()) return row.form;
    if (has_wide_form(operation) && is_wide(element)) return wide;
    return std::nullopt;
}

bool has_atomic(Dialect dialect, Special operation, const Type& element) {
    for (const Row& row : rows)
        if (row.operation == operation && row.type == element.name()) return is_in(dialect, row.in);
    return dialect == Dialect::cudapy && atomic_form(operation, element);
}

std::vector<std::string> atomic_types(Dialect dialect, Special operation) {
    std::vector<std::string> names;
    for (const Row& row : rows)
        if (row.operation == operation && is_in(dialect, row.in)) names.emplace_back(row.type);
    if (dialect == Dialect::cudapy && has_wide_form(operation))
        for (const char* name :
             {"float4", "int4", "uint4", "double2", "longlong2", "ulonglong2", "complex128"})
            names.emplace_back(name);
    return names;
}

} // namespace cudapy
