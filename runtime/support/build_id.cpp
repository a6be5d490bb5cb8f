#include "runtime/support/build_id.h"

#include "runtime/support/own_object.h"

#include <fmt/format.h>

#include <cstring>
#include <elf.h>
#include <string_view>

namespace cudapy::runtime {

namespace {

/// Returns the build's number from the notes of a segment; empty if it is not there.
std::string build_id_in(std::string_view notes) {
    constexpr std::string_view gnu("GNU", 4); // with its zero
    const auto rounded = [](std::size_t size) { return (size + 3) / 4 * 4; };
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) head{};
        std::memcpy(&head, notes.data(), sizeof head);
        notes.remove_prefix(sizeof head);
        const std::size_t name_bytes = rounded(head.n_namesz), bytes = rounded(head.n_descsz);
        if (name_bytes + bytes > notes.size()) break;
        if (head.n_type == NT_GNU_BUILD_ID && notes.substr(0, head.n_namesz) == gnu) {
            std::string hex;
            for (const char byte : notes.substr(name_bytes, head.n_descsz))
                hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
            return hex;
        }
        notes.remove_prefix(name_bytes + bytes);
    }
    return "";
}

std::string find_build_id() {
    std::string found;
    for_own_segments([&](const ElfW(Phdr) & segment, const char* begin) {
        if (segment.p_type == PT_NOTE && found.empty()) found = build_id_in({begin, segment.p_memsz});
    });
    return found;
}

} // namespace

const std::string& own_build_id() {
    static const std::string id = find_build_id();
    return id;
}

} // namespace cudapy::runtime
