#include "translator/lower/optional_transformations.h"

#include "translator/support/internal_error.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr auto transformations = std::to_array<std::string_view>(
    {"blocks", "limits", "strips", "extents", "crossing", "simd", // for the host
     "coarsening", "restricted", "loads", "names", "parameters", "restrict", "dimensions"});

/// Lets a transformation fail. The mistake is a `break` outside of loops, which only the validator sees.
void fail(Breakage breakage, Function& function) {
    if (breakage == Breakage::throws) throw InternalError("a transformation was told to fail");
    function.variants().back()->body.push_back(std::make_unique<Break>(function.span));
}

} // namespace

std::string names_of_transformations() {
    return fmt::format("{}", fmt::join(transformations, ", "));
}

std::optional<Breakages> read_breakages(std::string_view words) {
    constexpr std::string_view invalid = ":invalid";
    Breakages result;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        std::string_view name = words.substr(0, end);
        words.remove_prefix(std::min(end + 1, words.size()));
        Breakage breakage = Breakage::throws;
        if (name.ends_with(invalid)) {
            name.remove_suffix(invalid.size());
            breakage = Breakage::invalid;
        }
        const auto matches = [&](std::string_view each) { return name == "all" || name == each; };
        if (std::none_of(transformations.begin(), transformations.end(), matches)) return std::nullopt;
        for (const std::string_view each : transformations)
            if (matches(each)) result.insert_or_assign(std::string(each), breakage);
    }
    return result;
}

void OptionalTransformations::also_plain(std::string_view name, Function& function,
                                         const std::function<void()>& transform) const {
    if (function.is_plain) return transform();
    try {
        transform();
        const auto found = breakages_.find(name);
        if (found != breakages_.end()) fail(found->second, function);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw FailedTransformation{function.name, std::string(name), detail_of(error)};
    }
}

} // namespace cudapy::lower
