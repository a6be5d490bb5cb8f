#include "pymodule/src/launch/advice.h"

#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

namespace cudapy::python {

std::string parameter_of(const std::string& where) {
    std::string name = where.substr(where.find("parameter ") + 10);
    return name.substr(0, name.find(' '));
}

std::string library_of(PyObject* object) {
    Ref module = Ref::steal_or_null(
        PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__module__"));
    if (!module || !PyUnicode_Check(module.get())) {
        PyErr_Clear();
        return "";
    }
    const std::string name = to_string(module.get());
    const std::string library = name.substr(0, name.find('.'));
    return library == "jaxlib" ? "jax" : library;
}

namespace {

/// Returns whether an array of NumPy's has complex elements.
bool is_complex(PyObject* array) {
    const Ref dtype = Ref::steal(PyObject_GetAttrString(array, "dtype"));
    const Ref kind = Ref::steal(PyObject_GetAttrString(dtype.get(), "kind"));
    return to_string(kind.get()) == "c";
}

/// Returns an expression for an array of the right elements, such as "X.astype(numpy.float32)". It is empty
/// if there is none that is known.
std::string conversion(PyObject* object, const Type* element, const std::string& name) {
    const std::string library = library_of(object);
    if (element->is_scalar()) {
        const std::string wanted = numpy_name(element);
        if (library == "torch") return fmt::format("{}.to(torch.{})", name, wanted);
        if (library == "cupy" && element != Type::bfloat16())
            return fmt::format("{}.astype(cupy.{})", name, wanted);
        if (library == "jax") return fmt::format("{}.astype(jax.numpy.{})", name, wanted);
    }
    if (element->is_date()) return fmt::format("{}.astype(\"{}\")", name, element->name());
    if (element == Type::bfloat16()) return fmt::format("cudapy.CudaArray({}, cudapy.bfloat16)", name);
    if (element->is_struct()) return fmt::format("{}.astype({}.dtype)", name, element->name());
    if (element->is_vector()) return "";
    if (type_name(object) == "ndarray")
        return fmt::format("{}{}.astype(numpy.{})", name,
                           is_complex(object) && !element->is_complex() ? ".real" : "", numpy_name(element));
    if (type_name(object) == "array" && !element->is_bool())
        return fmt::format("array.array(\"{}\", {})", format_code(element->scalar_kind()), name);
    return "";
}

/// Returns what to pass where no expression makes an array of the right elements.
std::string other_conversion(PyObject* object, const Type* element, const std::string& name) {
    if (element->is_vector()) {
        const Type* component = element->fields()[0].type;
        return fmt::format("pass an array of {} whose last extent is {}", numpy_name(component),
                           element->fields().size());
    }
    const std::string wanted = numpy_name(element);
    if (!PyObject_CheckBuffer(object)) return fmt::format("convert it to {}", wanted);
    return fmt::format("pass list({}) or convert it to {}", name, wanted);
}

} // namespace

std::string conversion_advice(PyObject* object, const Type* element, const std::string& name) {
    const std::string converted = conversion(object, element, name);
    if (converted.empty()) return other_conversion(object, element, name);
    return fmt::format("use {}{}", converted,
                       element->is_struct() ? fmt::format(", or a list of {}", element->name()) : "");
}

std::string written_conversion_advice(PyObject* object, const Type* element, const Type* actual,
                                      const Type* array, const std::string& name) {
    std::string converted = conversion(object, element, name);
    if (converted.empty()) {
        if (element->is_vector() || PyObject_CheckBuffer(object) == 0)
            return other_conversion(object, element, name) + ", and keep it, since the kernel writes to it";
        converted = fmt::format("list({})", name);
    }
    std::string advice =
        fmt::format("the kernel writes to it, so write `{} = {}` before the launch", name, converted);
    if (type_name(object) == "ndarray" && library_of(object) == "numpy" && element->is_scalar() &&
        element != Type::bfloat16())
        advice += fmt::format(", make it by numpy.zeros({}, numpy.{})", array->rank() == 1 ? "n" : "shape",
                              numpy_name(element));
    if (actual && actual->is_scalar() && element->is_scalar())
        advice += fmt::format(", or declare it `{} {}`", Type::array(actual, array->rank())->name(), name);
    return advice;
}

std::string pass_advice(const std::string& expression, const std::string& name, bool is_written) {
    return is_written ? fmt::format("the kernel writes to it, so write `{} = {}` before the launch", name,
                                    expression)
                      : "pass " + expression;
}

std::string components_advice(const Type* element, const Shape& shape, const Type* array,
                              const std::string& name) {
    const Type* vector = array->element();
    if (!vector->is_vector() || element != vector->fields()[0].type) return "";
    const auto width = static_cast<int64_t>(vector->fields().size());
    const int rank = shape.rank();
    if (rank == array->rank() + 1 && shape[rank - 1] > width) return fmt::format("{}[..., :{}]", name, width);
    if (rank == 1 && array->rank() == 1 && shape.count() % width == 0)
        return fmt::format("{}.reshape(-1, {})", name, width);
    return "";
}

std::string array_conversion_advice(const Type* element, const Shape& shape, const Type* array,
                                    const std::string& name, bool is_written) {
    const Type* wanted = array->element();
    if (const std::string parts = components_advice(element, shape, array, name); !parts.empty()) {
        const bool is_copy = parts.back() == ']';
        return ": " + pass_advice(parts + (is_copy ? ".copy()" : ""), name, is_written && is_copy);
    }
    if (!wanted->is_scalar() || !element->is_scalar()) return "";
    const bool from_integer = element->is_integer() || element->is_bool();
    if (!wanted->is_complex() &&
        (wanted->is_bool() || element->is_complex() || (wanted->is_integer() && !from_integer)))
        return ""; // astype() drops no fraction and no imaginary part
    const std::string type = to_string(Ref::steal(PyObject_Repr(type_object(wanted))).get());
    const std::string converted = fmt::format("{}.astype(cp{})", name, type.substr(type.find('.')));
    return ": " + pass_advice(converted, name, is_written) + (is_written ? "" : ", which is a copy");
}

std::string declaration_advice(const Type* array, int dimensions) {
    if (array->rank() == 1 || dimensions <= array->rank() || dimensions > Type::max_rank) return "";
    return fmt::format("declare it {}, or ", Type::array(array->element(), dimensions)->name());
}

std::string contiguous_advice(PyObject* object, const std::string& name) {
    const std::string library = library_of(object);
    if (library == "torch") return name + ".contiguous()";
    if (library == "cupy") return fmt::format("cupy.ascontiguousarray({})", name);
    return fmt::format("cudapy.CudaArray({})", name);
}

std::string device_advice(PyObject* object, runtime::Device wanted, const std::string& name) {
    const bool to_host = wanted.is_host();
    const std::string library = library_of(object);
    if (library == "torch")
        return fmt::format("{}.{}", name, to_host ? "cpu()" : "to(\"" + wanted.name() + "\")");
    if (library == "cupy" && to_host) return fmt::format("cupy.asnumpy({})", name);
    return fmt::format("cudapy.CudaArray({}, target=\"{}\")", name, to_host ? "cpu" : "cuda");
}

std::string left_out_results(const std::vector<ParameterInfo>& parameters, std::size_t passed) {
    std::string names;
    std::size_t count = 0;
    for (std::size_t i = passed; i < parameters.size() && parameters[i].is_given(); ++i) {
        if (!parameters[i].writes || !parameters[i].type->is_array()) return "";
        names += (names.empty() ? "" : ", ") + parameters[i].name;
        ++count;
    }
    if (count == 0) return "";
    return fmt::format(": a launch returns None, so make {} before it and pass {}", names,
                       count == 1 ? "it" : "them");
}

std::string advice_for_no_array(PyObject* object, const ParameterInfo& parameter) {
    if (PyDict_Check(object)) return fmt::format(": pass list({}.values())", parameter.name);
    const bool is_number = (PyFloat_Check(object) || PyLong_Check(object)) && parameter.type->rank() == 1;
    if (is_number && parameter.writes)
        return fmt::format(": the kernel writes to it, so write `{0} = [{0}]` before the launch",
                           parameter.name);
    if (is_number) return fmt::format(": pass a list of one element, [{}]", parameter.name);
    const bool is_iterable = !PyUnicode_Check(object) && PyObject_HasAttrString(object, "__iter__");
    return is_iterable ? ": pass list(...) of it" : "";
}

} // namespace cudapy::python
