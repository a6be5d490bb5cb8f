#pragma once
// The typed program: C-like, a type on every expression and a span on every node. The checker builds it, the
// lowerings rewrite it until nothing is left to decide, an emitter prints it. program/printer.h prints any
// stage of it, program/validate.h checks its invariants.
//
// Nodes marked [S] are semantic: they carry Python's meaning and some lowering must remove them before
// emission. Nodes marked [L] are made by lowerings only. The rest go from the checker to the emitter.

#include "runtime/include/cudapy/cpu_kernel.h"
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

/// What an array parameter is used for, the functions that it is passed to included. Set by analyse_uses.
struct ArrayUse {
    bool reads = false;
    bool writes = false;
    bool writes_fields =
        false; ///< … of elements that are structs, which stay the objects that they are in Python
    /// Bit a is set when its extent along axis a is asked for here or in a callee, so that it must be passed.
    unsigned lengths = 0;
    bool length(int axis) const { return (lengths >> axis & 1u) != 0; }
};

/// How the threads of a function work together.
struct Cooperation {
    bool barrier = false;      ///< they wait for those of their block
    bool grid_barrier = false; ///< they wait for all blocks
    bool shared = false;       ///< they declare shared memory
    bool warp = false;         ///< they do something with their warp
    bool grid = false;         ///< they ask for the size of the grid

    static const std::array<bool Cooperation::*, 5> ways; ///< all of these
};
inline constexpr std::array<bool Cooperation::*, 5> Cooperation::ways{
    &Cooperation::barrier, &Cooperation::grid_barrier, &Cooperation::shared, &Cooperation::warp,
    &Cooperation::grid};

/// What a function is that has no body here, because it is CUDA C++.
struct Foreign {
    std::shared_ptr<const cuda_text::DeviceSource> source;
    std::string name;         ///< in C++: `ns::square`, `twice<float>`
    std::vector<bool> writes; ///< of each parameter: it is a pointer that things are changed through
    Cooperation cooperation;
};

/// What is known of a function by its body and its callees. Set by analyse_uses.
struct FunctionFacts {
    std::vector<ArrayUse> array_uses;     ///< for each parameter
    std::set<Coordinate> coordinates;     ///< used here or in a callee
    std::set<Coordinate> own_coordinates; ///< used in this body itself
    Cooperation cooperation;              ///< here or in a callee
    bool has_effects = false;             ///< writes to an array, here or in a callee
    bool is_called = false;               ///< called from a function that is emitted
    bool is_recursive = false;            ///< on a cycle of calls
};

/// What a launch of a kernel must know, see KernelInfo. Set by find_launch_facts.
struct LaunchFacts {
    unsigned told_apart = 7;
    std::vector<generated::ElementBound> bounds;
};

/// For which threads a body runs at once.
enum class Form {
    thread,
    strip, ///< neighbouring threads
    block, ///< all threads of a block
};

struct Function {
    std::string name;
    const Type* result;
    const Type* precision = nullptr; ///< of floats without a width that meet nothing; set by the checker
    std::vector<std::unique_ptr<Variable>> variables; ///< parameters, locals and temporaries
    std::vector<Variable*> parameters;
    Block body;
    Span span; ///< the header
    std::vector<std::string> comments_above;
    std::optional<std::string> docstring;
    std::vector<std::string> comments_at_end;

    std::optional<Foreign> foreign; ///< set for what is called and not emitted

    bool is_kernel = false; ///< launched: wanted by Options::kernels
    // Set by lowerings.
    std::string emitted;        ///< C++ name as a device (or host) function
    std::string emitted_kernel; ///< C++ name as a kernel
    FunctionFacts facts;
    LaunchFacts launch; ///< of a kernel
    Form form = Form::thread;
    /// Host only: the kernel for a strip of neighbouring threads (lower/threads/strips.h), a function that
    /// gives false where it has done nothing and each thread must run alone; null for none.
    std::unique_ptr<Function> strip;
    /// Host only: a kernel whose threads cooperate, for a whole block (lower/threads/blocks.h); null for
    /// none.
    std::unique_ptr<Function> block;
    /// Host only: compilers may take the threads for independent (lower/threads/lane_order.h).
    bool simd = false;

    /// The function itself, and what else it has become: its strip and its block.
    std::vector<Function*> forms();
    std::vector<const Function*> forms() const;
    Variable* add_variable(std::string name, const Type* type, VariableRole role, Span span);
    /// Its threads work together in blocks.
    bool cooperates() const {
        return facts.cooperation.barrier || facts.cooperation.shared || facts.cooperation.warp;
    }
    /// As a kernel it runs for all threads of its blocks: they work together, or count on as many threads as
    /// the grid has.
    bool runs_whole_blocks() const { return cooperates() || facts.cooperation.grid; }
};

struct Program {
    std::vector<std::unique_ptr<Function>> functions; ///< those that are emitted, in source order
    bool index64 = false;
    /// The number of the source file that has the class of a struct; of several the first one.
    std::map<const Type*, uint32_t> struct_files;
    bool has_notes = false; ///< set by note_accesses: a recorder is told what threads do with memory
    bool is_traced = false; ///< … and which way they go (Options::trace)
    const Type* index_type() const { return index64 ? Type::int64() : Type::int32(); }
    /// The CUDA C++ that its functions call something of.
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> device_sources() const;
};

} // namespace cudapy::program
