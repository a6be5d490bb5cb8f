#pragma once
// The format of a cache entry: the compiled file, and after it a trailer that says whether it is whole.
// Loaders of ELF files do not mind what follows them.
//
//   payload | kernel's name | name of the entry | lengths of both names (4 bytes each) | payload's length
//   (8 bytes) | SHA-256 of all before (32) | mark (16)
//
// Lengths are little-endian. The entry's name is in it, so that a file that was given another one is none.

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

/// The trailer to write after a payload.
std::string entry_trailer(std::string_view payload, std::string_view kernel, std::string_view entry);
/// Reads the trailer of an entry's whole content; none when it is damaged or there is none.
std::optional<EntryTrailer> check_entry(std::string_view content);

/// A compiled file without a trailer; whether it has one or not. Its hash is not looked at: who finds an
/// entry has done that. Throws Error cache when it cannot be read.
std::string read_payload(const std::filesystem::path& path);

} // namespace cudapy::runtime
