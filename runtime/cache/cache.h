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
/// written by atomic rename. The folder must belong to the user and not be writable by others: it holds code
/// that gets loaded. Where it cannot be written to, new entries go to a folder of the process's own
/// (temporary_cache.h).
class Cache {
  public:
    /// CUDAPY_CACHE_DIR, else $XDG_CACHE_HOME/cudapy, else ~/.cache/cudapy. Creates it (0700), or takes the
    /// process's own where the user may not; throws Error cache.
    static Cache open();
    /// The same where it is there and can be used; makes none.
    static std::optional<Cache> open_existing();
    static std::filesystem::path folder();

    explicit Cache(std::filesystem::path folder);

    /// The path of the entry for `key`, built by `build(path_to_write)` when it is missing or damaged.
    /// Processes that ask at once wait for one of them to build; when that one dies, another does. `built`
    /// tells whether this call built it; `interrupted` is asked while waiting for another process (see
    /// Interrupted).
    std::filesystem::path get(const std::string& key, const std::string& suffix, const std::string& kernel,
                              const std::function<void(const std::filesystem::path&)>& build,
                              bool* built = nullptr, const std::function<bool()>& interrupted = {});

    /// What the entry for `key` holds; nothing where it is missing or damaged. Files of a system may cost as
    /// much as all else that a found kernel takes: it is read once. `place` says where the entry is.
    std::optional<std::string> find(const std::string& key, const std::string& suffix,
                                    std::filesystem::path* place = nullptr) const;

    /// Makes `content` the entry for `key`, in one step and in place of what was there. For small things that
    /// save work and hold no code: says nothing where it cannot.
    void keep(const std::string& key, const std::string& suffix, const std::string& content) const;

    /// What `ask` gave when it was first asked about a program; `stamp` says which, and changes when the
    /// program does.
    std::string version(const std::string& stamp, const std::function<std::string()>& ask);

    /// The same where it was asked before; nothing where it was not.
    std::optional<std::string> known_version(const std::string& stamp) const;

    std::vector<CacheEntry> list() const;
    /// Removes every entry and leftover; gives the number of entries removed.
    std::size_t clear();

  private:
    std::filesystem::path path_of(const std::string& key, const std::string& suffix) const;

    std::filesystem::path folder_;
};

/// The suffix of what is kept of translations.
inline constexpr const char* known_suffix = ".known";

/// SHA-256 in hex of length-prefixed parts, so that no two lists of parts give the same key by concatenation.
std::string cache_key(const std::vector<std::string>& parts);

} // namespace cudapy::runtime
