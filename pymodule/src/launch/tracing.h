#pragma once
// One traced launch: what its recorder has to know, and what it wrote down as objects of Python.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/python/cpython.h"
#include "runtime/checked/trace_recorder.h"
#include "translator/program/checks.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace cudapy::python {

class Tracing {
  public:
    /// Of a kernel that was compiled for it, in blocks of this shape; `blocks` are the numbers of those that
    /// run.
    Tracing(const LoadedKernel& kernel, const runtime::Extent& block, std::vector<int64_t> blocks);

    const std::vector<int64_t>& blocks() const { return blocks_; }
    /// The memory of an array argument.
    void add(const ParameterInfo& parameter, const void* data, const int64_t* extents);
    /// Once all is added: for Slot::What::recorder.
    generated::CpuRecorder* begin();
    /// (sites, arrays, paths, accesses, decisions, barriers, layouts): lists of tuples of what
    /// cudapy._memory_model.events names so, but that a path is (path before, site, turn), the first one
    /// being nowhere; bytearrays of its records; and (name, (extents, bytes of an element)) of the arrays
    /// given.
    Ref result();

  private:
    /// Path, line, column, end line, end column, operation, field.
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
