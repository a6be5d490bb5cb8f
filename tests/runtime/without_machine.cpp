#include "tests/runtime/without_machine.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace cudapy::runtime::testing {

namespace fs = std::filesystem;

namespace {

constexpr const char* folder_variable = "RUNTIME_TESTS_WITHOUT_DRIVER";
constexpr const char* driver = "libcuda.so.1";

void forget_variables() {
    std::vector<std::string> names;
    for (char** entry = environ; *entry; ++entry)
        if (const std::string_view text = *entry; text.starts_with("CUDAPY_"))
            names.emplace_back(text.substr(0, text.find('=')));
    for (const std::string& name : names)
        unsetenv(name.c_str());
}

[[noreturn]] void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

/// The loader reads its folders when a program starts, and takes the first file of the name that it finds.
[[noreturn]] void start_again(char** arguments) {
    std::string folder = (fs::temp_directory_path() / "cudapy-driver-XXXXXX").string();
    if (!mkdtemp(folder.data())) fail("mkdtemp");
    if (!std::ofstream(fs::path(folder) / driver)) fail("hiding the CUDA driver");
    const char* before = std::getenv("LD_LIBRARY_PATH");
    setenv("LD_LIBRARY_PATH", (folder + (before && *before ? std::string(":") + before : "")).c_str(), 1);
    setenv(folder_variable, folder.c_str(), 1);
    execv("/proc/self/exe", arguments);
    fail("starting the tests again");
}

} // namespace

WithoutMachine::WithoutMachine(char** arguments) {
    const char* folder = std::getenv(folder_variable);
    std::error_code error;
    if (!folder || fs::file_size(no_driver(), error) != 0 || error) start_again(arguments);
    forget_variables();
}

WithoutMachine::~WithoutMachine() {
    std::error_code ignored;
    fs::remove(no_driver(), ignored);
    fs::remove(no_driver().parent_path(), ignored); // where nothing else is in it
}

fs::path no_driver() {
    return fs::path(std::getenv(folder_variable)) / driver;
}

} // namespace cudapy::runtime::testing
