#include "translator/cuda/device_functions.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cudapy::cuda_text {

std::string name_in_text(const DeviceSource& source, const Type* type) {
    for (const auto& [name, known] : source.types)
        if (known == type && type->is_struct()) return name;
    return "";
}

std::shared_ptr<const DeviceFunctions> device_functions(std::shared_ptr<const DeviceSource> source,
                                                        const std::string& name) {
    DeviceFunctions found{std::move(source), name, {}};
    const auto& functions = found.source->source.functions;
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (!functions[i].is_kernel && functions[i].qualified() == name) found.overloads.push_back(i);
    return found.overloads.empty() ? nullptr : std::make_shared<const DeviceFunctions>(std::move(found));
}

Waits waits_of(const Source& source, const Function& function) {
    Waits waits;
    std::set<const Function*> seen{&function};
    std::vector<const Function*> work{&function};
    while (!work.empty()) {
        const Function& each = *work.back();
        work.pop_back();
        for (const std::string& word : each.mentions) {
            waits.barrier = waits.barrier || word.starts_with("__syncthreads") ||
                            word == "cooperative_groups" || word == "this_thread_block" || word == "barrier";
            for (const char* start : {"__shfl", "__ballot", "__any_sync", "__all_sync", "__syncwarp",
                                      "__reduce_", "__match_", "__activemask"})
                waits.warp = waits.warp || word.starts_with(start);
            waits.shared = waits.shared || word == "__shared__";
            waits.grid = waits.grid || word == "gridDim";
            for (const Function& other : source.functions)
                if (other.name == word && seen.insert(&other).second) work.push_back(&other);
        }
    }
    return waits;
}

namespace {

/// Makes blanks of a part of a text, lines apart.
void blank(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i)
        if (text[i] != '\n') text[i] = ' ';
}

/// Does the same, but keeps the conditions of the preprocessor, because their other halves may be outside.
void blank_all_but(const std::vector<std::pair<uint32_t, uint32_t>>& conditions, std::string& text,
                   std::size_t begin, std::size_t end) {
    for (const auto& [from, to] : conditions) {
        if (to <= begin || from >= end) continue;
        blank(text, begin, from);
        begin = to;
    }
    blank(text, begin, end);
}

} // namespace

std::string host_text(const DeviceSource& source) {
    std::string text = source.text;
    const auto& conditions = source.source.conditions;
    for (const Function& function : source.source.functions)
        if (function.is_kernel || !function.on_host)
            blank_all_but(conditions, text, function.begin, function.end);
    for (const auto& [begin, end] : source.source.device_only)
        blank_all_but(conditions, text, begin, end);
    // CUDA's own headers have nothing for the host.
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        const std::string_view words = std::string_view(text).substr(line, end - line);
        if (words.find("#") != std::string_view::npos && words.find("include") != std::string_view::npos)
            for (const char* header : {"<cuda_runtime.h>", "<cuda_runtime_api.h>", "<cuda.h>",
                                       "<device_launch_parameters.h>", "<vector_types.h>"})
                if (words.find(header) != std::string_view::npos) blank(text, line, end);
        line = end + 1;
    }
    return text;
}

std::string place_of(const DeviceSource& source, const Function& function) {
    return source.path + ":" + std::to_string(source.first_line + function.line - 1);
}

} // namespace cudapy::cuda_text
