#include "runtime/cache/entry_file.h"

#include "runtime/support/error.h"
#include "runtime/support/file_system.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

/// Returns whether a writer may be this user. Root may do everything anyway.
bool may_be(uid_t user, Writers writers) {
    return user == geteuid() || user == 0 || writers == Writers::installer;
}

/// Returns the bits of a mode that let others than the writers write.
mode_t open_bits(mode_t mode, Writers writers) {
    return mode & (writers == Writers::user ? 022 : 02);
}

/// Returns why code may not be loaded from a file; an empty text for an ordinary file that only the writers
/// can write.
std::string danger_of(const struct stat& status, Writers writers) {
    if (!S_ISREG(status.st_mode)) return "it is no ordinary file";
    if (!may_be(status.st_uid, writers))
        return fmt::format("it belongs to user {}, not to you (user {})", status.st_uid, geteuid());
    if (open_bits(status.st_mode, writers) != 0)
        return fmt::format("others may write to it (mode {:04o})", status.st_mode & 07777);
    return "";
}

} // namespace

void refuse_folder(const fs::path& folder, const std::string& reason) {
    throw Error(
        ErrorKind::cache,
        fmt::format("the cache folder {} cannot be used: {}. Set CUDAPY_CACHE_DIR to a folder of yours.",
                    folder.string(), reason));
}

std::string danger_of(const fs::path& folder, Writers writers) {
    struct stat status {};
    if (lstat(folder.c_str(), &status) != 0) return std::strerror(errno);
    if (S_ISLNK(status.st_mode)) {
        if (!may_be(status.st_uid, writers))
            return fmt::format("it is a symbolic link that belongs to user {}, not to you (user {})",
                               status.st_uid, geteuid());
        if (stat(folder.c_str(), &status) != 0)
            return fmt::format("it is a symbolic link to nowhere ({})", std::strerror(errno));
    }
    if (!S_ISDIR(status.st_mode)) return "it is not a folder";
    if (!may_be(status.st_uid, writers))
        return fmt::format("it belongs to user {}, not to you (user {})", status.st_uid, geteuid());
    if (open_bits(status.st_mode, writers) != 0)
        return fmt::format("others may write to it (mode {:04o}), and it holds code that gets loaded; chmod "
                           "700 makes it safe",
                           status.st_mode & 07777);
    std::error_code error;
    fs::path real = fs::canonical(folder, error);
    for (fs::path above = real.parent_path(); !error && above != above.root_path();
         above = above.parent_path())
        if (stat(above.c_str(), &status) == 0 && (status.st_mode & 02) && !(status.st_mode & S_ISVTX))
            return fmt::format("others may write to {} (mode {:04o}) and so replace it", above.string(),
                               status.st_mode & 07777);
    return "";
}

std::optional<EntryTrailer> read_entry(const fs::path& path, std::string& content, Writers writers,
                                       std::string* problem) {
    const auto refused = [&](std::string reason) {
        if (problem) *problem = std::move(reason);
        return std::nullopt;
    };
    // Some installers make links to a store of files. What they name is looked at like a file.
    const int follow = writers == Writers::user ? O_NOFOLLOW : 0;
    FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow));
    struct stat status {};
    if (!file || fstat(file.get(), &status) != 0) return refused(std::strerror(errno));
    if (std::string danger = danger_of(status, writers); !danger.empty()) return refused(std::move(danger));
    content.resize(std::size_t(status.st_size));
    // One read gives the whole file, unless somebody writes to it at the moment. In that case the trailer
    // shows that something is wrong.
    const ssize_t got = read(file.get(), content.data(), content.size());
    if (got < 0) return refused(std::strerror(errno));
    content.resize(std::size_t(got));
    if (std::int64_t{got} < std::int64_t{status.st_size} && !read_all(file.get(), content))
        return refused(std::strerror(errno));
    auto trailer = check_entry(content);
    if (!trailer) return refused("it is damaged: its checksum is another one");
    if (trailer->entry != path.filename().native())
        return refused(fmt::format("it was built as {}", trailer->entry));
    return trailer;
}

std::optional<EntryTrailer> read_entry(const fs::path& path) {
    std::string content;
    return read_entry(path, content);
}

void seal(const fs::path& path, const std::string& kernel, const fs::path& entry) {
    auto failed = [&](const char* what) {
        throw Error(ErrorKind::cache,
                    fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
    };
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    std::string payload;
    if (!file || !read_all(file.get(), payload)) failed("read");
    std::string trailer = entry_trailer(payload, kernel, entry.filename().native());
    if (!write_all(file.get(), trailer.data(), trailer.size())) failed("write");
    // Compilers make shared objects executable and follow the umask; neither matters to a loader.
    if (fchmod(file.get(), 0600) != 0) failed("set the mode of");
}

} // namespace cudapy::runtime
