// Running the compilers.

#include "runtime/build/compiler_search.h"
#include "runtime/build/fused_products.h"
#include "runtime/build/nvrtc.h"
#include "runtime/build/toolchain.h"
#include "runtime/cache/cache_entry.h"
#include "runtime/launch/module.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "runtime/support/output_excerpt.h"
#include "runtime/support/process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <system_error>

namespace cudapy::runtime {

namespace fs = std::filesystem;

bool is_several(const std::string& architecture) {
    return !architecture.starts_with("sm_") || architecture.find(',') != std::string::npos;
}

namespace {

/// Returns the part of a flag that names the setting: "std" of `-std=c++17` and `--std=c++20`, "O" of `-O3`.
std::string_view subject(std::string_view flag) {
    while (flag.starts_with('-'))
        flag.remove_prefix(1);
    return flag.starts_with('O') ? flag.substr(0, 1) : flag.substr(0, flag.find('='));
}

/// Returns our own words and the words of the options. It leaves out those of our words whose setting one of
/// the user's flags changes.
std::vector<std::string> with_options(std::vector<std::string> words, const CudaOptions& options) {
    std::erase_if(words, [&](const std::string& word) {
        return std::any_of(options.flags.begin(), options.flags.end(),
                           [&](const std::string& flag) { return subject(flag) == subject(word); });
    });
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    for (const std::string& path : options.include_paths)
        words.push_back("-I" + path);
    return words;
}

/// Returns the words for libraries, which follow the input.
std::vector<std::string> library_arguments(const CudaOptions& options) {
    std::vector<std::string> words;
    for (const std::string& path : options.library_paths)
        words.push_back("-L" + path);
    for (const std::string& library : options.libraries)
        words.push_back(library.find('/') == std::string::npos ? "-l" + library : library);
    return words;
}

/// Refuses words that a shell would change, because nvcc puts its arguments between double quotes into
/// commands for a shell.
void check_for_shell(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (word.find_first_of("$`\n") != word.npos || word.find("\\\"") != word.npos || word.ends_with('\\'))
            throw Error(ErrorKind::invalid_argument,
                        fmt::format("nvcc passes {} to a shell, which would not take it as it is: leave out "
                                    "dollar signs, backquotes, ends of lines, and backslashes before "
                                    "quotation marks and at the end, or say compiler=\"nvrtc\"",
                                    word));
}

} // namespace

std::vector<std::string> cubin_arguments(const Compiler& compiler, const std::string& architecture,
                                         const CudaOptions& options) {
    if (compiler.family == Compiler::Family::nvrtc) {
        if (!options.libraries.empty())
            throw Error(ErrorKind::invalid_argument,
                        "libraries are linked by nvcc, and NVRTC only compiles: leave compiler=\"nvrtc\" "
                        "out, or CUDAPY_COMPILER");
        return with_options(nvrtc_arguments(compiler, architecture, options.is_translated), options);
    }
    const bool is_ptx = architecture.starts_with("compute_");
    std::vector<std::string> words = {is_ptx ? "-ptx" : is_several(architecture) ? "-fatbin" : "-cubin"};
    if (!options.libraries.empty()) words.insert(words.end(), {"-rdc=true", "-dlink"});
    if (is_several(architecture) && architecture.starts_with("sm_")) {
        for (std::size_t start = 0; start < architecture.size();) {
            const std::size_t end = std::min(architecture.find(',', start), architecture.size());
            const std::string number = architecture.substr(start + 3, end - start - 3);
            words.push_back(fmt::format("-gencode=arch=compute_{0},code=sm_{0}", number));
            start = end + 1;
        }
    } else {
        words.push_back("-arch=" + architecture);
    }
    words.insert(words.end(), {"-O3", "-std=c++17", "-lineinfo"});
    words = with_options(std::move(words), options);
    check_for_shell(words);
    check_for_shell(library_arguments(options));
    return words;
}

std::vector<std::string> shared_object_arguments(const Compiler& compiler, const std::string& processor) {
    std::vector<std::string> words = {
        "-std=c++17",
        "-O3",
        "-march=" + processor,
        "-w",
        "-fopenmp-simd",      // vector loops without the OpenMP runtime
        "-fno-trapping-math", // lets guarded lanes vectorise; results are the same
        "-fno-math-errno",
        "-ffp-contract=off", // the same results on every machine and target
        "-fPIC",
        "-shared"};
    if (compiler.family == Compiler::Family::clang) {
        if (!compiler.launcher.empty()) // zig checks for undefined behaviour unless told not to
            words.push_back("-fno-sanitize=undefined");
#ifdef __x86_64__
        else
            words.push_back("-fveclib=libmvec");
#endif
    }
#ifdef __x86_64__
    // Compilers take vectors of 32 bytes for Intel's processors, because the first ones with AVX-512 were
    // clocked lower for vectors of 64. Those that also have AVX512_VBMI2 are not, and a store of 64 bytes,
    // which is a whole line of the cache, need not read the line from memory first.
    if (processor == "native" && __builtin_cpu_supports("avx512vbmi2"))
        words.push_back("-mprefer-vector-width=512");
#endif
    words.insert(words.end(), {"-Wl,--as-needed", "-lm"});
    return words;
}

std::vector<std::string> fast_math_arguments(const Compiler& compiler) {
    if (compiler.family == Compiler::Family::nvcc || compiler.family == Compiler::Family::nvrtc)
        return {"--use_fast_math"};
    return {"-fassociative-math", "-freciprocal-math", "-fno-signed-zeros", "-ffp-contract=fast"};
}

namespace {

/// Returns the folder in which a compiler may work. It is the folder of the output, or the one for temporary
/// files if the output's path would upset nvcc, which writes the path between quotes into text that ptxas
/// reads.
fs::path work_parent(const fs::path& output) {
    fs::path beside = fs::absolute(output).parent_path();
    std::error_code error;
    fs::path temporary = fs::temp_directory_path(error);
    return error || beside.string().find_first_of("\"\\\n\r") == std::string::npos ? beside : temporary;
}

/// Returns whether the compiler, or one of its parts, crashed.
bool has_crashed(const ProcessResult& result) {
    return result.signal == SIGSEGV || result.exit_code == 128 + SIGSEGV;
}

/// Runs the compiler inside a private folder, in which it sees only plain names, because nvcc passes names
/// through a shell, and users' paths may contain anything. If the compiler crashes, it runs again with each
/// of `after_crash` added, one after the other, until it succeeds.
void compile(const Compiler& compiler, std::vector<std::string> arguments, const fs::path& input,
             const char* input_name, const fs::path& output, const char* output_name,
             const InterruptionCheck& interrupted,
             const std::function<std::string(const fs::path&)>& problem_of = {},
             const std::vector<std::string>& behind = {},
             const std::vector<std::vector<std::string>>& after_crash = {}) {
    PrivateFolder folder(work_parent(output), ".compile-");
    std::error_code error;
    fs::copy_file(input, folder.path() / input_name, error);
    if (error)
        throw Error(ErrorKind::cache, fmt::format("cannot copy {} into {}: {}", input.string(),
                                                  folder.path().string(), error.message()));
    std::vector<std::string> words = compiler.launcher;
    if (words.empty()) words.push_back(compiler.path.string());
    // The library must follow the input.
    auto libraries = arguments.end();
    while (libraries != arguments.begin() && *(libraries - 1) == "-lm")
        --libraries;
    words.insert(words.end(), arguments.begin(), libraries);
    words.insert(words.end(), {input_name, "-o", output_name});
    words.insert(words.end(), libraries, arguments.end());
    words.insert(words.end(), behind.begin(), behind.end());

    ProcessOptions options;
    options.folder = folder.path();
    options.environment = {"TMPDIR=.", "LC_ALL=C"};
    options.interrupted = interrupted;
    options.limit = time_limit();
    ProcessResult result = run_process(words, options);
    for (std::size_t i = 0; has_crashed(result) && i < after_crash.size(); ++i) {
        std::vector<std::string> careful = words;
        careful.insert(careful.end(), after_crash[i].begin(), after_crash[i].end());
        ProcessResult again = run_process(careful, options);
        if (again.succeeded())
            fmt::print(stderr,
                       "cudapy: {} crashed, and has compiled the kernel with {}, which may make it slower\n",
                       compiler.path.filename().string(), fmt::join(after_crash[i], " "));
        if (again.succeeded() || again.interrupted) result = std::move(again);
    }
    if (result.interrupted) throw Error(ErrorKind::interrupted, "compiling was interrupted");
    fs::path made = folder.path() / output_name;
    std::string failure;
    if (!result.succeeded())
        failure = result.outcome();
    else if (!fs::exists(made, error))
        failure = "wrote no file";
    else if (problem_of)
        failure = problem_of(made);
    if (!failure.empty()) {
        std::string output_text = output_excerpt(result.output);
        throw Error(ErrorKind::compile_failed,
                    fmt::format("the compiler {}{}\n  command: {}\n{}", failure,
                                result.stopped_after > 0 ? " (CUDAPY_COMPILE_TIMEOUT sets the limit)" : "",
                                command_line(words),
                                output_text.empty() ? "  (it printed nothing)" : output_text));
    }
    fs::rename(made, output, error);
    if (error == std::errc::cross_device_link)
        fs::copy_file(made, output, fs::copy_options::overwrite_existing, error);
    if (error)
        throw Error(ErrorKind::cache, fmt::format("cannot write {}: {}", output.string(), error.message()));
}

/// Returns why a file cannot be loaded. Such a file must not get into the cache, where it would be found
/// again and again.
std::string problem_of_shared_object(const fs::path& file) {
    const std::string problem = load_problem(file);
    // If the file system is noexec, the cache folder is the problem. Loading the file from there gives a
    // better message.
    if (problem.empty() || is_noexec(file)) return "";
    return fmt::format("wrote a file that cannot be loaded ({})", problem);
}

/// The words for a nvcc that has crashed: where its assembler did, where its compiler did (nvcc 12.9 and
/// later know the word), and for one that is older.
const std::vector<std::vector<std::string>> careful_words = {
    {"-Xptxas", "-O0"}, {"-Ofast-compile=min"}, {"-Xcicc", "-O0"}};

} // namespace

void compile_cubin(const Compiler& compiler, const fs::path& input, const fs::path& output,
                   const std::string& architecture, const InterruptionCheck& interrupted,
                   const CudaOptions& options) {
    std::vector<std::string> words = cubin_arguments(compiler, architecture, options);
    if (compiler.family == Compiler::Family::nvrtc) {
        compile_cubin_by_nvrtc(compiler, input, output, std::move(words), interrupted);
        return;
    }
    compile(compiler, std::move(words), input, "kernel.cu", output, "kernel.cubin", interrupted, {},
            library_arguments(options), careful_words);
}

std::string cubin_of(const Compiler& compiler, const std::string& source, const std::string& architecture) {
    PrivateFolder folder(fs::temp_directory_path(), "cudapy-");
    const fs::path input = folder.path() / "source.cu", output = folder.path() / "made.cubin";
    write_file(input, source); // if this fails, the compiler reports that the file is missing
    CudaOptions options;
    options.is_translated = true;
    compile_cubin(compiler, input, output, architecture, {}, options);
    return read_payload(output);
}

void compile_shared_object(const Compiler& compiler, const fs::path& input, const fs::path& output,
                           const InterruptionCheck& interrupted, const std::vector<std::string>& more,
                           const std::string& processor) {
    std::vector<std::string> words = shared_object_arguments(compiler, processor);
    words.insert(words.end(), more.begin(), more.end());
    compile(compiler, words, input, "kernel.cpp", output, "kernel.so", interrupted, problem_of_shared_object);
    const bool may_fuse = std::find(more.begin(), more.end(), "-ffp-contract=fast") != more.end();
    if (compiler.family != Compiler::Family::gcc || may_fuse || !may_fuse_products(output)) return;
    // Only vectorising makes such instructions.
    words.insert(std::find(words.begin(), words.end(), "-fPIC"), {"-fno-tree-vectorize", "-fno-openmp-simd"});
    compile(compiler, std::move(words), input, "kernel.cpp", output, "kernel.so", interrupted,
            problem_of_shared_object);
}

} // namespace cudapy::runtime
