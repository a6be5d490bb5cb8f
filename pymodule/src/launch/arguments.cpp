#include "pymodule/src/launch/arguments.h"

#include "pymodule/src/device/target.h"
#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/launch/advice.h"
#include "pymodule/src/launch/launch_sites.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/default_argument.h"
#include "runtime/launch/element_bounds.h"
#include "runtime/launch/kernel_failure.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <limits>

namespace cudapy::python {

namespace {

// A length or coordinate is held as int64 and read by a kernel as int32 from the same address.
static_assert(std::endian::native == std::endian::little);

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
        if (parameter.captured < 0) names += (names.empty() ? "" : ", ") + parameter.name;
    return names;
}

/// Returns what to say of the arguments that are left out at the end, where all are arrays that the kernel
/// writes: a launch gives none of them. The text is empty otherwise.
std::string left_out_results(const std::vector<ParameterInfo>& parameters, std::size_t given) {
    std::string names;
    std::size_t count = 0;
    for (std::size_t i = given; i < parameters.size() && parameters[i].captured < 0; ++i) {
        if (!parameters[i].writes || !parameters[i].type->is_array()) return "";
        names += (names.empty() ? "" : ", ") + parameters[i].name;
        ++count;
    }
    if (count == 0) return "";
    return fmt::format(": a launch returns None, so make {} before it and pass {}", names,
                       count == 1 ? "it" : "them");
}

/// Returns what to pass in place of an object that is no array.
std::string advice_for_no_array(PyObject* object, const ParameterInfo& parameter) {
    if (PyDict_Check(object)) return fmt::format(": pass list({}.values())", parameter.name);
    const bool is_number = (PyFloat_Check(object) || PyLong_Check(object)) && parameter.type->rank() == 1;
    if (is_number && parameter.writes)
        return fmt::format(": the kernel writes to it, so write `{0} = [{0}]` before the launch",
                           parameter.name);
    if (is_number) return fmt::format(": pass a list of one element, [{}]", parameter.name);
    const bool is_iterable = !PyUnicode_Check(object) && PyObject_HasAttrString(object, "__iter__");
    return is_iterable ? ": pass list(...) of it" : "";
}

} // namespace

void Arguments::refuse_count(std::size_t given) const {
    const auto& parameters = kernel_.info.parameters;
    std::string names;
    std::size_t least = 0;
    std::size_t most = 0;
    for (const ParameterInfo& parameter : parameters) {
        if (parameter.captured >= 0) break;
        ++most;
        names += (names.empty() ? "" : ", ") + parameter.type->name() + " " + parameter.name;
        if (parameter.default_argument)
            names += " = " + parameter.default_argument->text;
        else
            ++least;
    }
    const std::string range = least < most ? fmt::format("{} to ", least) : "";
    raise(PyExc_TypeError, "{}: expected {}{} ({}), got {}{}", kernel_.info.called, range,
          plural(most, "argument"), names, given, given < least ? left_out_results(parameters, given) : "");
}

void Arguments::collect(const CallArguments& arguments) {
    const auto& parameters = kernel_.info.parameters;
    objects_ = arguments.by_position();
    const std::size_t given = objects_.size(), named = arguments.named();
    const bool captures = !parameters.empty() && parameters.back().captured >= 0;
    if (given == parameters.size() && named == 0 && !captures) [[likely]]
        return;
    const bool is_too_many = given > parameters.size() || (given > 0 && parameters[given - 1].captured >= 0);
    const bool is_too_few = named == 0 && !is_too_many && given < parameters.size() &&
                            !parameters[given].default_argument && parameters[given].captured < 0;
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
        while (i < parameters.size() && (parameters[i].name != name || parameters[i].captured >= 0))
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
        if (ordered_[i]) continue;
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
    if (!kernel_.info.parameters.empty() && kernel_.info.parameters.back().tangent_of >= 0) [[unlikely]]
        refuse_other_shapes();
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
    const bool is_temporary =
        parameter.writes && ((from_code_ && is_held_by_call_only(object)) || CallTemporaries::has(object));
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

void Arguments::refuse_lost() const {
    const auto index = static_cast<std::size_t>(temporary_);
    PyObject* const object = objects_[index];
    const HostTransfer& transfer = transfers_[static_cast<std::size_t>(values_[index].transfer)];
    if (transfer.shape().count() == 0) return;
    if (!holds_its_elements_alone(object) || !transfer.holds_rows_alone()) return;
    const ParameterInfo& parameter = kernel_.info.parameters[index];
    raise(PyExc_ValueError,
          "{}: the kernel writes to it, and only this call holds the {}, so its result would be lost: write "
          "`{} = ...` before the launch, and pass {}",
          where(index), type_name(object), parameter.name, parameter.name);
}

const int64_t* Arguments::extents_of(std::size_t index) const {
    const Value& value = values_[index];
    return value.transfer < 0 ? value.extents
                              : transfers_[static_cast<std::size_t>(value.transfer)].shape().extents();
}

namespace {

std::string shape_text(const int64_t* extents, std::size_t rank) {
    return fmt::format("({}{})", fmt::join(extents, extents + rank, ", "), rank == 1 ? "," : "");
}

} // namespace

/// Refuses tangents of another shape than that of the array that they are of: one index is for both.
void Arguments::refuse_other_shapes() const {
    const auto& parameters = kernel_.info.parameters;
    for (std::size_t i = parameters.size(); i-- > 0 && parameters[i].tangent_of >= 0;) { // they come last
        if (!parameters[i].type->is_array()) continue;
        const auto of = static_cast<std::size_t>(parameters[i].tangent_of);
        const std::size_t rank = static_cast<std::size_t>(parameters[i].type->rank());
        if (std::equal(extents_of(i), extents_of(i) + rank, extents_of(of))) continue;
        raise(PyExc_ValueError, "{}: it holds the tangents of {} and has another shape: {}, not {}", where(i),
              parameters[of].name, shape_text(extents_of(i), rank), shape_text(extents_of(of), rank));
    }
}

void Arguments::refuse_outside() const {
    if (!runs_threads()) return; // another error says why, if there is one
    const runtime::Extent* block = shape_.block[0] != 0 ? &shape_.block : nullptr;
    const runtime::Extent threads = kernel_.kernel->threads_that_run(shape_.threads, block);
    for (const ElementBound& bound : kernel_.info.bounds) {
        const auto index = static_cast<std::size_t>(bound.parameter);
        const int64_t* const extents = extents_of(index);
        if (!runtime::goes_outside(bound, threads, extents[bound.axis])) [[likely]]
            continue;
        const ParameterInfo& parameter = kernel_.info.parameters[index];
        const int rank = parameter.type->rank();
        const unsigned axes = (1U << std::min(rank, 3)) - 1;
        const bool is_over = bound.least == 0 && bound.most == 0 &&
                             bound.coordinate + bound.axis == rank - 1 && rank <= 3 &&
                             (kernel_.info.depends_on_axes & axes) == axes;
        runtime::throw_outside(*kernel_.kernel, shape_.threads, block,
                               {bound, parameter.name, extents, rank,
                                is_over ? fmt::format("call.over({})", parameter.name) : ""});
    }
}

int64_t Arguments::extent_of_guard(const GuardedExtent& guard) const {
    const auto index = static_cast<std::size_t>(guard.parameter);
    if (guard.axis >= 0) return extents_of(index)[guard.axis];
    const Element& value = values_[index].scalar;
    switch (kernel_.info.parameters[index].type->size()) {
    case 4:
        return value.int32;
    case 8:
        return value.int64;
    default:
        return -1; // no kernel counts its threads in it
    }
}

void Arguments::refuse_exchanged() const {
    const auto& [x, y, z] = shape_.threads;
    if (!runs_threads()) return;
    const GuardedExtent* guards[2] = {nullptr, nullptr};
    int64_t extents[2] = {-1, -1};
    for (const GuardedExtent& guard : kernel_.info.guards) {
        if (guard.coordinate > 1) continue;
        const auto axis = static_cast<std::size_t>(guard.coordinate);
        const int64_t extent = extent_of_guard(guard);
        if (guards[axis] && extents[axis] != extent) return; // it works on several shapes
        if (!guards[axis]) guards[axis] = &guard;
        extents[axis] = extent;
    }
    if (!guards[0] || !guards[1] || x != extents[1] || y != extents[0] || x == y) return;
    const auto text = [&](const GuardedExtent& guard) {
        const ParameterInfo& parameter = kernel_.info.parameters[static_cast<std::size_t>(guard.parameter)];
        if (guard.axis < 0) return parameter.name;
        return parameter.type->rank() == 1 ? fmt::format("len({})", parameter.name)
                                           : fmt::format("{}.shape[{}]", parameter.name, guard.axis);
    };
    const ParameterInfo& first = kernel_.info.parameters[static_cast<std::size_t>(guards[0]->parameter)];
    const bool is_over = guards[0]->parameter == guards[1]->parameter && guards[0]->axis == 1 &&
                         guards[1]->axis == 0 && first.type->rank() == 2;
    throw runtime::Error(
        runtime::ErrorKind::launch,
        fmt::format(
            "{}: a launch of {} threads has its axes exchanged: the kernel works for threads below {} along "
            "x, which is {}, and below {} along y, which is {}; launch {} x {} threads{}",
            kernel_.info.called, runtime::text_of(shape_.threads), text(*guards[0]), extents[0],
            text(*guards[1]), extents[1], extents[0], extents[1],
            is_over ? fmt::format(", as call.over({}) does", first.name) : ""));
}

/// Refuses two arrays that share some of their memory. They would be two copies on a GPU, and writes to one
/// would not be seen in the other.
void Arguments::refuse_overlaps() {
    const auto& parameters = kernel_.info.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].type->is_array()) continue;
        for (std::size_t j = 0; j < i; ++j) {
            if (!parameters[j].type->is_array() || (!parameters[i].writes && !parameters[j].writes)) continue;
            if (!share_memory(i, j)) {
                refuse_shared_structs(j, i);
                continue;
            }
            raise(PyExc_ValueError,
                  "{}: {} and {} share memory without being the same, and the kernel writes to {}: pass a "
                  "copy of one",
                  kernel_.info.called, parameters[j].name, parameters[i].name,
                  parameters[i].writes ? parameters[i].name : parameters[j].name);
        }
    }
}

namespace {

/// The bytes of packed elements.
struct Bytes {
    const void* data;
    const Shape* shape;
    int64_t item;

    const char* begin() const { return static_cast<const char*>(data); }
    const char* end() const { return begin() + shape->count() * item; }
    bool is_same(const Bytes& other) const {
        return data == other.data && item == other.item && *shape == *other.shape;
    }
};

} // namespace

/// Refuses an instance that is in two lists. It is one struct in Python and would be two in the kernel.
void Arguments::refuse_shared_structs(std::size_t i, std::size_t j) const {
    const ParameterInfo &first = kernel_.info.parameters[i], &second = kernel_.info.parameters[j];
    const int a = values_[i].transfer, b = values_[j].transfer;
    if ((!first.writes_fields && !second.writes_fields) || a < 0 || b < 0 || a == b) return;
    const HostTransfer& one = transfers_[static_cast<std::size_t>(a)];
    const auto places = one.shared_struct(transfers_[static_cast<std::size_t>(b)]);
    if (!places) return;
    std::string written = first.writes_fields ? first.name : second.name;
    if (first.writes_fields && second.writes_fields) written += " and " + second.name;
    raise(
        PyExc_ValueError,
        "{}: {} of {} and {} of {} are one {}, and the kernel writes to fields of the elements of {}: put a "
        "copy into one of the lists, as .copy() makes it",
        kernel_.info.called, places->first, first.name, places->second, second.name,
        one.array()->element()->name(), written);
}

/// Returns whether two array arguments overlap without being the same.
bool Arguments::share_memory(std::size_t i, std::size_t j) const {
    const int a = values_[i].transfer, b = values_[j].transfer;
    const auto transfer = [&](int number) -> const HostTransfer& {
        return transfers_[static_cast<std::size_t>(number)];
    };
    if (a >= 0 && b >= 0) return a != b && transfer(a).overlaps(transfer(b));
    const bool on_host = kernel_.device.is_host();
    if (a >= 0) return on_host && transfer(a).overlaps(cuda_array(j));
    if (b >= 0) return on_host && transfer(b).overlaps(cuda_array(i));
    // Both are packed, so their elements overlap if their bytes do.
    const auto is_own = [](const Value& value) { return value.storage && !value.storage->is_borrowed(); };
    if (is_own(values_[i]) && is_own(values_[j]) && values_[i].storage != values_[j].storage) return false;
    const auto place = [&](std::size_t index) {
        const int foreign = values_[index].foreign;
        if (foreign >= 0) {
            const StridedView& elements = foreign_[static_cast<std::size_t>(foreign)].elements;
            return Bytes{values_[index].data, &elements.shape, elements.item};
        }
        const ArrayState& array = array_state(objects_[index]);
        return Bytes{values_[index].data, &array.shape, array.element->size()};
    };
    const Bytes first = place(i), second = place(j);
    return first.begin() < second.end() && second.begin() < first.end() && !first.is_same(second);
}

StridedView Arguments::cuda_array(std::size_t index) const {
    if (values_[index].foreign >= 0)
        return foreign_[static_cast<std::size_t>(values_[index].foreign)].elements;
    const ArrayState& array = array_state(objects_[index]);
    return packed(values_[index].data, array.shape, array.element->size());
}

namespace {

runtime::Error error_of_assertion(const LoadedKernel& kernel, int32_t failure) {
    return {runtime::ErrorKind::assertion,
            kernel.program->assertion_messages().at(static_cast<std::size_t>(failure - first_assertion) - 1)};
}

} // namespace

void report_failure(const LoadedKernel& kernel, int32_t failure) {
    runtime::report_kernel_failure(
        kernel.info.called, kernel.info.cooperative, failure,
        [&](int number) {
            const FailurePlace& place =
                kernel.program->failure_places().at(static_cast<std::size_t>(number) - 1);
            return fmt::format("line {} of {}", place.line, place.path);
        },
        [&](std::size_t number) { return kernel.program->assertion_messages().at(number - 1); },
        fmt::format(fmt::runtime(kernel.program->words().either("; `{}.simulate(…)` names them", "")),
                    kernel.info.called));
}

void Arguments::check_guards() const {
    using Damage = GuardedBytes::Damage;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].transfer < 0) continue;
        const Damage damage = transfers_[static_cast<std::size_t>(values_[i].transfer)].damage();
        if (damage == Damage::none) continue;
        throw runtime::Error(
            runtime::ErrorKind::kernel,
            fmt::format("{}: the kernel has written outside it, {}: run it with CUDAPY_CHECKED=1, "
                        "which names the line, the index and the thread",
                        where(i),
                        damage == Damage::behind ? "after its last element"
                                                 : "in front of its first element"));
    }
}

runtime::Graph* Arguments::recording() const {
    return runtime::Graph::of(kernel_.device);
}

Recording Arguments::make_recording() const {
    const runtime::Extent block =
        shape_.block[0] != 0 ? shape_.block : kernel_.kernel->block_for(shape_.threads);
    return {kernel_, shape_.threads, block};
}

runtime::WrittenBytes Arguments::written(std::size_t index) const {
    if (!objects_[index] || !is_array(objects_[index])) return {};
    const ArrayMemory& memory = *array_state(objects_[index]).memory;
    if (!memory.written || !memory.storage) return {};
    memory.written->resize(memory.storage->bytes());
    return {memory.storage->data(), memory.written.get()};
}

generated::CpuRecorder* Arguments::record(Recording& recording) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (kernel_.info.parameters[i].type->is_array() && values_[i].extents)
            recording.add(i, values_[i].data, values_[i].extents, written(i));
    return recording.begin();
}

generated::CpuRecorder* Arguments::trace_memory() const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const ParameterInfo& parameter = kernel_.info.parameters[i];
        if (!parameter.type->is_array() || !values_[i].extents) continue;
        tracing_->add(parameter, values_[i].data, values_[i].extents);
        if (parameter.is_lists) ++i; // the kernel's Python code does not read the beginnings of lists
    }
    return tracing_->begin();
}

std::unique_ptr<GpuRecording> Arguments::record_on_gpu() const {
    auto recording = std::make_unique<GpuRecording>(
        kernel_, shape_.threads,
        shape_.block[0] != 0 ? shape_.block : kernel_.kernel->block_for(shape_.threads), shape_.shared_bytes);
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (kernel_.info.parameters[i].type->is_array() && values_[i].extents)
            recording->add(i, values_[i].data, values_[i].extents);
    recording->begin();
    return recording;
}

void Arguments::add_missing_coarsened(const runtime::Extent* block, void* const* slots) const {
    runtime::Extent coarsened =
        kernel_.kernel->missing_coarsened(shape_.threads, block, slots, shape_.shared_bytes);
    if (coarsened[0] == 0) [[likely]]
        return;
    add_coarsened(coarsened);
    // The arguments may not fit the variant that tuning has found best, and fit the usual one.
    coarsened = kernel_.kernel->missing_coarsened(shape_.threads, block, slots, shape_.shared_bytes);
    if (coarsened[0] != 0) add_coarsened(coarsened);
}

void Arguments::add_coarsened(const runtime::Extent& size) const {
    if (recording()) return; // modules cannot be loaded while a graph is recorded
    std::exception_ptr failed;
    with_gil([&] {
        try {
            kernel_.program->try_coarsened(kernel_, size);
        } catch (...) {
            failed = std::current_exception();
        }
    });
    if (failed) std::rethrow_exception(failed);
}

void Arguments::run() {
    const auto& [x, y, z] = shape_.threads;
    if (x == 0 || y == 0 || z == 0) return;
    const auto& slots = kernel_.info.slots;
    SmallArray<void*, 32> pointers(slots.size());
    for (HostTransfer& transfer : transfers_)
        transfer.send(kernel_.device);
    const runtime::StreamRef& stream = runtime::current_stream(kernel_.device);
    for (Value* value = values_.data(); value != values_.data() + values_.size(); ++value) {
        if (value->storage) value->storage->use_on(stream);
        if (value->transfer < 0) continue;
        HostTransfer& transfer = transfers_[static_cast<std::size_t>(value->transfer)];
        value->data = transfer.address();
        value->extents = transfer.shape().extents();
    }
    int32_t failure = 0;
    FailedCheck failed_check;
    int64_t threads[3] = {x, y, z};
    auto shared = shape_.shared;
    std::unique_ptr<Recording> recorder; // GCC clears the memory of a std::optional at each launch
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto index = static_cast<std::size_t>(slots[i].index);
        switch (slots[i].kind) {
        case Slot::Kind::scalar:
            pointers[i] = values_[index].aggregate ? static_cast<void*>(values_[index].aggregate.get())
                                                   : &values_[index].scalar;
            break;
        case Slot::Kind::pointer:
            pointers[i] = &values_[index].data;
            break;
        case Slot::Kind::length:
            pointers[i] = const_cast<int64_t*>(values_[index].extents + slots[i].axis);
            break;
        case Slot::Kind::threads:
            pointers[i] = &threads[index];
            break;
        case Slot::Kind::shared:
            pointers[i] = &shared[index];
            break;
        case Slot::Kind::check:
            pointers[i] = &failed_check;
            break;
        case Slot::Kind::recorder:
            if (!tracing_) recorder = std::make_unique<Recording>(make_recording());
            pointers[i] = tracing_ ? trace_memory() : record(*recorder);
            break;
        case Slot::Kind::failure:
            pointers[i] = &failure;
            break;
        }
    }
    if (runtime::Graph* graph = stream ? stream->recording() : nullptr; graph && kernel_.device.is_host())
        [[unlikely]] {
        record_on_host(*graph, pointers.data());
        return;
    }
    const runtime::Extent* block = shape_.block[0] != 0 ? &shape_.block : nullptr;
    if (!choice_) add_missing_coarsened(block, pointers.data());
    std::unique_ptr<GpuRecording> gpu_recorder;
    if (kernel_.recorder != 0 && !recording()) gpu_recorder = record_on_gpu();
    if (!streams_.empty()) [[unlikely]]
        order_streams(true);
    if (tracing_) [[unlikely]]
        kernel_.kernel->launch_chosen(shape_.threads, pointers.data(), shape_.block, tracing_->blocks());
    else if (choice_) [[unlikely]]
        has_run_ = kernel_.kernel->launch_as(*choice_, shape_.threads, pointers.data(), shape_.shared_bytes);
    else
        kernel_.kernel->launch(shape_.threads, pointers.data(), block, shape_.shared_bytes);
    if (site_ >= 0 && !recording()) confirm_launch(site_);
    if (!streams_.empty()) [[unlikely]]
        order_streams(false);
    // On the CPU the launch has run when it returns.
    if (recorder)
        recorder->report(failed_check);
    else if (gpu_recorder)
        failed_assertion_ = gpu_recorder->finish();
    else if (failed_check.number != 0)
        throw runtime::Error(runtime::ErrorKind::kernel, kernel_.program->check_message(failed_check));
    if (failure >= first_assertion)
        failed_assertion_ = error_of_assertion(kernel_, failure);
    else if (failure != 0)
        report_failure(kernel_, failure);
    if (transfers_.empty()) return;
    if (kernel_.device.is_host()) check_guards();
    try {
        (stream ? stream : runtime::Stream::default_of(kernel_.device))->synchronize();
    } catch (const runtime::Error& error) {
        if (error.kind() != runtime::ErrorKind::assertion) throw;
        failed_assertion_ = error;
    }
    for (HostTransfer& transfer : transfers_)
        transfer.fetch();
    for (HostTransfer& transfer : transfers_)
        transfer.leave_device();
}

void Arguments::give_back() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].transfer >= 0)
            transfers_[static_cast<std::size_t>(values_[i].transfer)].give_back(where(i));
    }
    if (failed_assertion_) throw *failed_assertion_;
    // An error of the kernel itself comes first.
    if (temporary_ >= 0 && runs_threads()) [[unlikely]]
        refuse_lost();
    if (const std::string problem = kernel_.kernel->take_form_refusal(); !problem.empty()) [[unlikely]]
        warn_of_lost_variant(kernel_.info.called, "was refused by the driver", true, problem);
}

} // namespace cudapy::python
