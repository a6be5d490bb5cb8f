#include "pymodule/src/array.h"

#include "pymodule/src/aggregates.h"
#include "pymodule/src/array_copy.h"
#include "pymodule/src/array_make.h"
#include "pymodule/src/element_type.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/rows.h"
#include "pymodule/src/target.h"

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
        PyObject *data = nullptr, *element_type = Py_None, *target = Py_None;
        static const char* names[] = {"data", "elemType", "target", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:CudaArray", const_cast<char**>(names),
                                         &data, &element_type, &target)) {
            throw PythonError{};
        }
        return array_from(data, element_type, target);
    });
}

void destroy(PyObject* self) {
    auto* object = reinterpret_cast<ArrayObject*>(self);
    if (object->weak_references) PyObject_ClearWeakRefs(self);
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&object->state);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

Ref list_of(PyObject* self) {
    const ArrayState array = live_array(self); // a copy: free() in another thread must not pull it away
    std::vector<unsigned char> elements(static_cast<std::size_t>(array.bytes()));
    read_array(array, elements.data());
    return load_lists(array.element, elements.data(), array.shape, array.memory->element_class);
}

PyObject* to_list(PyObject* self, PyObject*) {
    return guarded_object([&] { return list_of(self); });
}

PyObject* iterate(PyObject* self) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
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

/// NumPy's way to ask for an array; host arrays answer through the buffer protocol before this is asked.
PyObject* to_numpy(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *type = Py_None, *copy = Py_None;
        static const char* names[] = {"dtype", "copy", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:__array__", const_cast<char**>(names),
                                         &type, &copy))
            throw PythonError{};
        if (copy == Py_False)
            raise(PyExc_ValueError, "a CudaArray on a GPU cannot become a NumPy array without a copy");
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

/// An exception of the body is worth more than the memory that a view still shows.
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

PyObject* compare(PyObject*, PyObject*, int operation) {
    static const char* const signs[] = {"<", "<=", "==", "!=", ">", ">="};
    return guarded_object([&]() -> Ref {
        raise(PyExc_TypeError,
              "`{}` does not compare CudaArrays: it would have to copy them from their device, and whether "
              "it means identity or "
              "elements is not plain; compare A.toList() with B.toList(), or write `A is B`",
              signs[operation]);
    });
}

PyObject* get_device(PyObject* self, void*) {
    return guarded_object([&] { return to_python(array_state(self).device.name()); });
}

PyObject* get_bytes(PyObject* self, void*) {
    return PyLong_FromLongLong(array_state(self).bytes());
}

PyObject* get_freed(PyObject* self, void*) {
    return PyBool_FromLong(!array_state(self).memory->storage);
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

template <typename Function>
PyCFunction with_keywords(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

/// `_part(first, count)` of one dimension: elements that share the memory.
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

PyMethodDef methods[] = {
    {"_part", part, METH_VARARGS, nullptr},
    {"allocate", with_keywords(array_allocate), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     "allocate(length, type, target=None)\n--\n\nAn array of zeros of a scalar type, such as `cp.Float`: of "
     "`length` of them, or of a shape such as (height, width).\nRaises TypeError, ValueError and "
     "OverflowError for bad arguments, OutOfMemoryError when the device is full."},
    {"toList", to_list, METH_NOARGS,
     "toList()\n--\n\nThe elements as a list of bool, int or float; of n dimensions as lists of lists. Waits "
     "for the kernels launched\nbefore."},
    {"toHost", to_host, METH_NOARGS,
     "toHost()\n--\n\nA copy in host memory: a NumPy array where NumPy is installed, else a memoryview, of "
     "the "
     "same type and shape.\nWaits for the kernels launched before."},
    {"length", get_length, METH_NOARGS,
     "length()\n--\n\nThe extent along the first dimension; `len(array)` is the same. `size` counts all "
     "elements."},
    {"reshape", array_reshape, METH_VARARGS,
     "reshape(*shape)\n--\n\nThe elements in another shape, as `reshape(height, width)` or "
     "`reshape((height, width))`; one extent may be -1. The result\nshares the memory: what is written to "
     "one "
     "is in the other, and free() frees both. Raises ValueError for a shape with\nanother number of "
     "elements, "
     "and where no strides give the shape: then copy() comes first."},
    {"ravel", array_ravel, METH_NOARGS,
     "ravel()\n--\n\nThe elements in one dimension, row by row: reshape(-1), of a copy() where it must be."},
    {"transpose", array_transpose, METH_VARARGS,
     "transpose(*axes)\n--\n\nA view with the dimensions in another order, in the opposite one without axes. "
     "It "
     "shares the memory."},
    {"fill", array_fill, METH_O, "fill(value)\n--\n\nSets all elements to one value."},
    {"astype", array_as_type, METH_O,
     "astype(type)\n--\n\nA new array with the elements as another type, on the same device. Raises "
     "TypeError and "
     "OverflowError for elements\nthat the type does not have, as CudaArray(array, type) does."},
    {"elemType", get_element_type, METH_NOARGS,
     "elemType()\n--\n\nThe type of the elements, such as `cp.Float`."},
    {"pointer", pointer, METH_NOARGS,
     "pointer()\n--\n\nThe address of the elements in the memory of the device, as an int; 0 for an empty "
     "array."},
    {"copy", copy, METH_NOARGS,
     "copy()\n--\n\nA new array with the same elements on the same device, "
     "which follow each other there."},
    {"copy_from", with_keywords(array_copy_from), METH_VARARGS | METH_KEYWORDS,
     "copy_from(source, stream=None)\n--\n\nCopies the elements of another CudaArray, or of an array with "
     "the "
     "buffer protocol, of the same type and shape. Returns when\nit is done; at once where host memory is "
     "pinned, which then must be left alone until the stream has come there."},
    {"copy_to", with_keywords(array_copy_to), METH_VARARGS | METH_KEYWORDS,
     "copy_to(target, stream=None)\n--\n\nCopies the elements to another CudaArray, or to a writable array "
     "with the buffer protocol; else as copy_from."},
    {"__copy__", copy, METH_NOARGS, nullptr},
    {"__deepcopy__", copy, METH_O, nullptr},
    {"free", free_now, METH_NOARGS,
     "free()\n--\n\nGives the memory back now, which rows and reshaped arrays share. Any use after that "
     "raises "
     "ValueError; freeing again\ndoes nothing. Raises BufferError while NumPy arrays or memoryviews show the "
     "memory."},
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {"__array__", with_keywords(to_numpy), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__dlpack__", with_keywords(array_dlpack), METH_VARARGS | METH_KEYWORDS,
     "__dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\nA capsule of the "
     "elements "
     "where they are, for another library's from_dlpack(). The array cannot be freed while it is used."},
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS,
     "__dlpack_device__()\n--\n\nWhere the elements are, as DLPack numbers devices: (1, 0) for the host, (2, "
     "i) "
     "for \"cuda:i\"."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"shape", get_shape, nullptr, "The extents, outermost first: (length,), (height, width).", nullptr},
    {"strides", array_strides, nullptr,
     "How many bytes further the next element along each dimension is; negative in a reversed view.",
     nullptr},
    {"T", array_transposed, nullptr, "transpose(): a view with the dimensions in the opposite order.",
     nullptr},
    {"dtype", array_dtype, nullptr,
     "NumPy's dtype of the elements, of structs their `.dtype`. Needs NumPy; TypeError for what it has none "
     "for.",
     nullptr},
    {"ndim", get_rank, nullptr, "The number of dimensions, 1 to 8.", nullptr},
    {"size", get_count, nullptr, "The number of elements.", nullptr},
    {"device", get_device, nullptr, "Where the elements are: \"cuda:0\" or \"cpu\".", nullptr},
    {"nbytes", get_bytes, nullptr, "The size in bytes.", nullptr},
    {"__cuda_array_interface__", array_cuda_interface, nullptr,
     "The elements on a GPU as the CUDA array interface, version 3, shows them; no attribute of an array on "
     "the "
     "host.",
     nullptr},
    {"freed", get_freed, nullptr, "Whether free() was called.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>(
         "CudaArray(data, elemType=None, target=None)\n--\n\nAn array of 1 to 8 dimensions in the memory of "
         "a device, which stays there: kernels read and write it in place.\n\n"
         "`data` is a list or another sequence or iterable of numbers, a list of equally long lists "
         "of them, an array with the\nbuffer protocol (NumPy, array.array), or a CudaArray, and is "
         "copied; the elements are stored row by row. `elemType` is\ncp.Bool, cp.Int, cp.Int64, "
         "cp.Float or cp.Double; without it an array keeps its own, and a list of bools becomes\n"
         "Bool, of ints Int (Int64 when one needs it), with a float among them Float. `target` is "
         "\"cuda\", \"cpu\" or None: the\ndevice that kernels are compiled for by default.\n\n"
         "Lists of numbers that are not equally long give a CudaLists, which a kernel with a `T**` takes.\n\n"
         "len(), iteration, indexing and slices work as with NumPy's arrays: `A[i, j]` is an element; rows "
         "and "
         "slices, `A[i]`, `A[2:, ::-1]`,\n`A[..., 0]`, share the memory. A kernel takes arrays whose "
         "elements "
         "follow each other; copy() makes one. Raises TypeError,\nValueError and OverflowError for data "
         "that does not fit, OutOfMemoryError when the device is full.")},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_repr, reinterpret_cast<void*>(array_repr)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_iter, reinterpret_cast<void*>(iterate)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_mp_length, reinterpret_cast<void*>(array_length)},
    {Py_mp_subscript, reinterpret_cast<void*>(array_item)},
    {Py_mp_ass_subscript, reinterpret_cast<void*>(array_set_item)},
    {Py_bf_getbuffer, reinterpret_cast<void*>(array_get_buffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void*>(array_release_buffer)},
    {0, nullptr},
};

PyType_Spec spec = {"cudapy.CudaArray", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                    slots};

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

Ref new_array_over(std::shared_ptr<runtime::Buffer> storage, const Type* element, const Strided& elements,
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
    part.offset += offset;
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
