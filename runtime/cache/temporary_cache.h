#pragma once
// A cache of the process's own, for what it compiles where the user's cache cannot be written to.

#include <filesystem>
#include <optional>

namespace cudapy::runtime {

/// A folder for this process alone, which is removed with all in it when the process ends. The first call
/// says on standard error why (an errno) it is used instead of the other one. Throws Error cache where none
/// can be made.
std::filesystem::path temporary_cache(const std::filesystem::path& instead_of, int why);

/// The same where it was made before.
std::optional<std::filesystem::path> known_temporary_cache();

} // namespace cudapy::runtime
