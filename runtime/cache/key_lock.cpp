#include "runtime/cache/key_lock.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudapy::runtime {

/// Tries to take the lock. Returns false when somebody else holds it, or when the file that was locked no
/// longer has its name, because its holder removed it between our opening and our locking it.
bool KeyLock::try_lock() {
    FileDescriptor file(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file)
        throw Error(
            ErrorKind::cache,
            fmt::format(
                "cannot make the lock {}: {}. Set CUDAPY_CACHE_DIR to a folder that you may write to.",
                path_.string(), std::strerror(errno)));
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK || errno == EINTR) return false;
        throw Error(ErrorKind::cache,
                    fmt::format("cannot lock {}: {}. Set CUDAPY_CACHE_DIR to a folder on a local disk.",
                                path_.string(), std::strerror(errno)));
    }
    struct stat locked {
    }, named{};
    if (fstat(file.get(), &locked) != 0 || lstat(path_.c_str(), &named) != 0 ||
        locked.st_ino != named.st_ino || locked.st_dev != named.st_dev)
        return false;
    file_ = std::move(file);
    return true;
}

KeyLock::KeyLock(const std::filesystem::path& file, const std::function<bool()>& interrupted) : path_(file) {
    // We poll instead of waiting in the system, so that Ctrl-C works.
    int wait = 1, since_asked = 0;
    while (!try_lock()) {
        poll(nullptr, 0, wait);
        since_asked += wait;
        if (since_asked >= 50 && interrupted) {
            since_asked = 0;
            if (interrupted())
                throw Error(ErrorKind::interrupted,
                            "waiting for another process that compiles the same kernel was interrupted");
        }
        wait = std::min(wait * 2, 16);
    }
}

KeyLock::KeyLock(const std::filesystem::path& file) : path_(file) {
    try_lock();
}

KeyLock::~KeyLock() {
    if (!file_) return;
    // We remove the file while we hold the lock: another process that locks it from now on finds that its
    // name is gone, and opens a new one. We unlock it explicitly, because a child that was forked meanwhile
    // has the descriptor too.
    unlink(path_.c_str());
    flock(file_.get(), LOCK_UN);
}

} // namespace cudapy::runtime
