#include "runtime/build/fused_products.h"

#include "runtime/support/file_system.h"

#include <cstdint>
#include <string>

namespace cudapy::runtime {

namespace {

/// Returns whether the byte is the opcode of vfmaddsub or vfmsubadd, with operands in any of the three
/// orders, in the map 0F38 after the prefix 66. Intel's Software Developer's Manual, volume 2, has the
/// encodings.
bool is_opcode(std::uint8_t byte) {
    const int order = byte >> 4;
    const int operation = byte & 15;
    return (order == 9 || order == 10 || order == 11) && (operation == 6 || operation == 7);
}

} // namespace

bool may_fuse_products(const std::filesystem::path& file) {
#ifdef __x86_64__
    const std::string text = read_file(file).value_or("");
    const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    for (std::size_t i = 0; i + 4 < text.size(); ++i) {
        const int map_byte = at(i + 1), prefix_byte = at(i + 2);
        // VEX, of three bytes: the map in five bits, the prefix in two. AMD's FMA4 has opcodes of its own.
        if (at(i) == 0xc4 && (prefix_byte & 3) == 1) {
            if ((map_byte & 0x1f) == 2 && is_opcode(at(i + 3))) return true;
            if ((map_byte & 0x1f) == 3 && at(i + 3) >= 0x5c && at(i + 3) <= 0x5f) return true;
        }
        // EVEX, of four bytes: the map in three bits, 6 for halves, and the prefix between fixed bits.
        const bool is_evex = at(i) == 0x62 && (map_byte & 8) == 0 && (prefix_byte & 7) == 5;
        const int map = map_byte & 7;
        if (is_evex && (map == 2 || map == 6) && is_opcode(at(i + 4))) return true;
    }
#else
    static_cast<void>(file);
#endif
    return false;
}

} // namespace cudapy::runtime
