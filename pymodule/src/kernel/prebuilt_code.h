#pragma once
// Code that cp.build compiled before: how a program finds it, and how it is made.

#include "pymodule/src/kernel/build.h"

namespace cudapy::python {

/// Returns the code of a translation that a folder of prebuilt kernels has for the device; nothing if there
/// is none. Kernels that are, or call, CUDA C++ are never prebuilt. It does not need the GIL.
std::optional<Built> find_prebuilt_code(const ProgramRequest& request, runtime::Device device,
                                        const translation_cache::Outcome& made, bool has_device_sources);

/// Returns what is to be added to the error that no compiler is there: for which targets the folders have the
/// kernel, and what this machine runs. It is empty where no folder was given.
std::string prebuilt_note(const ProgramRequest& request, runtime::Device device,
                          const translation_cache::Outcome& made);

/// Compiles a text for one target into a folder, and returns the name of the file. Throws Error
/// compile_failed, compiler_not_found and cache, and invalid_argument for a GPU that lacks what is needed.
std::string prebuild_text(const ProgramRequest& request, const CapabilityNeed& needs, const std::string& text,
                          const std::string& target, const std::filesystem::path& folder);

} // namespace cudapy::python
