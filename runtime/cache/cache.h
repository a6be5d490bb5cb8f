#pragma once
// The cache of compiled kernels on disk.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::runtime {

struct CacheEntry {
    std::string key;            ///< hex
    std::string kernel, target; ///< for people
    std::filesystem::path path;
    uint64_t bytes;
    int64_t modified; ///< seconds since 1970
};

/// A folder of entries `<key>.cubin` / `<key>.so`, each with a trailer that holds its length and checksum,
/// written by atomic rename. The folder must belong to the user or to root and not be writable by others: it
/// holds code that gets loaded. If it cannot be written to, new entries go to a folder of the process's own
/// (temporary_cache.h).
class Cache {
  public:
    /// Opens the user's cache: CUDAPY_CACHE_DIR, or else $XDG_CACHE_HOME/cudapy, or else ~/.cache/cudapy.
    /// Creates the folder (mode 0700). If the user may not, it opens the process's own cache instead. Throws
    /// Error cache.
    static Cache open();
    /// Opens the user's cache if it is there and can be used; does not create it.
    static std::optional<Cache> open_existing();
    static std::filesystem::path folder();

    explicit Cache(std::filesystem::path folder);

    /// Returns the path of the entry for `key`. If the entry is missing or damaged, `build(path_to_write)`
    /// builds it. Processes that ask at once wait for one of them to build; when that one dies, another does.
    /// `built` tells whether this call built it; `interrupted` is asked while waiting for another process
    /// (see InterruptionCheck).
    std::filesystem::path get(const std::string& key, const std::string& suffix, const std::string& kernel,
                              const std::function<void(const std::filesystem::path&)>& build,
                              bool* built = nullptr, const std::function<bool()>& interrupted = {});

    /// Returns the content of the entry for `key`; nothing if the entry is missing or damaged. It reads the
    /// file once, because the file system may take as long as everything else that getting a kernel from the
    /// cache needs. `place` receives the entry's path.
    std::optional<std::string> find(const std::string& key, const std::string& suffix,
                                    std::filesystem::path* place = nullptr) const;

    /// Makes `content` the entry for `key`, in one step and in place of what was there. This is for small
    /// things that save work and hold no code, so a failure is not reported.
    void keep(const std::string& key, const std::string& suffix, const std::string& content) const;

    /// Returns the answer that `ask` gave when it was first called for a program. `stamp` names the program,
    /// and changes when the program changes.
    std::string version(const std::string& stamp, const std::function<std::string()>& ask);

    /// Returns the answer that is already in the cache; nothing if there is none.
    std::optional<std::string> known_version(const std::string& stamp) const;

    std::vector<CacheEntry> list() const;
    /// Removes every entry and leftover, and returns the number of removed entries.
    std::size_t clear();

  private:
    std::filesystem::path path_of(const std::string& key, const std::string& suffix) const;

    std::filesystem::path folder_;
};

/// The suffix of the files in which the cache keeps what it knows of translations.
inline constexpr const char* known_suffix = ".known";
/// The suffix of the files in which it keeps the ways of launching that were found best.
inline constexpr const char* tuned_suffix = ".tuned";

/// Returns the SHA-256, in hex, of the parts. Each part is preceded by its length, so that no two lists of
/// parts give the same key by concatenation.
std::string cache_key(const std::vector<std::string>& parts);

} // namespace cudapy::runtime
