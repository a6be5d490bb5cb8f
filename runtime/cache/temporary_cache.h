#pragma once
// A cache of the process's own. It holds what the process compiles while the user's cache cannot be written
// to.

#include <filesystem>
#include <optional>

namespace cudapy::runtime {

/// Returns a folder only for this process, which is removed with all its content when the process ends. The
/// first call writes to standard error that this folder is used instead of the other one, and why (an errno).
/// Throws Error cache when no folder can be made.
std::filesystem::path temporary_cache(const std::filesystem::path& instead_of, int reason);

/// Returns the same folder if it was made before.
std::optional<std::filesystem::path> known_temporary_cache();

} // namespace cudapy::runtime
