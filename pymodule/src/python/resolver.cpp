#include "pymodule/src/python/resolver.h"

#include "pymodule/src/kernel/cuda_source.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/element_type.h"
#include "translator/support/internal_error.h"
#include "translator/types/type.h"

#include <complex>

namespace cudapy::python {

namespace {

PyObject* item(PyObject* answer, Py_ssize_t index) {
    PyObject* result = PyTuple_GetItem(answer, index);
    if (!result) throw PythonError{};
    return result;
}

void set_value(Binding& binding, PyObject* value) {
    if (PyBool_Check(value)) {
        binding.value = value == Py_True;
    } else if (PyLong_Check(value)) {
        int overflow = 0;
        long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        binding.value = static_cast<int64_t>(number);
        if (overflow > 0) {
            const unsigned long long large = PyLong_AsUnsignedLongLong(value);
            binding.int_too_large = PyErr_Occurred() != nullptr;
            if (!binding.int_too_large) binding.value = static_cast<uint64_t>(large);
            PyErr_Clear();
        }
        binding.int_too_large |= overflow < 0;
    } else if (PyComplex_Check(value)) {
        binding.value = std::complex<double>(PyComplex_RealAsDouble(value), PyComplex_ImagAsDouble(value));
    } else {
        double number = PyFloat_AsDouble(value);
        if (number == -1.0 && PyErr_Occurred()) throw PythonError{};
        binding.value = number;
    }
}

/// Returns the type of a class with the attributes of a struct or a vector, which tell of so many fields.
/// Anybody can set attributes, and a decorator such as dataclass(slots=True) copies them to a class of its
/// own.
const Type* aggregate_from(PyObject* made, Py_ssize_t told) {
    const Type* type = type_of(made);
    if (!type || !type->is_aggregate())
        raise(
            PyExc_TypeError,
            "{} has the attributes of a struct, and cp.struct did not return this class: use the one that it "
            "returned, with @cp.struct above all other decorators",
            describe(made));
    const auto fields = static_cast<Py_ssize_t>(type->fields().size());
    if (told != fields)
        raise(PyExc_TypeError,
              "{} was made with fields: {}, and its attributes now tell of {}: leave those whose names begin "
              "with __cudapy as cp.struct made them",
              describe(made), fields, told);
    return type;
}

Binding binding_from(PyObject* answer) {
    const std::string what = to_string(item(answer, 0));
    Binding binding;
    if (what == "constant" || what == "numpy") {
        binding.what = Binding::Kind::constant;
        set_value(binding, item(answer, 1));
        if (what == "numpy") binding.type = scalar_type_named(to_string(item(answer, 2)));
    } else if (what == "tuple") {
        binding.what = Binding::Kind::constant;
        binding.path = "tuple";
        PyObject* elements = item(answer, 1);
        for (Py_ssize_t i = 0; i < PyTuple_Size(elements); ++i)
            binding.elements.push_back(binding_from(item(elements, i)));
    } else if (what == "fields") {
        binding.what = Binding::Kind::constant;
        PyObject* fields = item(answer, 2);
        binding.type = aggregate_from(item(answer, 1), PyTuple_Size(fields));
        binding.path = binding.type->name();
        for (Py_ssize_t i = 0; i < PyTuple_Size(fields); ++i)
            binding.elements.push_back(binding_from(item(fields, i)));
    } else if (what == "date") { // its type, and the integer that it is
        binding.what = Binding::Kind::constant;
        binding.type = type_of(item(answer, 1));
        if (!binding.type || !binding.type->is_date()) throw InternalError("a date without its type");
        binding.path = binding.type->name();
        binding.elements.push_back(binding_from(item(answer, 2)));
    } else if (what == "struct") {
        binding.what = Binding::Kind::structure;
        PyObject* defaults = item(answer, 2);
        binding.type = aggregate_from(item(answer, 1), PyTuple_Size(defaults));
        binding.path = binding.type->name();
        for (Py_ssize_t i = 0; i < PyTuple_Size(defaults); ++i)
            binding.elements.push_back(binding_from(item(defaults, i)));
    } else if (what == "array") { // its number, its type, and what it is
        binding.what = Binding::Kind::array;
        binding.value = static_cast<int64_t>(PyLong_AsLongLong(item(answer, 1)));
        binding.type = type_of(item(answer, 2));
        if (!binding.type || !binding.type->is_array()) throw InternalError("an array without its type");
        binding.is_read_only = item(answer, 3) == Py_True;
        binding.is_scalar_array = item(answer, 4) == Py_True;
    } else if (what == "signed") { // its name, and the types of the result and of the arguments
        binding.what = Binding::Kind::function;
        binding.path = to_string(item(answer, 1));
        PyObject* types = item(answer, 2);
        for (Py_ssize_t i = 0; i < PyTuple_Size(types); ++i) {
            Binding& type = binding.elements.emplace_back();
            type.what = Binding::Kind::other;
            type.type = item(types, i) == Py_None ? nullptr : type_of(item(types, i));
        }
    } else if (what == "device") {
        binding.what = Binding::Kind::device_function;
        binding.path = to_string(item(answer, 1));
        binding.device_functions = device_functions_from(item(answer, 2), binding.path);
        if (!binding.device_functions) binding.what = Binding::Kind::unknown;
    } else if (what != "unknown") {
        binding.what = what == "module"       ? Binding::Kind::module
                       : what == "member"     ? Binding::Kind::member
                       : what == "function"   ? Binding::Kind::function
                       : what == "lambda"     ? Binding::Kind::lambda
                       : what == "overloaded" ? Binding::Kind::overloaded
                                              : Binding::Kind::other;
        binding.path = to_string(item(answer, 1));
        if (PyTuple_Size(answer) > 2) binding.why = to_string(item(answer, 2));
    }
    return binding;
}

} // namespace

Binding CapturingResolver::resolve(uint32_t file, const std::string& function,
                                   std::span<const std::string> path) {
    auto key = std::make_tuple(file, function, std::vector<std::string>(path.begin(), path.end()));
    if (auto known = captured_.find(key); known != captured_.end()) return known->second;
    Ref names = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(path.size())));
    for (std::size_t i = 0; i < path.size(); ++i)
        check(PyTuple_SetItem(names.get(), static_cast<Py_ssize_t>(i), to_python(path[i]).release()));
    Ref answer =
        Ref::steal(PyObject_CallFunction(resolve_.get(), "IsO", file, function.c_str(), names.get()));
    Binding binding = binding_from(answer.get());
    captured_.emplace(std::move(key), binding);
    return binding;
}

std::optional<Binding> CapturingResolver::default_value(uint32_t file, const std::string& function,
                                                        const std::string& parameter) {
    Key key{file, function, {parameter}};
    if (auto known = defaults_.find(key); known != defaults_.end()) return known->second;
    Ref answer = Ref::steal(
        PyObject_CallMethod(resolve_.get(), "default", "Iss", file, function.c_str(), parameter.c_str()));
    Binding binding = binding_from(answer.get());
    defaults_.emplace(std::move(key), binding);
    return binding;
}

} // namespace cudapy::python
