#include "tests/runtime/fake_driver.h"

#include "runtime/build/toolchain.h"
#include "tests/runtime/helpers.h"

namespace cudapy::runtime::testing {

namespace {

const std::string text =
#include "tests/runtime/fake_driver.inc"
    ;

/// Built once; loaded before ours asks, it is what the loader gives for the name libcuda.so.1.
struct FakeDriver {
    TemporaryFolder folder;
    std::filesystem::path path;

    FakeDriver() {
        Variable none("CUDAPY_CXX", std::nullopt);
        Compiler compiler = find_host_compiler();
        if (compiler.launcher.empty()) compiler.launcher = {compiler.path.string()};
        compiler.launcher.push_back("-Wl,-soname,libcuda.so.1");
        write_file(folder / "fake.cpp", text);
        path = folder / "libcuda.so.1";
        compile_shared_object(compiler, folder / "fake.cpp", path);
    }
};

void* library = nullptr;

} // namespace

void* fake_library() {
    return library;
}

std::string with_fake_driver(const std::function<std::string()>& action) {
    static FakeDriver driver;
    return in_child([&]() -> std::string {
        library = dlopen(driver.path.c_str(), RTLD_NOW | RTLD_LOCAL);
        return library ? action() : std::string(dlerror());
    });
}

} // namespace cudapy::runtime::testing
