#pragma once
// What several tests of the runtime need.

#include "runtime/cpu/cpu_pool.h"
#include "runtime/support/error.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace cudapy::runtime::testing {

/// A new folder, removed with all in it at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// A variable of the environment, set (or unset) for a while.
class Variable {
  public:
    Variable(const char* name, std::optional<std::string> value);
    ~Variable();

  private:
    std::string name_;
    std::optional<std::string> before_;
};

void write_file(const std::filesystem::path& path, const std::string& content);
void write_script(const std::filesystem::path& path, const std::string& content);
std::string file_content(const std::filesystem::path& path);
/// The names in a folder, sorted, separated by spaces.
std::string names_in(const std::filesystem::path& folder);

/// "kind: message" of the Error that `action` throws; "no error" when it throws none.
std::string error_of(const std::function<void()>& action);

/// What `action` gives in a forked child, or how the child died. The child leaves without running exit
/// handlers.
std::string in_child(const std::function<std::string()>& action);

/// Compiles C++ to a shared object in `folder`; gives its path.
std::filesystem::path compile_host(const TemporaryFolder& folder, const std::string& text);

/// `text` with every `from` replaced.
std::string replaced(std::string text, const std::string& from, const std::string& to);

/// Returns the thread that runs each of the blocks of a launch. A block sleeps for the time `each`. `cost` is
/// that of the kernel, as in run_blocks().
std::vector<std::thread::id> threads_of_blocks(std::size_t blocks, CpuCost& cost,
                                               std::chrono::milliseconds each);

/// Returns the threads that run the first block of each core's part of a launch, in which blocks take a
/// moment. `cores` is how many the pool has.
std::vector<std::thread::id> first_threads(int cores);

} // namespace cudapy::runtime::testing
