#include "pymodule/src/launch/advice.h"

#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"

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

std::string conversion_advice(PyObject* object, const Type* element, const std::string& name) {
    const std::string library = library_of(object);
    if (element->is_scalar()) {
        const char* wanted = numpy_name(element->scalar_kind());
        if (library == "torch") return fmt::format("use {}.to(torch.{})", name, wanted);
        if (library == "cupy" && element != Type::bfloat16())
            return fmt::format("use {}.astype(cupy.{})", name, wanted);
        if (library == "jax") return fmt::format("use {}.astype(jax.numpy.{})", name, wanted);
    }
    if (element->is_date()) return fmt::format("use {}.astype(\"{}\")", name, element->name());
    if (element == Type::bfloat16()) return fmt::format("use cudapy.CudaArray({}, cudapy.bfloat16)", name);
    if (element->is_struct())
        return fmt::format("use {}.astype({}.dtype), or a list of {}", name, element->name(),
                           element->name());
    if (element->is_vector()) {
        const Type* component = element->fields()[0].type;
        return fmt::format("pass an array of {} whose last extent is {}",
                           numpy_name(component->scalar_kind()), element->fields().size());
    }
    if (type_name(object) == "ndarray")
        return fmt::format("use {}.astype(numpy.{})", name, numpy_name(element->scalar_kind()));
    if (type_name(object) == "array") {
        if (!element->is_bool())
            return fmt::format("use array.array(\"{}\", {})", format_code(element->scalar_kind()), name);
    }
    if (!PyObject_CheckBuffer(object))
        return fmt::format("convert it to {}", numpy_name(element->scalar_kind()));
    return fmt::format("pass list({}) or convert it to {}", name, numpy_name(element->scalar_kind()));
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
                                    const std::string& name) {
    const Type* wanted = array->element();
    if (const std::string parts = components_advice(element, shape, array, name); !parts.empty())
        return fmt::format(": pass {}{}", parts, parts.back() == ']' ? ".copy()" : "");
    if (!wanted->is_scalar() || !element->is_scalar()) return "";
    const bool from_integer = element->is_integer() || element->is_bool();
    if (!wanted->is_complex() &&
        (wanted->is_bool() || element->is_complex() || (wanted->is_integer() && !from_integer)))
        return ""; // astype() drops no fraction and no imaginary part
    std::string type = to_string(Ref::steal(PyObject_Repr(type_object(wanted))).get());
    return fmt::format(": pass {}.astype(cp{}), which is a copy", name, type.substr(type.find('.')));
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

} // namespace cudapy::python
