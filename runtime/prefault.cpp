#include "runtime/prefault.h"

#include <cstdint>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

constexpr int populate_read = 22; ///< MADV_POPULATE_READ, which the C library's headers may not have yet

/// Of dl_iterate_phdr: maps the object's constant segments where one of them holds `inside`.
int prefault_if_own(dl_phdr_info* object, std::size_t, void* inside) {
    const auto address = reinterpret_cast<std::uintptr_t>(inside);
    const auto begin_of = [&](const ElfW(Phdr) & segment) { return object->dlpi_addr + segment.p_vaddr; };
    bool is_own = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        is_own |= segment.p_type == PT_LOAD && address - begin_of(segment) < segment.p_memsz;
    }
    if (!is_own) return 0;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
        const std::uintptr_t begin = begin_of(segment) / page * page;
        madvise(reinterpret_cast<void*>(begin), begin_of(segment) + segment.p_memsz - begin, populate_read);
    }
    return 1;
}

} // namespace

void prefault_own_code() noexcept {
    dl_iterate_phdr(prefault_if_own, reinterpret_cast<void*>(&prefault_own_code));
}

} // namespace cudapy::runtime
