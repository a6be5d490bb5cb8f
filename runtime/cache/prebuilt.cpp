#include "runtime/cache/prebuilt.h"

#include "runtime/cache/entry_file.h"
#include "runtime/support/error.h"
#include "runtime/support/fork_mutex.h"
#include "runtime/support/x86_64_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string_view>

#ifdef __aarch64__
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

ForkMutex folders_mutex;
/// The folders, the last one first; never freed, since threads may compile when the process ends.
std::vector<fs::path>& folders() {
    static auto* const all = new std::vector<fs::path>;
    return *all;
}

const char* suffix_of(std::string_view target) {
    if (target.starts_with("sm_")) return ".cubin";
    return target.starts_with("compute_") ? ".ptx" : ".so";
}

bool is_for_gpu(std::string_view target) {
    return target.starts_with("sm_") || target.starts_with("compute_");
}

} // namespace

std::vector<std::string> known_cpu_targets() {
#if defined(__x86_64__)
    return {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
#elif defined(__aarch64__)
    return {"armv8-a", "armv8.2-a"};
#else
    return {};
#endif
}

std::vector<std::string> runnable_cpu_targets() {
    std::vector<std::string> found = known_cpu_targets();
#if defined(__x86_64__)
    found.resize(static_cast<std::size_t>(x86_64_level(own_x86_features())));
#elif defined(__aarch64__)
    const unsigned long has = getauxval(AT_HWCAP), needs = HWCAP_ATOMICS | HWCAP_ASIMDRDM | HWCAP_DCPOP;
    if ((has & needs) != needs) found.resize(1);
#endif
    std::reverse(found.begin(), found.end());
    return found;
}

std::vector<std::string> runnable_cuda_targets(int capability) {
    std::vector<std::string> targets;
    for (int lower = capability; lower >= capability / 10 * 10; --lower)
        targets.push_back(fmt::format("sm_{}", lower));
    constexpr int least = 50;
    for (int lower = capability; lower >= least; --lower)
        targets.push_back(fmt::format("compute_{}", lower));
    return targets;
}

std::string prebuilt_name(const std::string& key, const std::string& target) {
    return fmt::format("{}-{}.{}{}", key, is_for_gpu(target) ? "cuda" : "cpu", target, suffix_of(target));
}

void add_prebuilt_folder(const fs::path& folder) {
    const fs::path real = fs::absolute(folder).lexically_normal();
    std::error_code error;
    if (!fs::is_directory(real, error))
        throw Error(ErrorKind::cache, fmt::format("{} is no folder of prebuilt kernels", real.string()));
    if (const std::string danger = danger_of(real, Writers::installer); !danger.empty())
        throw Error(ErrorKind::cache,
                    fmt::format("the prebuilt kernels in {} cannot be used: {}", real.string(), danger));
    const std::lock_guard guard(folders_mutex);
    std::erase(folders(), real);
    folders().insert(folders().begin(), real);
}

void remove_prebuilt_folder(const fs::path& folder) {
    const std::lock_guard guard(folders_mutex);
    std::erase(folders(), fs::absolute(folder).lexically_normal());
}

std::vector<fs::path> prebuilt_folders() {
    const std::lock_guard guard(folders_mutex);
    return folders();
}

std::vector<fs::path> prebuilt_files(const std::string& key, const std::vector<std::string>& targets) {
    const std::vector<fs::path> all = prebuilt_folders();
    std::vector<fs::path> found;
    for (const std::string& target : targets)
        for (const fs::path& folder : all) {
            fs::path file = folder / prebuilt_name(key, target);
            std::error_code error;
            if (fs::exists(fs::symlink_status(file, error))) found.push_back(std::move(file));
        }
    return found;
}

std::optional<std::string> read_prebuilt(const fs::path& file, std::string& problem) {
    std::string content;
    const auto trailer = read_entry(file, content, Writers::installer, &problem);
    if (!trailer) return std::nullopt;
    content.resize(trailer->payload_bytes);
    return content;
}

std::vector<std::string> prebuilt_targets(const std::string& key) {
    std::set<std::string> found;
    for (const fs::path& folder : prebuilt_folders()) {
        std::error_code error;
        for (const fs::directory_entry& file : fs::directory_iterator(folder, error)) {
            const std::string name = file.path().stem().string(); // <key>-<kind>.<target>
            std::string content;
            if (!name.starts_with(key + "-") || !read_entry(file.path(), content, Writers::installer))
                continue;
            found.insert(name.substr(name.find('.', key.size()) + 1));
        }
    }
    return {found.begin(), found.end()};
}

} // namespace cudapy::runtime
