#include "pymodule/src/foreign/torch_tensor.h"

#include <dlfcn.h>

namespace cudapy::python {

namespace {

/// Returns whether the class is one of PyTorch's own, whose instances are no more than tensors.
bool is_own_class(PyTypeObject* type) {
    Ref module = Ref::steal_or_null(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__module__"));
    Ref name = Ref::steal_or_null(PyType_GetName(type));
    PyErr_Clear();
    const auto is = [&](const char* its_module, const char* its_name) {
        return PyUnicode_CompareWithASCIIString(module.get(), its_module) == 0 &&
               PyUnicode_CompareWithASCIIString(name.get(), its_name) == 0;
    };
    return module && name && PyUnicode_Check(module.get()) &&
           (is("torch", "Tensor") || is("torch.nn.parameter", "Parameter"));
}

/// Returns a number that an object has as an attribute; nothing if it has none.
std::optional<std::uintptr_t> number(PyObject* object, const char* name) {
    Ref value = Ref::steal_or_null(PyObject_GetAttrString(object, name));
    const void* result = value ? PyLong_AsVoidPtr(value.get()) : nullptr;
    if (PyErr_Occurred()) {
        PyErr_Clear();
        return std::nullopt;
    }
    return reinterpret_cast<std::uintptr_t>(result);
}

/// Returns a function of a library that the process has loaded, and keeps the library loaded; null if there
/// is none.
template <typename Function>
Function* find(const char* library, const char* name) {
    void* handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    return handle ? reinterpret_cast<Function*>(dlsym(handle, name)) : nullptr;
}

} // namespace

std::optional<TensorFunctions> TensorFunctions::of(PyObject* tensor) {
    PyTypeObject* type = Py_TYPE(tensor);
    if (!is_own_class(type)) return std::nullopt;
    // `_cdata` is the address of the TensorImpl.
    const std::optional<std::uintptr_t> size = number(reinterpret_cast<PyObject*>(type), "__basicsize__");
    if (!size || *size < sizeof(PyObject) + sizeof(void*)) return std::nullopt;
    if (number(tensor, "_cdata") != reinterpret_cast<std::uintptr_t>(*place(tensor))) return std::nullopt;
    TensorFunctions found;
    found.requires_grad_ = find<bool(const void*)>("libc10.so", "_ZNK3c1010TensorImpl13requires_gradEv");
    found.is_conj_ = find<bool(void* const*)>("libtorch_cpu.so", "_ZN2at6native7is_conjERKNS_6TensorE");
    found.is_neg_ = find<bool(void* const*)>("libtorch_cpu.so", "_ZN2at6native6is_negERKNS_6TensorE");
    if (!found.requires_grad_ || !found.is_conj_ || !found.is_neg_) return std::nullopt;
    return found;
}

} // namespace cudapy::python
