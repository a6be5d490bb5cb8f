#include "runtime/memory/host_memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cudapy::runtime {

namespace {

constexpr std::size_t host_alignment = 64;
// The size from which on a zeroed buffer is taken from calloc. Fresh pages of calloc are zero already, and
// the kernel that uses them is the first to touch them.
constexpr std::size_t large = 1 << 20;

} // namespace

// Allocates a block, and stores the pointer that free() takes just before it.
void* allocate_host(std::size_t bytes, bool zeroed) noexcept {
    if (bytes > SIZE_MAX / 2) return nullptr;
    if (zeroed && bytes >= large) {
        char* raw = static_cast<char*>(std::calloc(bytes + 2 * host_alignment, 1));
        if (!raw) return nullptr;
        auto address = (reinterpret_cast<std::uintptr_t>(raw) + 2 * host_alignment - 1) / host_alignment *
                       host_alignment;
        char* block = raw + (address - reinterpret_cast<std::uintptr_t>(raw));
        std::memcpy(block - sizeof(void*), &raw, sizeof(void*));
        return block;
    }
    std::size_t total = (bytes + 2 * host_alignment - 1) / host_alignment * host_alignment;
    char* raw = static_cast<char*>(std::aligned_alloc(host_alignment, total));
    if (!raw) return nullptr;
    char* block = raw + host_alignment;
    std::memcpy(block - sizeof(void*), &raw, sizeof(void*));
    if (zeroed) std::memset(block, 0, bytes);
    return block;
}

void free_host(void* block) noexcept {
    void* raw;
    std::memcpy(&raw, static_cast<char*>(block) - sizeof(void*), sizeof(void*));
    std::free(raw);
}

} // namespace cudapy::runtime
