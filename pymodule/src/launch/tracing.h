#pragma once
// One traced launch: the facts that its recorder needs, and its records as objects of Python.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/python/cpython.h"
#include "runtime/tracer/trace_recorder.h"
#include "translator/program/checks.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace cudapy::python {

class Tracing {
  public:
    /// The kernel must have been compiled for tracing, and is launched in blocks of this shape. `blocks` are
    /// the numbers of the blocks that run.
    Tracing(const LoadedKernel& kernel, const runtime::Extent& block, std::vector<int64_t> blocks);

    const std::vector<int64_t>& blocks() const { return blocks_; }
    /// Adds the memory of an array argument.
    void add(const ParameterInfo& parameter, const void* data, const int64_t* extents);
    /// Returns the recorder to pass for Slot::Kind::recorder. Must be called when all memory is added.
    generated::CpuRecorder* begin();
    /// Returns (sites, arrays, paths, accesses, decisions, barriers, layouts). The first three are lists of
    /// tuples, as cudapy._memory_model.events describes them, except that a path is (path before, site,
    /// iteration); the first path is the beginning of the kernel. The next three are bytearrays of records.
    /// The last has (name, (extents, bytes of an element)) for the arrays that the launch was given.
    Ref result();

  private:
    /// A place in the source: path, line, column, end line, end column, operation, field.
    using Site = std::tuple<std::string, int, int, int, int, std::string, std::string>;
    using Array = std::tuple<std::string, bool, bool>; ///< name, is shared, is float

    struct Layout {
        std::string name;
        std::vector<int64_t> extents;
        int64_t size;
    };

    int32_t site(const program::Check& check, const char* operation, const std::string& field = {});
    int32_t array(const std::string& name, bool is_shared, const Type* element);
    runtime::TracedPlace place(const program::Check& check);
    void add_pieces(const program::Check& check, const Type* type, int64_t offset, const std::string& field,
                    std::vector<runtime::TracedPlace::Piece>& out);

    const LoadedKernel& kernel_;
    const int64_t threads_of_block_;
    std::vector<int64_t> blocks_;
    std::vector<runtime::TracedMemory> memory_;
    std::vector<Layout> layouts_;
    std::map<Site, int32_t> site_numbers_;
    std::vector<Site> sites_;
    std::map<Array, int32_t> array_numbers_;
    std::vector<Array> arrays_;
    std::unique_ptr<runtime::TraceRecorder> recorder_;
};

} // namespace cudapy::python
