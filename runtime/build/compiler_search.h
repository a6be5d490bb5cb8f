#pragma once
// These functions are shared by the searches for compilers.

#include "runtime/build/toolchain.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// Returns the value of a variable of the environment; it is empty when the variable is not set.
std::string variable(const char* name);
/// Returns the compiler that CUDAPY_COMPILER names: "nvcc", "nvrtc", or an empty string. Throws
/// invalid_argument for another name.
std::string chosen_cuda_compiler();

/// Returns the seconds that a compiler may take: CUDAPY_COMPILE_TIMEOUT, or else ten minutes. 0 means no
/// limit. Throws invalid_argument when the variable is no number.
double time_limit();

/// Returns what a cache key must know of a compiler's file: its path, its size and the time of its last
/// change. The string is empty when the file is not there.
std::string stamp(const std::filesystem::path& program);

/// Returns the version of a compiler. `ask` finds it, and the cache answers instead if `ask` was called
/// before and the file has not changed since.
std::string remembered_version(const std::filesystem::path& file, const std::function<std::string()>& ask);
/// Returns the version that the cache has for the unchanged file; nothing if it has none.
std::optional<std::string> known_version(const std::filesystem::path& file);

/// The places that a search has tried, and why each was of no use: lines for the error's message.
class SearchLog {
  public:
    void add(const std::string& what, const std::string& reason);
    const std::string& lines() const { return lines_; }

  private:
    std::string lines_;
};

/// Returns the compiler that `search` finds, and remembers it under everything that the search depends on
/// (`names` are variables of the environment). A changed environment is therefore searched anew. References
/// stay valid.
const Compiler& remembered(const char* which, const std::vector<std::string>& site_packages,
                           const std::vector<const char*>& names,
                           Compiler (*search)(const std::vector<std::string>&));

} // namespace cudapy::runtime
