#include "translator/emit/helpers/atomic_helpers.h"

#include "translator/builtins/atomics.h"
#include "translator/support/internal_error.h"

#include <fmt/format.h>

namespace cudapy::emit {

using fmt::format;
using program::Helper;

namespace {

bool is_of_small_float(Helper helper) {
    return helper >= Helper::atomic_add_half && helper <= Helper::shared_add_bfloat16;
}

bool is_shared(Helper helper) {
    if (is_of_small_float(helper)) return helper >= Helper::shared_add_half;
    return helper >= Helper::shared_add && helper <= Helper::shared_compare_exchange;
}

Special operation_of(Helper helper) {
    if (is_of_small_float(helper)) return Special::atomic_add;
    const Helper first = is_shared(helper) ? Helper::shared_add : Helper::atomic_add;
    return static_cast<Special>(static_cast<int>(Special::atomic_add) + static_cast<int>(helper) -
                                static_cast<int>(first));
}

struct Names {
    std::string_view cuda; ///< CUDA's function
    std::string_view gcc;  ///< of a compiler's built-in, where there is one
};

Names names_of(Special operation) {
    switch (operation) {
    case Special::atomic_add:
        return {"atomicAdd", "__atomic_fetch_add"};
    case Special::atomic_sub:
        return {"atomicSub", "__atomic_fetch_sub"};
    case Special::atomic_min:
        return {"atomicMin", {}};
    case Special::atomic_max:
        return {"atomicMax", {}};
    case Special::atomic_and:
        return {"atomicAnd", "__atomic_fetch_and"};
    case Special::atomic_or:
        return {"atomicOr", "__atomic_fetch_or"};
    case Special::atomic_xor:
        return {"atomicXor", "__atomic_fetch_xor"};
    case Special::atomic_exchange:
        return {"atomicExch", {}};
    case Special::atomic_increment:
        return {"atomicInc", {}};
    case Special::atomic_decrement:
        return {"atomicDec", {}};
    case Special::atomic_compare_exchange:
        return {"atomicCAS", {}};
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

/// The bits are compared, as on the GPU: a NaN is itself, and -0.0 is not 0.0.
constexpr std::string_view shared_bits_compare_exchange = R"(Q T N(T* address, T expected, T value)
{
    const T old = *address;
    if (__builtin_memcmp(&old, &expected, sizeof old) == 0) {
        *address = value;
    }
    return old;
}
)";

/// Nothing else works with this memory.
std::string shared_text(Special operation, bool integer) {
    if (operation == Special::atomic_compare_exchange && !integer)
        return std::string(shared_bits_compare_exchange);
    if (operation == Special::atomic_compare_exchange)
        return R"(Q T N(T* address, T expected, T value)
{
    const T old = *address;
    if (old == expected) {
        *address = value;
    }
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

bool is_wide(Helper helper, const Type* type) {
    return !is_of_small_float(helper) && atomic_form(operation_of(helper), *type) == AtomicForm::wide;
}

bool goes_by_components(Helper helper, const Type* type) {
    return type->is_vector() && !is_wide(helper, type);
}

/// By what compilers expand to the processor's own instruction; `__atomic_…` would need libatomic.
std::string wide_host_text(Special operation) {
    static constexpr std::string_view head = R"(#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
Q T N(T* address, T {0}value)
{{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, {1}, sizeof found);
    {2}
    T old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}}
)";
    if (operation == Special::atomic_compare_exchange)
        return format(head, "expected, T ", "&expected",
                      "found = __sync_val_compare_and_swap(place, found, wanted);");
    return format(head, "", "address", R"(Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);)");
}

/// The type whose operation it is, on the same bits.
std::string_view other_type(AtomicForm form) {
    switch (form) {
    case AtomicForm::as_long64:
        return "long long";
    case AtomicForm::as_ushort:
        return "unsigned short";
    default:
        return "unsigned long long";
    }
}

/// A half or bfloat16 is its bits in memory and a float elsewhere.
std::string small_float_text(Helper helper, const Type* type, const Dialect& dialect) {
    const bool half = type == Type::float16();
    const auto& names = dialect.helper_names;
    const std::string& value = names.at(half ? Helper::half_to_float : Helper::bfloat16_to_float);
    const std::string sum = format("{}({}({}(old) + value))",
                                   names.at(half ? Helper::half_from_float : Helper::bfloat16_from_float),
                                   names.at(half ? Helper::round_to_half : Helper::round_to_bfloat16), value);
    if (is_shared(helper))
        return format(R"(Q float N(T* address, float value)
{{
    const T old = *address;
    *address = {};
    return {}(old);
}}
)",
                      sum, value);
    return format(R"(Q float N(T* address, float value)
{{
    T old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = {};
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return {}(old);
}}
)",
                  sum, value);
}

/// `add(&address->x, value.x), add(&address->y, value.y)`
std::string by_component(const Type* vector, std::string_view function) {
    std::string parts;
    for (const Type::Field& field : vector->fields()) {
        const char* separator = parts.empty() ? "" : field.name == "z" ? ",\n            " : ", ";
        parts += format("{0}{1}(&address->{2}, value.{2})", separator, function, field.name);
    }
    return parts;
}

std::string cuda_vector_text(const Type* vector, bool shared) {
    if (shared)
        return format(R"(Q T N(T* address, T value)
{{
    return make_{}({});
}}
)",
                      vector->name(), by_component(vector, "atomicAdd"));
    return format(R"(Q T N(T* address, T value)
{{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return make_{}({});
#endif
}}
)",
                  vector->name(), by_component(vector, "atomicAdd"));
}

/// How CUDA names the bits of a floating number.
struct FloatBits {
    std::string_view type, to_bits, from_bits;
};

FloatBits bits_of(const Type* type) {
    if (type == Type::float32()) return {"unsigned int", "__float_as_uint", "__uint_as_float"};
    return {"unsigned long long", "__double_as_longlong", "__longlong_as_double"};
}

/// Bits are all that an exchange and a comparison look at.
std::string cuda_text_on_bits(Special operation, const Type* type) {
    const FloatBits bits = bits_of(type);
    if (operation == Special::atomic_exchange)
        return format(R"(Q T N(T* address, T value)
{{
    return {}(
        atomicExch(reinterpret_cast<{}*>(address), {}(value)));
}}
)",
                      bits.from_bits, bits.type, bits.to_bits);
    return format(R"(Q T N(T* address, T expected, T value)
{{
    {0}* const place = reinterpret_cast<{0}*>(address);
    return {2}(atomicCAS(place, {1}(expected), {1}(value)));
}}
)",
                  bits.type, bits.to_bits, bits.from_bits);
}

/// The loop that the CUDA C++ Programming Guide shows for operations that CUDA lacks.
std::string cuda_loop(Special operation, const Type* type) {
    const FloatBits bits = bits_of(type);
    return format(R"(Q T N(T* address, T value)
{{
    {0}* const place = reinterpret_cast<{0}*>(address);
    {0} old = *place, expected;
    do {{
        expected = old;
        const T current = {2}(expected);
        old = atomicCAS(place, expected, {1}(value {3} current ? value : current));
    }} while (old != expected);
    return {2}(old);
}}
)",
                  bits.type, bits.to_bits, bits.from_bits, operation == Special::atomic_min ? "<" : ">");
}

std::string cuda_text(Special operation, AtomicForm form, const Type* type) {
    const Names names = names_of(operation);
    if (form == AtomicForm::as_bits) return cuda_text_on_bits(operation, type);
    if (form == AtomicForm::by_loop) return cuda_loop(operation, type);
    const std::string_view other = other_type(form);
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
    return (helper >= Helper::atomic_add && helper <= Helper::shared_compare_exchange) ||
           is_of_small_float(helper);
}

bool is_by_components(Helper helper, Target target) {
    return is_shared(helper) && target == Target::cuda;
}

std::vector<std::pair<Helper, const Type*>> atomic_helper_parts(Helper helper, const Type* type,
                                                                Target target) {
    if (target == Target::cpu && goes_by_components(helper, type)) return {{helper, type->fields()[0].type}};
    const Type* f = Type::float32();
    if (helper == Helper::atomic_add_half || helper == Helper::shared_add_half)
        return {{Helper::half_to_float, type}, {Helper::half_from_float, f}, {Helper::round_to_half, f}};
    if (helper == Helper::atomic_add_bfloat16 || helper == Helper::shared_add_bfloat16)
        return {{Helper::bfloat16_to_float, type},
                {Helper::bfloat16_from_float, f},
                {Helper::round_to_bfloat16, f}};
    return {};
}

std::string atomic_helper_text(Helper helper, const Type* type, const Dialect& dialect) {
    if (is_of_small_float(helper)) return small_float_text(helper, type, dialect);
    if (dialect.target == Target::cpu && goes_by_components(helper, type))
        return format("Q T N(T* address, T value)\n{{\n    return {{{}}};\n}}\n", by_component(type, "N"));
    const Special operation = operation_of(helper);
    if (is_wide(helper, type))
        return is_shared(helper) ? shared_text(operation, false) : wide_host_text(operation);
    if (type->is_vector()) return cuda_vector_text(type, is_shared(helper));
    if (dialect.target == Target::cuda)
        return cuda_text(operation, atomic_form(operation, *type).value(), type);
    return is_shared(helper) ? shared_text(operation, type->is_integer())
                             : host_text(operation, type->is_integer());
}

std::string atomic_helper_comment(Helper helper, const Type* type, Target target) {
    const Special operation = operation_of(helper);
    const std::string_view name = names_of(operation).cuda;
    if (is_by_components(helper, target))
        return format("{} on each component of T: CUDA's own is for global memory alone.", name);
    if (is_shared(helper)) return format("{} in shared memory: one core runs all threads of a block.", name);
    if (is_wide(helper, type)) return format("{} of 16 bytes: gives the old value.", name);
    if (target == Target::cpu && type->is_vector()) return format("{} on each component of T.", name);
    if (target == Target::cpu) return format("{}: gives the old value.", name);
    const AtomicForm form = atomic_form(operation, *type).value();
    if (form == AtomicForm::as_bits)
        return format("{} for T: the one for {}, on the same bits.", name, bits_of(type).type);
    if (form == AtomicForm::by_loop)
        return format("{} for T, which CUDA has for integers alone. A NaN changes nothing.", name);
    if (form == AtomicForm::by_components)
        return format("{} for T, which CUDA has from compute capability 9.0 on.", name);
    return format("{} for T, which CUDA has for {}.", name, other_type(form));
}

} // namespace cudapy::emit
