#include "translator/cuda/source.h"

#include <doctest/doctest.h>

using namespace cudapy;
using namespace cudapy::cuda_text;

namespace {

std::string text_of(const Meaning& meaning) {
    if (!meaning.type) return "? " + meaning.problem;
    return (meaning.is_const ? "const " : "") + meaning.type->name() + std::string(meaning.pointers, '*');
}

/// One line for each function: its kind, its line, its names, what its types mean.
std::string shown(std::string_view text) {
    const Source source = read(text);
    std::string result;
    for (const Function& function : source.functions) {
        result += std::to_string(function.line) + ": ";
        result += function.is_kernel ? "kernel " : function.on_host ? "both " : "device ";
        if (function.is_c) result += "C ";
        KnownTypes known;
        for (const TemplateParameter& parameter : function.template_parameters) {
            result += "<" + parameter.text + "> ";
            if (parameter.is_type) known[parameter.name] = Type::int16();
        }
        const auto meaning = [&](const Words& type) {
            return text_of(meaning_of(type, function.scope, &source, known));
        };
        result += meaning(function.result) + " " + function.qualified() + "(";
        bool first = true;
        for (const Parameter& parameter : function.parameters) {
            result += (first ? "" : ", ") + meaning(parameter.type) + " " + parameter.name;
            if (parameter.has_default) result += " = …";
            first = false;
        }
        result += ")" + (function.problem.empty() ? "" : " problem: " + function.problem) + "\n";
    }
    return result;
}

} // namespace

TEST_CASE("cuda source: a kernel and its parameters") {
    CHECK(shown("// a kernel\n__global__ void saxpy(float alpha, const float* __restrict__ X, float *Y, int "
                "n) { Y[0] = X[0]; }") ==
          "2: kernel void saxpy(float alpha, const float* X, float* Y, int n)\n");
}

TEST_CASE("cuda source: specifiers, attributes and linkage in any order") {
    CHECK(shown("extern \"C\" __global__ void __launch_bounds__(256, 2) a(int* X);\n"
                "extern \"C\" {\n__global__ __launch_bounds__(64) void b(int*) {}\n}\n"
                "static inline __device__ __forceinline__ float c(float x) { return x; }\n"
                "[[nodiscard]] __host__ __device__ constexpr auto d(double x) -> double { return x; }\n"
                "void __global__ e() {}\n"
                "__device__ int f(void) noexcept { return 1; }\n"
                "__attribute__((noinline)) __device__ unsigned g(unsigned, unsigned n = (1, 2)) { return n; "
                "}\n") == "1: kernel C void a(int* X)\n"
                          "3: kernel C void b(int* )\n"
                          "5: device float c(float x)\n"
                          "6: both double d(double x)\n"
                          "7: kernel void e()\n"
                          "8: device int f()\n"
                          "9: device uint32 g(uint32 , uint32 n = …)\n");
}

TEST_CASE("cuda source: all the ways to write types") {
    CHECK(
        shown("using real = float;\ntypedef unsigned long long word;\n#define REAL double\n"
              "typedef const real* input;\n"
              "__global__ void k(real a, word b, REAL c, input d, std::size_t e, unsigned char f, long int "
              "unsigned g,\n"
              "    char h, float3* i, struct Body* j, half k, float X[], int Y[16], volatile int* l, float** "
              "m,\n"
              "    float (&n)[3], float (*o)[3], int& p, const int const_q, thrust::complex<float>* r, int "
              "const* s,\n"
              "    long double t, short int u) {}") ==
        "5: kernel void k(float a, uint64 b, double c, const float* d, uint64 e, uint8 f, uint64 g, int8 h, "
        "float3* i, ? `Body` is not known j, half k, float* X, int* Y, ? it is volatile l, float** m, "
        "? it is a pointer or a reference to an array, or a function , "
        "? it is a pointer or a reference to an array, or a function , ? it is a reference p, const int "
        "const_q, "
        "complex64* r, const int* s, ? kernels have no such numbers t, int16 u)\n");
}

TEST_CASE("cuda source: namespaces, and names in them") {
    CHECK(shown("namespace a::b { using T = int; struct half { int x; }; namespace { __global__ void k(T* x, "
                "half h) {} }\n"
                "inline namespace v1 { __device__ T f(T x) { return x; } } }\n"
                "namespace c = a::b;\n__device__ int g(a::b::T x) { return x; }\n") ==
          "1: kernel void a::b::k(int* x, ? `a::b::half` is a class that Python does not know h)\n"
          "2: device int a::b::v1::f(int x)\n"
          "4: device int g(int x)\n");
}

TEST_CASE("cuda source: templates") {
    CHECK(shown("template <typename T, int N = 4> __global__ void k(T* X, T by, typename T::x y) {}\n"
                "template <> __global__ void k<float, 4>(float* X, float by, int y) {}\n"
                "template __global__ void k<int, 2>(int* X, int by, int y);\n"
                "template <class... Ts>\n__device__ void f(Ts... all) {}\n"
                "template <typename T, typename = std::enable_if_t<(sizeof(T) > 2)>> __device__ T g(T x) { "
                "return x; }\n") ==
          "1: kernel <typename T> <int N = 4> void k(int16* X, int16 by, ? `T::x` is not known y)\n"
          "5: device <class... Ts> void f(? it is not understood all)\n"
          "6: device <typename T> <typename = std::enable_if_t<(sizeof(T) > 2)>> int16 g(int16 x)\n");
}

TEST_CASE("cuda source: what is no function is passed over") {
    CHECK(
        shown("#include <cmath>\nstruct S { __device__ void m() {} int x; } s;\n__constant__ float table[3] "
              "= {1, 2, 3};\n"
              "__device__ int counter = f(3), other;\nenum class E { a, b };\nint host(int x) { return x; }\n"
              "__device__ float3 operator+(float3 a, float3 b) { return a; }\n"
              "__device__ S::S() {}\n"
              "extern __shared__ float cache[];\nconst char* t = R\"x(__global__ void not_here() {})x\";\n"
              "char c = '{'; // __global__ void nor_here() {}\n#if 0\n__global__ void out(int x) {}\n#else\n"
              "__global__ void in(int x) {\n#define A(x) {\n}\n#endif\n") == "15: kernel void in(int x)\n");
}

TEST_CASE("cuda source: what is not understood is a problem of only its function") {
    CHECK(shown("__global__ void BOUNDS(256) k(float* X) {}\n__global__ void good(float* X) {}\n"
                "#define KERNEL __global__ void\nKERNEL l(int x) { if (x) { } }\nMAKE(float)\n"
                "#ifdef A\n#define real float\n#else\n#define real double\n#endif\n__global__ void m(real x) "
                "{}\n") == "1: kernel ? it is not understood k(float* X) problem: `BOUNDS(256)` is not "
                           "understood: it may be a macro\n"
                           "2: kernel void good(float* X)\n"
                           "4: kernel void l(int x)\n"
                           "11: kernel void m(? `real` is not known x)\n");
}

TEST_CASE("cuda source: a declaration and its definition are one, overloads are several") {
    CHECK(shown("__device__ int f(int x);\n__device__ float f(float x) { return x; }\n__device__ int f(int "
                "y) { return y; }\n") == "3: device int f(int y)\n2: device float f(float x)\n");
}

TEST_CASE("cuda source: a requirement is before a kernel or after it") {
    CHECK(
        shown("template <typename T> requires (sizeof(T) > 2) && ns::Wide<T, 3>\n__global__ void k(T* X) {}\n"
              "template <typename T> requires requires (T x) { x.y; } __device__ T f(T x) { return x; }\n"
              "template <typename T> __global__ void l(T* X) requires Wide<T> {}\n") ==
        "2: kernel <typename T> void k(int16* X)\n"
        "3: device <typename T> int16 f(int16 x)\n"
        "4: kernel <typename T> void l(int16* X)\n");
}

TEST_CASE("cuda source: host functions and enums are known by name") {
    const Source source =
        read("namespace a { enum class Kind : unsigned char { x }; void scale(V& v) {} enum Plain { y }; }\n"
             "__global__ void scale(float* X) {}\nint count(int x);\n");
    CHECK(source.host_functions == std::set<std::string>{"a::scale", "count"});
    CHECK(source.enums ==
          std::map<std::string, Words>{{"a::Kind", {"unsigned", "char"}}, {"a::Plain", {"int"}}});
}

TEST_CASE("cuda source: text that is no C++ ends") {
    for (const char* text : {"",
                             "}",
                             "}}}{{{",
                             "template <",
                             "template <typename T",
                             "template <typename T> requires",
                             "template <typename T> requires (T &&",
                             "template <typename T> requires a::",
                             "extern \"C\"",
                             "namespace {",
                             "__global__ void k(",
                             "__global__ void k() {",
                             "__global__ (",
                             "__device__ f(int)",
                             "#define A A\nA __global__ void k(A x);",
                             "using",
                             "typedef ;",
                             "R\"(",
                             "\"",
                             "#include \"",
                             "#if 0\n",
                             "\\",
                             "__global__ void k(,);",
                             "/*"})
        CHECK(read(text).functions.size() <= 1);
}

TEST_CASE("cuda source: includes") {
    const auto includes = [](std::string_view text) {
        std::string all;
        for (const Include& include : includes_of(text))
            all += include.name + (include.is_angled ? " angled" : "") +
                   (include.is_computed ? " computed" : "") + "\n";
        return all;
    };
    CHECK(includes("#include <a.h>\n# include \"b/c.h\" // d\n/* #include <e> */ #include F\n"
                   "#if 0\n#include <g>\n#endif\nx #include <h>\n") == "a.h angled\nb/c.h\nF computed\n");
    CHECK(
        includes("#inc\\\nlude \"a.h\"\n#\\\r\ninclude <b\\ \t\n.h>\n%:include \"c.h\"\n#import \"d.h\"\n") ==
        "a.h\nb.h angled\nc.h\nd.h\n");
    CHECK(includes("#if __has_include(\"a.h\") && __has_include( <b/c.h> ) || defined(__has_include)\n"
                   "#elif __has_include_next(\"d.h\")\n#endif\n#ifdef __has_include\n#endif\n"
                   "#if 0\n#if __has_include(\"e.h\")\n#endif\n#endif\n") == "a.h\nb/c.h angled\nd.h\n");
    CHECK(includes("#define HAS(x) __has_include(x)\n") == " computed\n");
    CHECK(includes("#define HAS __has_include\n") == " computed\n");
    CHECK(read("#if __has_include(\"a.h\")\n#include \"a.h\"\n#endif\n").includes.size() == 2);
}

TEST_CASE("cuda source: compilers' words for types") {
    const auto meaning = [](std::string_view text) {
        return text_of(meaning_of(words_of(text), {}, nullptr, {}));
    };
    CHECK(meaning("float const*") == "const float*");
    CHECK(meaning("unsigned long") == "uint64");
    CHECK(meaning("signed char") == "int8");
    CHECK(meaning("cuda::std::__4::complex<double>*") == "complex128*");
    CHECK(meaning("__half") == "half");
    CHECK(meaning("Body") == "? `Body` is not known");
    CHECK(cpp_name(Type::uint32()) == "unsigned int");
    CHECK(cpp_name(vector_type_named("float3")) == "float3");
    CHECK(cpp_name(Type::complex64()).empty());
}

namespace {

/// One line for each function: where it is and what it is called with, with `?` where it may not be there.
std::string heads(std::string_view text) {
    std::string result;
    for (const Function& function : read(text).functions)
        result += std::to_string(function.line) + (function.is_conditional ? "? " : ": ") + function.text +
                  (function.is_defined ? "" : ";") + (function.problem.empty() ? "" : " problem") + "\n";
    return result;
}

} // namespace

TEST_CASE("cuda source: heads that conditions choose for one body are functions of their own") {
    CHECK(heads("#ifdef X\n__global__ void f(float* a)\n#else\n__global__ void f(double* a)\n#endif\n{ a[0] "
                "= 1; }\n"
                "__global__ void g(int n) {}\n") == "2? __global__ void f(float* a)\n"
                                                    "4? __global__ void f(double* a)\n"
                                                    "7: __global__ void g(int n)\n");
    CHECK(heads("__global__ void f(\n#if A\nfloat* a,\n#elif B\ndouble* a,\n#else\nint* a,\n#endif\nint n) "
                "{}\n") == "1? __global__ void f( float* a, int n)\n"
                           "1? __global__ void f( double* a, int n)\n"
                           "1? __global__ void f( int* a, int n)\n");
    // `#ifndef` goes with the other branch of `#ifdef`.
    CHECK(
        heads(
            "#ifdef X\ntemplate <typename T>\n#endif\n__global__ void f(\n#ifndef X\nfloat* a\n#else\nT* a\n"
            "#endif\n) {}\n") == "4? template <typename T> __global__ void f( T* a )\n"
                                 "4? __global__ void f( float* a )\n");
}

TEST_CASE("cuda source: conditions within a declaration that change nothing of a head") {
    CHECK(heads("__global__ void\n#if A\n__launch_bounds__(128)\n#endif\nf(int n) {\n#if B\nif (n) {\n#else\n"
                "if (!n) {\n#endif\n} }\n__global__ void g() {}\n") ==
          "5: __global__ void __launch_bounds__(128) f(int n)\n12: __global__ void g()\n");
    CHECK(
        heads(
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n__global__ void f(int n) {}\n#ifdef __cplusplus\n}\n"
            "#endif\n") == "4: __global__ void f(int n)\n");
    CHECK(read("#ifdef __cplusplus\nextern \"C\"\n#endif\n__global__ void f(int n) {}\n").functions[0].is_c);
}

TEST_CASE("cuda source: conditions about which all compilers of CUDA agree are decided") {
    CHECK(heads("#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\nHD int f(int "
                "x) { return x; }\n"
                "#if !defined(__CUDACC__)\n__global__ void f(int n)\n#else\n__global__ void f(float "
                "n)\n#endif\n{}\n"
                "#ifndef __CUDACC__\n__global__ void g() {}\n#endif\n#if defined __cplusplus\nextern \"C\" "
                "{\n#endif\n"
                "__global__ void h() {}\n#ifdef __cplusplus\n}\n#endif\n"
                "#ifdef __CUDACC__\n__global__ void i() {}\n#elif X\n__global__ void j() "
                "{}\n#else\n__global__ void k() {}\n#endif\n") ==
          "6: __host__ __device__ int f(int x)\n10: __global__ void f(float n)\n19: __global__ void h()\n"
          "24: __global__ void i()\n");
    // What else they see is not known.
    CHECK(heads("#ifndef __CUDACC__\n__global__ void i() {}\n#elif X\n__global__ void j() "
                "{}\n#else\n__global__ void k() {}\n#endif\n"
                "#if defined(__CUDACC__) && X\n__global__ void l() {}\n#endif\n") ==
          "4? __global__ void j()\n6? __global__ void k()\n9? __global__ void l()\n");
    const Source source =
        read("#ifdef __CUDACC__\n#else\n#include \"host.h\"\n#define MACRO 1\nint name;\n#endif\n");
    CHECK(source.includes.size() == 1);
    CHECK(source.macros == std::vector<std::string>{"MACRO"});
    CHECK(source.identifiers == std::vector<std::string>{"int", "name"});
}

TEST_CASE("cuda source: a guard around a text is no alternative") {
    CHECK(heads("#ifndef GUARD\n#define GUARD\n#ifdef X\n__global__ void f(float* a,\n#else\n__global__ void "
                "f(double* a,\n#endif\nint n) {}\n__global__ void g() {}\n#endif\n") ==
          "4? __global__ void f(float* a, int n)\n"
          "6? __global__ void f(double* a, int n)\n"
          "9? __global__ void g()\n");
}

TEST_CASE("cuda source: conditions that do not end, or were not begun") {
    for (const char* text :
         {"#if A\n__global__ void f(", "#if A\n(\n#else\n", "#else\n#endif\n#elif B\n__global__",
          "#if 0\n(\n#else\n)\n#endif", "#ifdef\n#ifdef\n)\n#endif", "#if A\n}\n#else\n{\n#endif\n}"})
        CHECK(read(text).functions.size() <= 1);
}
