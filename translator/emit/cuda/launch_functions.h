#pragma once
// The extern "C" functions that launch the kernels of a file of CUDA C++, for programs that take the file
// into their own build.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/cpp/functions.h"
#include "translator/emit/cuda/header.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace cudapy::emit {

/// The names of what a launch is given, besides the threads and the kernel's arguments.
struct LaunchConfiguration {
    std::string grid, block, shared_bytes, stream;
};

class LaunchFunctions {
  public:
    LaunchFunctions(const program::Program& program, FileScope& scope, Writer& writer)
        : program_(program), scope_(scope), writer_(writer) {}

    /// Makes another one that writes elsewhere, once the checks were written.
    LaunchFunctions(const LaunchFunctions& other, Writer& writer)
        : program_(other.program_), scope_(other.scope_), writer_(writer), not_launched_(other.not_launched_),
          checks_(other.checks_), allow_shared_(other.allow_shared_), fills_gpu_(other.fills_gpu_),
          has_rows_for_(other.has_rows_for_), launch_with_tape_(other.launch_with_tape_),
          parts_for_(other.parts_for_), stride_for_(other.stride_for_) {}

    /// Writes the checks that the launch functions of the file share. Must come before the first of them.
    void write_checks();
    /// Writes the function that launches a kernel, and returns it for the header.
    EntryPoint write(const program::Function& kernel, const KernelInfo& info);

  private:
    using Configuration = LaunchConfiguration;

    const program::Program& program_;
    FileScope& scope_;
    Writer& writer_;
    std::string not_launched_;
    std::map<unsigned, std::string> checks_; ///< by the axes that a kernel has
    std::string allow_shared_;               ///< empty where no kernel has shared memory of any size
    std::string fills_gpu_, has_rows_for_;   ///< empty where no kernel is coarsened
    std::string launch_with_tape_;           ///< empty where no kernel has a tape
    std::string parts_for_;                  ///< empty where no threads are divided in parts
    std::string stride_for_;                 ///< empty where no kernel is launched with fewer threads

    std::vector<std::string> thread_parameters() const;
    /// Returns the name of one of these functions as a part of the file.
    std::string part_name(const std::string& function) const;
    void write_not_launched();
    void write_launch_check(unsigned axes);
    void write_shared_raise();
    void write_tape_launch();
    /// Begins the function that launches a kernel with a tape once. Returns the line that calls it as often
    /// as the threads need.
    std::string open_tape_launch(const program::Function& kernel, const KernelInfo& info,
                                 const std::array<std::string, 3>& threads, const Configuration& launch,
                                 Names& names);
    void write_fills_gpu();
    void write_has_rows_for();
    /// Returns the condition of C++ under which a launch uses the coarsened kernel.
    std::string coarsened_condition(const program::Function& kernel, const KernelInfo& info,
                                    const std::string& threads, const Configuration& launch) const;
    void write_launches(const program::Function& kernel, const KernelInfo& info, const std::string& threads,
                        const Configuration& launch, const std::vector<std::string>& arguments, Names& names);
    std::string threads_text(const std::string& name, int axis) const;
    const char* index_type() const { return program_.index64 ? "int64_t" : "int"; }
};

} // namespace cudapy::emit
