#include "runtime/build/nvrtc.h"

#include "runtime/build/compiler_search.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/output_excerpt.h"
#include "runtime/support/process.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <future>
#include <map>
#include <mutex>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

using Program = struct ProgramTag*; // NVRTC's own name for one, never looked into
using Result = int;

struct Library {
    Result (*version)(int* major, int* minor) = nullptr;
    const char* (*error_text)(Result) = nullptr;
    Result (*create)(Program*, const char* source, const char* name, int headers, const char* const* texts,
                     const char* const* names) = nullptr;
    Result (*destroy)(Program*) = nullptr;
    Result (*compile)(Program, int count, const char* const* options) = nullptr;
    Result (*cubin_size)(Program, std::size_t*) = nullptr;
    Result (*cubin)(Program, char*) = nullptr;
    Result (*log_size)(Program, std::size_t*) = nullptr;
    Result (*log)(Program, char*) = nullptr;
    Result (*set_flow_callback)(Program, int (*)(void*, void*), void*) = nullptr; ///< 12.8 and later
};

template <typename Function>
bool load(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
    return function != nullptr;
}

/// Opens the library. Throws compiler_not_found with the reason when it cannot be used.
Library open_library(const fs::path& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char* error = dlerror();
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("cannot be opened: {}", error ? error : "unknown error"));
    }
    Library library;
    const char* missing = nullptr;
    auto need = [&](const char* symbol, auto& function) {
        if (!load(handle, symbol, function) && !missing) missing = symbol;
    };
    need("nvrtcVersion", library.version);
    need("nvrtcGetErrorString", library.error_text);
    need("nvrtcCreateProgram", library.create);
    need("nvrtcDestroyProgram", library.destroy);
    need("nvrtcCompileProgram", library.compile);
    need("nvrtcGetCUBINSize", library.cubin_size);
    need("nvrtcGetCUBIN", library.cubin);
    need("nvrtcGetProgramLogSize", library.log_size);
    need("nvrtcGetProgramLog", library.log);
    load(handle, "nvrtcSetFlowCallback", library.set_flow_callback);
    if (missing) {
        dlclose(handle);
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("has no {}: it is no NVRTC of CUDA 11.1 or later", missing));
    }
    return library;
}

/// Returns the library. Each one is opened once and never closed, because NVRTC keeps threads and memory of
/// its own.
const Library& library_at(const fs::path& path) {
    static std::mutex mutex;
    static auto* opened = new std::map<fs::path, Library>;
    std::lock_guard lock(mutex);
    auto at = opened->find(path);
    if (at == opened->end()) at = opened->emplace(path, open_library(path)).first;
    return at->second;
}

// NVRTC has no headers of the C library. These texts have the parts of them that emitted kernels use. The
// integers are those of libcu++, which cooperative_groups.h brings along.
constexpr const char* integers = R"(#pragma once
using int8_t = signed char;
using int16_t = signed short;
using int32_t = signed int;
using int64_t = signed long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
using uintptr_t = unsigned long long;
)";
// The mathematical functions are built in, without `std::`.
constexpr const char* header_names[] = {
    "cuda_runtime.h", "cstdint",  "cstdio", "cassert", "stdint.h",
    "stdio.h",        "assert.h", "cmath",  "math.h",  "device_launch_parameters.h"};
constexpr const char* header_texts[] = {
    R"(#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#define NAN __builtin_bit_cast(float, 0x7fc00000)
)",
    integers,
    "", // printf and assert are built in
    "",
    integers,
    "",
    "",
    "",
    "",
    "",
};

class CompiledProgram {
  public:
    CompiledProgram(const Library& library, const std::string& source) : library_(library) {
        check(library.create(&program_, source.c_str(), "kernel.cu", std::size(header_names), header_texts,
                             header_names));
    }
    ~CompiledProgram() { library_.destroy(&program_); }
    CompiledProgram(const CompiledProgram&) = delete;
    CompiledProgram& operator=(const CompiledProgram&) = delete;

    Result compile(const std::vector<std::string>& options) const {
        std::vector<const char*> words;
        words.reserve(options.size());
        for (const std::string& option : options)
            words.push_back(option.c_str());
        return library_.compile(program_, static_cast<int>(words.size()), words.data());
    }
    std::string log() const { return text(library_.log_size, library_.log); }
    std::string cubin() const { return text(library_.cubin_size, library_.cubin); }
    Program get() const { return program_; }

  private:
    void check(Result result) const {
        if (result != 0)
            throw Error(ErrorKind::compile_failed,
                        fmt::format("NVRTC failed: {}", library_.error_text(result)));
    }
    std::string text(Result (*size_of)(Program, std::size_t*), Result (*copy)(Program, char*)) const {
        std::size_t size = 0;
        check(size_of(program_, &size));
        std::string bytes(size, '\0');
        if (size) check(copy(program_, bytes.data()));
        return bytes;
    }

    const Library& library_;
    Program program_ = nullptr;
};

struct CompileOutcome {
    Result result = 0;
    bool was_interrupted = false;
    double stopped_after = 0; ///< seconds, when it took longer than the limit
};

/// Compiles on another thread. Meanwhile this thread, on which Python's signals are handled, asks whether the
/// result is still wanted. A library without the flow callback cannot stop a compile; the interruption is
/// then reported after the compile has ended.
CompileOutcome compile_interruptibly(const Library& library, const CompiledProgram& program,
                                     const std::vector<std::string>& options,
                                     const InterruptionCheck& interrupted) {
    CompileOutcome compiled;
    std::atomic<bool> stop{false};
    if (library.set_flow_callback)
        library.set_flow_callback(
            program.get(),
            [](void* wanted, void*) {
                return static_cast<int>(static_cast<std::atomic<bool>*>(wanted)->load());
            },
            &stop);
    const double limit = time_limit();
    const auto start = std::chrono::steady_clock::now();
    auto compiling = std::async(std::launch::async, [&] { return program.compile(options); });
    while (compiling.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout) {
        if (stop) continue;
        compiled.was_interrupted = interrupted && interrupted();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        if (library.set_flow_callback && limit > 0 && taken.count() > limit) compiled.stopped_after = limit;
        stop = compiled.was_interrupted || compiled.stopped_after > 0;
    }
    compiled.result = compiling.get();
    return compiled;
}

std::string content_of(const fs::path& path) {
    std::optional<std::string> content = read_file(path);
    if (!content) throw Error(ErrorKind::cache, fmt::format("cannot read {}", path.string()));
    return std::move(*content);
}

/// Returns the folder of the cuda_fp16.h that belongs to a library. In a toolkit and in pip's packages it is
/// next to the library's folder.
fs::path include_folder(const fs::path& library) {
    std::error_code error;
    const fs::path real = fs::canonical(library, error);
    for (const fs::path& start : {library, real}) {
        const fs::path root = start.parent_path().parent_path();
        for (const char* folder : {"include", "../include", "../cuda_runtime/include"})
            if (fs::exists(root / folder / "cuda_fp16.h", error)) return (root / folder).lexically_normal();
    }
    return {};
}

} // namespace

std::string nvrtc_version(const fs::path& path) {
    const Library& library = library_at(path);
    int major = 0, minor = 0;
    if (Result result = library.version(&major, &minor); result != 0)
        throw Error(ErrorKind::compiler_not_found,
                    fmt::format("does not say its version: {}", library.error_text(result)));
    return fmt::format("NVRTC {}.{}", major, minor);
}

Compiler nvrtc_at(const fs::path& path, const std::string& version) {
    Compiler compiler{Compiler::Family::nvrtc, path, {}, ""};
    compiler.include = include_folder(path);
    int major = 0, minor = 0;
    if (std::sscanf(version.c_str(), "NVRTC %d.%d", &major, &minor) == 2)
        compiler.version = 1000 * major + 10 * minor;
    compiler.identity = fmt::format("{}\n{}\n{}", version, compiler.include.string(), stamp(path));
    return compiler;
}

std::vector<std::string> nvrtc_arguments(const Compiler& nvrtc, const std::string& architecture,
                                         bool is_translated) {
    if (is_several(architecture))
        throw Error(
            ErrorKind::invalid_argument,
            fmt::format("NVRTC compiles for one architecture at a time, not for {}: use nvcc", architecture));
    std::vector<std::string> words = {"--gpu-architecture=" + architecture, "--std=c++17",
                                      "--generate-line-info", "--device-int128"};
    if (is_translated && nvrtc.version >= 12040) words.push_back("--minimal");
    return words;
}

void compile_cubin_by_nvrtc(const Compiler& nvrtc, const fs::path& input, const fs::path& output,
                            std::vector<std::string> options, const InterruptionCheck& interrupted) {
    const Library& library = library_at(nvrtc.path);
    CompiledProgram program(library, content_of(input));
    if (!nvrtc.include.empty()) {
        options.push_back("--include-path=" + nvrtc.include.string());
        options.push_back("--include-path=" + (nvrtc.include / "cccl").string()); // libcu++ in CUDA 13
    }
    const auto [result, was_interrupted, stopped_after] =
        compile_interruptibly(library, program, options, interrupted);
    if (was_interrupted) throw Error(ErrorKind::interrupted, "compiling was interrupted");
    if (stopped_after > 0)
        throw Error(
            ErrorKind::compile_failed,
            fmt::format(
                "NVRTC did not end within {:g} seconds and was stopped (CUDAPY_COMPILE_TIMEOUT sets the "
                "limit)\n  options: {}",
                stopped_after, command_line(options)));
    if (result != 0) {
        std::string log = program.log();
        while (!log.empty() && (log.back() == '\0' || log.back() == '\n'))
            log.pop_back();
        if (nvrtc.include.empty() && log.find("cannot open source file") != std::string::npos)
            log += "\nNVRTC came without CUDA's headers: pip install nvidia-cuda-runtime nvidia-cuda-cccl, "
                   "or use a "
                   "whole CUDA toolkit.";
        throw Error(ErrorKind::compile_failed,
                    fmt::format("NVRTC failed: {}\n  options: {}\n{}", library.error_text(result),
                                command_line(options),
                                log.empty() ? "  (it printed nothing)" : output_excerpt(log)));
    }
    const std::string cubin = program.cubin();
    const fs::path partial = output.string() + ".partial";
    std::error_code error;
    const bool is_written = write_file(partial, cubin);
    if (is_written) fs::rename(partial, output, error);
    if (!is_written || error) {
        std::error_code ignored;
        fs::remove(partial, ignored);
        throw Error(ErrorKind::cache, fmt::format("cannot write {}{}", output.string(),
                                                  error ? ": " + error.message() : std::string()));
    }
}

} // namespace cudapy::runtime
