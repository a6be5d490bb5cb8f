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

/// What a function is that has no body here, because it is CUDA C++.
struct Foreign {
    std::shared_ptr<const cuda_text::DeviceSource> source;
    std::string name;         ///< in C++: `ns::square`, `twice<float>`
    std::vector<bool> writes; ///< of each parameter: it is a pointer that things are changed through
    bool has_barrier = false, has_warp = false, has_shared = false, reads_grid = false;
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
    bool is_called = false; ///< called from a function that is emitted

    // Set by lowerings.
    std::string emitted;                         ///< C++ name as a device (or host) function
    std::string emitted_kernel;                  ///< C++ name as a kernel
    std::vector<ArrayUse> array_uses;            ///< for each parameter
    std::set<Coordinate> coordinates;            ///< used here or in a callee
    std::set<Coordinate> own_coordinates;        ///< used in this body itself
    bool has_effects = false;                    ///< writes to an array, here or in a callee
    bool is_recursive = false;                   ///< on a cycle of calls
    bool has_barrier = false;                    ///< waits for the block's threads, here or in a callee
    bool has_grid_barrier = false;               ///< waits for all blocks, here or in a callee
    bool has_shared = false;                     ///< declares shared memory, here or in a callee
    bool has_warp = false;                       ///< does something with its warp, here or in a callee
    bool reads_grid = false;                     ///< asks for the grid's size, here or in a callee
    unsigned told_apart = 7;                     ///< a kernel: see KernelInfo
    std::vector<generated::ElementBound> bounds; ///< … see KernelInfo
    /// Host only: the kernel for a strip of neighbouring threads (lower/threads/strips.h), a function that
    /// gives false where it has done nothing and each thread must run alone; null for none.
    std::unique_ptr<Function> strip;
    bool is_strip = false;
    /// Host only: a kernel whose threads cooperate, for a whole block (lower/threads/blocks.h); null for
    /// none.
    std::unique_ptr<Function> block;
    bool is_block = false;
    bool simd =
        false; ///< host only: compilers may take the threads for independent (lower/threads/lane_order.h)

    Variable* add_variable(std::string name, const Type* type, VariableRole role, Span span);
    /// Its threads work together in blocks.
    bool cooperates() const { return has_barrier || has_shared || has_warp; }
    /// As a kernel it runs for all threads of its blocks: they work together, or count on as many threads as
    /// the grid has.
    bool runs_whole_blocks() const { return cooperates() || reads_grid; }
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
