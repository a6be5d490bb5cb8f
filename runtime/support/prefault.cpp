#include "runtime/support/prefault.h"

#include "runtime/support/own_object.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

constexpr int populate_read = 22; ///< MADV_POPULATE_READ, which the C library's headers may not have yet

} // namespace

void prefault_own_code() noexcept {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    for_own_segments([&](const ElfW(Phdr) & segment, const char* begin) {
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) return;
        const auto first = reinterpret_cast<std::uintptr_t>(begin);
        const std::uintptr_t start = first / page * page;
        madvise(reinterpret_cast<void*>(start), first + segment.p_memsz - start, populate_read);
    });
}

} // namespace cudapy::runtime
