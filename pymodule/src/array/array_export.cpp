// Showing the elements of a CudaArray to other libraries in place, by DLPack and the CUDA array interface.
// (An array on the host also has the buffer protocol: array_buffer.cpp.)

#include "pymodule/src/array/array.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"
#include "runtime/queue/stream.h"
#include "runtime/queue/stream_order.h"

#include <array>

namespace cudapy::python {

namespace {

/// The content of a capsule: the tensor, its extents, and the array. Its consumer frees it, on any thread.
template <typename ManagedTensor>
struct Export {
    ManagedTensor managed{};
    PyObject* array = nullptr; ///< held
    std::array<int64_t, Type::max_rank + 1> shape{}, strides{};

    static void free(ManagedTensor* managed) {
        auto* self = static_cast<Export*>(managed->context);
        with_gil([self] { // once Python has ended the memory is the process's to free
            in_turn([self] { return --array_state(self->array).memory->exports; });
            Py_DECREF(self->array);
            delete self;
        });
    }
};

template <typename ManagedTensor>
constexpr const char* capsule_name = "dltensor";
template <>
constexpr const char* capsule_name<dlpack::VersionedManagedTensor> = "dltensor_versioned";

/// Frees the content of a capsule that no consumer took. A consumer gives the capsule another name.
template <typename ManagedTensor>
void free_capsule(PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, capsule_name<ManagedTensor>)) return;
    auto* managed = static_cast<ManagedTensor*>(PyCapsule_GetPointer(capsule, capsule_name<ManagedTensor>));
    managed->deleter(managed);
}

/// Makes the memory ready for the current stream's work. Freeing it will then wait for all work that other
/// libraries do with it.
void give_away(const ArrayState& array) {
    array.memory->storage->use_on(runtime::current_stream(array.device));
    array.memory->storage->share();
}

dlpack::Device device_of(const ArrayState& array) {
    if (array.device.is_host()) return {dlpack::cpu, 0};
    return {dlpack::cuda, array.device.index};
}

template <typename ManagedTensor>
Ref make_capsule(PyObject* self, uint64_t flags) {
    note_shown(self);
    const ArrayState& array = live_array(self);
    const Type* element = array.element;
    if (element->is_struct())
        raise(PyExc_BufferError, "DLPack has no structs such as {}: use {}", element->name(),
              array.device.is_host() ? "numpy.asarray(A)" : "A.__cuda_array_interface__");
    if (element->is_date())
        raise(PyExc_BufferError, "DLPack has no {}: give A.view(\"int64\")", element->name());
    const Type* number = element->is_vector() ? element->fields()[0].type : element;
    const Shape shape = numpy_shape(element, array.shape); // a vector is a dimension more
    auto made = std::make_unique<Export<ManagedTensor>>();
    const int64_t item = number->size();
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        made->shape[k] = shape[axis];
        // The components of a vector follow each other.
        made->strides[k] = axis < array.shape.rank() ? array.strides[k] / item : 1;
    }
    dlpack::Tensor& tensor = made->managed.tensor;
    tensor = {array.data(),
              device_of(array),
              shape.rank(),
              dlpack::data_type(number),
              made->shape.data(),
              made->strides.data(),
              0};
    if constexpr (std::is_same_v<ManagedTensor, dlpack::VersionedManagedTensor>) {
        made->managed.version = {dlpack::major_version, 0};
        made->managed.flags = flags | (array.read_only ? uint64_t{dlpack::read_only} : 0);
    } else if (array.read_only) {
        raise(PyExc_BufferError,
              "this CudaArray shows memory that cannot be changed, which DLPack can say from "
              "version 1.0 on: ask with max_version=(1, 0)");
    }
    array.memory->storage->share();
    made->managed.context = made.get();
    made->managed.deleter = Export<ManagedTensor>::free;
    Ref capsule =
        Ref::steal(PyCapsule_New(&made->managed, capsule_name<ManagedTensor>, free_capsule<ManagedTensor>));
    made->array = Py_NewRef(self);
    ++array.memory->exports;
    made.release();
    return capsule;
}

/// Finds the stream on which the consumer will use a GPU's array; null is the default one. Returns false if
/// there is none, so that nothing is to be ordered.
bool consumer_stream(PyObject* stream, bool on_gpu, void*& handle) {
    handle = nullptr;
    if (stream == Py_None) return on_gpu;
    const Ref number = Ref::steal_or_null(PyIndex_Check(stream) ? PyNumber_Index(stream) : nullptr);
    if (!number) {
        PyErr_Clear();
        raise(PyExc_TypeError, "__dlpack__: stream must be an integer or None, got {}", describe(stream));
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
    if (value == -1 && !overflow) return false;
    if (!on_gpu)
        raise(PyExc_ValueError, "__dlpack__: an array on the host has no stream, got {}", describe(stream));
    if (value == 0 || value < 0 || overflow)
        raise(PyExc_ValueError,
              "__dlpack__: stream must be 1 (the default stream), 2 (that of each thread), a stream's "
              "address or -1, "
              "got {}",
              describe(stream));
    handle = reinterpret_cast<void*>(static_cast<std::uintptr_t>(value));
    return true;
}

/// Returns two integers, such as a device of DLPack or a version.
std::array<long, 2> pair_from(PyObject* object, const char* what) {
    if (!PyTuple_Check(object) || PyTuple_Size(object) != 2)
        raise(PyExc_TypeError, "__dlpack__: {} must be two integers, got {}", what, describe(object));
    std::array<long, 2> pair{};
    for (std::size_t i = 0; i < 2; ++i) {
        const Ref number = Ref::steal(PyNumber_Index(PyTuple_GetItem(object, static_cast<Py_ssize_t>(i))));
        pair[i] = PyLong_AsLong(number.get());
        if (pair[i] == -1 && PyErr_Occurred()) throw PythonError{};
    }
    return pair;
}

} // namespace

PyObject* array_dlpack_device(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const dlpack::Device device = device_of(live_array(self));
        return Ref::steal(Py_BuildValue("(ii)", device.kind, device.index));
    });
}

PyObject* array_dlpack(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *stream = Py_None, *max_version = Py_None, *device = Py_None, *copy = Py_None;
        static const char* names[] = {"stream", "max_version", "dl_device", "copy", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$OOOO:__dlpack__", const_cast<char**>(names),
                                         &stream, &max_version, &device, &copy))
            throw PythonError{};
        const dlpack::Device here = device_of(live_array(self));
        bool to_host = false;
        if (device != Py_None) {
            const auto [kind, index] = pair_from(device, "dl_device");
            to_host = here.kind != dlpack::cpu && kind == dlpack::cpu;
            if (!to_host && (kind != here.kind || index != here.index))
                raise(
                    PyExc_BufferError, "this CudaArray is on {} and cannot be shown on {}",
                    dlpack::name_of(here),
                    dlpack::name_of(dlpack::Device{static_cast<int32_t>(kind), static_cast<int32_t>(index)}));
        }
        if (to_host && copy == Py_False)
            raise(PyExc_BufferError, "this CudaArray is on {} and cannot be shown on cpu without a copy",
                  dlpack::name_of(here));
        const bool copied = to_host || (copy != Py_None && check(PyObject_IsTrue(copy)) != 0);
        Ref shown = Ref::borrow(self);
        if (copied) {
            const Ref target = to_host ? to_python("cpu") : Ref::borrow(Py_None);
            shown = array_from(self, Py_None, target.get());
        }
        const ArrayState& array = live_array(shown.get());
        give_away(array);
        void* handle = nullptr;
        const bool on_gpu = array.device.kind == runtime::Device::Kind::cuda;
        if (on_gpu) array.memory->storage->use_on(runtime::current_stream(array.device));
        if (consumer_stream(to_host ? Py_None : stream, on_gpu, handle))
            runtime::order_streams(array.device, runtime::work_stream(array.device), handle);
        const bool versioned = max_version != Py_None && pair_from(max_version, "max_version")[0] >= 1;
        return versioned ? make_capsule<dlpack::VersionedManagedTensor>(
                               shown.get(), copied ? uint64_t{dlpack::is_copied} : 0)
                         : make_capsule<dlpack::ManagedTensor>(shown.get(), 0);
    });
}

namespace {

Ref typestr_of(const Type* element) {
    if (element->is_struct()) return to_python(fmt::format("|V{}", element->size()));
    if (element == Type::bfloat16()) return to_python("<V2");
    if (element->is_date())
        return to_python(fmt::format("<{}8[{}]", element->is_timedelta() ? 'm' : 'M', element->unit()));
    const char kind = element->is_bool()       ? 'b'
                      : element->is_complex()  ? 'c'
                      : !element->is_integer() ? 'f'
                      : element->is_signed()   ? 'i'
                                               : 'u';
    return to_python(fmt::format("{}{}{}", element->size() == 1 ? '|' : '<', kind, element->size()));
}

/// Returns NumPy's list of fields. Padding is a field without a name.
Ref fields_of(const Type* element) {
    Ref fields = Ref::steal(PyList_New(0));
    int end = 0;
    const auto pad = [&](int to) {
        if (to == end) return;
        const std::string type = fmt::format("|V{}", to - end);
        check(PyList_Append(fields.get(), Ref::steal(Py_BuildValue("(ss)", "", type.c_str())).get()));
    };
    for (std::size_t i = 0; i < element->fields().size(); ++i) {
        const Type::Field& field = element->fields()[i];
        pad(element->offset(i));
        const Type* held = field.type->is_nested() ? field.type->element() : field.type;
        Ref type = held->is_aggregate() ? fields_of(held) : typestr_of(held);
        if (field.type->is_nested()) {
            Ref shape = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(field.type->shape().size())));
            for (std::size_t k = 0; k < field.type->shape().size(); ++k)
                check(PyTuple_SetItem(shape.get(), static_cast<Py_ssize_t>(k),
                                      PyLong_FromLongLong(field.type->shape()[k])));
            check(PyList_Append(
                fields.get(),
                Ref::steal(Py_BuildValue("(sOO)", field.name.c_str(), type.get(), shape.get())).get()));
        } else {
            check(PyList_Append(fields.get(),
                                Ref::steal(Py_BuildValue("(sO)", field.name.c_str(), type.get())).get()));
        }
        end = element->offset(i) + field.type->size();
    }
    pad(element->size());
    return fields;
}

} // namespace

PyObject* array_cuda_interface(PyObject* self, void*) {
    return guarded_object([&] {
        if (array_state(self).device.kind != runtime::Device::Kind::cuda)
            raise(PyExc_AttributeError,
                  "a CudaArray on the host has no __cuda_array_interface__: it has the buffer protocol");
        const ArrayState& array = live_array(self);
        const Type* number = array.element->is_vector() ? array.element->fields()[0].type : array.element;
        note_shown(self);
        array.memory->given_away = true;
        give_away(array);
        void* stream = runtime::work_stream(array.device);
        array.memory->storage->use_on(runtime::current_stream(array.device));
        array.memory->storage->share();
        Ref typestr = typestr_of(number);
        Ref fields =
            number->is_struct() ? fields_of(number) : Ref::steal(Py_BuildValue("[(sO)]", "", typestr.get()));
        Ref shape = to_tuple(numpy_shape(array.element, array.shape));
        Ref strides = Ref::borrow(Py_None);
        if (!array.packed) {
            strides = strides_tuple(array);
            if (array.element->is_vector())
                strides = Ref::steal(
                    PySequence_Concat(strides.get(), Ref::steal(Py_BuildValue("(i)", number->size())).get()));
        }
        return Ref::steal(
            Py_BuildValue("{s:O,s:O,s:O,s:(NO),s:O,s:N,s:i}", "shape", shape.get(), "typestr", typestr.get(),
                          "descr", fields.get(), "data", PyLong_FromVoidPtr(array.data()),
                          array.read_only ? Py_True : Py_False, "strides", strides.get(), "stream",
                          stream ? PyLong_FromVoidPtr(stream) : PyLong_FromLong(1), "version", 3));
    });
}

} // namespace cudapy::python
