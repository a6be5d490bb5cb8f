#include "translator/emit/atomic_helpers.h"

#include "translator/builtins/atomics.h"
#include "translator/support/internal_error.h"

#include <fmt/format.h>

namespace cudapy::emit {

using fmt::format;
using program::Helper;

namespace {

bool is_shared(Helper helper) {
    return helper >= Helper::shared_add && helper <= Helper::shared_compare_exchange;
}

Special operation_of(Helper helper) {
    const Helper first = is_shared(helper) ? Helper::shared_add : Helper::atomic_add;
    return static_cast<Special>(static_cast<int>(Special::atomic_add) + static_cast<int>(helper) -
                                static_cast<int>(first));
}

struct Names {
    std::string_view cuda; ///< CUDA's function
    std::string_view own;  ///< in the name of ours
    std::string_view gcc;  ///< of a compiler's built-in, where there is one
};

Names names_of(Special operation) {
    switch (operation) {
    case Special::atomic_add:
        return {"atomicAdd", "add", "__atomic_fetch_add"};
    case Special::atomic_sub:
        return {"atomicSub", "sub", "__atomic_fetch_sub"};
    case Special::atomic_min:
        return {"atomicMin", "min", {}};
    case Special::atomic_max:
        return {"atomicMax", "max", {}};
    case Special::atomic_and:
        return {"atomicAnd", "and", "__atomic_fetch_and"};
    case Special::atomic_or:
        return {"atomicOr", "or", "__atomic_fetch_or"};
    case Special::atomic_xor:
        return {"atomicXor", "xor", "__atomic_fetch_xor"};
    case Special::atomic_exchange:
        return {"atomicExch", "exchange", {}};
    case Special::atomic_increment:
        return {"atomicInc", "increment", {}};
    case Special::atomic_decrement:
        return {"atomicDec", "decrement", {}};
    case Special::atomic_compare_exchange:
        return {"atomicCAS", "compare_exchange", {}};
    default:
        throw InternalError("no atomic operation");
    }
}

/// What the element becomes, of `old` and `value`. Integers wrap, as CUDA's do.
std::string_view changed(Special operation, bool integer) {
    switch (operation) {
    case Special::atomic_add:
        return integer ? "T(U(old) + U(value))" : "old + value";
    case Special::atomic_sub:
        return integer ? "T(U(old) - U(value))" : "old - value";
    case Special::atomic_min:
        return "value < old ? value : old";
    case Special::atomic_max:
        return "value > old ? value : old";
    case Special::atomic_and:
        return "old & value";
    case Special::atomic_or:
        return "old | value";
    case Special::atomic_xor:
        return "old ^ value";
    case Special::atomic_exchange:
        return "value";
    case Special::atomic_increment:
        return "old >= value ? 0 : old + 1";
    case Special::atomic_decrement:
        return "old == 0 || old > value ? value : old - 1";
    default:
        throw InternalError("an atomic operation without a value");
    }
}

/// Nothing else works with this memory.
std::string shared_text(Special operation, bool integer) {
    if (operation == Special::atomic_compare_exchange)
        return R"(Q T N(T* address, T expected, T value)
{
    const T old = *address;
    if (old == expected)
        *address = value;
    return old;
}
)";
    return format(R"(Q T N(T* address, T value)
{{
    const T old = *address;
    *address = {};
    return old;
}}
)",
                  changed(operation, integer));
}

std::string host_text(Special operation, bool integer) {
    const std::string_view builtin = names_of(operation).gcc;
    if (integer && !builtin.empty())
        return format(R"(Q T N(T* address, T value)
{{
    return {}(address, value, __ATOMIC_ACQ_REL);
}}
)",
                      builtin);
    switch (operation) {
    case Special::atomic_compare_exchange:
        return R"(Q T N(T* address, T expected, T value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
)";
    case Special::atomic_exchange:
        return R"(Q T N(T* address, T value)
{
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
)";
    case Special::atomic_min:
    case Special::atomic_max:
        return format(R"(Q T N(T* address, T value)
{{
    T old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value {} old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {{
    }}
    return old;
}}
)",
                      operation == Special::atomic_min ? "<" : ">");
    default:
        break;
    }
    return format(R"(Q T N(T* address, T value)
{{
    T old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = {};
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}}
)",
                  changed(operation, integer));
}

std::string cuda_text(Special operation, AtomicForm form) {
    const Names names = names_of(operation);
    if (form == AtomicForm::as_bits64) // an exchange: the bits are all that matters
        return R"(Q T N(T* address, T value)
{
    return __longlong_as_double(
        atomicExch(reinterpret_cast<unsigned long long*>(address), __double_as_longlong(value)));
}
)";
    const std::string_view other = form == AtomicForm::as_long64 ? "long long" : "unsigned long long";
    const std::string place = format("reinterpret_cast<{}*>(address)", other);
    const auto as_other = [&](std::string_view value) { return format("static_cast<{}>({})", other, value); };
    if (operation == Special::atomic_compare_exchange)
        return format(R"(Q T N(T* address, T expected, T value)
{{
    return T(atomicCAS({}, {},
                       {}));
}}
)",
                      place, as_other("expected"), as_other("value"));
    const bool is_sub = operation == Special::atomic_sub; // only atomicAdd is there for 64 bits
    return format(R"(Q T N(T* address, T value)
{{
    return T({}({}, {}{}));
}}
)",
                  is_sub ? "atomicAdd" : names.cuda, place, is_sub ? "0 - " : "", as_other("value"));
}

} // namespace

bool is_atomic(Helper helper) {
    return helper >= Helper::atomic_add && helper <= Helper::shared_compare_exchange;
}

std::string atomic_helper_name(Helper helper) {
    return format("{}_{}", is_shared(helper) ? "shared" : "atomic", names_of(operation_of(helper)).own);
}

std::string atomic_helper_text(Helper helper, const Type* type, bool host) {
    const Special operation = operation_of(helper);
    if (!host) return cuda_text(operation, atomic_form(operation, *type).value());
    return is_shared(helper) ? shared_text(operation, type->is_integer())
                             : host_text(operation, type->is_integer());
}

std::string atomic_helper_comment(Helper helper, const Type* type, bool host) {
    const Special operation = operation_of(helper);
    const std::string_view name = names_of(operation).cuda;
    if (is_shared(helper)) return format("{} in shared memory: one core runs all threads of a block.", name);
    if (host) return format("{}: gives the old value.", name);
    const AtomicForm form = atomic_form(operation, *type).value();
    if (form == AtomicForm::as_bits64)
        return format("{} for T: the one for unsigned long long, on the same bits.", name);
    return format("{} for T, which CUDA has for {}.", name,
                  form == AtomicForm::as_long64 ? "long long" : "unsigned long long");
}

} // namespace cudapy::emit
