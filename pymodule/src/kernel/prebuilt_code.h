#pragma once
// Code that cp.build compiled before: how a program finds it, and how it is made.

#include "pymodule/src/kernel/build.h"

namespace cudapy::python {

/// The prebuilt code of a kernel that was found in folders.
struct PrebuiltSearch {
    std::optional<KernelBinary> found;   ///< loaded
    std::vector<std::string> unloadable; ///< better code that could not be loaded: "a.cubin: why"
};

/// Looks for code of a translation that the folders of prebuilt kernels have for the device, and loads the
/// best that can be loaded and has the symbols. Kernels that are, or call, CUDA C++ are never prebuilt. It
/// does not need the GIL. Throws Error for what is not the code's fault, as too little memory.
PrebuiltSearch find_prebuilt_code(const ProgramRequest& request, runtime::Device device,
                                  const translation_cache::Outcome& made, const NeededSymbols& symbols,
                                  bool has_device_sources);

/// Returns what is to be added to the error that no compiler is there: which code could not be loaded and
/// why, or for which targets the folders have the kernel, and what this machine runs. It is empty where no
/// folder was given.
std::string prebuilt_note(const ProgramRequest& request, runtime::Device device,
                          const translation_cache::Outcome& made, const PrebuiltSearch& search);

/// Compiles a text for one target into a folder, and returns the name of the file. Throws Error
/// compile_failed, compiler_not_found and cache, and invalid_argument for a GPU that lacks what is needed.
std::string prebuild_text(const ProgramRequest& request, const CapabilityNeed& needs, const std::string& text,
                          const std::string& target, const std::filesystem::path& folder);

} // namespace cudapy::python
