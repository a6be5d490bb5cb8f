#include "runtime/cpu/openmp_team.h"

#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <atomic>
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

/// Returns whether CUDAPY_OPENMP allows it. Throws Error invalid_argument if it is neither 0 nor 1.
bool is_allowed() {
    const char* text = std::getenv("CUDAPY_OPENMP");
    const std::string_view value = text ? text : "";
    if (value == "0") return false;
    if (value.empty() || value == "1") return true;
    throw Error(ErrorKind::invalid_argument,
                fmt::format("CUDAPY_OPENMP is \"{}\"; it must be 0 or 1", value));
}

bool is_main_thread() {
    thread_local const bool is_main = syscall(SYS_gettid) == getpid();
    return is_main;
}

using PauseAll = int (*)(int);
std::atomic<PauseAll> pause_all{nullptr}; ///< omp_pause_resource_all, once a launch has had a team

/// Is called before a fork, on the thread that forks. A team belongs to one thread, and only the main thread
/// may have one of ours.
void end_team() {
    constexpr int soft = 1; // omp_pause_soft: numbers of threads that the program has set are kept
    const PauseAll pause = pause_all.load();
    if (pause && is_main_thread()) pause(soft); // refuses inside a parallel region
}

struct Loaded {
    unsigned long long seen;
    unsigned long long now = 0;
    std::string gomp{}; ///< the path of libgomp
};

/// Is called for each library of the process, and stops where nothing has been loaded.
int look_at(dl_phdr_info* info, std::size_t, void* data) {
    auto& loaded = *static_cast<Loaded*>(data);
    loaded.now = info->dlpi_adds;
    if (loaded.now == loaded.seen) return 1;
    const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (!file.starts_with("libgomp") || file.find(".so") == std::string_view::npos) return 0;
    loaded.gomp = path; // packages have copies of their own, as libgomp-a34b3233.so.1
    return 1;
}

} // namespace

OpenMpTeam::OpenMpTeam(int threads) : threads_(threads), is_wanted_(is_allowed() && is_program()) {}

void OpenMpTeam::find() {
    const std::lock_guard lock(load_mutex);
    Loaded loaded{loaded_};
    dl_iterate_phdr(look_at, &loaded);
    loaded_ = loaded.now;
    if (loaded.gomp.empty()) return;
    void* library = dlopen(loaded.gomp.c_str(), RTLD_NOW | RTLD_NOLOAD); // it stays loaded from now on
    if (!library) return;
    max_threads_ = reinterpret_cast<decltype(max_threads_)>(dlsym(library, "omp_get_max_threads"));
    is_in_parallel_ = reinterpret_cast<decltype(is_in_parallel_)>(dlsym(library, "omp_in_parallel"));
    const auto pause = reinterpret_cast<PauseAll>(dlsym(library, "omp_pause_resource_all"));
    const auto parallel = reinterpret_cast<decltype(parallel_)>(dlsym(library, "GOMP_parallel"));
    if (!max_threads_ || !is_in_parallel_ || !pause || !parallel) return;
    if (pthread_atfork(end_team, nullptr, nullptr) != 0) return;
    pause_ = pause;
    parallel_ = parallel;
}

bool OpenMpTeam::run(void (*work)(void*), void* data) {
    if (!is_wanted_ || !is_main_thread()) return false;
    if (!parallel_) find();
    if (!parallel_ || max_threads_() != threads_ || is_in_parallel_()) return false;
    pause_all.store(pause_, std::memory_order_relaxed);
    parallel_(work, data, static_cast<unsigned>(threads_), 0);
    return true;
}

} // namespace cudapy::runtime
