#include "pymodule/src/types/default_argument.h"

#include "pymodule/src/python/error.h"

#include <cmath>
#include <limits>

namespace cudapy::python {

namespace {

using cuda_text::Literal;

/// Returns the number that a type of this size makes of the low bits of an integer.
Ref wrapped(const Type* type, uint64_t bits) {
    const int unused = 64 - 8 * static_cast<int>(type->size());
    if (type->is_unsigned()) return Ref::steal(PyLong_FromUnsignedLongLong(bits << unused >> unused));
    return Ref::steal(PyLong_FromLongLong(static_cast<int64_t>(bits << unused) >> unused));
}

/// Returns the number without its fraction. It is null for a number outside the type, for which C++ defines
/// no result.
Ref truncated(const Type* type, double number) {
    const double whole = std::trunc(number);
    const int bits = 8 * static_cast<int>(type->size()) - (type->is_unsigned() ? 0 : 1);
    const double end = std::ldexp(1.0, bits);
    const double begin = type->is_unsigned() ? 0.0 : -end;
    if (!(whole >= begin && whole < end)) return {};
    return Ref::steal(PyLong_FromDouble(whole));
}

} // namespace

Ref converted_literal(const Type* type, const Literal& literal) {
    const bool* truth = std::get_if<bool>(&literal.value);
    const auto* integer = std::get_if<Literal::Integer>(&literal.value);
    const double* floating = std::get_if<double>(&literal.value);
    if (type->is_array()) {
        const bool is_null =
            std::holds_alternative<std::nullptr_t>(literal.value) || (integer && integer->bits == 0);
        return is_null ? Ref::borrow(Py_None) : Ref();
    }
    if (!type->is_scalar() || (!truth && !integer && !floating)) return {};
    if (type->is_bool()) {
        const bool value = truth ? *truth : integer ? integer->bits != 0 : *floating != 0;
        return Ref::steal(PyBool_FromLong(value));
    }
    if (type->is_integer()) {
        if (floating) return truncated(type, *floating);
        return wrapped(type, truth ? static_cast<uint64_t>(*truth) : integer->bits);
    }
    if (floating) return Ref::steal(PyFloat_FromDouble(*floating));
    if (truth) return Ref::steal(PyFloat_FromDouble(*truth ? 1.0 : 0.0));
    const double value = integer->is_negative ? static_cast<double>(static_cast<int64_t>(integer->bits))
                                              : static_cast<double>(integer->bits);
    return Ref::steal(PyFloat_FromDouble(value));
}

} // namespace cudapy::python
