#include "runtime/cache/temporary_cache.h"

#include "runtime/support/file_system.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <unistd.h>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

ForkMutex mutex;
std::unique_ptr<PrivateFolder> made;
pid_t maker = 0;

void remove_at_exit() {
    if (maker == getpid()) made.reset();
}

/// Makes a forked child forget its parent's folder, which is removed with the parent. The child makes its
/// own.
void forget_of_parent() {
    if (made && maker != getpid()) (void)made.release();
}

} // namespace

fs::path temporary_cache(const fs::path& instead_of, int reason) {
    const std::lock_guard guard(mutex);
    forget_of_parent();
    if (made) return made->path();
    if (maker == 0) std::atexit(remove_at_exit);
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    made = std::make_unique<PrivateFolder>(error ? fs::path("/tmp") : parent, "cudapy-cache-");
    maker = getpid();
    const std::string text = fmt::format(
        "cudapy: the cache folder {} cannot be written to ({}): what this process compiles is kept until it "
        "ends, and other processes compile it again. Set CUDAPY_CACHE_DIR to a folder of yours.\n",
        instead_of.string(), std::strerror(reason));
    std::fputs(text.c_str(), stderr);
    return made->path();
}

std::optional<fs::path> known_temporary_cache() {
    const std::lock_guard guard(mutex);
    if (!made || maker != getpid()) return std::nullopt;
    return made->path();
}

} // namespace cudapy::runtime
