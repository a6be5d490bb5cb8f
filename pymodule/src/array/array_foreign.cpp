// CudaArrays over the memory of other libraries: cudapy.asarray(), cudapy.from_dlpack() and on_host_memory().

#include "pymodule/src/array/array.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/queue/stream_order.h"

#include <memory>
#include <optional>
#include <string>

namespace cudapy::python {

namespace {

/// Makes a buffer of memory that something else owns.
using BufferOf = runtime::Buffer (*)(runtime::Device device, void* data, std::size_t bytes);

/// Makes a CudaArray of elements that an owner keeps. When the last array of them goes, on any thread, the
/// owner is destroyed with the GIL held.
template <typename Owner>
Ref array_of(runtime::Device device, const Type* element, const StridedView& elements, bool read_only,
             Owner owner, BufferOf buffer_of = runtime::Buffer::borrowed) {
    int64_t low = 0, end = elements.shape.count() ? elements.item : 0; // from the element whose indices are 0
    for (int axis = 0; axis < elements.shape.rank() && end; ++axis) {
        const int64_t reach = elements.strides[static_cast<std::size_t>(axis)] * (elements.shape[axis] - 1);
        (reach < 0 ? low : end) += reach;
    }
    unsigned char* first = elements.data ? elements.data + low : nullptr;
    auto made =
        std::make_unique<runtime::Buffer>(buffer_of(device, first, static_cast<std::size_t>(end - low)));
    auto* kept = new Owner(std::move(owner));
    std::shared_ptr<runtime::Buffer> storage(made.release(), [kept](runtime::Buffer* gone) {
        delete gone;
        with_gil([kept] { delete kept; }); // once Python has ended its objects are left as they are
    });
    return new_array_over(std::move(storage), element, elements, -low, read_only);
}

/// The owner of elements: the object, and what it gave to keep its memory.
struct Owner {
    Ref object;
    std::shared_ptr<void> memory;
};

/// Returns whether each element is at a multiple of its alignment, as kernels expect.
bool strides_fit(const StridedView& elements, const Type* element) {
    const auto alignment = static_cast<std::uintptr_t>(element->alignment());
    std::uintptr_t places = reinterpret_cast<std::uintptr_t>(elements.data);
    for (int axis = 0; axis < elements.shape.rank(); ++axis)
        if (elements.shape[axis] > 1)
            places |= static_cast<std::uintptr_t>(elements.strides[static_cast<std::size_t>(axis)]);
    return elements.shape.count() == 0 || places % alignment == 0;
}

/// Returns why no CudaArray can be over such an array; empty when one can.
std::string obstacle(const ForeignArray& array) {
    if (!array.on_gpu() && !array.on_host()) return fmt::format("is on {}", dlpack::name_of(array.device));
    if (!array.element) return fmt::format("has elements that kernels do not know: {}", array.element_name());
    if (array.rank < 1 || array.rank > Type::max_rank)
        return fmt::format("has {} dimensions, not 1 to {}", array.rank, Type::max_rank);
    if (!array.aligned || !strides_fit(array.elements, array.element))
        return fmt::format("has elements that are not at multiples of {} bytes", array.element->alignment());
    return "";
}

MessageStart begins_with(const char* who) {
    return [who] { return std::string(who); };
}

} // namespace

Ref array_over(PyObject* object, ForeignArray array, const char* who) {
    const std::string problem = obstacle(array);
    if (!problem.empty())
        raise(array.element ? PyExc_BufferError : PyExc_TypeError, "{}: this {} {}", who, type_name(object),
              problem);
    if (array.on_host() && array.element == Type::bool_())
        HostBuffer(array, nullptr).check_bools(object, who, "X");
    return array_of(array.place(), array.element, array.elements, array.read_only,
                    Owner{Ref::borrow(object), std::move(array.owner)});
}

namespace {

/// Returns why no CudaArray of such elements (null: of its own) can be over a buffer; empty when one can.
std::string obstacle(const HostBuffer& buffer, const Type* element) {
    const Type* found = buffer.element();
    if (!found || (element && found != element) || found->is_vector())
        return fmt::format("is an array of {}", buffer.element_name());
    if (buffer.dimensions() < 1 || buffer.dimensions() > Type::max_rank)
        return fmt::format("has {} dimensions, not 1 to {}", buffer.dimensions(), Type::max_rank);
    if (!strides_fit(buffer.elements(), found))
        return fmt::format("has elements that are not at multiples of {} bytes", found->alignment());
    return "";
}

/// Makes a CudaArray over host memory with the buffer protocol. Returns nothing if that is not possible.
Ref over_buffer(PyObject* object, const Type* element) {
    HostBuffer buffer(object, "asarray", element);
    if (!obstacle(buffer, element).empty()) return {};
    buffer.check_bools(object, "asarray", "X");
    const Type* found = buffer.element();
    const StridedView elements = buffer.elements();
    const bool read_only = buffer.read_only();
    return array_of(runtime::Device{}, found, elements, read_only, std::move(buffer));
}

} // namespace

PyObject* as_array(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&]() -> Ref {
        PyObject *data = nullptr, *element_type = Py_None, *target = Py_None, *dtype = Py_None;
        static const char* names[] = {"data", "elemType", "target", "dtype", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OOO:asarray", const_cast<char**>(names),
                                         &data, &element_type, &target, &dtype))
            throw PythonError{};
        element_type = one_of(element_type, dtype, "asarray");
        const Type* element = element_type == Py_None ? nullptr : element_type_from(element_type, "asarray");
        if (is_array(data)) {
            const ArrayState& array = live_array(data);
            if ((!element || element == array.element) &&
                (target == Py_None || device_from(target, "asarray") == array.device))
                return Ref::borrow(data);
            return array_from(data, element_type, target);
        }
        if (PyObject_CheckBuffer(data) && !is_elsewhere(data)) {
            if (device_from(target, "asarray").is_host()) {
                if (Ref shared = over_buffer(data, element)) return shared;
            }
            return array_from(data, element_type, target);
        }
        ForeignArray array;
        const ImportOptions options{nullptr, true, element, true};
        if (PyList_Check(data) || PyTuple_Check(data) ||
            !take_foreign(data, options, begins_with("asarray"), array))
            return array_from(data, element_type, target);
        // An array on a GPU stays there unless the caller asks for another device. An array on the host goes
        // to the device on which kernels run.
        const bool stays = target == Py_None && array.on_gpu();
        const bool is_there =
            stays || ((array.on_gpu() || array.on_host()) && device_from(target, "asarray") == array.place());
        if (!is_there || (element && array.element != element) || !obstacle(array).empty())
            return array_from(data, element_type, target);
        if (array.on_gpu())
            runtime::order_streams(array.place(), array.stream, runtime::work_stream(array.place()));
        return array_over(data, std::move(array), "asarray");
    });
}

PyObject* on_host_memory(PyObject*, PyObject* arguments) {
    return guarded_object([&]() -> Ref {
        PyObject *data = nullptr, *element_type = Py_None;
        if (!PyArg_ParseTuple(arguments, "O|O:on_host_memory", &data, &element_type)) throw PythonError{};
        const Type* element =
            element_type == Py_None ? nullptr : element_type_from(element_type, "on_host_memory");
        HostBuffer buffer(data, "on_host_memory", element);
        const std::string problem = obstacle(buffer, element);
        if (!problem.empty())
            raise(PyExc_TypeError,
                  "kernels cannot use the memory of this {}, which {}: cuda.to_device(array) makes a copy",
                  type_name(data), problem);
        buffer.check_bools(data, "on_host_memory", "X");
        const Type* found = buffer.element();
        const StridedView elements = buffer.elements();
        const bool read_only = buffer.read_only();
        Ref array = array_of(device_from(Py_None, "on_host_memory"), found, elements, read_only,
                             std::move(buffer), runtime::Buffer::on_host_memory);
        if (type_of_class(element_type)) array_state(array.get()).memory->element_class = element_type;
        return array;
    });
}

PyObject* from_dlpack(PyObject*, PyObject* object) {
    return guarded_object([&]() -> Ref {
        if (is_array(object)) {
            live_array(object);
            return Ref::borrow(object);
        }
        ForeignArray array;
        const ImportOptions options{nullptr, true, nullptr, true};
        if (!take_dlpack(object, options, begins_with("from_dlpack"), array))
            raise(PyExc_TypeError, "from_dlpack: expected an array with __dlpack__(), got {}",
                  describe(object));
        if (array.on_gpu())
            runtime::order_streams(array.place(), array.stream, runtime::work_stream(array.place()));
        return array_over(object, std::move(array), "from_dlpack");
    });
}

} // namespace cudapy::python
