// Taking CuPy's arrays by their attributes. Their CUDA array interface makes a dict, a list of fields and
// three tuples, which takes longer than a launch.

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/error.h"

#include <array>

namespace cudapy::python {

namespace {

/// Returns the type of a NumPy dtype; null for one that kernels do not have. It remembers the last dtypes.
const Type* type_of_dtype(PyObject* dtype, std::string& text) {
    struct Seen {
        PyObject* dtype = nullptr; ///< held
        const Type* type = nullptr;
    };
    static std::array<Seen, 16> seen;
    Seen& place = seen[(reinterpret_cast<std::uintptr_t>(dtype) >> 4) % seen.size()];
    if (place.dtype == dtype && place.type) [[likely]]
        return place.type;
    const std::string name = to_string(Ref::steal(PyObject_GetAttrString(dtype, "name")).get());
    const Type* type = nullptr;
    if (name == "bfloat16") {
        type = Type::bfloat16();
    } else {
        type =
            type_of_typestr(to_string(Ref::steal(PyObject_GetAttrString(dtype, "str")).get()).c_str(), text);
        if (!type) text = name;
    }
    Py_INCREF(dtype);
    PyObject* before = std::exchange(place, Seen{dtype, type}).dtype;
    Py_XDECREF(before);
    return type;
}

/// Returns CuPy's current stream of the thread.
void* current_stream(int device) {
    static PyObject* function = nullptr; ///< for the process's life
    if (!function) {
        Ref module = Ref::steal(PyImport_ImportModule("cupy.cuda"));
        function = PyObject_GetAttrString(module.get(), "get_current_stream");
        if (!function) throw PythonError{};
    }
    static constinit Interned ptr("ptr");
    Ref stream = device == 0 ? Ref::steal(PyObject_CallNoArgs(function))
                             : Ref::steal(PyObject_CallFunction(function, "i", device));
    void* address = PyLong_AsVoidPtr(Ref::steal(PyObject_GetAttr(stream.get(), ptr)).get());
    if (!address && PyErr_Occurred()) throw PythonError{};
    return address;
}

bool take(PyObject* object, const Taking& taking, ForeignArray& array) {
    static constinit Interned data_name("data");
    static constinit Interned ptr("ptr");
    static constinit Interned device_id("device_id");
    static constinit Interned dtype_name("dtype");
    static constinit Interned shape_name("shape");
    static constinit Interned strides_name("strides");
    static constinit Interned contiguous("_c_contiguous");
    Ref data = Ref::steal(PyObject_GetAttr(object, data_name));
    array.elements.data =
        static_cast<unsigned char*>(PyLong_AsVoidPtr(Ref::steal(PyObject_GetAttr(data.get(), ptr)).get()));
    const long device = PyLong_AsLong(Ref::steal(PyObject_GetAttr(data.get(), device_id)).get());
    array.device = {dlpack::cuda, static_cast<int32_t>(device)};
    Ref dtype = Ref::steal(PyObject_GetAttr(object, dtype_name));
    array.element = type_of_dtype(dtype.get(), array.element_text);
    Ref shape = Ref::steal(PyObject_GetAttr(object, shape_name));
    if (!PyTuple_Check(shape.get())) return false;
    array.rank = static_cast<int>(PyTuple_Size(shape.get()));
    if (array.rank > Type::max_rank) return !PyErr_Occurred();
    std::array<int64_t, Type::max_rank> extents{}, strides{};
    for (int axis = 0; axis < array.rank; ++axis)
        extents[static_cast<std::size_t>(axis)] = PyLong_AsLongLong(PyTuple_GetItem(shape.get(), axis));
    const bool is_packed = Ref::steal(PyObject_GetAttr(object, contiguous)).get() == Py_True;
    if (!is_packed) {
        Ref given = Ref::steal(PyObject_GetAttr(object, strides_name));
        for (int axis = 0; axis < array.rank; ++axis)
            strides[static_cast<std::size_t>(axis)] = PyLong_AsLongLong(PyTuple_GetItem(given.get(), axis));
    }
    if (PyErr_Occurred()) return false;
    array.describe(extents.data(), is_packed ? nullptr : strides.data());
    if (!taking.is_ordered) return true;
    if (!taking.known || taking.known->source || taking.known->device != array.device.index) {
        array.stream = current_stream(array.device.index);
        if (taking.known) *taking.known = {nullptr, array.device.index, array.stream};
    } else {
        array.stream = taking.known->stream;
    }
    return true;
}

} // namespace

bool take_from_cupy(PyObject* object, const Taking& taking, ForeignArray& array) {
    try {
        if (take(object, taking, array)) return true;
    } catch (const PythonError&) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError) && !PyErr_ExceptionMatches(PyExc_TypeError)) throw;
    }
    PyErr_Clear();
    array = {};
    return false;
}

} // namespace cudapy::python
