#include "runtime/build/fused_products.h"
#include "runtime/build/toolchain.h"

#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <chrono>
#include <thread>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

/// An environment in which nothing is found but what a test puts there.
struct Nothing {
    Variable nvcc{"CUDAPY_NVCC", std::nullopt}, home{"CUDA_HOME", std::nullopt},
        path_of_cuda{"CUDA_PATH", std::nullopt}, cxx{"CUDAPY_CXX", std::nullopt},
        usual_cxx{"CXX", std::nullopt}, path{"PATH", "/nowhere/bin"};
};

const std::string gcc_like = "echo 'g++ (fake) 1.0'\n";

std::string without(const TemporaryFolder& folder, const std::string& text) {
    return replaced(text, folder.path().string(), "T");
}

} // namespace

TEST_CASE("no C++ compiler") {
    Nothing nothing;
    CHECK(error_of([] { find_host_compiler({"/nowhere/site-packages"}); }) ==
          "compiler_not_found: no C++ compiler, which compiles kernels for the CPU, was found. Looked for:\n"
          "  CXX: not set\n"
          "  g++: not in PATH (/nowhere/bin)\n"
          "  clang++: not in PATH (/nowhere/bin)\n"
          "  c++: not in PATH (/nowhere/bin)\n"
          "  ziglang: no package ziglang in /nowhere/site-packages\n"
          "Install one (apt-get install g++, or: pip install ziglang), or set CUDAPY_CXX to one.");
}

TEST_CASE("the order in which C++ compilers are looked for") {
    Nothing nothing;
    TemporaryFolder folder;
    write_script(folder / "bin/c++", gcc_like);
    Variable path("PATH", "/nowhere:relative::" + (folder / "bin").string());
    CHECK(find_host_compiler().path == folder / "bin/c++");
    CHECK(find_host_compiler().family == Compiler::Family::gcc);
    write_script(folder / "bin/clang++", "echo 'clang version 1.0'\n");
    // What was found is remembered for an environment; another PATH of the same folders is another
    // environment.
    CHECK(find_host_compiler().path == folder / "bin/c++");
    Variable again("PATH", (folder / "bin").string());
    CHECK(find_host_compiler().path == folder / "bin/clang++");
    CHECK(find_host_compiler().family == Compiler::Family::clang);
    write_script(folder / "other/my gcc", gcc_like);
    Variable cxx("CXX", (folder / "other/my gcc").string());
    CHECK(find_host_compiler().path == folder / "other/my gcc");
    write_script(folder / "bin/wrapper", "echo \"g++ through $*\"\n");
    Variable own("CUDAPY_CXX", "wrapper  g++ ");
    CHECK(find_host_compiler().path == folder / "bin/wrapper");
    CHECK(find_host_compiler().launcher ==
          std::vector<std::string>{(folder / "bin/wrapper").string(), "g++"});
    CHECK(find_host_compiler().identity.starts_with("g++ through g++ --version\n"));
    Variable wrong("CUDAPY_CXX", "not-there");
    CHECK(error_of([] { find_host_compiler(); }) ==
          "compiler_not_found: the compiler that CUDAPY_CXX names cannot be used:\n"
          "  CUDAPY_CXX: not-there is not a program\n"
          "Correct the variable, or unset it to have a compiler looked for.");
}

TEST_CASE("a compiler that does not run is passed over") {
    Nothing nothing;
    TemporaryFolder folder;
    write_script(folder / "bin/g++", "exit 3\n");
    write_script(folder / "bin/clang++", "kill -9 $$\n");
    Variable path("PATH", (folder / "bin").string());
    CHECK(
        without(folder, error_of([] { find_host_compiler(); })) ==
        "compiler_not_found: no C++ compiler, which compiles kernels for the CPU, was found. Looked for:\n"
        "  CXX: not set\n"
        "  g++: T/bin/g++ --version exited with status 3\n"
        "  clang++: T/bin/clang++ --version was killed by signal 9 (Killed), perhaps because memory ran out\n"
        "  c++: not in PATH (T/bin)\n"
        "  ziglang: no folder of Python packages to look in\n"
        "Install one (apt-get install g++, or: pip install ziglang), or set CUDAPY_CXX to one.");
}

TEST_CASE("zig from its Python package") {
    Nothing nothing;
    TemporaryFolder folder;
    write_script(folder / "site/ziglang/zig", "echo 'clang version 1.0'\n");
    const Compiler& found = find_host_compiler({(folder / "site").string()});
    CHECK(found.launcher == std::vector<std::string>{(folder / "site/ziglang/zig").string(), "c++"});
    CHECK(found.family == Compiler::Family::clang);
}

TEST_CASE("where nvcc is looked for") {
    Nothing nothing;
    TemporaryFolder folder;
    const std::string nvcc = "echo 'nvcc: fake'\n";
    const std::vector<std::string> site = {(folder / "site").string()};
    write_script(folder / "site/nvidia/cu13/bin/nvcc", nvcc);
    for (const char* part : {"nvvm/bin/cicc", "include/crt/host_config.h", "include/cuda_runtime.h"})
        write_file(folder / (std::string("site/nvidia/cu13/") + part), "");
    CHECK(find_nvcc(site).path == folder / "site/nvidia/cu13/bin/nvcc");
    CHECK(find_nvcc(site).identity.starts_with("nvcc: fake\n"));
    write_script(folder / "bin/nvcc", nvcc);
    Variable path("PATH", (folder / "bin").string());
    CHECK(find_nvcc(site).path == folder / "bin/nvcc");
    write_script(folder / "toolkit/bin/nvcc", nvcc);
    Variable second("CUDA_PATH", (folder / "toolkit").string());
    CHECK(find_nvcc(site).path == folder / "toolkit/bin/nvcc");
    write_script(folder / "first/bin/nvcc", nvcc);
    Variable first("CUDA_HOME", (folder / "first").string());
    CHECK(find_nvcc(site).path == folder / "first/bin/nvcc");
    write_script(folder / "named/nvcc", nvcc);
    Variable named("CUDAPY_NVCC", (folder / "named/nvcc").string());
    CHECK(find_nvcc(site).path == folder / "named/nvcc");
    Variable wrong("CUDAPY_NVCC", (folder / "named").string());
    CHECK(without(folder, error_of([&] { find_nvcc(site); })) ==
          "compiler_not_found: the nvcc that CUDAPY_NVCC names cannot be used:\n"
          "  CUDAPY_NVCC: T/named is not a program\n"
          "Correct the variable, or unset it to have nvcc looked for.");
}

TEST_CASE("no nvcc, and packages of which parts are missing") {
    if (std::filesystem::exists("/usr/local/cuda/bin/nvcc"))
        return; // it would be found; the message is tested where there is none
    Nothing nothing;
    TemporaryFolder folder;
    write_script(folder / "site/nvidia/cu13/bin/nvcc", "exit 0\n");
    write_script(folder / "old/nvidia/cuda_nvcc/bin/ptxas", "exit 0\n");
    CHECK(
        without(folder, error_of([&] {
                    find_nvcc({(folder / "site").string(), (folder / "old").string()});
                })) ==
        "compiler_not_found: nvcc, which compiles kernels for the GPU, was not found. Looked for:\n"
        "  CUDA_HOME: not set\n"
        "  CUDA_PATH: not set\n"
        "  PATH: no nvcc in /nowhere/bin\n"
        "  T/site/nvidia/cu13/bin/nvcc: incomplete, without nvvm/bin/cicc (pip install nvidia-nvvm), "
        "include/crt/host_config.h (pip "
        "install nvidia-cuda-crt), include/cuda_runtime.h (pip install nvidia-cuda-runtime)\n"
        "  T/old/nvidia/cuda_nvcc: has ptxas but no nvcc; pip install nvidia-cuda-nvcc (13 or later) has it\n"
        "  pip packages: no usable nvidia/cu13/bin/nvcc in T/site, T/old\n"
        "  /usr/local/cuda/bin/nvcc: not there\n"
        "Install the CUDA toolkit (or: pip install nvidia-cuda-nvcc), or set CUDAPY_NVCC to the path of "
        "nvcc. Kernels run without it "
        "with target=\"cpu\".");
}

namespace {

/// The error of compiling with a compiler that is this script.
std::string compile_error(const std::string& script, const InterruptionCheck& interrupted = {}) {
    TemporaryFolder folder;
    write_script(folder / "fake", script);
    write_file(folder / "in.cu", "text");
    Compiler compiler{Compiler::Family::nvcc, folder / "fake", {}, ""};
    std::string error =
        without(folder, error_of([&] {
                    compile_cubin(compiler, folder / "in.cu", folder / "out.cubin", "sm_90", interrupted);
                }));
    return error + (error == "no error" ? "" : "\n-> ") +
           (error == "no error" ? "" : names_in(folder.path()));
}

} // namespace

TEST_CASE("compilers that fail") {
    const std::string command =
        "  command: T/fake -cubin -arch=sm_90 -O3 -std=c++17 -lineinfo kernel.cu -o kernel.cubin\n";
    CHECK(compile_error("echo out; echo error: bad >&2; echo partial > kernel.cubin; exit 2\n") ==
          "compile_failed: the compiler exited with status 2\n" + command + "out\nerror: bad\n-> fake in.cu");
    CHECK(compile_error("exit 0\n") ==
          "compile_failed: the compiler wrote no file\n" + command + "  (it printed nothing)\n-> fake in.cu");
    CHECK(compile_error("kill -9 $$\n") ==
          "compile_failed: the compiler was killed by signal 9 (Killed), perhaps because memory ran out\n" +
              command + "  (it printed nothing)\n-> fake in.cu");
    auto errors = [](int count) {
        std::string text;
        while (count-- > 0)
            text += "error\n";
        return text;
    };
    CHECK(compile_error("echo begin; yes error | head -n 800000; echo end; exit 1\n") ==
          "compile_failed: the compiler exited with status 1\n" + command + "begin\n" + errors(39) +
              "[... 4799652 bytes in 799942 lines left out ...]\n" + errors(19) + "end\n-> fake in.cu");
    CHECK(compile_error("kill -SEGV $$\n") ==
          "compile_failed: the compiler was killed by signal 11 (Segmentation fault)\n" + command +
              "  (it printed nothing)\n-> fake in.cu");
    // Its temporary files go to the private folder, and a child that outlives it holds nobody up.
    CHECK(compile_error("sleep 30 & echo t > \"$TMPDIR/temporary\"; cp kernel.cu kernel.cubin\n") ==
          "no error");
}

TEST_CASE("a compiler that crashes, but not without optimisation") {
    for (const char* crash : {"exit 139", "kill -SEGV $$"})
        for (const char* words : {"-Xptxas -O0", "-Ofast-compile=min", "-Xcicc -O0"})
            CHECK(compile_error(fmt::format(
                      "case \"$*\" in *' {}') echo careful > kernel.cubin;; *) {};; esac\n", words, crash)) ==
                  "no error");
    // One that does not know the second word is asked for the third.
    CHECK(compile_error(
              "case \"$*\" in *-Ofast-compile=*) exit 1;; *' -Xcicc -O0') echo careful > kernel.cubin;; "
              "*) exit 139;; esac\n") == "no error");
}

TEST_CASE("a compiler that writes what cannot be loaded") {
    TemporaryFolder folder;
    write_file(folder / "in.cpp", "text");
    write_script(folder / "fake", "echo done; echo garbage > kernel.so\n");
    Compiler compiler{Compiler::Family::gcc, folder / "fake", {}, ""};
    std::string error = without(
        folder, error_of([&] { compile_shared_object(compiler, folder / "in.cpp", folder / "out.so"); }));
    std::string of_processor;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512vbmi2")) of_processor = "-mprefer-vector-width=512 ";
#endif
    CHECK(error == "compile_failed: the compiler wrote a file that cannot be loaded (file too short)\n"
                   "  command: T/fake -std=c++17 -O3 -march=native -w -fopenmp-simd -fno-trapping-math "
                   "-fno-math-errno -ffp-contract=off -fPIC -shared " +
                       of_processor + "-Wl,--as-needed kernel.cpp -o kernel.so -lm\ndone");
    CHECK(names_in(folder.path()) == "fake in.cpp");
}

#ifdef __x86_64__
TEST_CASE("products that are fused with sums are seen") {
    TemporaryFolder folder;
    const auto finds = [&](const std::string& assembly) {
        write_file(folder / "code.s", assembly + "\n");
        REQUIRE(std::system(
                    ("as -o " + (folder / "code.o").string() + " " + (folder / "code.s").string()).c_str()) ==
                0);
        return may_fuse_products(folder / "code.o");
    };
    for (const char* operation : {"vfmaddsub", "vfmsubadd"})
        for (const char* order : {"132", "213", "231"})
            for (const char* type : {"ps", "pd"})
                for (const char* registers :
                     {"%xmm1, %xmm2, %xmm3", "%ymm1, %ymm2, %ymm9", "%zmm1, %zmm17, %zmm3"})
                    CHECK(finds(fmt::format("{}{}{} {}", operation, order, type, registers)));
    CHECK(finds("vfmaddsub231pd 64(%rsi,%rax), %ymm1, %ymm0"));
    CHECK(finds("vfmaddsub231pd 64(%r14,%r9){1to8}, %zmm31, %zmm30{%k1}"));
    CHECK(finds("vfmaddsubpd %xmm1, %xmm2, %xmm3, %xmm4")); // FMA4
    CHECK(
        !finds("vmulpd %ymm1, %ymm2, %ymm3\nvaddsubpd %ymm3, %ymm4, %ymm5\nvfmadd231sd %xmm1, %xmm2, %xmm3"));
    CHECK(!may_fuse_products(folder / "missing.o"));
}

TEST_CASE("products that a compiler fuses are compiled again") {
    TemporaryFolder folder;
    const char* source =
        "struct Number { double re, im; };\n"
        "extern \"C\" void products(const Number* __restrict a, const Number* __restrict b,\n"
        "                         Number* __restrict c, long n)\n"
        "{\n"
        "    for (long i = 0; i < n; ++i) {\n"
        "        const Number x = a[i], y = b[i];\n"
        "        c[i].re = x.re * y.re - x.im * y.im;\n"
        "        c[i].im = x.re * y.im + x.im * y.re;\n"
        "    }\n"
        "}\n";
    write_file(folder / "in.cpp", source);
    compile_shared_object(find_host_compiler(), folder / "in.cpp", folder / "out.so");
    CHECK(!may_fuse_products(folder / "out.so"));
}
#endif

TEST_CASE("an interrupted compile is killed and leaves nothing") {
    auto start = std::chrono::steady_clock::now();
    int asked = 0;
    CHECK(compile_error("sleep 30; echo never\n", [&] { return ++asked == 2; }) ==
          "interrupted: compiling was interrupted\n-> fake in.cu");
    CHECK(compile_error("exec >&- 2>&-; sleep 30\n", [&] { return true; }) ==
          "interrupted: compiling was interrupted\n-> fake in.cu");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("paths may hold anything") {
    TemporaryFolder folder;
    auto nasty = folder.path() / "a b'\"$(touch x);`id`\n-o & *";
    std::filesystem::create_directory(nasty);
    write_file(nasty / "in put.cpp", "extern \"C\" int one() { return 1; }\n");
    compile_shared_object(find_host_compiler(), nasty / "in put.cpp", nasty / "out put.so");
    CHECK(names_in(nasty) == "in put.cpp out put.so");
}

TEST_CASE("nvcc is given nothing that its shell would run") {
    Compiler compiler;
    compiler.family = Compiler::Family::nvcc;
    const auto refusal = [&](const std::string& flag, const std::string& path, const std::string& library) {
        CudaOptions options;
        options.flags = {flag};
        options.include_paths = {path};
        options.libraries = {library};
        return error_of([&] { cubin_arguments(compiler, "sm_90", options); });
    };
    const std::string rest =
        " to a shell, which would not take it as it is: leave out dollar signs, backquotes, "
        "ends of lines, and backslashes before quotation marks and at the end, or say "
        "compiler=\"nvrtc\"";
    CHECK(refusal("-DX=\"a;b\" 'c' \\n", "/a b/c;d", "twice") == "no error");
    for (const std::string text :
         {"$(touch run)", "`touch run`", "a\ntouch run\n", "\\\";touch run;\\\"", "\\"}) {
        CHECK(refusal("-DX=" + text, "/a", "b") == "invalid_argument: nvcc passes -DX=" + text + rest);
        CHECK(refusal("-O3", "/" + text, "b") == "invalid_argument: nvcc passes -I/" + text + rest);
        CHECK(refusal("-O3", "/a", text) == "invalid_argument: nvcc passes -l" + text + rest);
    }
}

TEST_CASE("a cubin by the real nvcc, where there is one") {
    TemporaryFolder folder;
    auto nasty = folder.path() / "a b'\"$(touch x);`id`";
    std::filesystem::create_directory(nasty);
    write_file(nasty / "k.cu", "extern \"C\" __global__ void k(float* X) { X[threadIdx.x] = 1; }\n");
    std::string error =
        error_of([&] { compile_cubin(find_nvcc(), nasty / "k.cu", nasty / "k.cubin", "sm_90"); });
    if (error.starts_with("compiler_not_found: ")) return;
    CHECK(error == "no error");
    CHECK(names_in(nasty) == "k.cu k.cubin");
    CHECK(file_content(nasty / "k.cubin")
              .starts_with("\x7f"
                           "ELF"));
    write_file(nasty / "k.cu", "#line 7 \"kernels.py\"\nextern \"C\" __global__ void k() { x = 1; }\n");
    CHECK(error_of([&] {
              compile_cubin({Compiler::Family::nvcc, find_nvcc().path, {"nvcc"}, ""}, nasty / "k.cu",
                            nasty / "k.cubin", "sm_90");
          }) == "compile_failed: the compiler could not be started: No such file or directory\n"
                "  command: nvcc -cubin -arch=sm_90 -O3 -std=c++17 -lineinfo kernel.cu -o kernel.cubin\n"
                "  (it printed nothing)");
    CHECK(error_of([&] {
              compile_cubin(find_nvcc(), nasty / "k.cu", nasty / "k.cubin", "sm_90");
          }).find("\nkernels.py(7): error: ") != std::string::npos);
}

TEST_CASE("what the CPU is does not change while it runs") {
    CHECK(cpu_identity() == cpu_identity());
    CHECK(cpu_identity().size() > 32);
}
