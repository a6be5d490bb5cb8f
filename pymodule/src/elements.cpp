#include "pymodule/src/elements.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace cudapy::python {

namespace {

/// numpy.bool_ has neither __index__ nor Python's bool as its base. The type is remembered once it was seen.
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

Stored store_bool(PyObject* number, void* to) {
    if (PyBool_Check(number)) {
        put(to, number == Py_True);
        return Stored::ok;
    }
    if (!is_numpy_bool(number)) return Stored::not_accepted;
    int truth = PyObject_IsTrue(number);
    if (truth < 0) return Stored::failed;
    put(to, truth != 0);
    return Stored::ok;
}

Stored integer_value(PyObject* number, long long& value) {
    int overflow = 0;
    if (PyLong_Check(number)) {
        value = PyLong_AsLongLongAndOverflow(number, &overflow);
    } else if (PyIndex_Check(number)) {
        Ref index = Ref::steal_or_null(PyNumber_Index(number));
        if (!index) { // arrays have __index__ and refuse it
            if (!PyErr_ExceptionMatches(PyExc_TypeError)) return Stored::failed;
            PyErr_Clear();
            return Stored::not_accepted;
        }
        value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    } else if (is_numpy_bool(number)) {
        value = PyObject_IsTrue(number);
    } else {
        return Stored::not_accepted;
    }
    return overflow != 0 ? Stored::out_of_range : Stored::ok;
}

Stored floating_value(PyObject* number, double& value) {
    if (PyFloat_CheckExact(number)) {
        value = PyFloat_AsDouble(number);
        return Stored::ok;
    }
    value = PyFloat_AsDouble(number);
    if (value != -1.0 || !PyErr_Occurred()) return Stored::ok;
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        return Stored::out_of_range;
    }
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return Stored::failed;
    PyErr_Clear();
    return Stored::not_accepted;
}

bool fits_float32(double value) {
    // Infinity and NaN are floats; a finite number that would become infinite is not.
    return !std::isfinite(value) || std::isfinite(static_cast<float>(value));
}

const char* expected(const Type* type) {
    switch (type->scalar_kind()) {
    case Scalar::bool_:
        return "True or False";
    case Scalar::int32:
    case Scalar::int64:
        return "an integer";
    default:
        return "a number";
    }
}

} // namespace

Stored store_element(Scalar scalar, PyObject* number, void* to) {
    switch (scalar) {
    case Scalar::bool_:
        return store_bool(number, to);
    case Scalar::int32: {
        long long value = 0;
        Stored stored = integer_value(number, value);
        if (stored != Stored::ok) return stored;
        if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max())
            return Stored::out_of_range;
        put(to, static_cast<int32_t>(value));
        return Stored::ok;
    }
    case Scalar::int64: {
        long long value = 0;
        Stored stored = integer_value(number, value);
        if (stored == Stored::ok) put(to, static_cast<int64_t>(value));
        return stored;
    }
    case Scalar::float32: {
        double value = 0;
        Stored stored = floating_value(number, value);
        if (stored != Stored::ok) return stored;
        if (!fits_float32(value)) return Stored::out_of_range;
        put(to, static_cast<float>(value));
        return Stored::ok;
    }
    case Scalar::float64: {
        double value = 0;
        Stored stored = floating_value(number, value);
        if (stored == Stored::ok) put(to, value);
        return stored;
    }
    case Scalar::void_:
        break;
    }
    return Stored::not_accepted;
}

std::string store_problem(const Type* type, PyObject* number, Stored problem) {
    if (problem == Stored::not_accepted)
        return fmt::format("expected {}, got {}", expected(type), describe(number));
    switch (type->scalar_kind()) {
    case Scalar::int32:
        return fmt::format("{} is out of range for int (-2147483648 to 2147483647)", describe(number));
    case Scalar::int64:
        return fmt::format("{} is out of range for int64 (-9223372036854775808 to 9223372036854775807)",
                           describe(number));
    case Scalar::float32:
        return fmt::format("{} is out of range for float (up to 3.4028235e+38)", describe(number));
    default:
        return fmt::format("{} is out of range for double", describe(number));
    }
}

void raise_store_problem(const Type* type, PyObject* number, Stored problem, const std::string& where) {
    if (problem == Stored::failed) throw PythonError{};
    PyObject* exception = problem == Stored::out_of_range ? PyExc_OverflowError : PyExc_TypeError;
    raise(exception, "{}: {}", where, store_problem(type, number, problem));
}

Ref load_element(Scalar scalar, const void* from) {
    switch (scalar) {
    case Scalar::bool_:
        return Ref::steal(PyBool_FromLong(get<unsigned char>(from) != 0));
    case Scalar::int32:
        return Ref::steal(PyLong_FromLong(get<int32_t>(from)));
    case Scalar::int64:
        return Ref::steal(PyLong_FromLongLong(get<int64_t>(from)));
    case Scalar::float32:
        return Ref::steal(PyFloat_FromDouble(static_cast<double>(get<float>(from))));
    case Scalar::float64:
        return Ref::steal(PyFloat_FromDouble(get<double>(from)));
    case Scalar::void_:
        break;
    }
    raise(PyExc_SystemError, "a value of type void was loaded");
}

bool is_bool(PyObject* object) {
    return PyBool_Check(object) || is_numpy_bool(object);
}

const char* format_code(Scalar scalar) {
    switch (scalar) {
    case Scalar::bool_:
        return "?";
    case Scalar::int32:
        return "i";
    case Scalar::int64:
        return "q";
    case Scalar::float32:
        return "f";
    default:
        return "d";
    }
}

const char* numpy_name(Scalar scalar) {
    switch (scalar) {
    case Scalar::bool_:
        return "bool";
    case Scalar::int32:
        return "int32";
    case Scalar::int64:
        return "int64";
    case Scalar::float32:
        return "float32";
    default:
        return "float64";
    }
}

} // namespace cudapy::python
