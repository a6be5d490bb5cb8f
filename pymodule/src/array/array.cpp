#include "pymodule/src/array/array.h"

#include "docstrings.h"
#include "pymodule/src/array/array_copy.h"
#include "pymodule/src/array/array_make.h"
#include "pymodule/src/array/rows.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace cudapy::python {

namespace {

struct ArrayObject {
    PyObject_HEAD ArrayState state;
    PyObject* weak_references;
};

PyTypeObject* array_type = nullptr;

Ref make_object(ArrayState state) {
    auto allocate_object = reinterpret_cast<allocfunc>(PyType_GetSlot(array_type, Py_tp_alloc));
    Ref object = Ref::steal(allocate_object(array_type, 0));
    std::construct_at(&reinterpret_cast<ArrayObject*>(object.get())->state, std::move(state));
    return object;
}

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *data = nullptr, *element_type = Py_None, *target = Py_None, *dtype = Py_None;
        static const char* names[] = {"data", "elemType", "target", "dtype", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OOO:CudaArray", const_cast<char**>(names),
                                         &data, &element_type, &target, &dtype)) {
            throw PythonError{};
        }
        return array_from(data, one_of(element_type, dtype, "CudaArray"), target);
    });
}

Ref list_of(PyObject* self) {
    const ArrayState array = live_array(self); // a copy: free() in another thread must not pull it away
    std::vector<unsigned char> elements(static_cast<std::size_t>(array.bytes()));
    read_array(array, elements.data());
    if (array.shape.rank() == 0)
        return load_value(array.element, elements.data(), array.memory->element_class);
    return load_lists(array.element, elements.data(), array.shape, array.memory->element_class);
}

PyObject* to_list(PyObject* self, PyObject*) {
    return guarded_object([&] { return list_of(self); });
}

PyObject* iterate(PyObject* self) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
        if (array.shape.rank() == 0)
            raise(PyExc_TypeError, "a CudaArray of no dimension has no items: ask A[()]");
        if (array.shape.rank() == 1) return Ref::steal(PyObject_GetIter(list_of(self).get()));
        const Shape row = array.shape.inner(1);
        std::array<int64_t, Type::max_rank> strides{};
        std::copy(array.strides.begin() + 1, array.strides.end(), strides.begin());
        Ref rows = Ref::steal(PyTuple_New(array.shape[0]));
        for (int64_t i = 0; i < array.shape[0]; ++i)
            check(PyTuple_SetItem(rows.get(), i,
                                  new_part(array, row, strides, i * array.strides[0]).release()));
        return Ref::steal(PyObject_GetIter(rows.get()));
    });
}

PyObject* to_host(PyObject* self, PyObject*) {
    return guarded_object([&] { return host_copy(self); });
}

/// `__array__`, by which NumPy asks for an array. For arrays on the host NumPy uses the buffer protocol
/// first.
PyObject* to_numpy(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *type = Py_None, *copy = Py_None;
        static const char* names[] = {"dtype", "copy", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:__array__", const_cast<char**>(names),
                                         &type, &copy))
            throw PythonError{};
        if (copy == Py_False)
            raise(PyExc_ValueError, "a CudaArray {} cannot become a NumPy array without a copy",
                  array_state(self).element->is_date() ? "of dates" : "on a GPU");
        Ref host = host_copy(self);
        if (type == Py_None) return host;
        return Ref::steal(PyObject_CallMethod(host.get(), "astype", "O", type));
    });
}

PyObject* get_length(PyObject* self, PyObject*) {
    Py_ssize_t length = array_length(self);
    return length < 0 ? nullptr : PyLong_FromSsize_t(length);
}

PyObject* get_element_type(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const ArrayState& array = array_state(self);
        PyObject* made = array.memory->element_class;
        return Ref::borrow(made ? made : type_object(array.element));
    });
}

PyObject* pointer(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
        array.memory->storage->share();
        note_shown(self);
        array.memory->given_away = true;
        return Ref::steal(PyLong_FromVoidPtr(array.data()));
    });
}

PyObject* free_now(PyObject* self, PyObject*) {
    return guarded_object([&] {
        ArrayMemory& memory = *array_state(self).memory;
        if (memory.exports)
            raise(PyExc_BufferError, "this CudaArray cannot be freed: {} view{} of its memory {} in use",
                  memory.exports, memory.exports == 1 ? "" : "s", memory.exports == 1 ? "is" : "are");
        auto storage = std::move(memory.storage);
        {
            WithoutGil released;
            storage.reset(); // waits for kernels that use it
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* enter(PyObject* self, PyObject*) {
    return guarded_object([&] {
        live_array(self);
        return Ref::borrow(self);
    });
}

/// Frees the array at the end of a `with` block. If the block raised an exception, an error about a view that
/// still uses the memory is dropped, because the exception is worth more.
PyObject* leave(PyObject* self, PyObject* arguments) {
    const bool failed = PyTuple_Size(arguments) > 0 && PyTuple_GetItem(arguments, 0) != Py_None;
    PyObject* result = free_now(self, nullptr);
    if (result || !failed) return result;
    PyErr_Clear();
    return Py_NewRef(Py_None);
}

PyObject* copy(PyObject* self, PyObject*) {
    return guarded_object([&] { return array_from(self, Py_None, Py_None); });
}

PyObject* get_device(PyObject* self, void*) {
    return guarded_object([&] { return to_python(array_state(self).device.name()); });
}

PyObject* get_bytes(PyObject* self, void*) {
    return PyLong_FromLongLong(array_state(self).bytes());
}

PyObject* get_freed(PyObject* self, void*) {
    return PyBool_FromLong(in_turn([&] { return !array_state(self).memory->storage; }));
}

PyObject* get_shape(PyObject* self, void*) {
    return guarded_object([&] { return to_tuple(array_state(self).shape); });
}

PyObject* get_rank(PyObject* self, void*) {
    return PyLong_FromLong(array_state(self).shape.rank());
}

PyObject* get_count(PyObject* self, void*) {
    return PyLong_FromLongLong(array_state(self).shape.count());
}

/// Returns the only element, for int() and float().
Ref only_element(PyObject* self, const char* who) {
    const ArrayState& array = live_array(self);
    if (array.shape.count() != 1) {
        std::string index = "0";
        for (int axis = 1; axis < array.shape.rank(); ++axis)
            index += ", 0";
        raise(PyExc_TypeError,
              "{}(A): a CudaArray of shape {} is not one number: write {}(A[{}]) for one of its elements",
              who, array.shape.text(), who, index);
    }
    std::vector<unsigned char> element(static_cast<std::size_t>(array.element->size()));
    const Type* type = array.element;
    PyObject* made = array.memory->element_class;
    read_element(array, array.offset, element.data());
    return load_value(type, element.data(), made);
}

// Without these two functions CPython would read the array's bytes as text.
PyObject* to_int(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyNumber_Long(only_element(self, "int").get())); });
}

PyObject* to_float(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyNumber_Float(only_element(self, "float").get())); });
}

/// `_part(first, count)` returns a part of an array of one dimension, which shares the memory.
PyObject* part(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
        long long first = 0, count = 0;
        if (!PyArg_ParseTuple(arguments, "LL:_part", &first, &count)) throw PythonError{};
        if (first < 0 || count < 0 || first > array.shape.count() - count)
            raise(PyExc_IndexError, "CudaArray: {} elements from {} on of {}", count, first,
                  array.shape.count());
        return new_view(array, Shape(count), first);
    });
}

/// `_address()` returns the address of the element whose indices are 0, for comparisons.
PyObject* address(PyObject* self, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromVoidPtr(live_array(self).address())); });
}

/// `_span(first, count)` returns elements that follow each other in the array's memory. The first one is so
/// many bytes from the one whose indices are 0.
PyObject* span(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
        long long first = 0, count = 0;
        if (!PyArg_ParseTuple(arguments, "LL:_span", &first, &count)) throw PythonError{};
        const int64_t begin = array.offset + first, size = array.element->size();
        if (begin < 0 || count < 0 ||
            begin + count * size > static_cast<int64_t>(array.memory->storage->bytes()))
            raise(PyExc_IndexError, "CudaArray: {} elements from {} are outside the memory", count, begin);
        return new_part(array, Shape(count), packed(nullptr, Shape(count), size).strides, first);
    });
}

PyMethodDef methods[] = {
    {"_address", address, METH_NOARGS, nullptr},
    {"_span", span, METH_VARARGS, nullptr},
    {"_part", part, METH_VARARGS, nullptr},
    {"_repr_html_", array_html, METH_NOARGS, nullptr},
    {"allocate", with_keywords(array_allocate), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     docs::CudaArray_allocate},
    {"toList", to_list, METH_NOARGS, docs::CudaArray_toList},
    {"toHost", to_host, METH_NOARGS, docs::CudaArray_toHost},
    {"tolist", to_list, METH_NOARGS, docs::CudaArray_tolist},
    {"numpy", to_host, METH_NOARGS, docs::CudaArray_numpy},
    {"length", get_length, METH_NOARGS, docs::CudaArray_length},
    {"reshape", array_reshape, METH_VARARGS, docs::CudaArray_reshape},
    {"ravel", array_ravel, METH_NOARGS, docs::CudaArray_ravel},
    {"transpose", array_transpose, METH_VARARGS, docs::CudaArray_transpose},
    {"fill", array_fill, METH_O, docs::CudaArray_fill},
    {"astype", array_as_type, METH_O, docs::CudaArray_astype},
    {"elemType", get_element_type, METH_NOARGS, docs::CudaArray_elemType},
    {"pointer", pointer, METH_NOARGS, docs::CudaArray_pointer},
    {"copy", copy, METH_NOARGS, docs::CudaArray_copy},
    {"copy_from", with_keywords(array_copy_from), METH_VARARGS | METH_KEYWORDS, docs::CudaArray_copy_from},
    {"copy_to", with_keywords(array_copy_to), METH_VARARGS | METH_KEYWORDS, docs::CudaArray_copy_to},
    {"__copy__", copy, METH_NOARGS, nullptr},
    {"__deepcopy__", copy, METH_O, nullptr},
    {"free", free_now, METH_NOARGS, docs::CudaArray_free},
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {"__array__", with_keywords(to_numpy), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__dlpack__", with_keywords(array_dlpack), METH_VARARGS | METH_KEYWORDS, docs::CudaArray_dlpack},
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS, docs::CudaArray_dlpack_device},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"shape", get_shape, nullptr, docs::CudaArray_shape, nullptr},
    {"strides", array_strides, nullptr, docs::CudaArray_strides, nullptr},
    {"T", array_transposed, nullptr, docs::CudaArray_T, nullptr},
    {"dtype", array_dtype, nullptr, docs::CudaArray_dtype, nullptr},
    {"ndim", get_rank, nullptr, docs::CudaArray_ndim, nullptr},
    {"size", get_count, nullptr, docs::CudaArray_size, nullptr},
    {"device", get_device, nullptr, docs::CudaArray_device, nullptr},
    {"nbytes", get_bytes, nullptr, docs::CudaArray_nbytes, nullptr},
    {"__cuda_array_interface__", array_cuda_interface, nullptr, docs::CudaArray_cuda_array_interface,
     nullptr},
    {"freed", get_freed, nullptr, docs::CudaArray_freed, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

/// Finds an attribute. For one that is not there the package may know what to use instead.
PyObject* get_attribute(PyObject* self, PyObject* name) {
    PyObject* found = PyObject_GenericGetAttr(self, name);
    if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
    if (PyUnicode_GetLength(name) > 0 && PyUnicode_ReadChar(name, 0) == '_') return nullptr; // protocols
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    const Ref absent = Ref::steal_or_null(PyImport_ImportModule("cudapy._arrays.missing_names"));
    const Ref hint =
        Ref::steal_or_null(absent ? PyObject_CallMethod(absent.get(), "hint", "O", name) : nullptr);
    PyErr_Clear();
    if (!hint || PyUnicode_GetLength(hint.get()) <= 0) {
        PyErr_Restore(type, value, trace);
        return nullptr;
    }
    for (PyObject* each : {type, value, trace})
        Py_XDECREF(each);
    PyErr_Format(PyExc_AttributeError, "'cudapy.CudaArray' object has no attribute '%U'%U", name, hint.get());
    return nullptr;
}

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::CudaArray)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_object<ArrayObject, &ArrayObject::state>)},
    {Py_tp_repr, reinterpret_cast<void*>(array_repr)},
    {Py_tp_iter, reinterpret_cast<void*>(iterate)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_nb_int, reinterpret_cast<void*>(to_int)},
    {Py_nb_float, reinterpret_cast<void*>(to_float)},
    {Py_mp_length, reinterpret_cast<void*>(array_length)},
    {Py_mp_subscript, reinterpret_cast<void*>(array_item)},
    {Py_mp_ass_subscript, reinterpret_cast<void*>(array_set_item)},
    {Py_bf_getbuffer, reinterpret_cast<void*>(array_get_buffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void*>(array_release_buffer)},
    {0, nullptr},
};

// The type can be changed, because the package gives it the methods that are written in Python.
PyType_Spec spec = {"cudapy.CudaArray", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT, slots};

} // namespace

bool is_array(PyObject* object) {
    return Py_IS_TYPE(object, array_type);
}

ArrayState& array_state(PyObject* object) {
    return reinterpret_cast<ArrayObject*>(object)->state;
}

ArrayState& live_array(PyObject* object) {
    ArrayState& array = array_state(object);
    if (!array.memory->storage) raise(PyExc_ValueError, "this CudaArray was freed");
    return array;
}

namespace {

ArrayState whole_array(std::shared_ptr<ArrayMemory> memory, const Type* element, runtime::Device device,
                       const Shape& shape) {
    ArrayState array;
    array.memory = std::move(memory);
    array.element = element;
    array.device = device;
    array.shape = shape;
    array.strides = packed(nullptr, shape, element->size()).strides;
    return array;
}

} // namespace

Ref new_array(runtime::Device device, const Type* element, const Shape& shape, bool zeroed) {
    if (shape.count() > PTRDIFF_MAX / 8)
        raise(PyExc_OverflowError, "an array of {} elements is larger than memory can be", shape.count());
    auto memory = std::make_shared<ArrayMemory>();
    {
        WithoutGil released;
        memory->storage = std::make_shared<runtime::Buffer>(
            device, static_cast<std::size_t>(shape.count() * element->size()), zeroed);
    }
    return make_object(whole_array(std::move(memory), element, device, shape));
}

Ref new_array_over(std::shared_ptr<runtime::Buffer> storage, const Type* element, const StridedView& elements,
                   int64_t offset, bool read_only) {
    const runtime::Device device = storage->device();
    auto memory = std::make_shared<ArrayMemory>();
    memory->storage = std::move(storage);
    ArrayState array = whole_array(std::move(memory), element, device, elements.shape);
    array.read_only = read_only;
    return new_part(array, elements.shape, elements.strides, offset);
}

Ref new_view(const ArrayState& array, const Shape& shape, int64_t first) {
    const int64_t item = array.element->size();
    return new_part(array, shape, packed(nullptr, shape, item).strides, first * item);
}

ArrayState part_of(const ArrayState& array, const Shape& shape,
                   const std::array<int64_t, Type::max_rank>& strides, int64_t offset) {
    ArrayState part = array;
    part.shape = shape;
    part.strides = strides;
    if (shape.count()) part.offset += offset; // there is no place for no elements
    part.is_view = true;
    part.packed = is_packed(part.elements());
    return part;
}

Ref new_part(const ArrayState& array, const Shape& shape, const std::array<int64_t, Type::max_rank>& strides,
             int64_t offset) {
    return make_object(part_of(array, shape, strides, offset));
}

void check_writable(const ArrayState& array) {
    if (array.read_only)
        raise(PyExc_ValueError,
              "this CudaArray shows memory that cannot be changed: write to a copy() of it");
}

void add_array(PyObject* module) {
    if (!array_type) array_type = add_type(module, spec);
}

} // namespace cudapy::python
