// Taking CuPy's arrays by their attributes. Their CUDA array interface makes a dict, a list of fields and
// three tuples, which takes longer than a launch.

#include "pymodule/src/foreign/direct_attributes.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/error.h"

#include <algorithm>
#include <array>

namespace cudapy::python {

namespace {

/// Returns the type of a NumPy dtype; null for one that kernels do not have. It remembers the last dtypes.
const Type* type_of_dtype(PyObject* dtype, std::string& text) {
    struct KnownDtype {
        PyObject* dtype = nullptr; ///< held
        const Type* type = nullptr;
    };
    // A program has few of them, which are looked through: whatever looks them up by their addresses may give
    // two of one launch the same place.
    static std::array<KnownDtype, 16> seen;
    for (const KnownDtype& each : seen) {
        if (each.dtype == dtype && each.type) [[likely]]
            return each.type;
        if (!each.dtype) break;
    }
    const std::string name = to_string(Ref::steal(PyObject_GetAttrString(dtype, "name")).get());
    const Type* type = nullptr;
    if (name == "bfloat16") {
        type = Type::bfloat16();
    } else {
        type =
            type_of_typestr(to_string(Ref::steal(PyObject_GetAttrString(dtype, "str")).get()).c_str(), text);
        if (!type) text = name;
    }
    if (!type) return nullptr;
    Py_INCREF(dtype);
    static std::size_t next = 0;
    PyObject* before = std::exchange(seen[next++ % seen.size()], KnownDtype{dtype, type}).dtype;
    Py_XDECREF(before);
    return type;
}

/// A function of C that CuPy shows to other modules in Cython's way; its signature is the capsule's name.
using StreamOfDevice = std::intptr_t(int device);

/// Returns null where CuPy has no such function.
StreamOfDevice* stream_function_in_c() {
    Ref module = Ref::steal_or_null(PyImport_ImportModule("cupy_backends.cuda.stream"));
    Ref shown = module ? Ref::steal_or_null(PyObject_GetAttrString(module.get(), "__pyx_capi__")) : Ref();
    Ref capsule = shown ? Ref::steal_or_null(PyMapping_GetItemString(shown.get(), "get_stream_ptr")) : Ref();
    PyErr_Clear();
    static constexpr const char* signature = "intptr_t (int)";
    if (!capsule || !PyCapsule_IsValid(capsule.get(), signature)) return nullptr;
    return reinterpret_cast<StreamOfDevice*>(PyCapsule_GetPointer(capsule.get(), signature));
}

/// Returns CuPy's current stream of the thread for a device, which need not be CuPy's current device.
void* current_stream(int device) {
    static StreamOfDevice* in_c = nullptr;
    static PyObject* in_python = nullptr; ///< for the process's life
    if (!in_c && !in_python) {
        in_c = stream_function_in_c();
        Ref module = Ref::steal(PyImport_ImportModule("cupy.cuda"));
        in_python = PyObject_GetAttrString(module.get(), "get_current_stream");
        if (!in_python) throw PythonError{};
    }
    if (in_c) {
        const std::intptr_t address = in_c(device);
        if (address == -1 && PyErr_Occurred()) throw PythonError{};
        return reinterpret_cast<void*>(address);
    }
    static constinit InternedString ptr("ptr");
    Ref stream = Ref::steal(PyObject_CallFunction(in_python, "i", device));
    void* address = PyLong_AsVoidPtr(Ref::steal(PyObject_GetAttr(stream.get(), ptr)).get());
    if (!address && PyErr_Occurred()) throw PythonError{};
    return address;
}

enum ArrayAttribute : std::size_t { data, dtype, ndim, size, shape, strides, c_contiguous };
constinit DirectAttributes<7> array_attributes({InternedString("data"), InternedString("dtype"),
                                                InternedString("ndim"), InternedString("size"),
                                                InternedString("shape"), InternedString("strides"),
                                                InternedString("_c_contiguous")});
enum PointerAttribute : std::size_t { ptr, device_id };
constinit DirectAttributes<2> pointer_attributes({InternedString("ptr"), InternedString("device_id")});

/// The shape of an array, up to `Type::max_rank` dimensions.
struct Shape {
    int rank = -1; ///< negative if it is not as this code knows it
    std::array<int64_t, Type::max_rank> extents{};
};

Shape shape_of(PyObject* object, int likely_rank) {
    // Two numbers cost less than a tuple of one.
    if (likely_rank == 1 && PyLong_AsLong(array_attributes.read(object, ndim).get()) == 1)
        return {1, {PyLong_AsLongLong(array_attributes.read(object, size).get())}};
    Shape result;
    Ref extents = array_attributes.read(object, shape);
    if (!PyTuple_Check(extents.get())) return result;
    result.rank = static_cast<int>(PyTuple_Size(extents.get()));
    for (int axis = 0; axis < std::min(result.rank, Type::max_rank); ++axis)
        result.extents[static_cast<std::size_t>(axis)] =
            PyLong_AsLongLong(PyTuple_GetItem(extents.get(), axis));
    return result;
}

bool take(PyObject* object, const ImportOptions& options, ForeignArray& array) {
    array_attributes.look_up(object);
    Ref pointer = array_attributes.read(object, data);
    pointer_attributes.look_up(pointer.get());
    array.elements.data =
        static_cast<unsigned char*>(PyLong_AsVoidPtr(pointer_attributes.read(pointer.get(), ptr).get()));
    const long device = PyLong_AsLong(pointer_attributes.read(pointer.get(), device_id).get());
    array.device = {dlpack::cuda, static_cast<int32_t>(device)};
    array.element = type_of_dtype(array_attributes.read(object, dtype).get(), array.element_text);
    const Shape its_shape = shape_of(object, options.likely_rank);
    if (its_shape.rank < 0) return false;
    array.rank = its_shape.rank;
    if (array.rank > Type::max_rank) return !PyErr_Occurred();
    std::array<int64_t, Type::max_rank> its_strides{};
    const bool is_packed = array_attributes.read(object, c_contiguous).get() == Py_True;
    if (!is_packed) {
        Ref given = array_attributes.read(object, strides);
        for (int axis = 0; axis < array.rank; ++axis)
            its_strides[static_cast<std::size_t>(axis)] =
                PyLong_AsLongLong(PyTuple_GetItem(given.get(), axis));
    }
    if (PyErr_Occurred()) return false;
    array.describe(its_shape.extents.data(), is_packed ? nullptr : its_strides.data());
    if (!options.is_ordered) return true;
    if (!options.known || options.known->source || options.known->device != array.device.index) {
        array.stream = current_stream(array.device.index);
        if (options.known) *options.known = {nullptr, array.device.index, array.stream};
    } else {
        array.stream = options.known->stream;
    }
    return true;
}

} // namespace

bool take_from_cupy(PyObject* object, const ImportOptions& options, ForeignArray& array) {
    try {
        if (take(object, options, array)) return true;
    } catch (const PythonError&) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError) && !PyErr_ExceptionMatches(PyExc_TypeError)) throw;
    }
    PyErr_Clear();
    array = {};
    return false;
}

} // namespace cudapy::python
