// Taking arrays whose type has DLPack's table of C functions, such as PyTorch's tensors, and CuPy's arrays.
// It needs no capsule or dict for each array, so a launch with them costs little more than one with
// CudaArrays.

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/foreign/torch_tensor.h"
#include "pymodule/src/python/error.h"

#include <array>
#include <optional>

namespace cudapy::python {

struct ForeignType {
    PyTypeObject* type = nullptr; ///< held, so that no other type gets its address
    bool is_known = false;        ///< it is one of those that have a way
    bool is_cupy = false;
    const dlpack::ExchangeApi* api = nullptr;
    bool has_gradients = false; ///< a PyTorch tensor, which may be more than its memory
    std::optional<TensorFunctions> tensor_functions{}; ///< if they are missing, its methods are asked
};

namespace {

bool has_attribute(PyTypeObject* type, const char* name) {
    return PyObject_HasAttrString(reinterpret_cast<PyObject*>(type), name) == 1;
}

/// Returns the newest table in the chain that has our layout; null if there is none.
const dlpack::ExchangeApi* usable_api(PyTypeObject* type) {
    Ref capsule = Ref::steal_or_null(
        PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__dlpack_c_exchange_api__"));
    if (!capsule) {
        PyErr_Clear();
        return nullptr;
    }
    if (!PyCapsule_IsValid(capsule.get(), dlpack::exchange_capsule)) return nullptr;
    auto* header =
        static_cast<dlpack::ExchangeHeader*>(PyCapsule_GetPointer(capsule.get(), dlpack::exchange_capsule));
    while (header && header->version.major > dlpack::major_version)
        header = header->previous;
    if (!header || header->version.major != dlpack::major_version) return nullptr;
    const auto* api = reinterpret_cast<const dlpack::ExchangeApi*>(header);
    return api->current_stream && (api->tensor_from_object || api->managed_from_object) ? api : nullptr;
}

bool is_cupy_array(PyTypeObject* type) {
    Ref module = Ref::steal_or_null(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__module__"));
    Ref name = Ref::steal_or_null(PyType_GetName(type));
    PyErr_Clear();
    return module && name && PyUnicode_Check(module.get()) &&
           PyUnicode_CompareWithASCIIString(module.get(), "cupy") == 0 &&
           PyUnicode_CompareWithASCIIString(name.get(), "ndarray") == 0;
}

ForeignType examine(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    ForeignType result{type};
    const bool is_cupy = is_cupy_array(type);
    // A type with the buffer protocol tells more by that: structs, byte orders, and whether the memory may be
    // written. CuPy's arrays also have it, but only for memory that is the host's as well.
    if (!is_cupy && PyType_GetSlot(type, Py_bf_getbuffer)) return result;
    result.api = usable_api(type);
    result.is_cupy = is_cupy && !result.api;
    result.is_known = result.api || result.is_cupy;
    result.has_gradients = has_attribute(type, "requires_grad") && has_attribute(type, "is_conj") &&
                           has_attribute(type, "is_neg");
    if (result.has_gradients) result.tensor_functions = TensorFunctions::of(object);
    return result;
}

/// Calls a method without arguments that returns True or False.
bool says(PyObject* object, PyObject* method) {
    Ref answer = Ref::steal(PyObject_CallMethodObjArgs(object, method, nullptr));
    return check(PyObject_IsTrue(answer.get())) != 0;
}

/// Says why a tensor's memory does not hold its value, or not all of it.
struct Laziness {
    bool requires_grad = false;
    bool is_conj = false; ///< the value is the conjugate of what the memory holds
    bool is_neg = false;  ///< the value is the negative of what the memory holds
};

/// Asks PyTorch, in C++ where that is known to work and else by the tensor's own methods.
Laziness laziness(PyObject* tensor, const ForeignType& type, bool is_complex) {
    if (type.tensor_functions) [[likely]] {
        const TensorFunctions& functions = *type.tensor_functions;
        return {functions.requires_grad(tensor), is_complex && functions.is_conj(tensor),
                functions.is_neg(tensor)};
    }
    static constinit InternedString requires_grad("requires_grad");
    static constinit InternedString is_conj("is_conj");
    static constinit InternedString is_neg("is_neg");
    Ref has_gradient = Ref::steal(PyObject_GetAttr(tensor, requires_grad));
    return {has_gradient.get() == Py_True, is_complex && says(tensor, is_conj), says(tensor, is_neg)};
}

/// Raises ValueError for a tensor whose memory does not hold its value, or not all of it. It asks at every
/// launch, because `t.data = t.conj()` makes a conjugate of a tensor that is the same object over the same
/// memory.
void refuse_lazy(PyObject* tensor, const ForeignType& type, const ForeignArray& array,
                 const MessageStart& where) {
    const Laziness is = laziness(tensor, type, array.element && array.element->is_complex());
    if (is.requires_grad)
        raise(PyExc_ValueError,
              "{}: this {} requires a gradient, and kernels compute none: pass its .detach(), which shares "
              "its memory",
              where(), type_name(tensor));
    if (is.is_conj)
        raise(PyExc_ValueError,
              "{}: this {} is the conjugate of what its memory holds: pass its .resolve_conj()", where(),
              type_name(tensor));
    if (is.is_neg)
        raise(PyExc_ValueError,
              "{}: this {} is the negative of what its memory holds: pass its .resolve_neg()", where(),
              type_name(tensor));
}

/// Takes an array by its type's table. `type` is a copy, because the object's library may run code that looks
/// up other types.
void take_by_table(PyObject* object, ForeignType type, const ImportOptions& options,
                   const MessageStart& where, ForeignArray& array) {
    const dlpack::ExchangeApi& api = *type.api;
    if (api.tensor_from_object) {
        dlpack::Tensor tensor{};
        if (api.tensor_from_object(object, &tensor) != 0) raise_foreign_error(object, where);
        array.describe(tensor);
    } else {
        dlpack::VersionedManagedTensor* managed = nullptr;
        if (api.managed_from_object(object, &managed) != 0) raise_foreign_error(object, where);
        array.owner = dlpack::hold(managed);
        if (managed->version.major != dlpack::major_version)
            raise(PyExc_BufferError, "{}: this {} is shown by DLPack {}, of which only version 1 is known",
                  where(), type_name(object), managed->version.major);
        array.describe(managed->tensor);
        array.read_only = managed->flags & dlpack::read_only;
    }
    if (type.has_gradients) refuse_lazy(object, type, array, where);
    if (!options.is_ordered || !array.on_gpu()) return;
    if (options.known && options.known->source == &api && options.known->device == array.device.index) {
        array.stream = options.known->stream;
        return;
    }
    if (api.current_stream(array.device.kind, array.device.index, &array.stream) != 0)
        raise_foreign_error(object, where);
    if (options.known) *options.known = {&api, array.device.index, array.stream};
}

} // namespace

const ForeignType* foreign_type(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    // The types that were seen lately, by their address. They are guarded by the GIL.
    static std::array<ForeignType, 16> known;
    ForeignType& place = known[(reinterpret_cast<std::uintptr_t>(type) >> 4) % known.size()];
    if (place.type != type) [[unlikely]] {
        const ForeignType examined = examine(object);
        Py_INCREF(reinterpret_cast<PyObject*>(type));
        PyTypeObject* before = std::exchange(place, examined).type;
        Py_XDECREF(reinterpret_cast<PyObject*>(before));
        // Another type may have taken the place while the old type was released.
        if (place.type != type) return nullptr;
    }
    return place.is_known ? &place : nullptr;
}

void take_foreign(PyObject* object, const ForeignType& type, const ImportOptions& options,
                  const MessageStart& where, ForeignArray& array) {
    if (!type.is_cupy) return take_by_table(object, type, options, where, array);
    if (take_from_cupy(object, options, array)) return;
    if (!take_by_cuda_interface(object, options, where, array))
        raise(PyExc_TypeError, "{}: this {} does not show its elements", where(), type_name(object));
}

} // namespace cudapy::python
