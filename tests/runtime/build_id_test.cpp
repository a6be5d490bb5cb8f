#include "runtime/support/build_id.h"

#include "runtime/support/file_system.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace cudapy::runtime {

TEST_CASE("the build's number is the one in this program's file") {
    const std::string id = own_build_id();
    REQUIRE(id.size() >= 16);
    std::string bytes;
    for (std::size_t i = 0; i + 1 < id.size(); i += 2)
        bytes += static_cast<char>(std::strtoul(id.substr(i, 2).c_str(), nullptr, 16));
    CHECK(read_file("/proc/self/exe").value().find(std::string("GNU\0", 4) + bytes) != std::string::npos);
    CHECK(own_build_id() == id);
}

} // namespace cudapy::runtime
