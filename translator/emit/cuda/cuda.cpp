// CUDA C++: each kernel as a __global__ function, and with stubs an extern "C" function that launches it.

#include "translator/emit/cpp/file_scope.h"
#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/reports.h"
#include "translator/emit/cpp/statements.h"
#include "translator/emit/cpp/structs.h"
#include "translator/emit/cpp/vectors.h"
#include "translator/emit/cuda/capability.h"
#include "translator/emit/cuda/coarsened_kernel.h"
#include "translator/emit/cuda/device_sources.h"
#include "translator/emit/cuda/header.h"
#include "translator/emit/cuda/launch_functions.h"
#include "translator/emit/cuda/rows_of_block.h"
#include "translator/emit/emit.h"
#include "translator/emit/helpers/instrumentation.h"
#include "translator/emit/pieces.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

constexpr std::array<char, 3> axis_letters = {'x', 'y', 'z'};

class CudaEmitter {
  public:
    CudaEmitter(const Program& program, const SourceSet& sources, const Options& options)
        : program_(program), sources_(sources), options_(options),
          own_scope_(std::make_unique<FileScope>(program, sources, Target::cuda, options.stubs)),
          scope_(*own_scope_), writer_(sources, options.line_directives),
          launch_functions_(program, scope_, writer_) {
        if (options.volatile_arrays) scope_.make_volatile();
        for (const auto& function : program.functions)
            if (function->is_kernel) axes_of_kernels_ |= axes_of(*function);
    }
    /// Makes an emitter of some functions of a file whose preamble was written.
    explicit CudaEmitter(const CudaEmitter& whole)
        : program_(whole.program_), sources_(whole.sources_), options_(whole.options_), scope_(whole.scope_),
          writer_(sources_, options_.line_directives), launch_functions_(whole.launch_functions_, writer_),
          axes_of_kernels_(whole.axes_of_kernels_) {}

    Emitted emit();
    void write_functions(std::size_t begin, std::size_t end);
    /// Adds what another one has written.
    void append(CudaEmitter&& other);

  private:
    void write_preamble();
    void write_function(const Function& function);
    void write_body(const Function& function, const CoordinateNames& coordinates,
                    const LaneNames* lanes = nullptr);
    /// The parameters of a kernel, the coordinates that it has as locals by their axes, and the conditions
    /// under which a thread is beyond the end.
    struct KernelHead {
        CoordinateNames coordinates;
        std::vector<std::string> parameters, guards;
        std::map<int, std::string> positions;
        std::optional<RowsOfBlock> rows = {};
    };
    /// Returns the head of a kernel, and adds its slots and its symbol to `info`.
    KernelHead head_of(const Function& function, KernelInfo& info);
    /// Returns whether one function does the work of a thread for the kernel and its coarsened variant.
    bool has_thread_function(const Function& function, const KernelInfo& info) const {
        const CoarseningFacts& facts = function.coarsening_facts;
        return function.coarsened && !info.coarsened.symbol.empty() && facts.count() > 1 &&
               !facts.in_blocks && options_.variants != EmittedVariants::plain_first;
    }
    void write_kernel(const Function& function, const KernelInfo& info, const KernelHead& head);
    void write_coarsened(const Function& function, const KernelInfo& info);

    const char* index_type() const { return program_.index64 ? "int64_t" : "int"; }
    std::string coordinate_value(int axis) const;
    void write_coordinate(const std::string& name, int axis);
    std::vector<std::string> device_parameters(const Function& function) const;
    std::vector<std::string> kernel_parameters(const Function& function) const;
    std::string thread_parameter(const KernelInfo& info, int axis) const;

    const Program& program_;
    const SourceSet& sources_;
    const Options& options_;
    std::unique_ptr<FileScope> own_scope_; ///< null in an emitter of some functions
    FileScope& scope_;
    Writer writer_;
    LaunchFunctions launch_functions_;
    std::vector<KernelInfo> kernels_;
    std::vector<EntryPoint> entries_;
    unsigned axes_of_kernels_ = 0; ///< those on which some kernel may have blocks wider than 1
};

const std::string& kernel_name(const Function& function) {
    return function.emitted_kernel.empty() ? function.emitted : function.emitted_kernel;
}

bool written(const Function& function, std::size_t parameter) {
    return function.facts.array_uses[parameter].writes;
}

bool has_no_alias_variants(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->coarsened && !function->coarsening_facts.distinct.empty();
    });
}

/// Returns the comment above a variant of a kernel that is a kernel itself.
std::string variant_comment(const CoarseningFacts& facts) {
    if (facts.in_blocks)
        return fmt::format(
            "The same, in which a CUDA thread does the work of {0} threads along y. Blocks have "
            "{0} times fewer of them.",
            facts.count());
    return facts.distinct.empty()
               ? "The same, with vectorized loads."
               : "The same, for launches in which no array is read by one parameter and written by another.";
}

/// Returns the thread's place in its warp, where blocks are 1 wide on all axes but these.
std::string lane_id(unsigned axes) {
    std::string thread = "threadIdx.x";
    if ((axes & 6) != 0) thread = "threadIdx.y * blockDim.x + " + thread;
    if ((axes & 4) != 0) thread = "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x";
    return (axes & 6) != 0 ? "(" + thread + ") % 32" : thread + " % 32";
}

/// Returns how a function writes the coordinates: by CUDA's own names, and idx, idy, idz as locals with free
/// names.
CoordinateNames coordinate_names(const Function& function, Names& names, unsigned axes) {
    CoordinateNames result;
    for (const Coordinate coordinate : function.facts.own_coordinates)
        result[coordinate] = coordinate == Coordinate::lane_id ? lane_id(axes)
                             : is_global(coordinate)           ? names.fresh(cuda_name(coordinate))
                                                               : cuda_name(coordinate);
    return result;
}

Emitted CudaEmitter::emit() {
    write_preamble();
    scope_.name_kernels(program_, options_.stubs ? "launch_" : "");
    write_in_pieces(*this, program_.functions.size());
    Emitted result;
    if (options_.stubs) {
        HeaderParts parts;
        parts.includes = scalar_includes(scope_.scalars());
        for (const char* include : {"<cuda_runtime_api.h>", "<stddef.h>"})
            parts.includes.emplace_back(include);
        if (scope_.needs().stdint) parts.includes.push_back("<stdint.h>");
        parts.definitions = scalar_definitions(scope_.scalars(), scope_.fields(), Target::cuda);
        parts.preamble = {"",
                          "Each function launches a kernel on `stream` and returns without waiting for it. "
                          "`threads` is the number of threads wanted on each axis; `grid` blocks of `block` "
                          "threads must be enough for them, and on an axis that the kernel does not use, "
                          "where blocks are 1 thread wide, exactly as many; otherwise the result is "
                          "cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the "
                          "size of the dynamic shared memory of a block. Arrays are pointers to device "
                          "memory, each followed by the number of its elements."};
        if (has_whole_blocks(program_))
            parts.preamble.emplace_back(
                "A kernel that has a barrier or shared memory, or asks for the grid's "
                "size, runs for all threads of its blocks, also for those beyond "
                "`threads`.");
        if (has_grid_barrier(program_))
            parts.preamble.emplace_back(
                "Blocks that wait for each other must all run at the same time: more of "
                "them than can are cudaErrorCooperativeLaunchTooLarge.");
        if (has_no_alias_variants(program_))
            parts.preamble.emplace_back(
                "Two arrays of a launch are the same array, or have no element in common.");
        parts.structs = header_types(program_, Target::cuda);
        result.header = header_text(entries_, parts, sources_, options_);
    }
    result.source = writer_.take();
    result.python_lines = writer_.take_python_lines();
    result.parts = writer_.take_parts();
    result.kernels = std::move(kernels_);
    result.assertions = scope_.assertions();
    if (!options_.stubs) result.checks = scope_.checks();
    result.assertion_symbol = scope_.assertion_symbol();
    result.assertions_trap = scope_.assertions_trap();
    result.needs = scope_.needs().capability;
    result.check_symbol = scope_.check_symbol();
    result.recorder_symbol = scope_.dialect().recorder;
    return result;
}

void CudaEmitter::write_functions(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        if (!program_.functions[i]->foreign) write_function(*program_.functions[i]);
}

void CudaEmitter::append(CudaEmitter&& other) {
    writer_.append(std::move(other.writer_));
    std::move(other.kernels_.begin(), other.kernels_.end(), std::back_inserter(kernels_));
    std::move(other.entries_.begin(), other.entries_.end(), std::back_inserter(entries_));
}

void CudaEmitter::write_preamble() {
    writer_.comment(origin_line(sources_, options_));
    writer_.blank();
    if (options_.stubs && !options_.header_name.empty()) {
        writer_.raw("#include \"" + options_.header_name + "\"");
        writer_.blank();
    }
    const bool says = options_.stubs && !scope_.checks().empty();
    if ((options_.stubs && any(scope_.needs().facts, &CallFacts::asserts)) || says)
        writer_.raw("#include <cassert>");
    if (scope_.needs().stdint) writer_.raw("#include <cstdint>");
    if (any(scope_.needs().facts, &CallFacts::prints) || says) writer_.raw("#include <cstdio>");
    if (has_grid_barrier(program_)) writer_.raw("#include <cooperative_groups.h>");
    for (const std::string& include : scalar_includes(scope_.scalars()))
        writer_.raw("#include " + include);
    writer_.raw("#include <cuda_runtime.h>");
    write_capability_check(writer_, scope_.needs().capability);
    scope_.write_assertion_failure(writer_);
    scope_.write_check_failure(writer_);
    if (program_.is_instrumented) write_recorder(writer_, scope_.dialect());
    scope_.write_types(writer_, options_.stubs && !options_.header_name.empty());
    write_device_sources(writer_, program_, options_);
    scope_.write_later_types(writer_);
    scope_.write_constants(writer_, "static __constant__");
    if (scope_.has_vectors())
        write_vector_operators(writer_, program_, scope_.dialect(), "static __device__ inline");
    scope_.write_helpers(writer_, "static __device__");
    if (!scope_.dialect().in_memory.empty())
        writer_.part("helper in_memory", [&] {
            writer_.blank();
            writer_.comment("An element of an array, which is loaded or stored where the source does so.");
            writer_.raw("template <typename T>");
            writer_.raw("static __device__ __forceinline__ volatile T& " + scope_.dialect().in_memory +
                        "(T& element)");
            writer_.open("{");
            writer_.line("return element;");
            writer_.close();
        });
    if (!scope_.dialect().load_volatile.empty())
        writer_.part("helper load_volatile", [&] {
            writer_.blank();
            writer_.comment("An element that another thread changes while this one looks again and again.");
            writer_.raw("template <typename T>");
            writer_.raw("static __device__ __forceinline__ T " + scope_.dialect().load_volatile +
                        "(const T& element)");
            writer_.open("{");
            writer_.line("return *const_cast<const volatile T*>(&element);");
            writer_.close();
        });
    scope_.write_random(writer_, "static __device__");
    if (options_.stubs) launch_functions_.write_checks();
    const std::vector<const Function*>& early = scope_.needs().early_calls;
    if (!early.empty()) writer_.blank();
    for (const Function* function : early)
        writer_.function_head("static __device__ " + type_text(function->result) + " " + function->emitted,
                              device_parameters(*function), ";");
}

std::string CudaEmitter::coordinate_value(int axis) const {
    const char a = axis_letters[static_cast<std::size_t>(axis)];
    if (program_.index64) return fmt::format("int64_t(blockIdx.{0}) * blockDim.{0} + threadIdx.{0}", a);
    return fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", a);
}

void CudaEmitter::write_coordinate(const std::string& name, int axis) {
    writer_.line(fmt::format("const {} {} = {};", index_type(), name, coordinate_value(axis)));
}

std::vector<std::string> CudaEmitter::device_parameters(const Function& function) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        result.push_back(argument_text(function, i, written(function, i)));
        for (const std::string& length : passed_lengths(function, i))
            result.push_back(std::string(index_type()) + " " + length);
    }
    return result;
}

std::vector<std::string> CudaEmitter::kernel_parameters(const Function& function) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        result.push_back(
            parameter_text(parameter, written(function, i), parameter.is_restricted ? "__restrict__" : ""));
        for (const std::string& length : passed_lengths(function, i))
            result.push_back(std::string(index_type()) + " " + length);
    }
    return result;
}

void CudaEmitter::write_body(const Function& function, const CoordinateNames& coordinates,
                             const LaneNames* lanes) {
    const ExpressionPrinter expressions(scope_.dialect(), coordinates);
    StatementPrinter(writer_, expressions, lanes, dynamic_arrays(function)).print(function.body);
    writer_.comments(function.comments_at_end);
}

void CudaEmitter::write_function(const Function& function) {
    const bool has_device_function = function.facts.is_called || !function.is_kernel;
    if (has_device_function) {
        Names names = names_of(function, scope_.file_names());
        const CoordinateNames coordinates = coordinate_names(function, names, axes_of_kernels_);
        writer_.blank();
        write_comments(writer_, function);
        writer_.at(function.span);
        writer_.function_head("static __device__ " + type_text(function.result) + " " + function.emitted,
                              device_parameters(function));
        writer_.open("{");
        for (const auto& [coordinate, name] : coordinates)
            if (is_global(coordinate)) write_coordinate(name, axis_of(coordinate));
        write_body(function, coordinates);
        writer_.at(function.span); // the end does not stand for a later line
        writer_.close();
    }
    if (!function.is_kernel) return;
    KernelInfo info = kernel_info(function, scope_.needs().facts);
    const KernelHead head = head_of(function, info);
    info.coarsened = coarsened_info(function, info);
    if (has_thread_function(function, info)) write_thread(writer_, scope_, program_, function, info);
    if (options_.variants != EmittedVariants::coarsened) write_kernel(function, info, head);
    if (function.coarsened && !info.coarsened.symbol.empty()) write_coarsened(function, info);
    if (options_.stubs) {
        EntryPoint entry = launch_functions_.write(function, info);
        if (!function.step) entries_.push_back(std::move(entry));
    }
    allow_all_shapes(info, function);
    kernels_.push_back(std::move(info));
}

std::string CudaEmitter::thread_parameter(const KernelInfo& info, int axis) const {
    return info.axes == 1 ? "threads"
                          : fmt::format("threads_{}", axis_letters[static_cast<std::size_t>(axis)]);
}

CudaEmitter::KernelHead CudaEmitter::head_of(const Function& function, KernelInfo& info) {
    Names names = names_of(function, scope_.file_names());
    KernelHead head;
    head.coordinates = coordinate_names(function, names, info.axes);
    auto& [coordinates, parameters, guards, positions, rows] = head;
    for (int axis = 0; axis < 3; ++axis) {
        if (!has_axis(info, axis) || info.whole_blocks) continue;
        const Coordinate coordinate = coordinate_of(CoordinateGroup::global, axis);
        if (!coordinates.contains(coordinate)) coordinates[coordinate] = names.fresh(cuda_name(coordinate));
        const std::string threads = names.fresh(thread_parameter(info, axis));
        const std::string& position = coordinates[coordinate];
        parameters.push_back((program_.index64 ? "int64_t " : "unsigned ") + threads);
        // The last block may reach past 2^31 - 1, where an int is negative.
        guards.push_back(program_.index64 ? position + " >= " + threads
                                          : "unsigned(" + position + ") >= " + threads);
        positions[axis] = position;
        info.slots.push_back({Slot::Kind::threads, axis});
    }
    add_parameter_slots(info, function, false);
    for (std::string& parameter : kernel_parameters(function))
        parameters.push_back(std::move(parameter));
    add_shared_slots(info, function);
    for (const Variable* array : dynamic_arrays(function))
        parameters.push_back(std::string(index_type()) + " " + array->emitted_lengths[0]);
    info.symbol = kernel_name(function);
    if (function.variant == Variant::coarsened && function.coarsening_facts.in_blocks)
        rows = rows_of_block(function, coordinates, names, index_type());
    return head;
}

void CudaEmitter::write_coarsened(const Function& function, const KernelInfo& info) {
    const CoarseningFacts& facts = function.coarsening_facts;
    if (facts.count() > 1 && !facts.in_blocks) {
        write_coarsened_kernel(writer_, scope_, program_, function, info, options_.stubs);
        return;
    }
    KernelInfo own = info;
    own.slots.clear(); // which are the same
    const KernelHead head = head_of(*function.coarsened, own);
    own.symbol = info.coarsened.symbol;
    writer_.blank();
    writer_.prose(variant_comment(facts));
    write_kernel(*function.coarsened, own, head);
}

void CudaEmitter::write_kernel(const Function& function, const KernelInfo& info, const KernelHead& head) {
    const auto& [coordinates, parameters, guards, positions, rows] = head;
    if (function.variant != Variant::coarsened) writer_.blank();
    if (!function.facts.is_called && function.variant != Variant::coarsened)
        write_comments(writer_, function);
    writer_.at(function.span);
    // The recorder takes registers. Blocks of every size must have enough of them.
    const std::string limit = info.records ? "__launch_bounds__(1024) " : "";
    writer_.function_head((options_.stubs ? "static __global__ void " : "extern \"C\" __global__ void ") +
                              limit + info.symbol,
                          parameters);
    writer_.open("{");
    if (info.whole_blocks) { // no guard: the kernel decides what a thread beyond the end does
        if (!function.facts.is_called)
            for (const auto& [coordinate, name] : coordinates)
                if (is_global(coordinate) && !(rows && axis_of(coordinate) == 1))
                    write_coordinate(name, axis_of(coordinate));
    }
    if (rows)
        for (const std::string& declaration : rows->declarations)
            writer_.line(declaration);
    for (const auto& [axis, name] : positions)
        write_coordinate(name, axis);
    std::string guard;
    for (const std::string& part : guards)
        guard += (guard.empty() ? "" : " || ") + part;
    if (!guard.empty()) writer_.line("if (" + guard + ") return;");
    if (function.facts.is_called) {
        const ExpressionPrinter expressions(scope_.dialect(), coordinates);
        std::string call = function.emitted + "(";
        const char* separator = "";
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            call += separator + function.parameters[i]->emitted;
            separator = ", ";
            for (const std::string& length : passed_lengths(function, i))
                call += ", " + length;
        }
        writer_.line(call + ");");
    } else if (has_thread_function(function, info)) {
        writer_.line(thread_call(scope_, function, coordinates) + ";");
    } else {
        write_body(function, coordinates, rows ? &rows->lanes : nullptr);
    }
    writer_.at(function.span);
    writer_.close();
}

} // namespace

Emitted emit_cuda(const Program& program, const SourceSet& sources, const Options& options) {
    return CudaEmitter(program, sources, options).emit();
}

} // namespace cudapy::emit
