#include "runtime/cache/cache.h"

#include "runtime/cache/cache_entry.h"
#include "runtime/cache/entry_file.h"
#include "runtime/cache/key_lock.h"
#include "runtime/cache/temporary_cache.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/interruption.h"
#include "runtime/support/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view build_prefix = ".build-";
constexpr std::string_view lock_suffix = ".lock";
constexpr const char* version_suffix = ".version"; ///< the suffix of files with the version of a compiler

fs::path home() {
    if (const char* named = std::getenv("HOME"); named && *named) return named;
    passwd entry{};
    passwd* found = nullptr;
    char buffer[4096];
    if (getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &found) == 0 && found && found->pw_dir &&
        *found->pw_dir)
        return found->pw_dir;
    throw Error(
        ErrorKind::cache,
        "there is no home folder for the cache of compiled kernels: neither HOME nor the user's entry in "
        "the password file names one. Set CUDAPY_CACHE_DIR to a folder of yours.");
}

/// Returns whether an error says that the user may not write somewhere.
bool is_refusal(int error) {
    return error == EACCES || error == EROFS || error == EPERM;
}

/// A folder that the user may not make.
struct Refusal {
    fs::path folder;
    int error;
};

/// Makes the folder and those above it, only for the user. Returns the folder that the user may not make, if
/// there is one.
std::optional<Refusal> create(const fs::path& folder) {
    fs::path made;
    for (const fs::path& part : folder) {
        made /= part;
        if (mkdir(made.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR) {
            int error = errno;
            struct stat status {};
            if (stat(made.c_str(), &status) == 0) continue;
            if (is_refusal(error)) return Refusal{made, error};
            refuse_folder(folder, fmt::format("{} cannot be made ({})", made.string(), std::strerror(error)));
        }
    }
    return std::nullopt;
}

/// A folder that this thread found safe. The other members would differ if the folder had been replaced or
/// changed.
struct SafeFolder {
    std::string path;
    dev_t device = 0;
    ino_t inode = 0;
    timespec changed{};

    bool is(const fs::path& folder, const struct stat& status) const {
        return path == folder.native() && device == status.st_dev && inode == status.st_ino &&
               changed.tv_sec == status.st_ctim.tv_sec && changed.tv_nsec == status.st_ctim.tv_nsec;
    }
};
thread_local SafeFolder safe;

bool is_key(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Returns the name of the target of entries with this suffix; null for files that are no entries.
const char* target_of(const std::string& suffix) {
    if (suffix == ".cubin") return "cuda";
    return suffix == ".so" ? "cpu" : nullptr;
}

bool is_entry(const fs::path& path) {
    return target_of(path.extension().string()) && is_key(path.stem().string());
}

/// Returns whether a file only saves work and holds no code: the version of a compiler, or the outcome of a
/// translation.
bool is_note(const fs::path& path) {
    return (path.extension() == version_suffix || path.extension() == known_suffix ||
            path.extension() == tuned_suffix) &&
           is_key(path.stem().string());
}

} // namespace

fs::path Cache::folder() {
    if (const char* named = std::getenv("CUDAPY_CACHE_DIR"); named && *named)
        return fs::absolute(named).lexically_normal();
    if (const char* named = std::getenv("XDG_CACHE_HOME"); named && fs::path(named).is_absolute())
        return (fs::path(named) / "cudapy").lexically_normal();
    return (home() / ".cache/cudapy").lexically_normal();
}

Cache Cache::open() {
    const fs::path wanted = folder();
    struct stat status {};
    if (lstat(wanted.c_str(), &status) != 0)
        if (const auto refusal = create(wanted)) return Cache(temporary_cache(wanted, refusal->error));
    return Cache(wanted);
}

std::optional<Cache> Cache::open_existing() try {
    std::error_code error;
    const fs::path path = folder();
    return fs::exists(path, error) ? std::optional(Cache(path)) : std::nullopt;
} catch (const Error& error) {
    if (error.kind() != ErrorKind::cache) throw;
    return std::nullopt;
}

Cache::Cache(fs::path folder) : folder_(std::move(folder)) {
    if (!folder_.has_filename()) // a trailing slash would make lstat follow a link
        folder_ = folder_.parent_path();
    struct stat status {};
    const bool is_there = lstat(folder_.c_str(), &status) == 0;
    if (is_there && safe.is(folder_, status)) return;
    if (const auto refusal = is_there ? std::nullopt : create(folder_))
        refuse_folder(folder_, fmt::format("{} cannot be made ({})", refusal->folder.string(),
                                           std::strerror(refusal->error)));
    if (const std::string danger = danger_of(folder_); !danger.empty()) refuse_folder(folder_, danger);
    if (is_there && !S_ISLNK(status.st_mode))
        safe = {folder_.native(), status.st_dev, status.st_ino, status.st_ctim};
}

fs::path Cache::path_of(const std::string& key, const std::string& suffix) const {
    return folder_ / (key + suffix);
}

std::optional<std::string> Cache::find(const std::string& key, const std::string& suffix,
                                       fs::path* place) const {
    std::string content;
    fs::path path = path_of(key, suffix);
    auto trailer = read_entry(path, content);
    if (const auto own = trailer ? std::nullopt : known_temporary_cache(); own && *own != folder_) {
        path = *own / (key + suffix);
        trailer = read_entry(path, content);
    }
    if (!trailer) return std::nullopt;
    if (place) *place = path;
    content.resize(trailer->payload_bytes);
    return content;
}

std::optional<std::string> Cache::known_version(const std::string& stamp) const {
    return find(cache_key({"version", stamp}), version_suffix);
}

fs::path Cache::get(const std::string& key, const std::string& suffix, const std::string& kernel,
                    const std::function<void(const fs::path&)>& build, bool* built,
                    const std::function<bool()>& interrupted) {
    fs::path entry = path_of(key, suffix);
    if (built) *built = false;
    if (read_entry(entry)) return entry;
    if (access(folder_.c_str(), W_OK | X_OK) != 0 && is_refusal(errno))
        return Cache(temporary_cache(folder_, errno)).get(key, suffix, kernel, build, built, interrupted);
    KeyLock lock(folder_ / (key + suffix + std::string(lock_suffix)), interrupted);
    if (read_entry(entry)) // another built it while we waited
        return entry;
    // We hold the lock, so a file or folder with this name is what a killed builder left.
    fs::path work = folder_ / (std::string(build_prefix) + key + suffix);
    std::error_code ignored;
    fs::remove_all(work, ignored);
    if (mkdir(work.c_str(), 0700) != 0)
        refuse_folder(folder_, fmt::format("{} cannot be made ({})", work.string(), std::strerror(errno)));
    struct RemoveAtEnd {
        const fs::path& path;
        ~RemoveAtEnd() {
            std::error_code not_important;
            fs::remove_all(path, not_important);
        }
    } remove_at_end{work};
    fs::path fresh = work / ("entry" + suffix);
    build(fresh);
    seal(fresh, kernel, entry);
    std::error_code error;
    // A file cannot be renamed to the name of a folder. The cache makes no such folder, so somebody else did.
    if (fs::is_directory(fs::symlink_status(entry, error))) fs::remove_all(entry, ignored);
    fs::rename(fresh, entry, error);
    if (error)
        refuse_folder(folder_, fmt::format("{} cannot be written ({})", entry.string(), error.message()));
    if (built) *built = true;
    return entry;
}

void Cache::keep(const std::string& key, const std::string& suffix, const std::string& content) const {
    std::string name = (folder_ / (std::string(build_prefix) + "XXXXXX")).string();
    const FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
    if (!file) return;
    const std::string whole = content + entry_trailer(content, "", key + suffix);
    if (write_all(file.get(), whole.data(), whole.size()) &&
        rename(name.c_str(), path_of(key, suffix).c_str()) == 0)
        return;
    unlink(name.c_str());
}

std::string Cache::version(const std::string& stamp, const std::function<std::string()>& ask) {
    Interruption interruption;
    return read_payload(get(
        cache_key({"version", stamp}), version_suffix, "",
        [&](const fs::path& output) {
            if (!write_file(output, ask()))
                throw Error(ErrorKind::cache, fmt::format("cannot write {}", output.string()));
        },
        nullptr, [&] { return interruption.is_wanted(); }));
}

std::vector<CacheEntry> Cache::list() const {
    std::vector<CacheEntry> entries;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_, error)) {
        struct stat status {};
        if (!is_entry(file.path()) || lstat(file.path().c_str(), &status) != 0) continue;
        auto trailer = read_entry(file.path());
        if (!trailer) continue;
        entries.push_back({file.path().stem().string(), trailer->kernel,
                           target_of(file.path().extension().string()), file.path(), uint64_t(status.st_size),
                           int64_t(status.st_mtim.tv_sec)});
    }
    std::sort(entries.begin(), entries.end(), [](const CacheEntry& a, const CacheEntry& b) {
        return std::tie(a.kernel, a.target, a.modified, a.key) <
               std::tie(b.kernel, b.target, b.modified, b.key);
    });
    return entries;
}

std::size_t Cache::clear() {
    std::size_t removed = 0;
    std::vector<fs::path> names;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_, error))
        names.push_back(file.path());
    if (error) refuse_folder(folder_, error.message());
    for (const fs::path& path : names) {
        std::string name = path.filename().string();
        if (is_entry(path)) {
            auto gone = fs::remove_all(path, error); // a folder too
            if (error)
                refuse_folder(folder_,
                              fmt::format("{} cannot be removed ({})", path.string(), error.message()));
            removed += gone > 0;
        } else if (is_note(path)) {
            fs::remove(path, error);
        } else if (name.starts_with(build_prefix)) {
            // A build that still runs keeps its folder.
            KeyLock lock(folder_ / (name.substr(build_prefix.size()) + std::string(lock_suffix)));
            if (lock.holds()) fs::remove_all(path, error);
        } else if (name.ends_with(lock_suffix) && (is_entry(path.stem()) || is_note(path.stem()))) {
            KeyLock lock(path); // removes the file when nobody holds it
        }
    }
    return removed;
}

std::string cache_key(const std::vector<std::string>& parts) {
    Sha256 hash;
    for (const std::string& part : parts) {
        std::string length = fmt::format("{}:", part.size());
        hash.update(length.data(), length.size());
        hash.update(part.data(), part.size());
    }
    return hex(hash.finish());
}

} // namespace cudapy::runtime
