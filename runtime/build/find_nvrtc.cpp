// Finding NVRTC, and choosing between it and nvcc.

#include "runtime/build/compiler_search.h"
#include "runtime/build/nvrtc.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <optional>

namespace cudapy::runtime {

namespace fs = std::filesystem;

namespace {

// The names of the library, the newest first.
constexpr const char* names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};

std::optional<Compiler> accept(const fs::path& library, const std::string& what, SearchLog& tried) {
    try {
        // Opening the library takes longer than finding a compiled kernel, so its version is remembered. But
        // a name without a folder is looked for in the loader's folders, and may mean another file tomorrow.
        const bool is_file = library.has_parent_path();
        return nvrtc_at(library, is_file ? remembered_version(library, [&] { return nvrtc_version(library); })
                                         : nvrtc_version(library));
    } catch (const Error& error) {
        tried.add(what, error.what());
        return std::nullopt;
    }
}

std::optional<Compiler> in_folders(const std::vector<fs::path>& folders, SearchLog& tried) {
    std::error_code error;
    for (const fs::path& folder : folders)
        for (const char* name : names)
            if (fs::exists(folder / name, error))
                if (auto found = accept(folder / name, (folder / name).string(), tried)) return found;
    return std::nullopt;
}

std::vector<fs::path> of_toolkit(const fs::path& root) {
    return {root / "lib64", root / "lib", root / "targets/x86_64-linux/lib", root / "targets/sbsa-linux/lib"};
}

std::optional<Compiler> in_packages(const std::vector<std::string>& site_packages, SearchLog& tried) {
    std::string looked;
    for (const std::string& folder : site_packages) {
        const fs::path root = fs::path(folder) / "nvidia";
        if (auto found = in_folders({root / "cu13/lib", root / "cuda_nvrtc/lib"}, tried)) return found;
        looked += (looked.empty() ? "" : ", ") + folder;
    }
    if (!looked.empty())
        tried.add("pip packages", fmt::format("no usable nvidia/cu13/lib/libnvrtc.so.13 in {}", looked));
    return std::nullopt;
}

Compiler search(const std::vector<std::string>& site_packages) {
    SearchLog tried;
    if (std::string named = variable("CUDAPY_NVRTC"); !named.empty()) {
        if (auto found = accept(fs::absolute(named), "CUDAPY_NVRTC", tried)) return *found;
        throw Error(
            ErrorKind::compiler_not_found,
            fmt::format(
                "the NVRTC that CUDAPY_NVRTC names cannot be used:{}\nCorrect the variable, or unset it "
                "to have NVRTC looked for.",
                tried.lines()));
    }
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
        const std::string root = variable(name);
        if (root.empty()) {
            tried.add(name, "not set");
            continue;
        }
        if (auto found = in_folders(of_toolkit(fs::absolute(root)), tried)) return *found;
        tried.add(name, fmt::format("no usable libnvrtc.so in {}/lib64", root));
    }
    if (auto found = in_packages(site_packages, tried)) return *found;
    for (const char* name : names)
        if (auto found = accept(name, fmt::format("{} in the loader's folders", name), tried)) return *found;
    if (auto found = in_folders(of_toolkit("/usr/local/cuda"), tried)) return *found;
    tried.add("/usr/local/cuda/lib64", "no usable libnvrtc.so");
    throw Error(
        ErrorKind::compiler_not_found,
        fmt::format(
            "NVRTC, the library that compiles kernels for the GPU, was not found. Looked for:{}\nInstall "
            "the CUDA toolkit (or: pip install nvidia-cuda-nvrtc), or set CUDAPY_NVRTC to the path of "
            "libnvrtc.so. Kernels run without it with target=\"cpu\".",
            tried.lines()));
}

} // namespace

const Compiler& find_nvrtc(const std::vector<std::string>& site_packages) {
    return remembered("nvrtc", site_packages, {"CUDAPY_NVRTC", "CUDA_HOME", "CUDA_PATH"}, search);
}

const Compiler& find_cuda_compiler(const std::string& choice, const std::vector<std::string>& site_packages) {
    const std::string name = choice.empty() ? chosen_cuda_compiler() : choice;
    if (name == "nvcc") return find_nvcc(site_packages);
    if (name == "nvrtc") return find_nvrtc(site_packages);
    try {
        return find_nvcc(site_packages);
    } catch (const Error& no_nvcc) {
        // If the user names an nvcc that does not work, we do not take something else.
        if (no_nvcc.kind() != ErrorKind::compiler_not_found || !variable("CUDAPY_NVCC").empty()) throw;
        try {
            return find_nvrtc(site_packages);
        } catch (const Error& no_nvrtc) {
            throw Error(ErrorKind::compiler_not_found,
                        fmt::format("{}\n{}", no_nvcc.what(), no_nvrtc.what()));
        }
    }
}

} // namespace cudapy::runtime
