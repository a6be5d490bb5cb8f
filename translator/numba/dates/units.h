#pragma once
// The units of dates and of spans of time: which of them have a fixed ratio.

#include <cstdint>
#include <optional>
#include <string>

namespace cudapy::checker::numba {

/// Returns how many of the unit `to` make one of the unit `from`. Returns nothing where `to` is the coarser
/// one, where the number is larger than an int64, and for months and days, which have no fixed ratio.
std::optional<int64_t> units_in(const std::string& from, const std::string& to);

/// Returns the finer one of two units, in which values of both are whole numbers; nothing where there is
/// none.
std::optional<std::string> common_unit(const std::string& one, const std::string& other);

} // namespace cudapy::checker::numba
