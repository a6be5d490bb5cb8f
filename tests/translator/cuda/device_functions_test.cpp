#include "translator/cuda/device_functions.h"

#include <doctest/doctest.h>

using namespace cudapy;
using namespace cudapy::cuda_text;

namespace {

DeviceSource source_of(std::string text) {
    DeviceSource source;
    source.text = std::move(text);
    source.path = "a.cu";
    source.first_line = 10;
    source.source = read(source.text);
    return source;
}

std::string waits(const Source& source, const char* name) {
    for (const Function& function : source.functions) {
        if (function.name != name) continue;
        const Waits found = waits_of(source, function);
        return std::string(found.barrier ? "barrier " : "") + (found.warp ? "warp " : "") +
               (found.shared ? "shared" : "");
    }
    return "no such function";
}

} // namespace

TEST_CASE("device functions: what waits for other threads, here or in what is called") {
    const Source source = read("__device__ float a(float x) { return __shfl_down_sync(~0u, x, 1); }\n"
                               "__device__ float b(float x) { return a(x) + 1; }\n"
                               "__device__ void c() { __shared__ int s[4]; __syncthreads(); s[0] = 1; }\n"
                               "__device__ float d(float x) { return d(x - 1); /* __syncthreads */ }\n");
    CHECK(waits(source, "a") == "warp ");
    CHECK(waits(source, "b") == "warp ");
    CHECK(waits(source, "c") == "barrier shared");
    CHECK(waits(source, "d").empty());
}

TEST_CASE("device functions: the host sees what is for it, at its lines") {
    CHECK(host_text(source_of("#include <cuda_runtime.h>\n#include <cmath>\n"
                              "__global__ void k(int* X) {\n  X[0] = 1;\n}\n"
                              "__host__ __device__ int f(int x) { return x; }\n"
                              "template <typename T>\n__device__ T g(T x) { return __ldg(&x); }\n"
                              "template __device__ int g<int>(int);\n"
                              "int h(int x) { return x; }\n")) ==
          "                         \n#include <cmath>\n"
          "                           \n           \n \n"
          "__host__ __device__ int f(int x) { return x; }\n"
          "                     \n                                         \n"
          "                                    \n"
          "int h(int x) { return x; }\n");
}

TEST_CASE("device functions: what is blank for the host keeps the conditions that begin or end in it") {
    CHECK(host_text(source_of(
              "#ifdef X\n__global__ void k(int* X)\n#else // two\n__global__ void k(float* X)\n"
              "#endif\n{\n/*\n#if 0 */\n}\nint h();\n#ifdef Y\n__device__\n#endif\nint f() {}\n")) ==
          "#ifdef X\n                         \n#else // two\n                           \n"
          "#endif\n \n  \n        \n \nint h();\n#ifdef Y\n          \n#endif\n          \n");
}

TEST_CASE("device functions: those of one name") {
    auto source = std::make_shared<DeviceSource>(source_of(
        "namespace n { __device__ int f(int x); __device__ int f(float x); __global__ void k(); }\n"));
    CHECK(device_functions(source, "n::f")->overloads == std::vector<std::size_t>{0, 1});
    CHECK(device_functions(source, "f") == nullptr);
    CHECK(device_functions(source, "n::k") == nullptr);
    CHECK(place_of(*source, source->source.functions[0]) == "a.cu:10");
}
