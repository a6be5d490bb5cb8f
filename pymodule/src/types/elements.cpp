#include "pymodule/src/types/elements.h"

#include "pymodule/src/array/array.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/types/dates.h"
#include "translator/types/small_floats.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace cudapy::python {

namespace {

/// Returns whether the object is a numpy.bool_, which has neither __index__ nor Python's bool as its base.
/// The type is remembered once it was seen.
bool is_numpy_bool(PyObject* object) {
    static PyTypeObject* seen = nullptr;
    PyTypeObject* type = Py_TYPE(object);
    if (type == seen) return true;
    if (PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyUnicode_Check(object)) return false;
    Ref module = Ref::steal_or_null(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__module__"));
    if (!module || !PyUnicode_Check(module.get()) ||
        PyUnicode_CompareWithASCIIString(module.get(), "numpy") != 0) {
        PyErr_Clear();
        return false;
    }
    std::string name = type_name(object);
    if (name != "bool" && name != "bool_") return false;
    seen = type;
    return true;
}

template <typename Value>
void put(void* to, Value value) {
    std::memcpy(to, &value, sizeof value); // elements of strided buffers need not be aligned
}

template <typename Value>
Value get(const void* from) {
    Value value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

StoreResult store_bool(PyObject* number, void* to) {
    if (PyBool_Check(number)) {
        put(to, number == Py_True);
        return StoreResult::ok;
    }
    if (!is_numpy_bool(number)) return StoreResult::not_accepted;
    int truth = PyObject_IsTrue(number);
    if (truth < 0) return StoreResult::failed;
    put(to, truth != 0);
    return StoreResult::ok;
}

/// Reads a Python int that is within 64 bits, signed or not.
StoreResult integer_of(PyObject* number, WideInt& value) {
    int overflow = 0;
    value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow <= 0) return overflow == 0 ? StoreResult::ok : StoreResult::out_of_range;
    const unsigned long long large = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        return StoreResult::out_of_range;
    }
    value = large;
    return StoreResult::ok;
}

StoreResult integer_value(PyObject* number, WideInt& value) {
    if (PyLong_Check(number)) return integer_of(number, value);
    if (PyIndex_Check(number)) {
        Ref index = Ref::steal_or_null(PyNumber_Index(number));
        if (index) return integer_of(index.get(), value);
        // Arrays have __index__ and refuse it.
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) return StoreResult::failed;
        PyErr_Clear();
        return StoreResult::not_accepted;
    }
    if (!is_numpy_bool(number)) return StoreResult::not_accepted;
    value = PyObject_IsTrue(number);
    return StoreResult::ok;
}

template <typename Integer>
bool is_within(WideInt value) {
    return value >= std::numeric_limits<Integer>::min() && value <= std::numeric_limits<Integer>::max();
}

/// Returns whether an integer type holds the value. A launch asks for each argument that is a number.
bool holds_integer(Scalar scalar, WideInt value) {
    switch (scalar) {
    case Scalar::int32:
        return is_within<int32_t>(value);
    case Scalar::int64:
        return is_within<int64_t>(value);
    default:
        return holds(Type::scalar(scalar), value);
    }
}

/// Stores the low bits of a value, which the type may be too small for.
void put_integer(Scalar scalar, WideInt value, void* to) {
    switch (scalar) {
    case Scalar::int8:
    case Scalar::uint8:
        return put(to, static_cast<uint8_t>(value));
    case Scalar::int16:
    case Scalar::uint16:
        return put(to, static_cast<uint16_t>(value));
    case Scalar::int32:
    case Scalar::uint32:
        return put(to, static_cast<uint32_t>(value));
    default:
        return put(to, static_cast<uint64_t>(value));
    }
}

StoreResult store_integer(Scalar scalar, PyObject* number, void* to) {
    WideInt value = 0;
    const StoreResult stored = integer_value(number, value);
    if (stored != StoreResult::ok) return stored;
    if (!holds_integer(scalar, value)) return StoreResult::out_of_range;
    put_integer(scalar, value, to);
    return StoreResult::ok;
}

/// Returns whether the object has a dtype of NumPy of a kind, as its scalars and arrays do.
bool has_dtype_kind(PyObject* object, const char* wanted) {
    if (PyFloat_Check(object) || PyLong_Check(object) || PyUnicode_Check(object)) return false;
    static constinit InternedString dtype_name("dtype"), kind_name("kind");
    const Ref dtype = attribute_or_none(object, dtype_name);
    const Ref kind = dtype ? attribute_or_none(dtype.get(), kind_name) : Ref();
    return kind && PyUnicode_Check(kind.get()) && PyUnicode_CompareWithASCIIString(kind.get(), wanted) == 0;
}

StoreResult floating_value(PyObject* number, double& value) {
    if (PyFloat_CheckExact(number)) {
        value = PyFloat_AsDouble(number);
        return StoreResult::ok;
    }
    if (is_array(number)) return StoreResult::not_accepted; // float() of one would wait for its device
    // NumPy's complex numbers have __float__, which leaves their imaginary part out. So have spans of time in
    // some units.
    if (!PyFloat_Check(number) && (is_complex(number) || has_dtype_kind(number, "m")))
        return StoreResult::not_accepted;
    value = PyFloat_AsDouble(number);
    if (value != -1.0 || !PyErr_Occurred()) return StoreResult::ok;
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        return StoreResult::out_of_range;
    }
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return StoreResult::failed;
    PyErr_Clear();
    return StoreResult::not_accepted;
}

/// Returns whether a float type holds the value. It holds infinity and NaN, but not a finite number that
/// would become infinite.
bool fits(const Type* type, double value) {
    return !std::isfinite(value) || std::isfinite(rounded(type, value));
}

/// Stores any number, by the __complex__ of its class, or else by __float__.
StoreResult store_complex(Scalar scalar, PyObject* number, void* to) {
    double parts[2] = {PyComplex_Check(number) ? PyComplex_RealAsDouble(number) : 0, 0};
    if (PyComplex_Check(number)) {
        parts[1] = PyComplex_ImagAsDouble(number);
    } else if (PyObject_HasAttrString(number, "__complex__")) {
        Ref value = Ref::steal_or_null(PyObject_CallMethod(number, "__complex__", nullptr));
        if (!value) { // arrays have it and refuse it
            if (!PyErr_ExceptionMatches(PyExc_TypeError)) return StoreResult::failed;
            PyErr_Clear();
            return StoreResult::not_accepted;
        }
        if (!PyComplex_Check(value.get())) return StoreResult::not_accepted;
        return store_complex(scalar, value.get(), to);
    } else if (const StoreResult stored = floating_value(number, parts[0]); stored != StoreResult::ok) {
        return stored;
    }
    if (scalar == Scalar::complex128) {
        std::memcpy(to, parts, sizeof parts);
        return StoreResult::ok;
    }
    if (!fits(Type::float32(), parts[0]) || !fits(Type::float32(), parts[1]))
        return StoreResult::out_of_range;
    const float singles[2] = {static_cast<float>(parts[0]), static_cast<float>(parts[1])};
    std::memcpy(to, singles, sizeof singles);
    return StoreResult::ok;
}

const char* expected(const Type* type) {
    switch (type->scalar_kind()) {
    case Scalar::bool_:
        return "True or False";
    case Scalar::float16:
    case Scalar::bfloat16:
    case Scalar::float32:
    case Scalar::float64:
        return "a number";
    case Scalar::complex64:
    case Scalar::complex128:
        return "a complex number";
    default:
        return "an integer";
    }
}

} // namespace

StoreResult store_element(Scalar scalar, PyObject* number, void* to) {
    switch (scalar) {
    case Scalar::bool_:
        return store_bool(number, to);
    case Scalar::float32: {
        double value = 0;
        StoreResult stored = floating_value(number, value);
        if (stored != StoreResult::ok) return stored;
        const auto single = static_cast<float>(value);
        if (std::isinf(single) && std::isfinite(value)) return StoreResult::out_of_range;
        put(to, single);
        return StoreResult::ok;
    }
    case Scalar::float16:
    case Scalar::bfloat16: {
        double value = 0;
        StoreResult stored = floating_value(number, value);
        if (stored != StoreResult::ok) return stored;
        if (!fits(Type::scalar(scalar), value)) return StoreResult::out_of_range;
        put(to, small_float_bits(Type::scalar(scalar), value));
        return StoreResult::ok;
    }
    case Scalar::complex64:
    case Scalar::complex128:
        return store_complex(scalar, number, to);
    case Scalar::float64: {
        double value = 0;
        StoreResult stored = floating_value(number, value);
        if (stored == StoreResult::ok) put(to, value);
        return stored;
    }
    case Scalar::void_:
        return StoreResult::not_accepted;
    default:
        return store_integer(scalar, number, to);
    }
}

StoreResult store_element(const Type* type, PyObject* number, void* to) {
    return type->is_date() ? store_date(type, number, to) : store_element(type->scalar_kind(), number, to);
}

std::string store_problem(const Type* type, PyObject* number, StoreResult problem) {
    if (problem == StoreResult::not_accepted && type->is_date())
        return fmt::format("expected a numpy.{}, got {}", type->name(), describe(number));
    if (problem == StoreResult::not_accepted)
        return fmt::format("expected {}, got {}", expected(type), describe(number));
    if (type->is_integer()) {
        const uint64_t most = ~uint64_t{0} >> (64 - type->size() * 8 + (type->is_signed() ? 1 : 0));
        const std::string least = type->is_signed() ? fmt::format("-{}", most + 1) : "0";
        return fmt::format("{} is out of range for {} ({} to {})", describe(number), type->name(), least,
                           most);
    }
    const char* limit = type == Type::float16()                                ? " (up to 65504)"
                        : type == Type::bfloat16()                             ? " (up to 3.3895314e+38)"
                        : type == Type::float32() || type == Type::complex64() ? " (up to 3.4028235e+38)"
                                                                               : "";
    return fmt::format("{} is out of range for {}{}", describe(number), type->name(), limit);
}

void raise_store_problem(const Type* type, PyObject* number, StoreResult problem, const std::string& where) {
    if (problem == StoreResult::failed) throw PythonError{};
    PyObject* exception = problem == StoreResult::out_of_range ? PyExc_OverflowError : PyExc_TypeError;
    raise(exception, "{}: {}", where, store_problem(type, number, problem));
}

void cast_integer(Scalar scalar, PyObject* number, void* to) {
    const Ref mask = Ref::steal(PyLong_FromUnsignedLongLong(~0ULL));
    const Ref low = Ref::steal(PyNumber_And(number, mask.get()));
    put_integer(scalar, PyLong_AsUnsignedLongLong(low.get()), to);
}

namespace {

const void* imaginary(const void* complex, std::size_t part_size) {
    return static_cast<const unsigned char*>(complex) + part_size;
}

} // namespace

Ref load_element(Scalar scalar, const void* from) {
    switch (scalar) {
    case Scalar::bool_:
        return Ref::steal(PyBool_FromLong(get<unsigned char>(from) != 0));
    case Scalar::int8:
        return Ref::steal(PyLong_FromLong(get<int8_t>(from)));
    case Scalar::uint8:
        return Ref::steal(PyLong_FromLong(get<uint8_t>(from)));
    case Scalar::int16:
        return Ref::steal(PyLong_FromLong(get<int16_t>(from)));
    case Scalar::uint16:
        return Ref::steal(PyLong_FromLong(get<uint16_t>(from)));
    case Scalar::int32:
        return Ref::steal(PyLong_FromLong(get<int32_t>(from)));
    case Scalar::uint32:
        return Ref::steal(PyLong_FromUnsignedLong(get<uint32_t>(from)));
    case Scalar::int64:
        return Ref::steal(PyLong_FromLongLong(get<int64_t>(from)));
    case Scalar::uint64:
        return Ref::steal(PyLong_FromUnsignedLongLong(get<uint64_t>(from)));
    case Scalar::float32:
        return Ref::steal(PyFloat_FromDouble(static_cast<double>(get<float>(from))));
    case Scalar::float64:
        return Ref::steal(PyFloat_FromDouble(get<double>(from)));
    case Scalar::float16:
    case Scalar::bfloat16:
        return Ref::steal(PyFloat_FromDouble(small_float_value(Type::scalar(scalar), get<uint16_t>(from))));
    case Scalar::complex64:
        return Ref::steal(PyComplex_FromDoubles(static_cast<double>(get<float>(from)),
                                                static_cast<double>(get<float>(imaginary(from, 4)))));
    case Scalar::complex128:
        return Ref::steal(PyComplex_FromDoubles(get<double>(from), get<double>(imaginary(from, 8))));
    case Scalar::void_:
        break;
    }
    raise(PyExc_SystemError, "a value of type void was loaded");
}

bool is_bool(PyObject* object) {
    return PyBool_Check(object) || is_numpy_bool(object);
}

bool is_complex(PyObject* object) {
    return PyComplex_Check(object) || has_dtype_kind(object, "c"); // NumPy's complex64 is no Python complex
}

const char* format_code(Scalar scalar) {
    switch (scalar) {
    case Scalar::bool_:
        return "?";
    case Scalar::int8:
        return "b";
    case Scalar::uint8:
        return "B";
    case Scalar::int16:
        return "h";
    case Scalar::uint16:
        return "H";
    case Scalar::int32:
        return "i";
    case Scalar::uint32:
        return "I";
    case Scalar::int64:
        return "q";
    case Scalar::uint64:
        return "Q";
    case Scalar::float16:
        return "e";
    case Scalar::bfloat16: // the protocol has no code for it: its bits
        return "H";
    case Scalar::float32:
        return "f";
    case Scalar::complex64:
        return "Zf";
    case Scalar::complex128:
        return "Zd";
    default:
        return "d";
    }
}

} // namespace cudapy::python
