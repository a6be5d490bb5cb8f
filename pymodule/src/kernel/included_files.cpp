// Finding the files that a CUDA C++ text includes, so that a changed header makes a compiled file stale.

#include "pymodule/src/kernel/cuda_text.h"
#include "runtime/cache/cache.h"
#include "runtime/support/file_system.h"

#include <chrono>
#include <cstdlib>
#include <set>
#include <sys/random.h>
#include <unistd.h>

namespace cudapy::python {

namespace fs = std::filesystem;

namespace {

/// Returns the folders of CPATH and CPLUS_INCLUDE_PATH, in which compilers look too.
std::vector<std::string> folders_of_environment() {
    std::vector<std::string> folders;
    for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
        const char* value = std::getenv(name);
        std::stringstream list(value ? value : "");
        for (std::string folder; std::getline(list, folder, ':');)
            if (!folder.empty()) folders.push_back(folder);
    }
    return folders;
}

class Scan {
  public:
    explicit Scan(std::vector<std::string> folders) : folders_(std::move(folders)) {}

    void follow(const std::vector<cuda_text::Include>& includes, const fs::path& folder) {
        for (const cuda_text::Include& include : includes) {
            if (include.is_computed) {
                is_computed_ = true;
                continue;
            }
            const fs::path file = find(include, folder);
            if (file.empty() || !seen_.insert(file.string()).second) continue; // not ours, or seen
            const std::string text = runtime::read_file(file).value_or("");
            inputs_.push_back(file.string());
            inputs_.push_back(runtime::cache_key({text}));
            follow(cuda_text::includes_of(text), file.parent_path());
        }
    }

    std::vector<std::string> inputs() {
        if (is_computed_) {
            // std::random_device would ask the C library for arc4random, and so for one of 2022 or later.
            unsigned number = 0;
            [[maybe_unused]] const ssize_t length = getrandom(&number, sizeof number, GRND_NONBLOCK);
            inputs_.push_back(std::to_string(number) + " " + std::to_string(getpid()) + " " +
                              std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
        }
        return std::move(inputs_);
    }

  private:
    fs::path find(const cuda_text::Include& include, const fs::path& folder) const {
        std::error_code error;
        const auto found = [&](const fs::path& path) { return fs::is_regular_file(path, error); };
        if (fs::path(include.name).is_absolute())
            return found(include.name) ? fs::path(include.name) : fs::path();
        if (!include.is_angled && !folder.empty() && found(folder / include.name))
            return folder / include.name;
        for (const std::string& each : folders_)
            if (found(fs::path(each) / include.name)) return fs::path(each) / include.name;
        return {};
    }

    std::vector<std::string> folders_;
    std::vector<std::string> inputs_;
    std::set<std::string> seen_;
    bool is_computed_ = false;
};

} // namespace

std::vector<std::string> included_files(const cuda_text::Source& source, const std::string& folder,
                                        const std::vector<std::string>& include_paths) {
    std::vector<std::string> folders = include_paths;
    for (std::string& each : folders_of_environment())
        folders.push_back(std::move(each));
    Scan scan(std::move(folders));
    scan.follow(source.includes, folder);
    std::vector<std::string> inputs = scan.inputs();
    for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"})
        if (const char* value = std::getenv(name)) inputs.push_back(std::string(name) + "=" + value);
    return inputs;
}

} // namespace cudapy::python
