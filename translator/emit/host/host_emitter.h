#pragma once
// Writes host C++; emit_host (emit.h) is the way in. The preamble, functions, strips and blocks are in
// host.cpp, and the functions that run a kernel for a range of blocks are in host_entries.cpp.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/cpp/functions.h"
#include "translator/emit/cuda/header.h"
#include "translator/emit/emit.h"
#include "translator/emit/text/names.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::emit {

/// Returns whether the function changes the array, or hands it on to one that does.
inline bool is_written(const program::Function& function, std::size_t parameter) {
    return function.facts.array_uses[parameter].writes;
}

/// Returns the coordinate that says how long blocks are along an axis.
inline program::Coordinate dim_of(int axis) {
    return static_cast<program::Coordinate>(static_cast<int>(program::Coordinate::block_dim_x) + axis);
}

/// Returns whether the block is told of the coordinate. Its threads compute their own coordinates from their
/// place in it.
inline bool is_block_wide(program::Coordinate coordinate) {
    return is_global(coordinate) || !is_of_thread(coordinate);
}

class HostEmitter {
  public:
    HostEmitter(const program::Program& program, const SourceSet& sources, const Options& options)
        : program_(program), sources_(sources), options_(options),
          own_scope_(std::make_unique<FileScope>(program, sources, Target::cpu, options.stubs)),
          scope_(*own_scope_), writer_(sources, options.line_directives) {
        if (is_part_of_program()) own_scope_->set_header_with_defaults(program);
        if (!options.stubs && !is_part_of_program())
            failure_places_ = own_scope_->number_places(program, sources);
    }
    /// Makes an emitter of some functions of a file whose preamble was written.
    explicit HostEmitter(const HostEmitter& whole)
        : program_(whole.program_), sources_(whole.sources_), options_(whole.options_), scope_(whole.scope_),
          writer_(sources_, options_.line_directives) {}

    Emitted emit();
    void write_functions(std::size_t begin, std::size_t end);
    /// Adds what another one has written.
    void append(HostEmitter&& other);

  private:
    /// Returns whether the file has functions for C++ programs, and a header with the types.
    bool is_part_of_program() const { return !options_.name_space.empty(); }
    void write_preamble();
    /// Writes the struct that says what to run.
    void write_range();
    /// Writes the table of the lines that have run, and which lines they are, for runtime/launch/run_lines.h.
    void write_covered_lines();
    void write_function(const program::Function& function);
    void write_strip(const program::Function& function);
    void write_block(const program::Function& function);
    /// Returns the parameters of a function: the coordinates first, then the function's own.
    std::vector<std::string> function_parameters(const program::Function& function,
                                                 const CoordinateNames& coordinates) const;

    // The next ones are in host_entries.cpp.
    void write_entry(const program::Function& function);
    void write_slots(const program::Function& function, const std::string& slots);
    void write_loops(const program::Function& function, const std::string& range, Names& names,
                     const std::string& recorder);
    void write_squares(const program::Function& function, const std::string& call, const std::string& block,
                       const std::array<std::string, 3>& position, Names& names);
    void write_limits(const program::Function& function, const std::string& block);
    /// The names of an entry's parameters that report failures. A name is empty where the entry has no such
    /// parameter.
    struct Failures {
        std::string slot;     ///< Slot::Kind::failure
        std::string check;    ///< Slot::Kind::check
        std::string recorder; ///< Slot::Kind::recorder
    };
    void write_block_loop(const program::Function& function, const std::string& range, Names& names,
                          const KernelInfo& info, const Failures& failures);
    void begin_turns(const std::string& range, const std::string& grid);
    /// Writes the end of a `try` around what may assert or check. `use` makes a statement of the failure's
    /// code.
    void close_try(Names& names, const KernelInfo& info, const Failures& failures,
                   const std::function<std::string(const std::string&)>& use);
    /// Returns what a kernel is called with for the thread whose coordinates have these names.
    using ThreadArguments = std::function<std::vector<std::string>(const std::array<std::string, 3>&)>;
    void write_strip_loops(const program::Function& function, const ThreadArguments& arguments_of,
                           const std::string& block, const std::array<std::string, 3>& position,
                           Names& names);

    std::string coordinate_argument(program::Coordinate coordinate, const std::string& range,
                                    const std::string& block,
                                    const std::array<std::string, 3>& position) const;

    std::string lane_id_argument(const program::Function& function, const std::string& range,
                                 const std::string& block, const std::array<std::string, 3>& position) const;

    const char* index_type() const { return program_.index64 ? "int64_t" : "int"; }

    const program::Program& program_;
    const SourceSet& sources_;
    const Options& options_;
    std::unique_ptr<FileScope> own_scope_; ///< null in an emitter of some functions
    FileScope& scope_;
    Writer writer_;
    std::vector<KernelInfo> kernels_;
    std::vector<FailurePlace> failure_places_;
    std::vector<EntryPoint> entries_;
};

} // namespace cudapy::emit
