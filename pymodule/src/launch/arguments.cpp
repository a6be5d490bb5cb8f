#include "pymodule/src/launch/arguments.h"

#include "pymodule/src/device/target.h"
#include "pymodule/src/launch/advice.h"
#include "pymodule/src/launch/launch_sites.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/default_argument.h"
#include "runtime/queue/stream.h"

#include <algorithm>
#include <limits>

namespace cudapy::python {

namespace {

std::string plural(std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

std::string Arguments::where(std::size_t index) const {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const Type* type = parameter.is_lists ? Type::lists(parameter.type->element()) : parameter.type;
    return fmt::format("{}: parameter {} ({})", kernel_.info.called, parameter.name,
                       kernel_.program->words().type(type->name()));
}

namespace {

/// Returns the names of the parameters that a launch gives.
std::string parameter_names(const std::vector<ParameterInfo>& parameters) {
    std::string names;
    for (const ParameterInfo& parameter : parameters)
        if (parameter.is_given()) names += (names.empty() ? "" : ", ") + parameter.name;
    return names;
}

} // namespace

void Arguments::refuse_count(std::size_t passed) const {
    const auto& parameters = kernel_.info.parameters;
    std::string names;
    std::size_t least = 0;
    std::size_t most = 0;
    for (const ParameterInfo& parameter : parameters) {
        if (!parameter.is_given()) break;
        ++most;
        names += (names.empty() ? "" : ", ") + parameter.type->name() + " " + parameter.name;
        if (parameter.default_argument)
            names += " = " + parameter.default_argument->text;
        else
            ++least;
    }
    const std::string range = least < most ? fmt::format("{} to ", least) : "";
    raise(PyExc_TypeError, "{}: expected {}{} ({}), got {}{}", kernel_.info.called, range,
          plural(most, "argument"), names, passed,
          passed < least ? left_out_results(parameters, passed) : "");
}

void Arguments::collect(const CallArguments& arguments) {
    const auto& parameters = kernel_.info.parameters;
    objects_ = arguments.by_position();
    const std::size_t given = objects_.size(), named = arguments.named();
    const bool gives_all = parameters.empty() || parameters.back().is_given();
    if (given == parameters.size() && named == 0 && gives_all) [[likely]]
        return;
    const bool is_too_many = given > parameters.size() || (given > 0 && !parameters[given - 1].is_given());
    const bool is_too_few = named == 0 && !is_too_many && given < parameters.size() &&
                            !parameters[given].default_argument && parameters[given].is_given();
    if (is_too_many || is_too_few) refuse_count(given + named);
    place_named(arguments);
}

void Arguments::place_named(const CallArguments& arguments) {
    const auto& parameters = kernel_.info.parameters;
    ordered_.assign(objects_.begin(), objects_.end());
    ordered_.resize(parameters.size());
    for (std::size_t place = 0; place < arguments.named(); ++place) {
        const std::string name = to_string(arguments.name(place));
        std::size_t i = 0;
        while (i < parameters.size() && (parameters[i].name != name || !parameters[i].is_given()))
            ++i;
        if (i == parameters.size())
            raise(PyExc_TypeError, "{}: there is no parameter {}; the parameters are {}", kernel_.info.called,
                  name, parameter_names(parameters));
        if (ordered_[i])
            raise(PyExc_TypeError, "{}: parameter {} was given twice, by position and by name",
                  kernel_.info.called, name);
        ordered_[i] = arguments.value(place);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (ordered_[i] || parameters[i].is_of_launch()) continue;
        defaults_.push_back(default_argument(i));
        ordered_[i] = defaults_.back().get();
    }
    objects_ = ordered_;
}

Ref Arguments::default_argument(std::size_t index) const {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const auto refuse = [&](const std::string& reason) {
        raise(PyExc_TypeError, "{}: the argument for parameter {} ({}) is missing{}", kernel_.info.called,
              parameter.name, parameter.type->name(), reason);
    };
    if (parameter.captured >= 0) return kernel_.program->captured_array(parameter.captured);
    if (!parameter.default_argument) refuse("");
    const cuda_text::Default& left_out = *parameter.default_argument;
    if (!left_out.problem.empty())
        refuse(fmt::format(": its default in C++, `{}`, {}, so give it", left_out.text, left_out.problem));
    Ref value = converted_literal(parameter.type, *left_out.value);
    if (!value)
        refuse(fmt::format(": its default in C++, `{}`, is not of its type, so give it", left_out.text));
    return value;
}

void Arguments::bind(const CallArguments& arguments) {
    from_code_ = arguments.from_code();
    collect(arguments);
    const auto& parameters = kernel_.info.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Type* type = parameters[i].type;
        if (kernel_.is_derivative && parameters[i].is_of_launch()) [[unlikely]]
            continue;
        if (type->is_array()) {
            bind_array(i, objects_[i]);
        } else if (type->is_aggregate()) {
            values_[i].aggregate = std::make_unique<unsigned char[]>(static_cast<std::size_t>(type->size()));
            store_aggregate(type, objects_[i], values_[i].aggregate.get(), where(i));
        } else {
            store_or_raise(type, objects_[i], &values_[i].scalar, [&] { return where(i); });
        }
    }
    if (!transfers_.empty() || any_view_) refuse_overlaps();
    if (kernel_.is_derivative) [[unlikely]]
        bind_derivative();
    if (!kernel_.info.bounds.empty()) refuse_outside();
    if (kernel_.info.guards.size() > 1 && shape_.threads[0] != shape_.threads[1]) refuse_exchanged();
    if (kernel_.device.kind == runtime::Device::Kind::cuda)
        site_ = note_launch_site(kernel_.name, kernel_.device, runtime::current_stream(kernel_.device));
}

namespace {

/// Returns whether the array is rows of components of the parameter's vectors. An array of `(n, 4)` floats is
/// one of n `float4`.
bool is_rows_of_components(const ArrayState& array, const Type* parameter) {
    const Type* vector = parameter->element();
    if (!vector->is_vector() || array.element != vector->fields()[0].type) return false;
    const int rank = parameter->rank();
    return array.shape.rank() == rank + 1 &&
           array.shape[rank] == static_cast<int64_t>(vector->fields().size()) &&
           reinterpret_cast<std::uintptr_t>(array.address()) %
                   static_cast<std::size_t>(vector->alignment()) ==
               0;
}

} // namespace

/// Refuses arrays that are too large for the kernel. Kernels compute with 32-bit extents, and with 32-bit
/// places of elements, which are below the number of elements.
void Arguments::check_reach(std::size_t index, const Shape& shape) const {
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (kernel_.index64 || (shape.count() <= most && (shape.count() > 0 || shape.rank() == 1))) [[likely]]
        return;
    if (shape.rank() == 1) {
        raise(PyExc_OverflowError,
              "{}: an array of {} elements is longer than 32-bit indices reach (2147483647): compile with "
              "index=cp.int64",
              where(index), shape.count());
    }
    if (shape.count() > most) {
        raise(
            PyExc_OverflowError,
            "{}: an array of shape {} has {} elements, more than 32-bit indices reach (2147483647): compile "
            "with index=cp.int64",
            where(index), shape.text(), shape.count());
    }
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (shape[axis] <= most) continue;
        raise(PyExc_OverflowError,
              "{}: dimension {} of an array of shape {} is longer than 32-bit indices reach (2147483647): "
              "compile "
              "with index=cp.int64",
              where(index), axis, shape.text());
    }
}

void Arguments::bind_cuda_array(std::size_t index, PyObject* object) {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const ArrayState& array = array_state(object);
    if (!array.memory->storage) raise(PyExc_ValueError, "{}: this CudaArray was freed", where(index));
    const bool as_vectors = is_rows_of_components(array, parameter.type);
    if (array.element != parameter.type->element() && !as_vectors) {
        raise(PyExc_TypeError, "{}: expected a CudaArray of {}, got one of {}{}", where(index),
              parameter.type->element()->name(), array.element->name(),
              array_conversion_advice(array.element, array.shape, parameter.type, parameter.name,
                                      parameter.writes));
    }
    const int rank = parameter.type->rank();
    if (array.shape.rank() != rank && !as_vectors && !kernel_.is_raw) {
        raise(PyExc_TypeError,
              "{}: expected a CudaArray of {}, got one of shape {}: pass {}.reshape({}), which shares its "
              "memory",
              where(index), dimensions_text(rank), array.shape.text(), parameter.name, extents_advice(rank));
    }
    if (array.device != kernel_.device) {
        const bool both_gpus = array.device.kind == kernel_.device.kind;
        raise(PyExc_ValueError, "{}: the kernel runs on {} and the CudaArray is on {}: {}{}", where(index),
              kernel_.device.name(), array.device.name(),
              pass_advice(
                  fmt::format("cp.CudaArray({}, target=\"{}\")", parameter.name,
                              both_gpus ? kernel_.device.name() : target_name(target_of(kernel_.device))),
                  parameter.name, parameter.writes),
              both_gpus && kernel_.follows_device
                  ? fmt::format(", or launch it inside `with cp.Device({}):`", array.device.index)
                  : "");
    }
    if (!array.packed) [[unlikely]]
        raise(PyExc_ValueError, "{}: the elements of this CudaArray do not follow each other in memory: {}",
              where(index), pass_advice(parameter.name + ".copy()", parameter.name, parameter.writes));
    if (array.read_only && parameter.writes)
        raise(PyExc_ValueError,
              "{}: the kernel writes to it and this CudaArray shows memory that cannot be changed: write "
              "`{} = {}.copy()` before the launch",
              where(index), parameter.name, parameter.name);
    Value& value = values_[index];
    value.storage = array.memory->storage;
    value.data = array.address();
    array.memory->changes += parameter.writes;
    if (array.memory->written && parameter.writes && !kernel_.info.records) array.memory->written.reset();
    value.extents = array.shape.extents();
    any_view_ |= array.is_view;
    check_reach(index, array.shape);
}

void Arguments::bind_array(std::size_t index, PyObject* object) {
    if (is_array(object)) {
        bind_cuda_array(index, object);
        return;
    }
    if (kernel_.is_raw && object == Py_None) return; // a null pointer
    refuse_recording(index);
    if (const ForeignType* type = foreign_type(object)) {
        bind_foreign(index, object, type);
        return;
    }
    bind_host_array(index, object);
}

int Arguments::add_transfer(std::size_t index, HostTransfer transfer) {
    transfers_.push_back(std::move(transfer));
    for (std::size_t i = 0; i + 1 < transfers_.size(); ++i) { // another view of the same elements
        if (!transfers_[i].same_memory(transfers_.back()) ||
            transfers_[i].read_only() != transfers_.back().read_only())
            continue;
        transfers_.pop_back();
        return static_cast<int>(i);
    }
    check_reach(index, transfers_.back().shape());
    transfers_.back().pack(where(index));
    return static_cast<int>(transfers_.size()) - 1;
}

bool Arguments::bind_buffer(std::size_t index, PyObject* object, const std::string& place) {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    try {
        HostTransfer transfer =
            HostTransfer::from_buffer(object, parameter.type, place, {kernel_.is_raw, parameter.writes});
        values_[index].transfer = add_transfer(index, std::move(transfer));
        return true;
    } catch (const PythonError&) {
        if (!is_elsewhere(object)) throw;
        PyErr_Clear();
        return false;
    }
}

void Arguments::bind_host_array(std::size_t index, PyObject* object) {
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    const Type* type = parameter.type;
    Value& value = values_[index];
    const bool is_temporary = parameter.writes && !parameter.leaves_nothing &&
                              ((from_code_ && is_held_by_call_only(object)) || CallTemporaries::has(object));
    for (std::size_t i = 0; i < transfers_.size() && value.transfer < 0; ++i) {
        if (transfers_[i].object() == object && transfers_[i].array() == type)
            value.transfer = static_cast<int>(i);
    }
    if (value.transfer < 0) {
        const std::string place = where(index);
        if (is_row(object)) {
            const Type* array = type;
            if (kernel_.is_raw) // a pointer, to which lists of any depth are rows
                array = Type::array(type->element(), std::clamp(depth_of(object, type->element()).dimensions,
                                                                1, Type::max_rank));
            value.transfer = add_transfer(index, HostTransfer::from_sequence(object, array, place));
        } else if (PyObject_CheckBuffer(object) && bind_buffer(index, object, place)) {
            // or it has a buffer for what is in host memory only, as JAX's arrays do
        } else if (!bind_foreign(index, object, nullptr)) {
            const bool text = PyUnicode_Check(object);
            if (type_name(object) == "CudaLists")
                raise(PyExc_TypeError,
                      "{}: expected an array of {}, got CudaLists: pass one of its rows, {}[i], or declare "
                      "it {}",
                      place, type->element()->name(), parameter.name, Type::lists(type->element())->name());
            // The object is a column of a table. Its elements may be objects, or be a copy, in which nobody
            // would see what the kernel wrote.
            if (!text && PyObject_HasAttrString(object, "to_numpy"))
                raise(PyExc_TypeError, "{}: expected an array of {}, got a {}: pass {}.to_numpy()", place,
                      type->element()->name(), type_name(object), parameter.name);
            raise(PyExc_TypeError, "{}: expected an array of {}, got {}{}", place, type->element()->name(),
                  describe(object), advice_for_no_array(object, parameter));
        }
    }
    if (value.transfer < 0) return; // it is used in place
    HostTransfer& transfer = transfers_[static_cast<std::size_t>(value.transfer)];
    // An array that a kernel only writes may hold anything, as arrays of numpy.empty do.
    if (parameter.reads && type->element() == Type::bool_()) transfer.check_bools(where(index));
    if (parameter.writes) transfer.mark_written(where(index), parameter.writes_fields);
    if (is_temporary) temporary_ = static_cast<int>(index);
}

const int64_t* Arguments::extents_of(std::size_t index) const {
    const Value& value = values_[index];
    return value.transfer < 0 ? value.extents
                              : transfers_[static_cast<std::size_t>(value.transfer)].shape().extents();
}

} // namespace cudapy::python
