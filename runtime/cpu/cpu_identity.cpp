#include "runtime/build/toolchain.h"
#include "runtime/support/file_system.h"
#include "runtime/support/fork_mutex.h"
#include "runtime/support/sha256.h"

#include <array>
#include <mutex>
#include <string_view>
#include <sys/utsname.h>

namespace cudapy::runtime {

namespace {

ForkMutex identity_mutex;

/// Returns the lines of /proc/cpuinfo for the first core that matter to -march=native. Lines that change from
/// minute to minute (MHz) are not among them.
std::string read_identity() {
    static constexpr std::array<std::string_view, 14> wanted = {
        "vendor_id", "cpu family", "model",           "model name",       "stepping",
        "flags",     "Features",   "CPU implementer", "CPU architecture", "CPU variant",
        "CPU part",  "isa",        "uarch",           "cache size"};
    utsname machine{};
    uname(&machine);
    std::string identity = machine.machine;
    const std::string text = read_file("/proc/cpuinfo").value_or("");
    std::string_view rest = text;
    for (std::string_view line = take_line(rest); !line.empty(); line = take_line(rest)) {
        std::string_view name = line.substr(0, line.find(':'));
        while (!name.empty() && (name.back() == '\t' || name.back() == ' '))
            name.remove_suffix(1);
        for (std::string_view one : wanted)
            if (name == one) identity.append("\n").append(line);
    }
    Sha256 hash;
    hash.update(identity.data(), identity.size());
    return std::string(machine.machine) + "-" + hex(hash.finish()).substr(0, 32);
}

} // namespace

std::string cpu_identity() {
    static constinit const std::string* identity = nullptr;
    const std::lock_guard lock(identity_mutex);
    if (!identity) identity = new std::string(read_identity());
    return *identity;
}

} // namespace cudapy::runtime
