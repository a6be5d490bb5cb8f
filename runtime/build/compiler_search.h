#pragma once
// What the searches for compilers share.

#include "runtime/build/toolchain.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// A variable of the environment; empty when it is not set.
std::string variable(const char* name);
/// What CUDAPY_COMPILER names: "nvcc", "nvrtc", or nothing. Throws invalid_argument for another name.
std::string chosen_cuda_compiler();

/// Seconds that a compiler may take: CUDAPY_COMPILE_TIMEOUT, else ten minutes; 0 for as long as it likes.
/// Throws invalid_argument.
double time_limit();

/// What a cache key must know of a file that compiles: where it is, its size and its time; empty when it is
/// not there.
std::string stamp(const std::filesystem::path& program);

/// What `ask` says a compiler is, from the cache where it was asked before and the file has not changed.
std::string remembered_version(const std::filesystem::path& file, const std::function<std::string()>& ask);
/// The same where it was asked before and the program has not changed since; nothing where it was not.
std::optional<std::string> known_version(const std::filesystem::path& file);

/// What was looked at and why it did not do, for the error.
class Tried {
  public:
    void add(const std::string& what, const std::string& why);
    const std::string& lines() const { return lines_; }

  private:
    std::string lines_;
};

/// What `search` finds, by everything that it depends on (`names` are variables of the environment), so that
/// a changed environment is searched anew. References stay valid.
const Compiler& remembered(const char* which, const std::vector<std::string>& site_packages,
                           const std::vector<const char*>& names,
                           Compiler (*search)(const std::vector<std::string>&));

} // namespace cudapy::runtime
