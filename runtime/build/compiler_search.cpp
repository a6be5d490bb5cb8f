#include "runtime/build/compiler_search.h"

#include "runtime/cache/cache.h"
#include "runtime/support/error.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <system_error>

namespace cudapy::runtime {

namespace {

ForkMutex search_mutex;
auto& found = *new std::map<std::vector<std::string>, Compiler>;

} // namespace

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string chosen_cuda_compiler() {
    std::string name = variable("CUDAPY_COMPILER");
    if (name.empty() || name == "nvcc" || name == "nvrtc") return name;
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format(
            "the environment's CUDAPY_COMPILER must be \"nvcc\" or \"nvrtc\", which compile for a GPU, "
            "it is \"{}\"; CUDAPY_CXX names the compiler for the CPU",
            name));
}

std::string stamp(const std::filesystem::path& program) {
    struct stat status {};
    if (stat(program.c_str(), &status) != 0) return "";
    return fmt::format("{} {} {}.{:09}", program.string(), int64_t(status.st_size),
                       int64_t(status.st_mtim.tv_sec), int64_t(status.st_mtim.tv_nsec));
}

double time_limit() {
    const std::string text = variable("CUDAPY_COMPILE_TIMEOUT");
    if (text.empty()) return 600;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0) || seconds > 1e9)
        throw Error(
            ErrorKind::invalid_argument,
            fmt::format("the environment's CUDAPY_COMPILE_TIMEOUT must be a number of seconds, it is \"{}\"",
                        text));
    return seconds;
}

std::optional<std::string> known_version(const std::filesystem::path& file) {
    const auto cache = Cache::open_existing();
    return cache ? cache->known_version(stamp(file)) : std::nullopt;
}

std::string remembered_version(const std::filesystem::path& file, const std::function<std::string()>& ask) {
    try {
        return Cache::open().version(stamp(file), ask);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::cache) throw;
        return ask(); // a problem of the cache is reported when the cache is needed
    }
}

void SearchLog::add(const std::string& what, const std::string& reason) {
    lines_ += fmt::format("\n  {}: {}", what, reason);
}

const Compiler& remembered(const char* which, const std::vector<std::string>& site_packages,
                           const std::vector<const char*>& names,
                           Compiler (*search)(const std::vector<std::string>&)) {
    std::vector<std::string> key = {which};
    for (const char* name : names)
        key.push_back(variable(name));
    key.insert(key.end(), site_packages.begin(), site_packages.end());
    {
        const std::lock_guard lock(search_mutex);
        if (auto known = found.find(key); known != found.end()) return known->second;
    }
    Compiler searched = search(site_packages); // without the lock: it may take long
    const std::lock_guard lock(search_mutex);
    return found.try_emplace(std::move(key), std::move(searched)).first->second;
}

} // namespace cudapy::runtime
