#pragma once
// The format of a cache entry: the compiled file, and after it a trailer that says whether it is whole.
// Loaders of ELF files do not mind what follows them.
//
//   payload | kernel's name | name of the entry | lengths of both names (4 bytes each) | payload's length
//   (8 bytes) | SHA-256 of all before (32) | mark (16)
//
// Lengths are little-endian. The trailer holds the entry's name, so that a file that was renamed is not taken
// for an entry.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cudapy::runtime {

struct EntryTrailer {
    std::string kernel;
    std::string entry; ///< the file's name: key and suffix
    std::size_t payload_bytes = 0;
};

/// Returns the trailer that is to be written after a payload.
std::string entry_trailer(std::string_view payload, std::string_view kernel, std::string_view entry);
/// Reads the trailer of an entry's whole content. Returns nothing when it is damaged or missing.
std::optional<EntryTrailer> check_entry(std::string_view content);

/// Reads a compiled file and leaves out its trailer, if it has one. It does not check the hash, which
/// Cache::find and Cache::get have done. Throws Error cache when it cannot be read.
std::string read_payload(const std::filesystem::path& path);

} // namespace cudapy::runtime
