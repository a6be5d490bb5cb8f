#include "translator/emit/helpers/atomic_helpers.h"

#include "translator/builtins/atomics.h"
#include "translator/program/operation_helpers.h"
#include "translator/support/internal_error.h"

namespace cudapy::emit {

using program::AtomicHelper;
using program::Helper;

namespace {

/// An atomic operation. `changed` is the new value of the element, of `old` and `value`; it is
/// empty for the comparison, which has two operands.
struct Operation {
    Special special;
    std::string_view cuda; ///< CUDA's function
    std::string_view gcc;  ///< the built-in function for integers of g++ and clang++, empty for none
    std::string_view changed;
    std::string_view changed_integer; ///< the same of integers, which wrap as CUDA's do
};

constexpr Operation operations[] = {
    {Special::atomic_add, "atomicAdd", "__atomic_fetch_add", "old + value", "T(U(old) + U(value))"},
    {Special::atomic_sub, "atomicSub", "__atomic_fetch_sub", "old - value", "T(U(old) - U(value))"},
    {Special::atomic_min, "atomicMin", {}, "value < old ? value : old", {}},
    {Special::atomic_max, "atomicMax", {}, "value > old ? value : old", {}},
    {Special::atomic_nan_min,
     "atomicMin where a NaN is no number",
     {},
     "value == value && !(value >= old) ? value : old",
     {}},
    {Special::atomic_nan_max,
     "atomicMax where a NaN is no number",
     {},
     "value == value && !(value <= old) ? value : old",
     {}},
    {Special::atomic_and, "atomicAnd", "__atomic_fetch_and", "old & value", {}},
    {Special::atomic_or, "atomicOr", "__atomic_fetch_or", "old | value", {}},
    {Special::atomic_xor, "atomicXor", "__atomic_fetch_xor", "old ^ value", {}},
    {Special::atomic_exchange, "atomicExch", {}, "value", {}},
    {Special::atomic_increment, "atomicInc", {}, "old >= value ? 0 : old + 1", {}},
    {Special::atomic_decrement, "atomicDec", {}, "old == 0 || old > value ? value : old - 1", {}},
    {Special::atomic_compare_exchange, "atomicCAS", {}, {}, {}},
};

const Operation& operation_of(const AtomicHelper& helper) {
    for (const Operation& operation : operations)
        if (operation.special == helper.operation) return operation;
    throw InternalError("no atomic operation");
}

// Texts of helpers in the words of emit/helpers/template.h: those of words_of() in helpers.cpp, and here
// OPERATION, CUDA's name; CHANGED, what the element becomes; BUILTIN, the compilers' name; LESS, the
// comparison of min and max; OTHER, the type that CUDA has the operation for; BITS, TO_BITS and FROM_BITS,
// the unsigned integer of a floating number's width and the ways to it and back; PARTS, the operation on
// each component of a vector; MAKE, CUDA's function that makes a vector; LOADED, STORED and ROUNDED, the
// helpers of a half.

// Nothing else works with shared memory on the host.
constexpr std::string_view shared_change = R"(Q T N(T* address, T value)
{
    const T old = *address;
    *address = CHANGED;
    return old;
}
)";
constexpr std::string_view shared_compare_exchange = R"(Q T N(T* address, T expected, T value)
{
    const T old = *address;
    if (old == expected) {
        *address = value;
    }
    return old;
}
)";
// The bits are compared, as on the GPU: a NaN is itself, and -0.0 is not 0.0.
constexpr std::string_view shared_bits_compare_exchange = R"(Q T N(T* address, T expected, T value)
{
    const T old = *address;
    if (__builtin_memcmp(&old, &expected, sizeof old) == 0) {
        *address = value;
    }
    return old;
}
)";
constexpr std::string_view shared_small_float = R"(Q float N(T* address, float value)
{
    const T old = *address;
    *address = STORED(ROUNDED(LOADED(old) + value));
    return LOADED(old);
}
)";

constexpr std::string_view host_builtin = R"(Q T N(T* address, T value)
{
    return BUILTIN(address, value, __ATOMIC_ACQ_REL);
}
)";
constexpr std::string_view host_compare_exchange = R"(Q T N(T* address, T expected, T value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
)";
constexpr std::string_view host_exchange = R"(Q T N(T* address, T value)
{
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
)";
constexpr std::string_view host_extreme = R"(Q T N(T* address, T value)
{
    T old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value LESS old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
)";
constexpr std::string_view host_change = R"(Q T N(T* address, T value)
{
    T old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = CHANGED;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
)";
constexpr std::string_view host_small_float = R"(Q float N(T* address, float value)
{
    T old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = STORED(ROUNDED(LOADED(old) + value));
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return LOADED(old);
}
)";
constexpr std::string_view host_components = R"(Q T N(T* address, T value)
{
    return {PARTS};
}
)";
// Compilers expand these to the processor's own instruction; `__atomic_…` would need libatomic.
constexpr std::string_view host_wide_compare_exchange = R"(#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
Q T N(T* address, T expected, T value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, &expected, sizeof found);
    found = __sync_val_compare_and_swap(place, found, wanted);
    T old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}
)";
constexpr std::string_view host_wide_exchange = R"(#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
Q T N(T* address, T value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, address, sizeof found);
    Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);
    T old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}
)";

constexpr std::string_view cuda_shared_components = R"(Q T N(T* address, T value)
{
    return MAKE(PARTS);
}
)";
constexpr std::string_view cuda_for_warp = R"(Q void N(T* address, T value)
{
    const unsigned lanes = __activemask();
    if (lanes == 0xffffffff) {
        for (int distance = 16; distance > 0; distance /= 2)
            value += __shfl_down_sync(lanes, value, distance);
        const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        if (thread % 32 != 0) return;
    }
    atomicAdd(address, value);
}
)";
constexpr std::string_view cuda_components = R"(Q T N(T* address, T value)
{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return MAKE(PARTS);
#endif
}
)";
// Bits are all that an exchange and a comparison look at.
constexpr std::string_view cuda_exchange_bits = R"(Q T N(T* address, T value)
{
    return FROM_BITS(
        atomicExch(reinterpret_cast<BITS*>(address), TO_BITS(value)));
}
)";
constexpr std::string_view cuda_compare_bits = R"(Q T N(T* address, T expected, T value)
{
    BITS* const place = reinterpret_cast<BITS*>(address);
    return FROM_BITS(atomicCAS(place, TO_BITS(expected), TO_BITS(value)));
}
)";
// The loop that the CUDA C++ Programming Guide shows for operations that CUDA lacks.
constexpr std::string_view cuda_extreme = R"(Q T N(T* address, T value)
{
    BITS* const place = reinterpret_cast<BITS*>(address);
    BITS old = *place, expected;
    do {
        expected = old;
        const T current = FROM_BITS(expected);
        old = atomicCAS(place, expected, TO_BITS(value LESS current ? value : current));
    } while (old != expected);
    return FROM_BITS(old);
}
)";
constexpr std::string_view cuda_change = R"(Q T N(T* address, T value)
{
    BITS* const place = reinterpret_cast<BITS*>(address);
    BITS bits = *place, expected;
    T old;
    do {
        expected = bits;
        old = FROM_BITS(expected);
        bits = atomicCAS(place, expected, TO_BITS(CHANGED));
    } while (bits != expected);
    return old;
}
)";
constexpr std::string_view cuda_compare_exchange = R"(Q T N(T* address, T expected, T value)
{
    return T(atomicCAS(reinterpret_cast<OTHER*>(address), static_cast<OTHER>(expected),
                       static_cast<OTHER>(value)));
}
)";
constexpr std::string_view cuda_other = R"(Q T N(T* address, T value)
{
    return T(OPERATION(reinterpret_cast<OTHER*>(address), static_cast<OTHER>(value)));
}
)";
// CUDA has no atomicSub for 64 bits, so that it is an atomicAdd of the negative.
constexpr std::string_view cuda_subtract = R"(Q T N(T* address, T value)
{
    return T(atomicAdd(reinterpret_cast<OTHER*>(address), 0 - static_cast<OTHER>(value)));
}
)";

constexpr HelperTemplate on_the_host(std::string_view text) {
    return {"OPERATION: gives the old value.", text};
}
constexpr HelperTemplate in_shared(std::string_view text) {
    return {"OPERATION in shared memory: one core runs all threads of a block.", text};
}

bool is_wide(const AtomicHelper& helper, const Type* type) {
    return !helper.is_of_small_float() && atomic_form(helper.operation, *type) == AtomicForm::wide;
}

bool goes_by_components(const AtomicHelper& helper, const Type* type) {
    return type->is_vector() && !is_wide(helper, type);
}

HelperTemplate shared_template(const AtomicHelper& helper, const Type* type) {
    if (helper.is_of_small_float()) return in_shared(shared_small_float);
    if (helper.operation != Special::atomic_compare_exchange) return in_shared(shared_change);
    return in_shared(type->is_integer() ? shared_compare_exchange : shared_bits_compare_exchange);
}

HelperTemplate host_template(const AtomicHelper& helper, const Type* type) {
    if (helper.is_shared && (helper.is_of_small_float() || !goes_by_components(helper, type)))
        return shared_template(helper, type);
    if (helper.is_of_small_float()) return on_the_host(host_small_float);
    const bool compares = helper.operation == Special::atomic_compare_exchange;
    if (is_wide(helper, type))
        return {"OPERATION of 16 bytes: gives the old value.",
                compares ? host_wide_compare_exchange : host_wide_exchange};
    if (type->is_vector()) {
        const HelperTemplate shared = in_shared(host_components);
        return helper.is_shared ? shared
                                : HelperTemplate{"OPERATION on each component of T.", host_components};
    }
    if (type->is_integer() && !operation_of(helper).gcc.empty()) return on_the_host(host_builtin);
    if (compares) return on_the_host(host_compare_exchange);
    if (helper.operation == Special::atomic_exchange) return on_the_host(host_exchange);
    const bool is_extreme =
        helper.operation == Special::atomic_min || helper.operation == Special::atomic_max;
    return on_the_host(is_extreme ? host_extreme : host_change);
}

HelperTemplate cuda_template(const AtomicHelper& helper, const Type* type) {
    if (helper.helper == Helper::add_for_warp)
        return {
            "Adds to an element. Where all threads of a warp do so at once, the first one adds their sum.",
            cuda_for_warp};
    if (helper.is_shared)
        return {"OPERATION on each component of T: CUDA's own is only for global memory.",
                cuda_shared_components};
    const bool compares = helper.operation == Special::atomic_compare_exchange;
    switch (atomic_form(helper.operation, *type).value()) {
    case AtomicForm::as_bits:
        return {"OPERATION for T: the one for BITS, on the same bits.",
                compares ? cuda_compare_bits : cuda_exchange_bits};
    case AtomicForm::by_loop:
        if (type->is_integer()) return {"OPERATION for T, which CUDA has only for 32 bits.", cuda_change};
        if (helper.operation == Special::atomic_nan_min || helper.operation == Special::atomic_nan_max)
            return {"OPERATION: gives the old value.", cuda_change};
        return {"OPERATION for T, which CUDA has only for integers. A NaN changes nothing.", cuda_extreme};
    case AtomicForm::by_components:
        return {"OPERATION for T, which CUDA has from compute capability 9.0 on.", cuda_components};
    default:
        return {"OPERATION for T, which CUDA has for OTHER.", compares ? cuda_compare_exchange
                                                              : helper.operation == Special::atomic_sub
                                                                  ? cuda_subtract
                                                                  : cuda_other};
    }
}

/// Returns the type that CUDA has an operation for, on the same bits.
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

/// Returns `add(&address->x, value.x), add(&address->y, value.y)`.
std::string by_component(const Type* vector, const std::string& function) {
    std::string parts;
    for (const Type::Field& field : vector->fields()) {
        const std::string separator = parts.empty() ? "" : field.name == "z" ? ",\n            " : ", ";
        parts += separator + function + "(&address->" + field.name + ", value." + field.name + ")";
    }
    return parts;
}

/// Adds the names of the helpers that a half or bfloat16 is loaded, rounded and stored by.
void add_small_float_words(Words& words, const AtomicHelper& helper, const Dialect& dialect) {
    const bool is_half = helper.of == AtomicHelper::Element::half;
    const auto name = [&](Helper half, Helper bfloat16) {
        return dialect.helper_names.at(is_half ? half : bfloat16);
    };
    words.texts["LOADED"] = name(Helper::half_to_float, Helper::bfloat16_to_float);
    words.texts["STORED"] = name(Helper::half_from_float, Helper::bfloat16_from_float);
    words.texts["ROUNDED"] = name(Helper::round_to_half, Helper::round_to_bfloat16);
}

} // namespace

bool is_by_components(Helper helper, Target target) {
    const AtomicHelper* const atomic = program::find_atomic(helper);
    return atomic && atomic->is_shared && target == Target::cuda;
}

std::vector<std::pair<Helper, const Type*>> atomic_helper_parts(Helper helper, const Type* type,
                                                                Target target) {
    const AtomicHelper& atomic = *program::find_atomic(helper);
    if (target == Target::cpu && goes_by_components(atomic, type)) return {{helper, type->fields()[0].type}};
    const Type* f = Type::float32();
    switch (atomic.of) {
    case AtomicHelper::Element::half:
        return {{Helper::half_to_float, type}, {Helper::half_from_float, f}, {Helper::round_to_half, f}};
    case AtomicHelper::Element::bfloat16:
        return {{Helper::bfloat16_to_float, type},
                {Helper::bfloat16_from_float, f},
                {Helper::round_to_bfloat16, f}};
    case AtomicHelper::Element::any:
        break;
    }
    return {};
}

HelperTemplate atomic_template(Helper helper, const Type* type, Target target) {
    const AtomicHelper& atomic = *program::find_atomic(helper);
    return target == Target::cpu ? host_template(atomic, type) : cuda_template(atomic, type);
}

void add_atomic_words(Words& words, Helper helper, const Type* type, const Dialect& dialect) {
    const AtomicHelper& atomic = *program::find_atomic(helper);
    const Operation& operation = operation_of(atomic);
    const bool wraps = type->is_integer() && !operation.changed_integer.empty();
    words.texts["OPERATION"] = operation.cuda;
    words.phrases["CHANGED"] = wraps ? operation.changed_integer : operation.changed;
    words.texts["BUILTIN"] = operation.gcc;
    words.texts["LESS"] = atomic.operation == Special::atomic_min ? "<" : ">";
    const bool is_single = type == Type::float32();
    words.texts["BITS"] = is_single ? "unsigned int" : "unsigned long long";
    words.texts["TO_BITS"] = type->is_integer() ? "static_cast<unsigned long long>"
                             : is_single        ? "__float_as_uint"
                                                : "__double_as_longlong";
    words.texts["FROM_BITS"] = type->is_integer() ? "uint64_t"
                               : is_single        ? "__uint_as_float"
                                                  : "__longlong_as_double";
    if (atomic.is_of_small_float()) return add_small_float_words(words, atomic, dialect);
    if (const auto form = atomic_form(atomic.operation, *type)) words.texts["OTHER"] = other_type(*form);
    if (!type->is_vector()) return;
    words.texts["MAKE"] = "make_" + std::string(type->name());
    words.texts["PARTS"] =
        by_component(type, dialect.target == Target::cpu ? dialect.helper_names.at(helper) : "atomicAdd");
}

} // namespace cudapy::emit
