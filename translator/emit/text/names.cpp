#include "translator/emit/text/names.h"

#include "translator/cuda/device_functions.h"

#include <array>

namespace cudapy::emit {

using program::Coordinate;

std::string Names::fresh(const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; contains(name); ++n)
        name = wanted + "_" + std::to_string(n);
    taken_.insert(name);
    return name;
}

void reserve_names(const program::Function& function, Names& names) {
    names.reserve(function.emitted);
    names.reserve(function.emitted_kernel);
    for (const auto& variable : function.variables) {
        names.reserve(variable->emitted);
        if (variable->is_declared_array() && !variable->is_dynamic()) continue; // lengths are numbers
        for (const std::string& length : variable->emitted_lengths)
            names.reserve(length);
    }
}

void reserve_names(const cuda_text::DeviceSource& source, Names& names) {
    for (const auto* known : {&source.source.identifiers, &source.source.macros})
        for (const std::string& name : *known)
            names.reserve(name);
}

Names names_of(const program::Function& function, const Names& file) {
    Names names(&file);
    reserve_names(function, names);
    return names;
}

namespace {

std::string joined_name(Coordinate coordinate, char separator) {
    static constexpr std::array<const char*, 3> globals = {"idx", "idy", "idz"};
    static constexpr std::array<const char*, 5> groups = {"", "threadIdx", "blockIdx", "blockDim", "gridDim"};
    const auto axis = static_cast<std::size_t>(axis_of(coordinate));
    if (coordinate == Coordinate::lane_id) return "lane_id";
    if (is_global(coordinate)) return globals[axis];
    return std::string(groups[static_cast<std::size_t>(group_of(coordinate))]) + separator + "xyz"[axis];
}

} // namespace

std::string cuda_name(Coordinate coordinate) {
    return joined_name(coordinate, '.');
}

std::string host_name(Coordinate coordinate) {
    return joined_name(coordinate, '_');
}

} // namespace cudapy::emit
