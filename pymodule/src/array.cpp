#include "pymodule/src/array.h"

#include "pymodule/src/array_make.h"
#include "pymodule/src/element_type.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
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

PyObject* allocate(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *length = nullptr, *element_type = nullptr, *target = Py_None;
        static const char* names[] = {"length", "type", "target", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|O:allocate", const_cast<char**>(names),
                                         &length, &element_type, &target)) {
            throw PythonError{};
        }
        const Type* element = element_type_from(element_type, "CudaArray.allocate");
        if (element->is_void()) raise(PyExc_TypeError, "CudaArray.allocate: there are no arrays of void");
        if (!PyIndex_Check(length))
            raise(PyExc_TypeError, "CudaArray.allocate: the length must be an integer, got {}",
                  describe(length));
        Py_ssize_t count = PyNumber_AsSsize_t(length, PyExc_OverflowError);
        if (count == -1 && PyErr_Occurred()) throw PythonError{};
        if (count < 0)
            raise(PyExc_ValueError, "CudaArray.allocate: the length must not be negative, got {}", count);
        return new_array(device_from(target, "CudaArray.allocate"), element, count, true);
    });
}

Ref list_of(PyObject* self) {
    const ArrayState& array = live_array(self);
    std::vector<unsigned char> elements(static_cast<std::size_t>(array.length * array.element->size()));
    read_elements(array, 0, array.length, elements.data());
    return load_list(array.element->scalar_kind(), elements.data(), array.length);
}

PyObject* to_list(PyObject* self, PyObject*) {
    return guarded_object([&] { return list_of(self); });
}

PyObject* iterate(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyObject_GetIter(list_of(self).get())); });
}

PyObject* to_host(PyObject* self, PyObject*) {
    return guarded_object([&] { return host_copy(live_array(self)); });
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
        Ref host = host_copy(live_array(self));
        if (type == Py_None) return host;
        return Ref::steal(PyObject_CallMethod(host.get(), "astype", "O", type));
    });
}

PyObject* get_length(PyObject* self, PyObject*) {
    Py_ssize_t length = array_length(self);
    return length < 0 ? nullptr : PyLong_FromSsize_t(length);
}

PyObject* get_element_type(PyObject* self, PyObject*) {
    return guarded_object([&] { return Ref::borrow(type_object(array_state(self).element)); });
}

PyObject* pointer(PyObject* self, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromVoidPtr(live_array(self).storage->data())); });
}

PyObject* free_now(PyObject* self, PyObject*) {
    return guarded_object([&] {
        ArrayState& array = array_state(self);
        if (array.exports)
            raise(PyExc_BufferError, "this CudaArray cannot be freed: {} view{} of its memory {} in use",
                  array.exports, array.exports == 1 ? "" : "s", array.exports == 1 ? "is" : "are");
        auto storage = std::move(array.storage);
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

PyObject* repr(PyObject* self) {
    return guarded_object([&] {
        const ArrayState& array = array_state(self);
        if (!array.storage) return to_python(fmt::format("<CudaArray of {}, freed>", array.element->name()));
        std::string text = fmt::format("<CudaArray of {} {} on {}", array.length, array.element->name(),
                                       array.device.name());
        if (array.device.kind == runtime::Device::Kind::host && array.length > 0) {
            // Reading from a GPU would wait for its kernels: there only the size is shown.
            const int64_t shown = std::min<int64_t>(array.length, 6);
            std::vector<unsigned char> elements(static_cast<std::size_t>(shown * array.element->size()));
            read_elements(array, 0, shown, elements.data());
            Ref list = load_list(array.element->scalar_kind(), elements.data(), shown);
            Ref shown_list = Ref::steal(PyObject_Repr(list.get()));
            std::string inner = to_string(shown_list.get());
            inner.pop_back();
            text += ": " + inner + (shown < array.length ? ", ...]" : "]");
        }
        return to_python(text + ">");
    });
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

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
    view->obj = nullptr;
    return guarded_status([&] {
        ArrayState& array = live_array(self);
        if (array.device.kind != runtime::Device::Kind::host) {
            raise(
                PyExc_BufferError,
                "a CudaArray on {} has no memory that the host can use: copy it with .toHost() or .toList()",
                array.device.name());
        }
        static unsigned char nothing[8]; // an empty array has no memory, and a view must not be null
        void* data = array.length ? array.storage->data() : nothing;
        // PyBuffer_FillInfo describes bytes; shape, strides and format are set after it. The length that they
        // point at lives in the object.
        check(PyBuffer_FillInfo(view, self, data, array.length * array.element->size(), 0, flags));
        view->itemsize = array.element->size();
        if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT)
            view->format = const_cast<char*>(format_code(array.element->scalar_kind()));
        if ((flags & PyBUF_ND) == PyBUF_ND) {
            static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
            view->shape = reinterpret_cast<Py_ssize_t*>(&array.length);
        }
        if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = &view->itemsize;
        ++array.exports;
    });
}

void release_buffer(PyObject* self, Py_buffer*) {
    --array_state(self).exports;
}

PyObject* get_device(PyObject* self, void*) {
    return guarded_object([&] { return to_python(array_state(self).device.name()); });
}

PyObject* get_bytes(PyObject* self, void*) {
    const ArrayState& array = array_state(self);
    return PyLong_FromLongLong(array.length * array.element->size());
}

PyObject* get_freed(PyObject* self, void*) {
    return PyBool_FromLong(!array_state(self).storage);
}

template <typename Function>
PyCFunction with_keywords(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

PyMethodDef methods[] = {
    {"allocate", with_keywords(allocate), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     "allocate(length, type, target=None)\n--\n\nAn array of `length` zeros of a scalar type, such as "
     "`cp.Float`. Raises TypeError and ValueError for\n"
     "bad arguments, OutOfMemoryError when the device is full."},
    {"toList", to_list, METH_NOARGS,
     "toList()\n--\n\nThe elements as a list of bool, int or float. Waits for the kernels launched before."},
    {"toHost", to_host, METH_NOARGS,
     "toHost()\n--\n\nA copy in host memory: a NumPy array where NumPy is installed, else a memoryview of "
     "the same type.\n"
     "Waits for the kernels launched before."},
    {"length", get_length, METH_NOARGS, "length()\n--\n\nThe number of elements; `len(array)` is the same."},
    {"elemType", get_element_type, METH_NOARGS,
     "elemType()\n--\n\nThe type of the elements, such as `cp.Float`."},
    {"pointer", pointer, METH_NOARGS,
     "pointer()\n--\n\nThe address of the elements in the memory of the device, as an int; 0 for an empty "
     "array."},
    {"copy", copy, METH_NOARGS, "copy()\n--\n\nA new array with the same elements on the same device."},
    {"__copy__", copy, METH_NOARGS, nullptr},
    {"__deepcopy__", copy, METH_O, nullptr},
    {"free", free_now, METH_NOARGS,
     "free()\n--\n\nGives the memory back now. Any use after that raises ValueError; freeing again does "
     "nothing. Raises BufferError\nwhile NumPy "
     "arrays or memoryviews show the memory."},
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {"__array__", with_keywords(to_numpy), METH_VARARGS | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"device", get_device, nullptr, "Where the elements are: \"cuda:0\" or \"cpu\".", nullptr},
    {"nbytes", get_bytes, nullptr, "The size in bytes.", nullptr},
    {"freed", get_freed, nullptr, "Whether free() was called.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(
                    "CudaArray(data, elemType=None, target=None)\n--\n\nA one-dimensional array in the "
                    "memory of a device, which stays there: kernels read and write it "
                    "in place.\n\n`data` is a list or another sequence or iterable of numbers, an array with "
                    "the buffer protocol (NumPy, array.array), or a\nCudaArray, "
                    "and is copied. `elemType` is cp.Bool, cp.Int, cp.Int64, cp.Float or cp.Double; without "
                    "it an array keeps its own, and\na list of bools becomes "
                    "Bool, of ints Int (Int64 when one needs it), with a float among them Float. `target` is "
                    "\"cuda\", \"cpu\"\nor None: the device that kernels are "
                    "compiled for by default.\n\nlen(), iteration, indexing and slices work; a slice that is "
                    "read is a copy. Raises TypeError, ValueError and "
                    "OverflowError for\ndata that does not fit, OutOfMemoryError when the device is full.")},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_iter, reinterpret_cast<void*>(iterate)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_mp_length, reinterpret_cast<void*>(array_length)},
    {Py_mp_subscript, reinterpret_cast<void*>(array_item)},
    {Py_mp_ass_subscript, reinterpret_cast<void*>(array_set_item)},
    {Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void*>(release_buffer)},
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
    if (!array.storage) raise(PyExc_ValueError, "this CudaArray was freed");
    return array;
}

Ref new_array(runtime::Device device, const Type* element, int64_t length, bool zeroed) {
    if (length > PTRDIFF_MAX / 8)
        raise(PyExc_OverflowError, "an array of {} elements is larger than memory can be", length);
    auto make_object = reinterpret_cast<allocfunc>(PyType_GetSlot(array_type, Py_tp_alloc));
    std::shared_ptr<runtime::Buffer> storage;
    {
        WithoutGil released;
        storage = std::make_shared<runtime::Buffer>(
            device, static_cast<std::size_t>(length * element->size()), zeroed);
    }
    Ref object = Ref::steal(make_object(array_type, 0));
    std::construct_at(&array_state(object.get()), ArrayState{std::move(storage), element, device, length});
    return object;
}

void add_array(PyObject* module) {
    if (!array_type) array_type = add_type(module, spec);
}

} // namespace cudapy::python
