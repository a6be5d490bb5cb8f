// Arguments of a launch that are arrays of other libraries. An array is used in place if it is on the
// kernel's device. From host memory it is sent there.

#include "pymodule/src/device/target.h"
#include "pymodule/src/launch/advice.h"
#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/python/error.h"
#include "runtime/queue/stream_order.h"
#include "translator/types/scalar_names.h"

#include <algorithm>

namespace cudapy::python {

namespace {

/// Returns whether the array is rows of components of the parameter's vectors. An array of `(n, 4)` floats is
/// one of n `float4`.
bool is_rows_of_components(const ForeignArray& array, const Type* parameter) {
    const Type* vector = parameter->element();
    if (!vector->is_vector() || array.element != vector->fields()[0].type) return false;
    const int rank = parameter->rank();
    return array.rank == rank + 1 &&
           array.elements.shape[rank] == static_cast<int64_t>(vector->fields().size()) &&
           reinterpret_cast<std::uintptr_t>(array.elements.data) %
                   static_cast<std::size_t>(vector->alignment()) ==
               0;
}

} // namespace

void Arguments::order_after(void* stream, void* ours) {
    if (runtime::is_same_stream(stream, ours)) [[likely]]
        return;
    if (std::find(streams_.begin(), streams_.end(), stream) == streams_.end()) streams_.push_back(stream);
}

void Arguments::order_streams(bool ours_waits) const {
    void* ours = runtime::work_stream(kernel_.device);
    for (void* theirs : streams_)
        runtime::order_streams(kernel_.device, ours_waits ? theirs : ours, ours_waits ? ours : theirs);
}

bool Arguments::bind_foreign(std::size_t index, PyObject* object, const ForeignType* type) {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const MessageStart place = [this, index] { return where(index); };
    const bool on_gpu = kernel_.device.kind == runtime::Device::Kind::cuda;
    const ImportOptions options{on_gpu ? runtime::work_stream(kernel_.device) : nullptr,
                                true,
                                parameter.type->element(),
                                parameter.writes,
                                &known_stream_,
                                parameter.type->rank()};
    foreign_.reserve(values_.size());
    ForeignArray& array = foreign_.emplace_back();
    if (type) {
        take_foreign(object, *type, options, place, array);
    } else if (!take_foreign(object, options, place, array)) {
        foreign_.pop_back();
        return false;
    }
    if (array.on_gpu()) {
        bind_on_gpu(index, object, array, options.stream);
        values_[index].foreign = static_cast<int>(foreign_.size()) - 1;
        return true;
    }
    const std::string text = where(index);
    if (!array.on_host())
        raise(PyExc_ValueError, "{}: the kernel runs on {} and this {} is on {}", text, kernel_.device.name(),
              type_name(object), dlpack::name_of(array.device));
    Value& value = values_[index];
    value.transfer =
        add_transfer(index, HostTransfer::from_foreign(object, std::move(array), parameter.type, text,
                                                       {kernel_.is_raw, parameter.writes}));
    foreign_.pop_back();
    if (!type) return true; // the caller goes on with the transfer
    HostTransfer& transfer = transfers_[static_cast<std::size_t>(value.transfer)];
    if (parameter.reads && parameter.type->element() == Type::bool_()) transfer.check_bools(text);
    if (parameter.writes) transfer.mark_written(text, parameter.writes_fields);
    return true;
}

void Arguments::bind_on_gpu(std::size_t index, PyObject* object, const ForeignArray& array, void* ours) {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const Type* wanted = parameter.type;
    const int rank = wanted->rank();
    const bool as_vectors = is_rows_of_components(array, wanted);
    const auto kind = [&] { return type_name(object); };
    if (array.place() != kernel_.device)
        raise(PyExc_ValueError, "{}: the kernel runs on {} and this {} is on {}: {}", where(index),
              kernel_.device.name(), kind(), array.place().name(),
              pass_advice(device_advice(object, kernel_.device, parameter.name), parameter.name,
                          parameter.writes));
    if (array.element != wanted->element() && !as_vectors)
        raise(PyExc_TypeError, "{}: expected an array of {}, got {} of {}: {}", where(index),
              numpy_name(wanted->element()), kind(), array.element_name(),
              parameter.writes ? written_conversion_advice(object, wanted->element(), array.element, wanted,
                                                           parameter.name)
                               : conversion_advice(object, wanted->element(), parameter.name));
    if (array.rank != rank && !as_vectors && !kernel_.is_raw)
        raise(PyExc_TypeError, "{}: expected {}, got {} of {}: {}pass {}.reshape({})", where(index),
              dimensions_text(rank), kind(), dimensions_text(array.rank),
              declaration_advice(wanted, array.rank), parameter.name, extents_advice(rank));
    if (array.rank < 1 || array.rank > Type::max_rank) // a pointer takes any other number
        raise(PyExc_TypeError,
              "{}: expected 1 to {} dimensions, got {} of {} dimensions: pass {}.reshape(-1)", where(index),
              Type::max_rank, kind(), array.rank, parameter.name);
    if (!array.packed)
        raise(PyExc_ValueError, "{}: the elements of this {} do not follow each other in memory: {}",
              where(index), kind(),
              pass_advice(contiguous_advice(object, parameter.name), parameter.name, parameter.writes));
    if (!array.aligned)
        raise(PyExc_ValueError,
              "{}: this {} does not begin at a multiple of {} bytes, where kernels read {}: {}", where(index),
              kind(), wanted->element()->alignment(), wanted->element()->name(),
              pass_advice(fmt::format("cudapy.CudaArray({})", parameter.name), parameter.name,
                          parameter.writes));
    if (array.read_only && parameter.writes)
        raise(PyExc_ValueError,
              "{}: the kernel writes to it and this {} cannot be changed: pass a writable array or a "
              "CudaArray, such as {} = cudapy.CudaArray({})",
              where(index), kind(), parameter.name, parameter.name);
    Value& value = values_[index];
    value.data = array.elements.data;
    value.extents = array.elements.shape.extents();
    any_view_ = true;
    check_reach(index, array.elements.shape);
    order_after(array.stream, ours);
}

} // namespace cudapy::python
