// Checks of arguments that are read. A launch is refused for arrays that share memory, have wrong extents, or
// would be lost.

#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/python/error.h"
#include "runtime/launch/element_bounds.h"
#include "runtime/support/error.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace cudapy::python {

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

namespace {

std::string shape_text(const int64_t* extents, std::size_t rank) {
    return fmt::format("({}{})", fmt::join(extents, extents + rank, ", "), rank == 1 ? "," : "");
}

} // namespace

/// Refuses tangents of another shape than that of the array that they are of: one index is for both.
void Arguments::refuse_other_shapes() const {
    const auto& parameters = kernel_.info.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].tangent_of < 0 || !parameters[i].type->is_array()) continue;
        const auto of = static_cast<std::size_t>(parameters[i].tangent_of);
        const std::size_t rank = static_cast<std::size_t>(parameters[i].type->rank());
        if (std::equal(extents_of(i), extents_of(i) + rank, extents_of(of))) continue;
        raise(PyExc_ValueError, "{}: it holds the {} of {} and has another shape: {}, not {}", where(i),
              parameters[i].is_bar ? "cotangents" : "tangents", parameters[of].name,
              shape_text(extents_of(i), rank), shape_text(extents_of(of), rank));
    }
}

/// Refuses arrays and tangents that do not go together where the kernel writes: what a kernel leaves in one
/// array would have two tangents, or one place would hold the tangents of two.
void Arguments::refuse_other_tangents() const {
    const auto& parameters = kernel_.info.parameters;
    std::vector<std::size_t> tangents;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].tangent_of >= 0 && parameters[i].type->is_array() && !parameters[i].is_bar)
            tangents.push_back(i);
    const auto writes = [&](std::size_t i) { return parameters[i].writes; };
    const auto name = [&](std::size_t i) -> const std::string& { return parameters[i].name; };
    for (const std::size_t i : tangents) {
        const auto of = static_cast<std::size_t>(parameters[i].tangent_of);
        for (std::size_t j = 0; j < parameters.size(); ++j) {
            if (parameters[j].tangent_of >= 0 || !parameters[j].type->is_array() ||
                parameters[j].is_of_launch() || !are_one(i, j))
                continue;
            if (writes(i) || writes(j))
                raise(PyExc_ValueError,
                      "{}: {} and {} are the same array, and the kernel writes to {}: pass a copy of one",
                      kernel_.info.called, name(j), name(i), name(writes(j) ? j : i));
        }
        for (const std::size_t j : tangents) {
            if (j >= i) break;
            const auto other = static_cast<std::size_t>(parameters[j].tangent_of);
            if (!writes(i) && !writes(j) && !writes(of) && !writes(other)) continue;
            const bool one = are_one(of, other);
            if (one == are_one(i, j)) continue;
            raise(PyExc_ValueError, "{}: {} and {} are the same array, and {} and {} are not: pass {}",
                  kernel_.info.called, name(one ? other : j), name(one ? of : i), name(one ? j : other),
                  name(one ? i : of), one ? fmt::format("{} as {}, too", name(j), name(i)) : "a copy of one");
        }
    }
}

/// Refuses arrays of a derivative in reverse mode that share memory. A bar is added to, and is read and set
/// to 0 by others; an array that the kernel changes is not stored to where this array is not read.
void Arguments::refuse_shared_bars() const {
    const auto& parameters = kernel_.info.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].type->is_array() || parameters[i].is_of_launch()) continue;
        if (parameters[i].is_bar && parameters[i].tangent_of < 0 && extents_of(i)[0] != 1)
            raise(PyExc_ValueError,
                  "{}: it gains the cotangent of a number, so that it has one element, not {}", where(i),
                  extents_of(i)[0]);
        for (std::size_t j = 0; j < i; ++j) {
            if (!parameters[j].type->is_array() || parameters[j].is_of_launch()) continue;
            const bool matters = parameters[i].is_bar || parameters[j].is_bar || parameters[i].is_changed ||
                                 parameters[j].is_changed;
            if (!matters || (!are_one(i, j) && !share_memory(i, j))) continue;
            raise(PyExc_ValueError, "{}: {} and {} share memory, and {}: pass a copy of one",
                  kernel_.info.called, parameters[j].name, parameters[i].name,
                  parameters[i].is_bar || parameters[j].is_bar
                      ? "the bars of a kernel are arrays of their own"
                      : fmt::format("the kernel changes {}",
                                    parameters[parameters[i].is_changed ? i : j].name));
        }
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
        if (!parameters[i].type->is_array() || parameters[i].is_of_launch()) continue;
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

/// Returns whether two array arguments are the same elements.
bool Arguments::are_one(std::size_t i, std::size_t j) const {
    const Value &first = values_[i], &second = values_[j];
    if (first.transfer >= 0 || second.transfer >= 0) return first.transfer == second.transfer;
    return first.data != nullptr && first.data == second.data;
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

} // namespace cudapy::python
