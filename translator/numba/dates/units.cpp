#include "translator/numba/dates/units.h"

#include <limits>
#include <string_view>

namespace cudapy::checker::numba {

namespace {

/// A unit, and the next finer one, of which `count` make it.
struct Step {
    std::string_view unit, finer;
    int64_t count;
};

constexpr Step steps[] = {{"Y", "M", 12},     {"W", "D", 7},      {"D", "h", 24},     {"h", "m", 60},
                          {"m", "s", 60},     {"s", "ms", 1000},  {"ms", "us", 1000}, {"us", "ns", 1000},
                          {"ns", "ps", 1000}, {"ps", "fs", 1000}, {"fs", "as", 1000}};

} // namespace

std::optional<int64_t> units_in(const std::string& from, const std::string& to) {
    if (from == to) return 1;
    for (const Step& step : steps) {
        if (step.unit != from) continue;
        const auto rest = units_in(std::string(step.finer), to);
        if (!rest || *rest > std::numeric_limits<int64_t>::max() / step.count) return std::nullopt;
        return *rest * step.count;
    }
    return std::nullopt;
}

std::optional<std::string> common_unit(const std::string& one, const std::string& other) {
    if (units_in(one, other)) return other;
    return units_in(other, one) ? std::optional(one) : std::nullopt;
}

} // namespace cudapy::checker::numba
