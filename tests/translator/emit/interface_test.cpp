// Tests of the output of `pycu2cu --program`: the header, and the text after the kernels.

#include "translator/translate_program.h"
#include "translator/version.h"

#include <doctest/doctest.h>

namespace cudapy {

namespace {

constexpr const char* kernels = R"(# scale : void (float launch, float[,] A)
def scale(launch, A):
    """Every element of A."""
    rows, columns = A.shape
    if idy < rows and idx < columns:
        A[idy, idx] *= launch


# first : void (complex64 by, half* H, int* out)
def first(by, H, out):
    part = shared(int)
    part[threadIdx.x] = 1
    syncthreads()
    assert idx < len(out), "too \"far\""
    out[idx] = part[0]
)";

ProgramTranslation translated(ProgramOptions::Cuda cuda, const std::string& name_space = "k") {
    SourceUnit unit;
    unit.path = "/some/where/kernels.py";
    unit.text = kernels;
    ProgramOptions options;
    options.name_space = name_space;
    options.options.header_name = "kernels.h";
    options.options.origin = "kernels.py";
    options.cuda = cuda;
    options.image_name = "kernels.inc";
    return translate_program({unit}, options);
}

/// The text from `begin` on.
std::string from(const std::string& text, const std::string& begin) {
    const std::size_t found = text.find(begin);
    return found == std::string::npos ? "" : text.substr(found);
}

} // namespace

TEST_CASE("the header of functions for C++ programs") {
    CHECK(translated(ProgramOptions::Cuda::image).header ==
          "// Translated from kernels.py by pycu2cu " + std::string(version()) + R"(.
//
// Each function launches a kernel, `saxpy(n, alpha, X, Y)` with n threads, on the device of its arrays: on a GPU it returns
// without waiting for it, on the CPU when the kernel has run. <cudapy/launch.h> says what else a launch can be given.
#pragma once

#include <cudapy/cudapy.h>

#include <complex>
#include <stdint.h>

#ifndef CUDAPY_COMPLEX64
#define CUDAPY_COMPLEX64
// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;
#endif

namespace k {

// Every element of A.
void scale(const cudapy::Launch& launch_2, float launch, cudapy::View<float, 2> A);

void first(const cudapy::Launch& launch, std::complex<float> by, cudapy::View<const cudapy::half> H,
           cudapy::View<int> out);

} // namespace k
)");
}

TEST_CASE("what the runtime is told of kernels, and the functions") {
    const std::string source = translated(ProgramOptions::Cuda::image).source;
    CHECK(source.find("#include \"kernels.h\"\n\n#include <cudapy/generated.h>\n#include <stdint.h>\n\n"
                      "using cudapy::generated::CpuRange;\n") != std::string::npos);
    CHECK(source.find("static void run_scale(const CpuRange* range, void* const* slots)\n") !=
          std::string::npos);
    CHECK(from(source, "// What the runtime") == R"(// What the runtime is told of the kernels.
namespace k::cudapy_tables {

using cudapy::generated::CudaCode;
using cudapy::generated::ElementBound;
using cudapy::generated::Kernel;
using cudapy::generated::KernelFile;
using cudapy::generated::SharedArray;
using cudapy::generated::Slot;

alignas(16) static constexpr unsigned char cuda_code[] = {
#include "kernels.inc"
};
static constexpr const char* cuda_assertions[] = {
    "assertion failed in kernels.py:14: assert idx < len(out), \"too \\\"far\\\"\"",
};
static constexpr CudaCode cuda = {cuda_code, sizeof cuda_code, false, 0, "", "failed_assertion", false, cuda_assertions, 1};
static constexpr const char* assertions[] = {
    "assertion failed in kernels.py:14: assert idx < len(out), \"too \\\"far\\\"\"",
};
static KernelFile file = {"kernels.py", true, false, &cuda, assertions, 1};

static constexpr const char* parameters_of_run_scale[] = {"launch", "A"};
static constexpr Slot slots_of_run_scale[] = {{Slot::scalar, 0, 0}, {Slot::pointer, 1, 0}, {Slot::length, 1, 0}, {Slot::length, 1, 1}};
static constexpr Slot cuda_slots_of_run_scale[] = {{Slot::threads, 0, 0}, {Slot::threads, 1, 0}, {Slot::scalar, 0, 0}, {Slot::pointer, 1, 0}, {Slot::length, 1, 0}, {Slot::length, 1, 1}};
static const Kernel run_scale = {file, "scale", &::run_scale, parameters_of_run_scale, 2, nullptr, 0, nullptr, 0,
    {"run_scale", {3, 3, false, false, false, false, false, false, false, false}, slots_of_run_scale, 4},
    {"scale", {3, 3, false, false, false, false, false, false, false, false}, cuda_slots_of_run_scale, 6}};

static constexpr const char* parameters_of_run_first[] = {"by", "H", "out"};
static constexpr SharedArray shared_of_run_first[] = {{"part", 4, 4}};
static constexpr Slot slots_of_run_first[] = {{Slot::scalar, 0, 0}, {Slot::pointer, 1, 0}, {Slot::pointer, 2, 0}, {Slot::length, 2, 0}, {Slot::shared, 0, 0}, {Slot::failure, 0, 0}};
static constexpr Slot cuda_slots_of_run_first[] = {{Slot::scalar, 0, 0}, {Slot::pointer, 1, 0}, {Slot::pointer, 2, 0}, {Slot::length, 2, 0}, {Slot::shared, 0, 0}};
static const Kernel run_first = {file, "first", &::run_first, parameters_of_run_first, 3, shared_of_run_first, 1, nullptr, 0,
    {"run_first", {1, 1, true, true, false, false, false, false, true, false}, slots_of_run_first, 6},
    {"first", {1, 1, true, true, false, false, false, false, true, false}, cuda_slots_of_run_first, 5}};

} // namespace k::cudapy_tables

void k::scale(const cudapy::Launch& launch_2, float launch, cudapy::View<float, 2> A)
{
    const cudapy::generated::Argument arguments[] = {launch, A};
    cudapy_tables::run_scale.launch(launch_2, arguments);
}

void k::first(const cudapy::Launch& launch, std::complex<float> by, cudapy::View<const cudapy::half> H,
              cudapy::View<int> out)
{
    const cudapy::generated::Argument arguments[] = {by, H, out};
    cudapy_tables::run_first.launch(launch, arguments);
}
)");
}

TEST_CASE("CUDA C++ in a program, and none") {
    const ProgramTranslation text = translated(ProgramOptions::Cuda::text);
    const std::string begin = text.cuda.substr(0, text.cuda.find('\n'));
    CHECK(text.source.find("static constexpr char cuda_code[] =\n    \"" + begin + "\\n\"\n") !=
          std::string::npos);
    CHECK(text.source.find("static constexpr CudaCode cuda = {cuda_code, sizeof cuda_code, true, 0, \"\", "
                           "\"failed_assertion\", false, "
                           "cuda_assertions, 1};\n") != std::string::npos);
    const ProgramTranslation none = translated(ProgramOptions::Cuda::none);
    CHECK(none.cuda.empty());
    CHECK(none.source.find(
              "static KernelFile file = {\"kernels.py\", true, false, nullptr, assertions, 1};\n") !=
          std::string::npos);
    CHECK(none.source.find("{\"run_scale\", {3, 3, false, false, false, false, false, false, false, false}, "
                           "slots_of_run_scale, "
                           "4},\n    {}};\n") != std::string::npos);
}

TEST_CASE("what every thread of a kernel uses, and along which axes threads are told apart") {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = "# add : void (float* X, float[,] A)\ndef add(X, A):\n    A[idy, idx] += X[idx + 1]\n"
                "# grid : void (int* X)\ndef grid(X):\n    for i in range(idx, len(X), gridsize.x):\n        "
                "X[i] = 0\n";
    ProgramOptions options;
    options.name_space = "k";
    options.options.header_name = "kernels.h";
    options.cuda = ProgramOptions::Cuda::none;
    const std::string source = translate_program({unit}, options).source;
    const std::string tables = from(source, "static constexpr const char* parameters_of_run_add");
    CHECK(tables.substr(0, tables.find("\n} // namespace")) ==
          R"(static constexpr const char* parameters_of_run_add[] = {"X", "A"};
static constexpr ElementBound bounds_of_run_add[] = {{0, 0, 0, 1, 1}, {1, 0, 1, 0, 0}, {1, 1, 0, 0, 0}};
static constexpr Slot slots_of_run_add[] = {{Slot::pointer, 0, 0}, {Slot::pointer, 1, 0}, {Slot::length, 1, 1}};
static const Kernel run_add = {file, "add", &::run_add, parameters_of_run_add, 2, nullptr, 0, bounds_of_run_add, 3,
    {"run_add", {3, 3, false, false, false, false, false, false, false, false}, slots_of_run_add, 3},
    {}};

static constexpr const char* parameters_of_run_grid[] = {"X"};
static constexpr Slot slots_of_run_grid[] = {{Slot::pointer, 0, 0}, {Slot::length, 0, 0}};
static const Kernel run_grid = {file, "grid", &::run_grid, parameters_of_run_grid, 1, nullptr, 0, nullptr, 0,
    {"run_grid", {1, 1, true, true, true, false, false, false, false, false}, slots_of_run_grid, 2},
    {}};
)");
}

TEST_CASE("defaults of structs in the header, and arrays of such structs in kernels") {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = R"(import cudapy as cp

RATE = 0.25

@cp.struct
class Plain:
    x: cp.float32

@cp.struct
class Point:
    x: cp.float32 = 1.0
    n: cp.int32 = -3

@cp.struct
class Body:
    plain: Plain
    at: Point
    mass: cp.float64 = RATE * 2
    is_on: cp.bool_ = True
    weight: cp.float16 = 0.1
    turn: cp.complex64 = 1j

# swap : void (Body* B, Point p)
def swap(B, p):
    cache = shared(Body, 32)
    cache[threadIdx.x] = B[idx]
    points = local(Point, (2, 3))
    points[0, 0] = p
    one = points[0, 0]
    syncthreads()
    B[idx] = cache[31 - threadIdx.x]
    B[idx].at = one
)";
    ProgramOptions options;
    options.name_space = "k";
    options.options.header_name = "kernels.h";
    const ProgramTranslation translation = translate_program({unit}, options);
    REQUIRE(translation.ok);
    const std::string structs = from(translation.header, "#ifndef CUDAPY_STRUCT_Point");
    CHECK(structs.substr(0, structs.find("namespace k {\n\nvoid")) ==
          R"(#ifndef CUDAPY_STRUCT_Point_float_x_IS_1p0f_int_n_IS_m3_IN_k
#define CUDAPY_STRUCT_Point_float_x_IS_1p0f_int_n_IS_m3_IN_k
namespace k {
struct Point
{
    float x = 1.0f;
    int n = -3;
};
} // namespace k
#endif

#ifndef CUDAPY_STRUCT_Body_kPlain_plain_kPoint_at_double_mass_IS_0p5_bool_is_on_IS_true_half_weight_IS_0x2e66_complex64_turn_IS_b0p0fn1p0fe_IN_k
#define CUDAPY_STRUCT_Body_kPlain_plain_kPoint_at_double_mass_IS_0p5_bool_is_on_IS_true_half_weight_IS_0x2e66_complex64_turn_IS_b0p0fn1p0fe_IN_k
namespace k {
struct Body
{
    Plain plain;
    Point at;
    double mass = 0.5;
    bool is_on = true;
    uint16_t weight = 0x2e66;
    complex64_field turn = {0.0f, 1.0f};
};
} // namespace k
#endif

)");
    for (const char* declared : {"    alignas(64) cudapy::generated::Unset<Body[32]> cache;\n",
                                 "    cudapy::generated::Unset<Point[1024][2 * 3]> points;\n"})
        CHECK(translation.source.find(declared) != std::string::npos);
}

TEST_CASE("checks of kernels, each by its number, and no recorder") {
    SourceUnit unit;
    unit.path = "/some/where/kernels.py";
    unit.text = "# k : void (int* X, int n)\ndef k(X, n):\n    X[idx + 1] = X[idx] // n\n";
    ProgramOptions options;
    options.name_space = "kernels";
    options.options.header_name = "kernels.h";
    options.options.origin = "kernels.py";
    options.options.checked = true;
    options.cuda = ProgramOptions::Cuda::text;
    const ProgramTranslation checked = translate_program({unit}, options);
    REQUIRE(checked.ok);
    const std::string list = R"([] = {
    {CheckFacts::index, "kernels.py:3", "X[idx + 1]", "X", "", -1, false, false, 1},
    {CheckFacts::overflow, "kernels.py:3", "idx + 1", "+", "int", -1, false, false, 1},
    {CheckFacts::index, "kernels.py:3", "X[idx]", "X", "", -1, false, false, 1},
    {CheckFacts::division, "kernels.py:3", "X[idx] // n", "//", "int", -1, false, false, 1},
};
)";
    for (const std::string& text :
         {"using cudapy::generated::CheckFacts;\n" + std::string("using cudapy::generated::CudaCode;\n"),
          "static constexpr CheckFacts cuda_checks" + list +
              "static constexpr CudaCode cuda = {cuda_code, sizeof cuda_code, true, 0, \"\", \"\", false, "
              "nullptr, 0, cuda_checks, 4, \"failed_check\"};\n",
          "static constexpr CheckFacts checks" + list +
              "static KernelFile file = {\"kernels.py\", true, false, &cuda, nullptr, 0, checks, 4};\n"})
        CHECK(checked.source.find(text) != std::string::npos);
    for (const std::string& text : {checked.source, checked.cuda})
        CHECK(text.find("ecorder") == std::string::npos);
}

TEST_CASE("instances of a generic kernel are overloads, where their types tell them apart") {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = R"(import cudapy as cp

@cp.struct
class Point:
    x: cp.float32

# square : T (T x)
def square(x):
    return x * x

# fill : void (T a, T* launch)
def fill(a, launch):
    launch[idx] = a

# apply : void (T(T) f, T* X)
def apply(f, X):
    X[idx] = f(X[idx])

# switch : void (T* X)
def switch(X):
    X[idx] = T(0)
)";
    ProgramOptions options;
    options.name_space = "k";
    options.options.header_name = "kernels.h";
    for (const char* text : {"fill<int>", "fill<T=Point>", "apply<float, f=square>", "switch<float>"})
        options.options.instances.push_back(parse_instance(text).value());
    const ProgramTranslation translation = translate_program({unit}, options);
    REQUIRE(translation.ok);
    CHECK(from(translation.header, "namespace k {\n\nvoid") == R"(namespace k {

void fill_int(const cudapy::Launch& launch_2, int a, cudapy::View<int> launch);

void fill_Point(const cudapy::Launch& launch_2, Point a, cudapy::View<Point> launch);

void apply_square_float(const cudapy::Launch& launch, cudapy::View<float> X);

void switch_float(const cudapy::Launch& launch, cudapy::View<float> X);

// The instance of fill for these types.
inline void fill(const cudapy::Launch& launch_2, int a, cudapy::View<int> launch)
{
    fill_int(launch_2, a, launch);
}

// The instance of fill for these types.
inline void fill(const cudapy::Launch& launch_2, Point a, cudapy::View<Point> launch)
{
    fill_Point(launch_2, a, launch);
}

} // namespace k
)");
}

TEST_CASE("namespaces of kernels") {
    const ProgramTranslation taken = translated(ProgramOptions::Cuda::none, "scale");
    CHECK(taken.is_namespace_taken);
    CHECK_FALSE(taken.ok);
    CHECK(problem_of_namespace("kernels_2").empty());
    CHECK(problem_of_namespace("2_kernels") == "is not a name of letters, digits and underscores");
    CHECK(problem_of_namespace("") == "is not a name of letters, digits and underscores");
    CHECK(problem_of_namespace("class") == "has a meaning in C++ or for CudaPy");
    CHECK(problem_of_namespace("cudapy") == "has a meaning in C++ or for CudaPy");
}

} // namespace cudapy
