#include "runtime/launch/run_lines.h"

#include "runtime/support/fork_mutex.h"

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <mutex>

namespace cudapy::runtime {

namespace {

struct Table {
    void* library;
    const char* lines;
    unsigned char* run;
    int size;
};

ForkMutex tables_mutex;
std::vector<Table> tables; // a library that was opened twice is there twice
std::atomic<bool> are_any = false;

} // namespace

void add_run_lines(void* library) {
    auto* run = static_cast<unsigned char*>(dlsym(library, "cudapy__run_lines"));
    if (!run) return;
    const auto* size = static_cast<const int*>(dlsym(library, "cudapy__run_lines_size"));
    const auto* lines = static_cast<const char*>(dlsym(library, "cudapy__lines"));
    if (!size || !lines) return;
    const std::lock_guard lock(tables_mutex);
    tables.push_back({library, lines, run, *size});
    are_any = true;
}

void remove_run_lines(void* library) {
    const std::lock_guard lock(tables_mutex);
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table& table) { return table.library == library; });
    if (found != tables.end()) tables.erase(found);
}

bool has_run_lines() {
    return are_any;
}

std::vector<RunLines> take_run_lines() {
    std::vector<RunLines> result;
    const std::lock_guard lock(tables_mutex);
    for (const Table& table : tables) {
        std::string taken;
        for (int i = 0; i < table.size; ++i) {
            // Kernels of other threads may be running.
            if (__atomic_load_n(&table.run[i], __ATOMIC_RELAXED) == 0) continue;
            if (taken.empty()) taken.resize(static_cast<std::size_t>(table.size));
            taken[static_cast<std::size_t>(i)] = 1;
            __atomic_store_n(&table.run[i], static_cast<unsigned char>(0), __ATOMIC_RELAXED);
        }
        if (!taken.empty()) result.push_back({table.lines, std::move(taken)});
    }
    return result;
}

} // namespace cudapy::runtime
