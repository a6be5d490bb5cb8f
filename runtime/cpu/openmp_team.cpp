#include "runtime/cpu/openmp_team.h"

#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

/// Returns whether this process was started as a program. A process that was forked and has not become
/// another program has the kernel's flag PF_FORKNOEXEC. Returns false where the flags are not known.
bool is_program() {
    constexpr unsigned long forked_no_exec = 0x40;
    const std::string stat = read_file("/proc/self/stat").value_or("");
    // The second field is the name of the program in parentheses, and may have any character. The flags are
    // the ninth.
    std::size_t at = stat.rfind(')');
    for (int field = 2; field < 9 && at != std::string::npos; ++field)
        at = stat.find(' ', at + 1);
    if (at == std::string::npos) return false;
    const unsigned long flags = std::strtoul(stat.c_str() + at, nullptr, 10);
    return flags != 0 && (flags & forked_no_exec) == 0;
}

/// Returns what CUDAPY_OPENMP says: 0, 1, or nothing where it is not set. Throws Error invalid_argument if it
/// is something else.
std::string_view choice() {
    const char* text = std::getenv("CUDAPY_OPENMP");
    const std::string_view value = text ? text : "";
    if (value.empty() || value == "0" || value == "1") return value;
    throw Error(ErrorKind::invalid_argument,
                fmt::format("CUDAPY_OPENMP is \"{}\"; it must be 0 or 1", value));
}

bool is_main_thread() {
    thread_local const bool is_main = syscall(SYS_gettid) == getpid();
    return is_main;
}

struct LibraryScan {
    unsigned long long seen;
    unsigned long long now = 0;
    std::string gomp{}; ///< the path of libgomp
};

/// Is called for each library of the process, and stops where nothing has been loaded.
int look_at(dl_phdr_info* info, std::size_t, void* data) {
    auto& scan = *static_cast<LibraryScan*>(data);
    scan.now = info->dlpi_adds;
    if (scan.now == scan.seen) return 1;
    const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (!file.starts_with("libgomp") || file.find(".so") == std::string_view::npos) return 0;
    scan.gomp = path; // packages have copies of their own, as libgomp-a34b3233.so.1
    return 1;
}

} // namespace

OpenMpTeam::OpenMpTeam(int threads)
    : threads_(threads), is_wanted_(choice() != "0" && is_program()), is_seen_(choice() == "1") {}

void OpenMpTeam::find() {
    const std::lock_guard lock(load_mutex);
    LibraryScan scan{loaded_};
    dl_iterate_phdr(look_at, &scan);
    loaded_ = scan.now;
    if (scan.gomp.empty()) return;
    void* library = dlopen(scan.gomp.c_str(), RTLD_NOW | RTLD_NOLOAD); // it stays loaded from now on
    if (!library) return;
    max_threads_ = reinterpret_cast<decltype(max_threads_)>(dlsym(library, "omp_get_max_threads"));
    is_in_parallel_ = reinterpret_cast<decltype(is_in_parallel_)>(dlsym(library, "omp_in_parallel"));
    thread_number_ = reinterpret_cast<decltype(thread_number_)>(dlsym(library, "omp_get_thread_num"));
    if (max_threads_ && is_in_parallel_ && thread_number_)
        parallel_ = reinterpret_cast<decltype(parallel_)>(dlsym(library, "GOMP_parallel"));
}

bool OpenMpTeam::is_seen() {
    if (is_seen_) return true;
    // Looking takes as long as a small launch, so that it is done at ever fewer of a program's first
    // launches, and then for about 0.2 % of the time.
    const auto now = std::chrono::steady_clock::now();
    const bool has_rested = now - looked_ >= std::chrono::milliseconds(100);
    if (!std::has_single_bit(++launches_) && !has_rested && !was_busy_) return false;
    looked_ = now;
    // Others' programs may keep a few of the threads from running.
    const bool is_busy = 4 * busy_threads() >= 3 * (threads_ - 1);
    is_seen_ = is_busy && was_busy_;
    was_busy_ = is_busy;
    return is_seen_;
}

bool OpenMpTeam::is_usable() {
    if (has_small_stack_) is_wanted_ = false;
    if (!is_wanted_ || !is_main_thread()) return false;
    if (!parallel_) find();
    return parallel_ && max_threads_() == threads_ && !is_in_parallel_() && is_seen();
}

void OpenMpTeam::run(void (*work)(void*), void* data) {
    parallel_(work, data, static_cast<unsigned>(threads_), 0);
}

bool OpenMpTeam::suits_this_thread() {
    enum class Stack : char { unknown, small, large };
    thread_local Stack stack = Stack::unknown;
    if (stack == Stack::unknown) {
        // A stack of the size that the program's own threads and the pool's have is enough. OMP_STACKSIZE may
        // have made this one smaller.
        std::size_t usual = 0, own = 0;
        pthread_attr_t attributes;
        if (pthread_getattr_default_np(&attributes) == 0) {
            pthread_attr_getstacksize(&attributes, &usual);
            pthread_attr_destroy(&attributes);
        }
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstacksize(&attributes, &own);
            pthread_attr_destroy(&attributes);
        }
        stack = own < usual / 2 ? Stack::small : Stack::large;
    }
    if (stack == Stack::small) has_small_stack_ = true;
    return stack == Stack::large;
}

} // namespace cudapy::runtime
