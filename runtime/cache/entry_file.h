#pragma once
// The files of compiled kernels, in the cache and in folders of prebuilt kernels, and who may write them.
// They hold code that gets loaded.

#include "runtime/cache/cache_entry.h"

#include <filesystem>
#include <optional>
#include <string>

namespace cudapy::runtime {

/// Throws Error cache, which says why the cache folder cannot be used.
[[noreturn]] void refuse_folder(const std::filesystem::path& folder, const std::string& reason);
/// Who may write the files. Only the user and root may write the cache's. A folder of prebuilt kernels is a
/// part of a program, which may belong to whoever installed that, and to a group; Python runs what is there
/// anyway.
enum class Writers { user, installer };

/// Returns why a folder is not safe, "it is not a folder"; an empty text for a safe one. Nobody but the
/// writers may be able to put a file there.
std::string danger_of(const std::filesystem::path& folder, Writers writers = Writers::user);

/// Reads an entry's whole content, and returns its trailer. Returns nothing when the entry is missing,
/// damaged, or a file that others may write; `problem` is why.
std::optional<EntryTrailer> read_entry(const std::filesystem::path& path, std::string& content,
                                       Writers writers = Writers::user, std::string* problem = nullptr);
std::optional<EntryTrailer> read_entry(const std::filesystem::path& path);

/// Adds the trailer to a file that a compiler wrote. `entry` is the path that the file is going to have.
void seal(const std::filesystem::path& path, const std::string& kernel, const std::filesystem::path& entry);

} // namespace cudapy::runtime
