#include "runtime/build/nvrtc.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <memory>

namespace cudapy::runtime {

namespace {

using namespace testing;

/// No variable that names a compiler.
struct Nothing {
    Variable home{"CUDA_HOME", std::nullopt}, path{"CUDA_PATH", std::nullopt},
        nvrtc{"CUDAPY_NVRTC", std::nullopt}, nvcc{"CUDAPY_NVCC", std::nullopt},
        compiler{"CUDAPY_COMPILER", std::nullopt};
};

// A library with NVRTC's functions that compiles nothing: the cubin is the options and the source.
const char* const fake = R"(
#include <cstring>
#include <cstdlib>
#include <string>
struct Program { std::string source, output, log; int (*flow)(void*, void*) = nullptr; void* payload = nullptr; };
#define E extern "C" __attribute__((visibility("default"))) int
E nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 7; return 0; }
extern "C" __attribute__((visibility("default"))) const char* nvrtcGetErrorString(int r) { return r == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_FAKE"; }
E nvrtcCreateProgram(Program** p, const char* source, const char* name, int, const char* const*, const char* const*) { *p = new Program{source, name}; return 0; }
E nvrtcDestroyProgram(Program** p) { delete *p; return 0; }
E nvrtcCompileProgram(Program* p, int count, const char* const* options) {
    for (int i = 0; i < count; ++i) p->output += std::string(" ") + options[i];
    p->output += "\n" + p->source;
    for (int i = 0; p->flow && p->source == "slow" && i < 2000000000; ++i)
        if (p->flow(p->payload, nullptr)) return 12;
    if (p->source.find("wrong") != std::string::npos) { p->log = "kernels.py(1): error: wrong\n"; p->log += '\0'; return 6; }
    return 0;
}
E nvrtcGetCUBINSize(Program* p, size_t* size) { *size = p->output.size(); return 0; }
E nvrtcGetCUBIN(Program* p, char* to) { memcpy(to, p->output.data(), p->output.size()); return 0; }
E nvrtcGetProgramLogSize(Program* p, size_t* size) { *size = p->log.size(); return 0; }
E nvrtcGetProgramLog(Program* p, char* to) { memcpy(to, p->log.data(), p->log.size()); return 0; }
E nvrtcSetFlowCallback(Program* p, int (*flow)(void*, void*), void* payload) { p->flow = flow; p->payload = payload; return 0; }
)";

struct FakeNvrtc {
    TemporaryFolder folder;
    std::filesystem::path library;

    FakeNvrtc() {
        std::filesystem::create_directories(folder / "site/nvidia/cu13/lib");
        library = folder / "site/nvidia/cu13/lib/libnvrtc.so.13";
        std::filesystem::rename(compile_host(folder, fake), library);
    }
    std::vector<std::string> site() const { return {(folder / "site").string()}; }
    std::string error_of_compiling(const std::string& source, const InterruptionCheck& interrupted = {}) {
        write_file(folder / "k.cu", source);
        std::string error = error_of([&] {
            compile_cubin(find_nvrtc(site()), folder / "k.cu", folder / "k.cubin", "sm_90", interrupted);
        });
        return replaced(error, folder.path().string(), "T");
    }
};

} // namespace

TEST_CASE("NVRTC of pip's packages, with and without CUDA's headers") {
    Nothing nothing;
    FakeNvrtc nvrtc;
    CHECK(find_nvrtc(nvrtc.site()).path == nvrtc.library);
    CHECK(find_nvrtc(nvrtc.site()).family == Compiler::Family::nvrtc);
    CHECK(find_nvrtc(nvrtc.site()).identity.starts_with("NVRTC 13.7\n\n" + nvrtc.library.string() + " "));
    CHECK(nvrtc.error_of_compiling("the source") == "no error");
    CHECK(file_content(nvrtc.folder / "k.cubin") ==
          "kernel.cu --gpu-architecture=sm_90 --std=c++17 --generate-line-info --device-int128\nthe source");
    write_file(nvrtc.folder / "site/nvidia/cu13/include/cuda_fp16.h", "");
    const Compiler with_headers = nvrtc_at(nvrtc.library, "NVRTC 13.7");
    CHECK(with_headers.include == nvrtc.folder / "site/nvidia/cu13/include");
    compile_cubin(with_headers, nvrtc.folder / "k.cu", nvrtc.folder / "k.cubin", "sm_90");
    CHECK(replaced(file_content(nvrtc.folder / "k.cubin"), nvrtc.folder.path().string(), "T") ==
          "kernel.cu --gpu-architecture=sm_90 --std=c++17 --generate-line-info --device-int128 "
          "--include-path=T/site/nvidia/cu13/include --include-path=T/site/nvidia/cu13/include/cccl\nthe "
          "source");
}

TEST_CASE("what NVRTC refuses leaves no file") {
    Nothing nothing;
    FakeNvrtc nvrtc;
    CHECK(nvrtc.error_of_compiling("wrong") ==
          "compile_failed: NVRTC failed: NVRTC_ERROR_COMPILATION\n"
          "  options: --gpu-architecture=sm_90 --std=c++17 --generate-line-info --device-int128\n"
          "kernels.py(1): error: wrong");
    int asked = 0;
    CHECK(nvrtc.error_of_compiling("slow", [&] { return ++asked == 2; }) ==
          "interrupted: compiling was interrupted");
    {
        Variable limit("CUDAPY_COMPILE_TIMEOUT", "0.1");
        CHECK(nvrtc.error_of_compiling("slow") ==
              "compile_failed: NVRTC did not end within 0.1 seconds and was stopped (CUDAPY_COMPILE_TIMEOUT "
              "sets the limit)\n"
              "  options: --gpu-architecture=sm_90 --std=c++17 --generate-line-info --device-int128");
    }
    CHECK(!std::filesystem::exists(nvrtc.folder / "k.cubin"));
}

TEST_CASE("a named NVRTC that is none") {
    Nothing nothing;
    TemporaryFolder folder;
    const auto library = compile_host(folder, "extern \"C\" int one() { return 1; }\n");
    Variable named("CUDAPY_NVRTC", library.string());
    CHECK(error_of([] { find_nvrtc(); }) ==
          "compiler_not_found: the NVRTC that CUDAPY_NVRTC names cannot be used:\n"
          "  CUDAPY_NVRTC: has no nvrtcVersion: it is no NVRTC of CUDA 11.1 or later\n"
          "Correct the variable, or unset it to have NVRTC looked for.");
}

TEST_CASE("which compiler compiles for a GPU") {
    Nothing nothing;
    FakeNvrtc nvrtc;
    CHECK(find_cuda_compiler("nvrtc", nvrtc.site()).path == nvrtc.library);
    write_script(nvrtc.folder / "site/nvidia/cu13/bin/nvcc", "echo 'nvcc: fake'\n");
    for (const char* part : {"nvvm/bin/cicc", "include/crt/host_config.h", "include/cuda_runtime.h"})
        write_file(nvrtc.folder / (std::string("site/nvidia/cu13/") + part), "");
    Variable path("PATH", (nvrtc.folder / "bin").string());
    CHECK(find_cuda_compiler("", nvrtc.site()).family == Compiler::Family::nvcc);
    {
        Variable choice("CUDAPY_COMPILER", "nvrtc");
        CHECK(find_cuda_compiler("", nvrtc.site()).family == Compiler::Family::nvrtc);
        CHECK(find_cuda_compiler("nvcc", nvrtc.site()).family == Compiler::Family::nvcc);
    }
    Variable wrong("CUDAPY_COMPILER", "gcc");
    CHECK(error_of([] { find_cuda_compiler(""); }) ==
          "invalid_argument: the environment's CUDAPY_COMPILER must be \"nvcc\" or \"nvrtc\", which compile "
          "for a "
          "GPU, it is \"gcc\"; CUDAPY_CXX names the compiler for the CPU");
}

TEST_CASE("a cubin by the real NVRTC, where there is one") {
    TemporaryFolder folder;
    write_file(folder / "k.cu", "#include <cstdint>\n#include <cuda_runtime.h>\n"
                                "static __constant__ float most = INFINITY;\n"
                                "extern \"C\" __global__ void k(float* X, int64_t n) { X[n] = most; }\n");
    std::string error =
        error_of([&] { compile_cubin(find_nvrtc(), folder / "k.cu", folder / "k.cubin", "sm_90"); });
    if (error.starts_with("compiler_not_found: ")) return;
    CHECK(error == "no error");
    CHECK(names_in(folder.path()) == "k.cu k.cubin");
    CHECK(file_content(folder / "k.cubin")
              .starts_with("\x7f"
                           "ELF"));
    write_file(folder / "k.cu", "#line 7 \"kernels.py\"\nextern \"C\" __global__ void k() { x = 1; }\n");
    error = error_of([&] { compile_cubin(find_nvrtc(), folder / "k.cu", folder / "k.cubin", "sm_90"); });
    CHECK(error.find("\nkernels.py(7): error: ") != std::string::npos);
}

} // namespace cudapy::runtime
