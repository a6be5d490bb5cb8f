#pragma once
// The files of compiled kernels, in the cache and in folders of prebuilt kernels, and who may write them.
// They hold code that gets loaded.

#include "runtime/cache/cache_entry.h"

#include <filesystem>
#include <optional>
#include <string>

namespace cudapy::runtime {

/// Throws Error cache, which says why the cache folder cannot be used.
[[noreturn]] void refuse_folder(const std::filesystem::path& folder, const std::string& why);
/// Throws Error cache for a folder that is not safe: nobody else may be able to put a file there.
void check_safe(const std::filesystem::path& folder);

/// Reads an entry's whole content, and returns its trailer. Returns nothing when the entry is missing,
/// damaged, or a file that somebody else may write.
std::optional<EntryTrailer> read_entry(const std::filesystem::path& path, std::string& content);
std::optional<EntryTrailer> read_entry(const std::filesystem::path& path);

/// Adds the trailer to a file that a compiler wrote. `entry` is the path that the file is going to have.
void seal(const std::filesystem::path& path, const std::string& kernel, const std::filesystem::path& entry);

} // namespace cudapy::runtime
