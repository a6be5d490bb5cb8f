#include "tests/runtime/helpers.h"

#include "runtime/build/toolchain.h"
#include "runtime/cpu/cpu_pool.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace cudapy::runtime::testing {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::canonical(fs::temp_directory_path()) / "cudapy-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp failed");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

namespace {

void set(const std::string& name, const std::optional<std::string>& value) {
    if (value)
        setenv(name.c_str(), value->c_str(), 1);
    else
        unsetenv(name.c_str());
}

} // namespace

Variable::Variable(const char* name, std::optional<std::string> value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(name_, value);
}

Variable::~Variable() {
    set(name_, before_);
}

void write_file(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

void write_script(const fs::path& path, const std::string& content) {
    write_file(path, "#!/bin/sh\n" + content);
    fs::permissions(path, fs::perms::owner_all);
}

std::string file_content(const fs::path& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

std::string names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

std::string error_of(const std::function<void()>& action) {
    static constexpr const char* kinds[] = {"compiler_not_found",
                                            "compile_failed",
                                            "cache",
                                            "no_device",
                                            "out_of_memory",
                                            "launch",
                                            "kernel",
                                            "assertion",
                                            "driver",
                                            "invalid_argument",
                                            "recording",
                                            "interrupted"};
    try {
        action();
    } catch (const Error& error) {
        return std::string(kinds[int(error.kind())]) + ": " + error.what();
    }
    return "no error";
}

std::string in_child(const std::function<std::string()>& action) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        std::string text;
        try {
            text = action();
        } catch (const std::exception& error) {
            text = std::string("exception: ") + error.what();
        }
        for (std::size_t done = 0; done < text.size();) {
            ssize_t put = write(ends[1], text.data() + done, text.size() - done);
            if (put <= 0) break;
            done += std::size_t(put);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
        text.append(buffer, std::size_t(got));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) return "killed by signal " + std::to_string(WTERMSIG(status));
    return text;
}

fs::path compile_host(const TemporaryFolder& folder, const std::string& text) {
    write_file(folder / "text.cpp", text);
    compile_shared_object(find_host_compiler(), folder / "text.cpp", folder / "text.so");
    return folder / "text.so";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

std::vector<std::thread::id> threads_of_blocks(std::size_t blocks, CpuCost& cost,
                                               std::chrono::milliseconds each) {
    std::vector<std::thread::id> threads(blocks);
    auto* data = threads.data();
    void* slots[] = {&data, &each};
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis)
        range.threads[axis] = range.block[axis] = range.grid[axis] = 1;
    range.threads[0] = range.grid[0] = int64_t(blocks);
    run_blocks(
        [](const CpuRange* part, void* const* in) {
            auto* const here = *static_cast<std::thread::id* const*>(in[0]);
            const auto time = *static_cast<const std::chrono::milliseconds*>(in[1]);
            for (int64_t block = part->first_block; block < part->end_block; ++block) {
                here[block] = std::this_thread::get_id();
                if (time.count() > 0) std::this_thread::sleep_for(time);
            }
        },
        range, slots, cost, KernelCode{"test"});
    return threads;
}

std::vector<std::thread::id> first_threads(int cores) {
    constexpr std::size_t blocks_of_core = 16;
    CpuCost cost;
    cost.nanoseconds = 1e6f;
    const auto threads =
        threads_of_blocks(blocks_of_core * std::size_t(cores), cost, std::chrono::milliseconds(1));
    std::vector<std::thread::id> first;
    for (std::size_t i = 0; i < threads.size(); i += blocks_of_core)
        first.push_back(threads[i]);
    return first;
}

} // namespace cudapy::runtime::testing
