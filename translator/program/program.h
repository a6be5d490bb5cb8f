#pragma once
// The typed program: a C-like tree with a type on every expression and a span on every node. The checker
// builds it, the lowerings rewrite it until nothing is left to decide, and an emitter prints it.
// program/printer.h prints any stage of it, and program/validate.h checks its invariants.
//
// Nodes marked [S] are semantic: they carry Python's meaning, and some lowering must remove them before
// emission. Nodes marked [L] are made by lowerings only. All other nodes go from the checker to the emitter.

#include "runtime/include/cudapy/cpu_kernel.h"
#include "runtime/include/cudapy/launch_step.h"
#include "translator/program/statements.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapy::cuda_text {
struct DeviceSource;
}

namespace cudapy::program {

/// The uses that a function, or a function that it calls, makes of an array parameter. analyse_mod_ref sets
/// them.
struct ArrayUse {
    bool reads = false;
    bool writes = false;
    bool writes_fields =
        false; ///< it writes fields of structs in it, which stay the objects that they are in Python
    /// Bit a is set when the extent along axis a is asked for here or in a callee, so that it must be passed.
    unsigned lengths = 0;
    bool length(int axis) const { return (lengths >> axis & 1u) != 0; }
};

/// The ways in which the threads of a function work together.
struct Cooperation {
    bool barrier = false;      ///< they wait for those of their block
    bool grid_barrier = false; ///< they wait for all blocks
    bool shared = false;       ///< they declare shared memory
    bool warp = false;         ///< they do something with their warp
    bool grid = false;         ///< they ask for the size of the grid
    bool waits = false; ///< one waits in a loop for what another one writes; note_waiting_loops sets it

    static const std::array<bool Cooperation::*, 6> ways; ///< all of these
};
inline constexpr std::array<bool Cooperation::*, 6> Cooperation::ways{
    &Cooperation::barrier, &Cooperation::grid_barrier, &Cooperation::shared,
    &Cooperation::warp,    &Cooperation::grid,         &Cooperation::waits};

/// The facts about a function that has no body here, because it is CUDA C++.
struct Foreign {
    std::shared_ptr<const cuda_text::DeviceSource> source;
    std::string name;         ///< its name in C++: `ns::square`, `twice<float>`
    std::vector<bool> writes; ///< for each parameter, whether it is a pointer through which the function
                              ///< changes something
    Cooperation cooperation;
    /// Why there is no rule for its derivative in reverse mode and in forward mode; empty where one is, or
    /// where none is named.
    std::string no_vjp = {}, no_jvp = {};
};

/// The facts about a function that follow from its body and its callees. analyse_mod_ref sets them.
struct FunctionFacts {
    std::vector<ArrayUse> array_uses;     ///< for each parameter
    std::set<Coordinate> coordinates;     ///< used here or in a callee
    std::set<Coordinate> own_coordinates; ///< used in this body itself
    Cooperation cooperation;              ///< here or in a callee
    bool has_effects = false;             ///< writes to an array, here or in a callee
    bool is_called = false;               ///< called from a function that is emitted
    bool is_recursive = false;            ///< on a cycle of calls
};

/// The facts about a kernel that its launch must know, see KernelInfo. find_launch_facts sets them.
struct LaunchFacts {
    unsigned depends_on_axes = 7;
    std::vector<generated::ElementBound> bounds;
    std::vector<generated::GuardedExtent> guards;
};

/// The threads for which a body runs at once.
enum class Variant {
    thread,
    strip,     ///< neighbouring threads
    block,     ///< all threads of a block
    coarsened, ///< neighbouring threads whose work one CUDA thread does
};

/// The facts about the coarsened variant of a kernel that its launch must know, see
/// KernelInfo::Coarsened. make_coarsened_variant sets them.
struct CoarseningFacts {
    std::array<int, 3> size = {1, 1, 1}; ///< the threads of a group along each axis
    /// The threads of groups for launches whose arguments are not as the form needs them; zeros for none.
    std::array<int, 3> otherwise = {0, 0, 0};
    /// The address of an array parameter must be a multiple of so many bytes.
    std::map<std::size_t, int> alignments;
    /// An extent of an array parameter, by parameter and axis, must be a multiple of this number.
    std::map<std::pair<std::size_t, int>, int> multiples;
    /// An extent of an array parameter must be this number, which is in its place.
    std::map<std::pair<std::size_t, int>, int> equals;
    /// Two array parameters, one that the kernel reads and one that it writes, must be different arrays.
    std::set<std::pair<std::size_t, std::size_t>> distinct;
    bool has_column_accesses = false; ///< some array is accessed along y where others are accessed along x
    bool in_blocks = false; ///< the threads of a group are of one block, and wait for its other threads
    std::string emitted;    ///< C++ name of the form as a kernel; Naming sets it
    /// The reason that explain() shows: the gain of coarsening, or why there is none.
    std::string reason;

    int count() const { return size[0] * size[1] * size[2]; }
};

/// A limit of the threads for which a kernel does anything, `idx < value`. The value is made of the kernel's
/// parameters, and has the type of coordinates.
struct ThreadLimit {
    enum class Kind {
        from,  ///< the place is the value or more
        above, ///< … more than the value
        below, ///< … less than the value
        to,    ///< … the value or less
    };
    int axis; ///< that of the place in the launch: 0 for idx
    Kind kind;
    ExprPtr value;
};

/// A guess at an extent of an array.
struct ExtentSpecialization {
    const Variable* parameter;
    int axis;
    int64_t extent;
};

struct Function {
    std::string name;
    std::string called; ///< by users, in messages; empty for `name`
    /// The generic kernel of which this is an instance that was asked for, and that differs from others by
    /// its types; else empty.
    std::string instance_of;
    const Type* result;
    const Type* precision = nullptr; ///< the type of floats without a width that meet nothing; the checker
                                     ///< sets it
    std::vector<std::unique_ptr<Variable>> variables; ///< parameters, locals and temporaries
    std::vector<Variable*> parameters;
    Block body;
    Span span; ///< the header
    std::vector<std::string> comments_above;
    std::optional<std::string> docstring;
    std::vector<std::string> comments_at_end;

    /// The function that pulls the cotangent of its result back, in place of a derivative of its body: it is
    /// given its arguments and the cotangent. Null mostly.
    Function* vjp_rule = nullptr;
    /// The function that gives the tangent of its result: it is given its arguments and their tangents.
    Function* jvp_rule = nullptr;

    std::optional<Foreign> foreign; ///< set for a function that is called and not emitted

    bool is_kernel = false; ///< it is launched, see Options::kernels
    /// It gets no optional transformation (lower/optional_transformations.h): some of them failed.
    bool is_plain = false;
    /// A launch runs all threads of a grid of blocks of any shape, whatever coordinates the kernel reads.
    bool takes_all_shapes = false;
    // The next ones are set by lowerings.
    std::string emitted;        ///< C++ name as a device (or host) function
    std::string emitted_kernel; ///< C++ name as a kernel
    FunctionFacts facts;
    LaunchFacts launch; ///< set for a kernel
    /// Set for a derivative: the same of the kernel that it is of. What refuses a launch of that refuses one
    /// of the derivative.
    std::optional<LaunchFacts> launch_of_primal;
    /// Set for a kernel that is a step of another one: users do not launch it.
    std::optional<generated::LaunchStep> step;
    std::vector<std::string> steps; ///< the names of the kernels that a launch of this one launches first
    /// The axis along which a launch runs fewer threads than were asked for, each of which does the work of
    /// several; -1 for none.
    int strided_axis = -1;
    std::vector<ArrayUse> step_uses; ///< what these do with its parameters; empty where there are none
    Variant variant = Variant::thread;
    /// Host only: the kernel for a strip of neighbouring threads (lower/cpu/strips.h). It is a function
    /// that gives false where it has done nothing and each thread must run by itself. Null where there is
    /// none.
    std::unique_ptr<Function> strip;
    int strip_width = 1;            ///< of a strip: the most threads along x
    int strip_rows = 1;             ///< of a strip: the most threads along y
    Variable* lane_count = nullptr; ///< of a strip: the number of its threads; null where nothing asks for it
    /// Host only: the kernel for a whole block (lower/cpu/blocks.h), where its threads cooperate. Null
    /// where there is none.
    std::unique_ptr<Function> block;
    int most_blocks = 1; ///< of a block: so many neighbouring blocks at most run at once
    /// CUDA only: the coarsened kernel, for a group of neighbouring threads
    /// (lower/coarsening/coarsened_variant.h). For a group of more than one thread it is a function that
    /// gives false where it has done nothing and each thread must run by itself, unless groups are in blocks.
    /// Null where there is none.
    std::unique_ptr<Function> coarsened;
    CoarseningFacts coarsening_facts; ///< set where there is a group, also if that is in a text of its own
    /// Host only: other threads need not be run (lower/cpu/guard_hoisting.h).
    std::vector<ThreadLimit> limits;
    /// Host only: compilers get code of their own for these (lower/analysis/extent_specialization.h).
    std::vector<ExtentSpecialization> extent_specializations;
    /// CUDA only: its threads compute for different times (lower/analysis/divergent_trip_counts.h).
    bool has_divergent_trip_counts = false;
    /// Host only: its threads run in small squares (lower/analysis/transposed_accesses.h).
    bool has_transposed_accesses = false;
    /// Host only: says that compilers may take the threads for independent
    /// (lower/cpu/loop_carried_dependence.h).
    bool simd = false;
    bool simd_of_few = false; ///< they had better take few threads at once (lower/analysis/gathers.h)

    /// Returns the function itself and its other variants: its strip, its block and
    /// its group, where it has them.
    std::vector<Function*> variants();
    std::vector<const Function*> variants() const;
    Variable* add_variable(std::string name, const Type* type, VariableRole role, Span span);
    /// Returns whether its threads work together in blocks.
    bool cooperates() const {
        return facts.cooperation.barrier || facts.cooperation.shared || facts.cooperation.warp;
    }
    /// Returns whether, as a kernel, it runs for all threads of its blocks: because they work together, or
    /// because they count on as many threads as the grid has.
    bool runs_whole_blocks() const { return cooperates() || facts.cooperation.grid; }
    /// Host only: returns whether, as a kernel, it runs all threads of a block in turns, because one may wait
    /// for another (lower/cpu/turns.h).
    bool takes_turns() const { return facts.cooperation.waits; }
    /// Host only: returns whether, as a kernel, it runs each block on a thread of its own, because blocks
    /// wait for each other. The threads of a kernel in turns wait for the grid themselves.
    bool runs_blocks_apart() const { return facts.cooperation.grid_barrier && !takes_turns(); }
};

/// The ways in which tests let an optional transformation fail.
enum class Breakage {
    throws,  ///< it throws an InternalError
    invalid, ///< it makes what the validator refuses
};

/// The lines of a function that note that they run. The table of what has run has a row for its entry, then
/// one for each line; a row has an element for each line, then one for the function's end. An element says
/// that its line has run right after that of the row.
struct CoveredLines {
    Span header;             ///< of the function
    std::vector<Span> lines; ///< the beginnings of statements, in the order of their rows, each once
    int first_element = 0;   ///< of the function's table in that of all functions
    int columns() const { return static_cast<int>(lines.size()) + 1; }
};

struct Program {
    std::vector<std::unique_ptr<Function>> functions; ///< those that are emitted, in source order
    /// The functions that are not emitted. If the source has errors, these are all functions, as far as they
    /// could be checked. Their bodies may call what is gone.
    std::vector<std::unique_ptr<Function>> others;
    bool index64 = false;
    /// For each struct, the number of the source file that has its class; the first one where several have
    /// it.
    std::map<const Type*, uint32_t> struct_files;
    /// For each struct whose class in that file has defaults, those of its fields; null for a field without.
    std::map<const Type*, std::vector<std::shared_ptr<const Expr>>> struct_defaults;
    bool is_instrumented =
        false; ///< set by instrument_accesses: a recorder is told what threads do with memory
    /// The optional transformations that tests let fail (lower/optional_transformations.h), by their names.
    std::map<std::string, Breakage, std::less<>> broken_transformations;
    /// Set by instrument_lines: the functions' lines, and the number of elements of their tables together.
    std::vector<CoveredLines> covered_lines;
    int covered_elements = 0;
    bool is_traced = false; ///< the recorder is also told which way threads go (Options::trace)
    const Type* index_type() const { return index64 ? Type::int64() : Type::int32(); }
    /// Returns the sources of CUDA C++ whose functions the program calls, each once.
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> device_sources() const;
    /// Returns the bytes of all shared arrays of constant size, with what aligning them may take.
    int64_t static_shared_bytes() const;
};

} // namespace cudapy::program
