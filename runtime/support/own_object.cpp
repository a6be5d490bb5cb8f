#include "runtime/support/own_object.h"

#include <cstdint>

namespace cudapy::runtime {

namespace {

using Visit = std::function<void(const ElfW(Phdr)&, const char*)>;

/// The callback for dl_iterate_phdr, which stops at the object that this function is in.
int visit_if_own(dl_phdr_info* object, std::size_t, void* data) {
    const auto address = reinterpret_cast<std::uintptr_t>(&visit_if_own);
    bool is_own = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        is_own |=
            segment.p_type == PT_LOAD && address - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz;
    }
    if (!is_own) return 0;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        (*static_cast<const Visit*>(data))(
            segment, reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr));
    }
    return 1;
}

} // namespace

void for_own_segments(const Visit& visit) {
    Visit copy = visit;
    dl_iterate_phdr(visit_if_own, &copy);
}

} // namespace cudapy::runtime
