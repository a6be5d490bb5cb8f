#include "runtime/cpu/openmp_team.h"

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace cudapy::runtime {

namespace {

constexpr std::int64_t nanoseconds_of_look = 100000;

/// Returns a clock's time in nanoseconds; -1 if there is no such clock.
std::int64_t now_of(clockid_t clock) {
    timespec time{};
    if (clock_gettime(clock, &time) != 0) return -1;
    return std::int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/// Returns the clock of the time for which a thread of this process has run. The kernel's interface forms its
/// number so (linux/posix-timers.h), and pthread_getcpuclockid does, too.
clockid_t clock_of(pid_t thread) {
    constexpr unsigned scheduled = 2, of_thread = 4;
    return static_cast<clockid_t>((~static_cast<unsigned>(thread) << 3) | scheduled | of_thread);
}

struct ThreadSample {
    clockid_t clock;
    std::int64_t before;
};

std::vector<ThreadSample> other_threads() {
    std::vector<ThreadSample> threads;
    DIR* const folder = opendir("/proc/self/task");
    if (!folder) return threads;
    const auto own = static_cast<pid_t>(syscall(SYS_gettid));
    while (const dirent* entry = readdir(folder)) {
        const auto thread = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (thread > 0 && thread != own) threads.push_back({clock_of(thread), 0});
    }
    closedir(folder);
    return threads;
}

} // namespace

int busy_threads() {
    std::vector<ThreadSample> threads = other_threads();
    for (ThreadSample& thread : threads)
        thread.before = now_of(thread.clock);
    const std::int64_t begun = now_of(CLOCK_MONOTONIC);
    std::int64_t now = begun;
    while (now - begun < nanoseconds_of_look)
        now = now_of(CLOCK_MONOTONIC);
    int busy = 0;
    for (const ThreadSample& thread : threads) {
        const std::int64_t after = now_of(thread.clock);
        if (thread.before >= 0 && after - thread.before > (now - begun) / 2) ++busy;
    }
    return busy;
}

} // namespace cudapy::runtime
