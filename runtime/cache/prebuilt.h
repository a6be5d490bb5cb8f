#pragma once
// Code of kernels that was compiled before, for machines that may have no compiler: folders that cp.build
// wrote. A file in one is an entry `<key>-<target>`, whose key says what the code does and not which compiler
// made it. Its target says where it runs: `cpu.x86-64-v3.so`, `cuda.sm_90.cubin`, `cuda.compute_90.ptx`.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// Returns the names of the targets for the CPU that this build of CudaPy knows, "x86-64" to "x86-64-v4" or
/// "armv8-a", "armv8.2-a", the least first.
std::vector<std::string> known_cpu_targets();
/// Returns those of them whose code this processor runs, the best first.
std::vector<std::string> runnable_cpu_targets();
/// Returns the targets for GPUs whose code a GPU runs, the best first: cubins of its own architecture and of
/// lower ones of its generation, then PTX. `capability` is ten times the compute capability.
std::vector<std::string> runnable_cuda_targets(int capability);

/// Returns the name of the file with the code for a target: "sm_90", "compute_90", or one for the CPU.
std::string prebuilt_name(const std::string& key, const std::string& target);

/// Makes the process look for code in a folder, before it compiles. Throws Error cache if the folder is not
/// there, or if others than the user and root may write to it.
void add_prebuilt_folder(const std::filesystem::path& folder);
/// Lets the process look there no more. Kernels that have their code keep it.
void remove_prebuilt_folder(const std::filesystem::path& folder);
/// Returns the folders that were added, the last one first.
std::vector<std::filesystem::path> prebuilt_folders();

/// Returns the files that the folders have with this key for one of the targets: those for the first target
/// first.
std::vector<std::filesystem::path> prebuilt_files(const std::string& key,
                                                  const std::vector<std::string>& targets);
/// Returns the code in one of them. Returns nothing if it is damaged or not safe; `problem` is why.
std::optional<std::string> read_prebuilt(const std::filesystem::path& file, std::string& problem);
/// Returns the targets for which the folders have code with this key, in alphabetical order.
std::vector<std::string> prebuilt_targets(const std::string& key);

} // namespace cudapy::runtime
