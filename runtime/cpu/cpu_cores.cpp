// Finding how many cores this process may keep busy.

#include "runtime/cpu/cpu_pool.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <thread>
#include <vector>

namespace cudapy::runtime {

namespace {

int cores_of_affinity() {
    for (int size = 1024; size <= 1 << 18; size *= 4) {
        cpu_set_t* set = CPU_ALLOC(size);
        if (!set) break;
        std::size_t bytes = CPU_ALLOC_SIZE(size);
        int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (count > 0) return count;
    }
    return std::max(1, int(std::thread::hardware_concurrency()));
}

/// Returns the number of CPUs that a quota of so many microseconds in a period stands for; 0 if there is no
/// quota.
int cores_of_quota(double quota, double period) {
    return quota > 0 && period > 0 ? int(std::ceil(quota / period)) : 0;
}

/// Returns the number at the beginning of a file; 0 if there is none ("max").
double number_at(const std::string& path) {
    return std::atof(read_file(path).value_or("").c_str());
}

/// Returns the quota in one folder of control groups, version 2 or 1; 0 if there is none.
int quota_in(const std::string& folder) {
    if (const auto both = read_file(folder + "/cpu.max")) { // "max 100000", "150000 100000"
        const std::size_t space = both->find(' ');
        return space == std::string::npos
                   ? 0
                   : cores_of_quota(std::atof(both->c_str()), std::atof(both->c_str() + space));
    }
    return cores_of_quota(number_at(folder + "/cpu.cfs_quota_us"), number_at(folder + "/cpu.cfs_period_us"));
}

/// Returns the least quota of this process's control group and those above it. A container usually sees its
/// own group as the root.
int cores_of_control_group() {
    int least = 0;
    auto consider = [&](const std::string& folder) {
        if (int cores = quota_in(folder); cores > 0 && (least == 0 || cores < least)) least = cores;
    };
    consider("/sys/fs/cgroup");
    consider("/sys/fs/cgroup/cpu");
    const std::string groups = read_file("/proc/self/cgroup").value_or("");
    for (std::string_view rest = groups; !rest.empty();) {
        const std::string line(take_line(rest));
        std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        std::string controllers = line.substr(first + 1, second - first - 1);
        std::string root = "/sys/fs/cgroup";
        if (("," + controllers + ",").find(",cpu,") != std::string::npos)
            root += "/cpu";
        else if (!controllers.empty())
            continue;
        for (std::string path = line.substr(second + 1); path.size() > 1; path.resize(path.rfind('/')))
            consider(root + path);
    }
    return least;
}

} // namespace

int usable_cores() {
    if (const char* text = std::getenv("CUDAPY_NUM_THREADS"); text && *text) {
        std::string_view view = text;
        int count = 0;
        auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), count);
        if (error != std::errc() || end != view.data() + view.size() || count < 1 || count > 4096)
            throw Error(
                ErrorKind::invalid_argument,
                fmt::format("CUDAPY_NUM_THREADS is \"{}\"; it must be a number from 1 to 4096", text));
        return count;
    }
    int cores = cores_of_affinity();
    int quota = cores_of_control_group();
    return quota > 0 ? std::min(cores, quota) : cores;
}

} // namespace cudapy::runtime
