#include "runtime/cache/cache_entry.h"

#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/sha256.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace cudapy::runtime {

namespace {

constexpr std::string_view mark = "cudapy entry v2\n";
static_assert(mark.size() == 16);
constexpr std::size_t fixed_bytes = 4 + 4 + 8 + 32 + 16;

void append_number(std::string& to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        to += static_cast<char>(value >> (8 * i));
}

uint64_t number_at(std::string_view text, std::size_t at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
        value |= uint64_t(static_cast<unsigned char>(text[at + i])) << (8 * i);
    return value;
}

} // namespace

std::string entry_trailer(std::string_view payload, std::string_view kernel, std::string_view entry) {
    std::string trailer(kernel);
    trailer += entry;
    append_number(trailer, kernel.size(), 4);
    append_number(trailer, entry.size(), 4);
    append_number(trailer, payload.size(), 8);
    Sha256 hash;
    hash.update(payload.data(), payload.size());
    hash.update(trailer.data(), trailer.size());
    Sha256::Digest digest = hash.finish();
    trailer.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    trailer += mark;
    return trailer;
}

namespace {

/// Finds the trailer of content that may be an entry. It does not check the hash.
std::optional<EntryTrailer> find_trailer(std::string_view content) {
    if (content.size() < fixed_bytes || !content.ends_with(mark)) return std::nullopt;
    std::size_t numbers = content.size() - fixed_bytes;
    const uint64_t kernel_bytes = number_at(content, numbers, 4);
    const uint64_t entry_bytes = number_at(content, numbers + 4, 4);
    const uint64_t payload_bytes = number_at(content, numbers + 8, 8);
    const uint64_t names = kernel_bytes + entry_bytes;
    if (names > numbers || payload_bytes != numbers - names) return std::nullopt;
    return EntryTrailer{std::string(content.substr(payload_bytes, kernel_bytes)),
                        std::string(content.substr(payload_bytes + kernel_bytes, entry_bytes)),
                        std::size_t(payload_bytes)};
}

} // namespace

std::optional<EntryTrailer> check_entry(std::string_view content) {
    auto trailer = find_trailer(content);
    if (!trailer) return std::nullopt;
    const std::size_t numbers = content.size() - fixed_bytes;
    Sha256 hash;
    hash.update(content.data(), numbers + 16);
    Sha256::Digest digest = hash.finish();
    if (std::memcmp(digest.data(), content.data() + numbers + 16, digest.size()) != 0) return std::nullopt;
    return trailer;
}

std::string read_payload(const std::filesystem::path& path) {
    FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string content;
    if (!file || !read_all(file.get(), content))
        throw Error(ErrorKind::cache, fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
    if (auto trailer = find_trailer(content)) content.resize(trailer->payload_bytes);
    return content;
}

} // namespace cudapy::runtime
