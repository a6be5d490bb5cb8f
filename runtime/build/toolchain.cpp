// Finding the compilers.

#include "runtime/build/toolchain.h"

#include "runtime/build/compiler_search.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/interruption.h"
#include "runtime/support/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_on_path(const std::string& name) {
    if (name.find('/') != std::string::npos)
        return is_program(name) ? std::optional(fs::absolute(name)) : std::nullopt;
    std::string folders = variable("PATH");
    for (std::size_t start = 0; start <= folders.size();) {
        std::size_t end = std::min(folders.find(':', start), folders.size());
        fs::path folder = folders.substr(start, end - start);
        // An empty entry means the current folder. We run nothing from there, because that would surprise the
        // user.
        if (folder.is_absolute() && is_program(folder / name)) return folder / name;
        start = end + 1;
    }
    return std::nullopt;
}

std::vector<std::string> split_words(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (char c : text + " ") {
        if (c != ' ' && c != '\t') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(word);
            word.clear();
        }
    }
    return words;
}

/// Returns the output of a program that is asked for its version. Throws compiler_not_found with the reason.
std::string asked_version(const std::vector<std::string>& launcher) {
    std::vector<std::string> words = launcher;
    words.push_back("--version");
    ProcessOptions options;
    options.environment = {"LC_ALL=C"};
    const double limit = time_limit();
    options.limit = limit > 0 ? std::min(limit, 60.0) : 60;
    Interruption interruption;
    options.interrupted = [&] { return interruption.is_wanted(); };
    ProcessResult result = run_process(words, options);
    if (result.interrupted)
        throw Error(ErrorKind::interrupted, "asking a compiler for its version was interrupted");
    if (!result.succeeded())
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("{} --version {}", command_line(launcher), result.outcome()));
    return result.output;
}

/// Returns whether a file is a compiler itself. A script or a wrapper is not, because it may call another
/// compiler tomorrow.
bool is_compiler_itself(const fs::path& program) {
    std::error_code error;
    const fs::path real = fs::canonical(program, error);
    const std::string name = real.filename().string();
    if (error || (name.find("nvcc") == std::string::npos && name.find("g++") == std::string::npos &&
                  name.find("clang") == std::string::npos))
        return false;
    const FileDescriptor file(open(real.c_str(), O_RDONLY | O_CLOEXEC));
    char start[4] = {};
    return file && read(file.get(), start, sizeof start) == sizeof start &&
           std::memcmp(start, ELFMAG, SELFMAG) == 0;
}

/// Returns the same output from the cache if the program was asked before and has not changed since. Starting
/// a process takes longer than all the rest of finding a compiled kernel.
std::string version_of(const std::vector<std::string>& launcher, const fs::path& program) {
    if (launcher.size() > 1) return asked_version(launcher);
    if (auto known = known_version(program)) return *known; // remembered of nothing but compilers
    if (!is_compiler_itself(program)) return asked_version(launcher);
    return remembered_version(program, [&] { return asked_version(launcher); });
}

/// Asks a program for its version. Returns false, with the reason in `why`, when it does not tell.
bool identify(Compiler& compiler, std::string& reason) {
    std::vector<std::string> words = compiler.launcher;
    if (words.empty()) words.push_back(compiler.path.string());
    std::string printed;
    try {
        printed = version_of(words, compiler.path);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::compiler_not_found) throw;
        reason = error.what();
        return false;
    }
    if (compiler.family != Compiler::Family::nvcc)
        compiler.family =
            printed.find("clang") == std::string::npos ? Compiler::Family::gcc : Compiler::Family::clang;
    compiler.identity = printed + stamp(compiler.path);
    for (const std::string& word : compiler.launcher)
        compiler.identity += "\n" + word;
    return true;
}

std::optional<Compiler> accept(Compiler compiler, const std::string& what, SearchLog& tried) {
    std::string reason;
    if (identify(compiler, reason)) return compiler;
    tried.add(what, reason);
    return std::nullopt;
}

Compiler nvcc_at(const fs::path& path) {
    return {Compiler::Family::nvcc, path, {}, ""};
}

/// Names the missing parts of a toolkit that pip installs as packages of their own. The text is empty when
/// all are there.
std::string missing_parts(const fs::path& root) {
    std::string missing;
    auto need = [&](const char* file, const char* package) {
        std::error_code error;
        if (!fs::exists(root / file, error))
            missing += fmt::format("{}{} (pip install {})", missing.empty() ? "" : ", ", file, package);
    };
    need("nvvm/bin/cicc", "nvidia-nvvm");
    need("include/crt/host_config.h", "nvidia-cuda-crt");
    need("include/cuda_runtime.h", "nvidia-cuda-runtime");
    return missing;
}

std::optional<Compiler> nvcc_from_packages(const std::vector<std::string>& site_packages, SearchLog& tried) {
    if (site_packages.empty()) return std::nullopt;
    for (const std::string& folder : site_packages) {
        for (const char* root_name : {"nvidia/cu13", "nvidia/cu14", "nvidia/cuda_nvcc"}) {
            fs::path root = fs::path(folder) / root_name;
            fs::path path = root / "bin/nvcc";
            if (!is_program(path)) {
                if (is_program(root / "bin/ptxas"))
                    tried.add(root.string(),
                              "has ptxas but no nvcc; pip install nvidia-cuda-nvcc (13 or later) has it");
                continue;
            }
            if (std::string missing = missing_parts(root); !missing.empty()) {
                tried.add(path.string(), "incomplete, without " + missing);
                continue;
            }
            if (auto found = accept(nvcc_at(path), path.string(), tried)) return found;
        }
    }
    std::string folders;
    for (const std::string& folder : site_packages)
        folders += (folders.empty() ? "" : ", ") + folder;
    tried.add("pip packages", fmt::format("no usable nvidia/cu13/bin/nvcc in {}", folders));
    return std::nullopt;
}

Compiler search_nvcc(const std::vector<std::string>& site_packages) {
    SearchLog tried;
    if (std::string named = variable("CUDAPY_NVCC"); !named.empty()) {
        if (auto path = find_on_path(named)) {
            if (auto found = accept(nvcc_at(*path), "CUDAPY_NVCC", tried)) return *found;
        } else {
            tried.add("CUDAPY_NVCC", fmt::format("{} is not a program", named));
        }
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("the nvcc that CUDAPY_NVCC names cannot be used:{}\nCorrect the variable, or "
                                "unset it to have nvcc "
                                "looked for.",
                                tried.lines()));
    }
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
        std::string root = variable(name);
        if (root.empty()) {
            tried.add(name, "not set");
            continue;
        }
        fs::path path = fs::absolute(fs::path(root) / "bin/nvcc");
        if (!is_program(path))
            tried.add(name, fmt::format("no program {}", path.string()));
        else if (auto found = accept(nvcc_at(path), name, tried))
            return *found;
    }
    if (auto path = find_on_path("nvcc")) {
        if (auto found = accept(nvcc_at(*path), "PATH", tried)) return *found;
    } else {
        tried.add("PATH", fmt::format("no nvcc in {}", variable("PATH")));
    }
    if (auto found = nvcc_from_packages(site_packages, tried)) return *found;
    fs::path usual = "/usr/local/cuda/bin/nvcc";
    if (!is_program(usual))
        tried.add(usual.string(), "not there");
    else if (auto found = accept(nvcc_at(usual), usual.string(), tried))
        return *found;
    throw Error(
        ErrorKind::compiler_not_found,
        fmt::format(
            "nvcc, which compiles kernels for the GPU, was not found. Looked for:{}\nInstall the CUDA "
            "toolkit (or: pip "
            "install nvidia-cuda-nvcc), or set CUDAPY_NVCC to the path of nvcc. Kernels run without it with "
            "target=\"cpu\".",
            tried.lines()));
}

/// Finds a compiler given as a path, a name on PATH, or either with arguments ("ccache g++").
std::optional<Compiler> named_compiler(const std::string& named, const std::string& what, SearchLog& tried) {
    Compiler compiler{Compiler::Family::gcc, {}, {}, ""};
    if (auto whole = find_on_path(named)) {
        compiler.path = *whole;
        return accept(compiler, what, tried);
    }
    std::vector<std::string> words = split_words(named);
    if (words.size() > 1) {
        if (auto first = find_on_path(words[0])) {
            compiler.path = *first;
            compiler.launcher = words;
            compiler.launcher[0] = first->string();
            return accept(compiler, what, tried);
        }
    }
    tried.add(what, fmt::format("{} is not a program", named));
    return std::nullopt;
}

std::optional<Compiler> zig_from_packages(const std::vector<std::string>& site_packages, SearchLog& tried) {
    for (const std::string& folder : site_packages) {
        fs::path path = fs::path(folder) / "ziglang/zig";
        if (!is_program(path)) continue;
        Compiler compiler{Compiler::Family::clang, path, {path.string(), "c++"}, ""};
        if (auto found = accept(compiler, path.string(), tried)) return found;
    }
    std::string folders;
    for (const std::string& folder : site_packages)
        folders += (folders.empty() ? "" : ", ") + folder;
    tried.add("ziglang", site_packages.empty() ? "no folder of Python packages to look in"
                                               : fmt::format("no package ziglang in {}", folders));
    return std::nullopt;
}

Compiler search_host_compiler(const std::vector<std::string>& site_packages) {
    SearchLog tried;
    if (std::string named = variable("CUDAPY_CXX"); !named.empty()) {
        if (auto found = named_compiler(named, "CUDAPY_CXX", tried)) return *found;
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("the compiler that CUDAPY_CXX names cannot be used:{}\nCorrect the variable, "
                                "or unset it to have a "
                                "compiler looked for.",
                                tried.lines()));
    }
    if (std::string named = variable("CXX"); named.empty())
        tried.add("CXX", "not set");
    else if (auto found = named_compiler(named, "CXX", tried))
        return *found;
    for (const char* name : {"g++", "clang++", "c++"}) {
        if (auto path = find_on_path(name)) {
            if (auto found = accept({Compiler::Family::gcc, *path, {}, ""}, name, tried)) return *found;
        } else {
            tried.add(name, fmt::format("not in PATH ({})", variable("PATH")));
        }
    }
    if (auto found = zig_from_packages(site_packages, tried)) return *found;
    throw Error(ErrorKind::compiler_not_found,
                fmt::format("no C++ compiler, which compiles kernels for the CPU, was found. Looked "
                            "for:{}\nInstall one (apt-get install "
                            "g++, or: pip install ziglang), or set CUDAPY_CXX to one.",
                            tried.lines()));
}

} // namespace

const Compiler& find_nvcc(const std::vector<std::string>& site_packages) {
    return remembered("nvcc", site_packages, {"CUDAPY_NVCC", "CUDA_HOME", "CUDA_PATH", "PATH"}, search_nvcc);
}

const Compiler& find_host_compiler(const std::vector<std::string>& site_packages) {
    chosen_cuda_compiler(); // throws where somebody takes it for the variable that names this one
    return remembered("host", site_packages, {"CUDAPY_CXX", "CXX", "PATH"}, search_host_compiler);
}

} // namespace cudapy::runtime
