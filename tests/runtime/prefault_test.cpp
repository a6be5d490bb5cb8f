#include "runtime/support/prefault.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

/// The bytes of the mapping that holds an address, and how many of them are mapped in.
struct Mapping {
    std::uint64_t size = 0, resident = 0;
};

Mapping mapping_of(const void* inside) {
    const auto address = reinterpret_cast<std::uintptr_t>(inside);
    std::ifstream file("/proc/self/smaps");
    Mapping mapping;
    bool is_it = false;
    for (std::string line; std::getline(file, line);) {
        char* end = nullptr;
        const std::uint64_t begin = std::strtoull(line.c_str(), &end, 16);
        if (*end == '-' && line.find(' ') > 8) {
            is_it = begin <= address && address < std::strtoull(end + 1, nullptr, 16);
        } else if (is_it && line.starts_with("Size:")) {
            mapping.size = std::strtoull(line.c_str() + 5, nullptr, 10);
        } else if (is_it && line.starts_with("Rss:")) {
            mapping.resident = std::strtoull(line.c_str() + 4, nullptr, 10);
        }
    }
    return mapping;
}

} // namespace

TEST_CASE("all of the program's code is mapped in") {
    const auto code = reinterpret_cast<const void*>(&prefault_own_code);
    prefault_own_code();
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(code) / page * page);
    if (madvise(start, page, 22) != 0) {
        CHECK(errno == EINVAL); // a system that does not know it
        return;
    }
    const Mapping mapping = mapping_of(code);
    CHECK(mapping.size > 0);
    CHECK(mapping.resident == mapping.size);
}

} // namespace cudapy::runtime
