#pragma once
// Arrays of other libraries, taken through the buffer protocol.

#include "pymodule/src/array/strided.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/cpython.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cudapy::python {

/// A view of an object's memory, which is released when this object is destroyed. Making and destroying it
/// needs the GIL.
class HostBuffer {
  public:
    HostBuffer() = default;
    /// Makes a view of another library's array in host memory.
    HostBuffer(ForeignArray array, const Type* wanted);
    /// Makes a view of an object's buffer. Raises TypeError, or the exporter's ValueError or BufferError,
    /// when the object has no buffer that can be described. `where` begins the message; `wanted` is the type
    /// that the elements should have, or null.
    HostBuffer(PyObject* object, const std::string& where, const Type* wanted = nullptr);
    /// Returns the type of the elements; null when they are not of one of our types in the machine's byte
    /// order.
    const Type* element() const;
    /// Returns the first difference, "y is at byte 5, not 8", if the elements are structs and `wanted` is
    /// another struct; else an empty string.
    std::string difference() const;
    /// Returns why the elements match no struct if they are records that match none; else an empty string.
    std::string record_problem() const;
    /// Returns the name of the elements' type for messages: "float64", "uint8", "big-endian int32".
    std::string element_name() const;
    /// Raises ValueError when an element is a bool that is neither 0 nor 1. Compiled code counts on bools
    /// being one of them.
    void check_bools(PyObject* object, const std::string& where, const std::string& name) const;
    /// Returns what to pass instead of an object that does not have `rank` dimensions: "X.ravel()".
    std::string reshaped(PyObject* object, const std::string& name, int rank) const;
    int dimensions() const { return vector_ ? rank_ - 1 : rank_; }
    bool read_only() const { return read_only_; }
    /// Returns the elements of a buffer of up to Type::max_rank dimensions. There is no data if there is no
    /// buffer.
    const StridedView& elements() const { return elements_; }
    const Shape& shape() const { return vector_ ? outer_ : elements_.shape; }
    unsigned char* data() const { return elements_.data; } ///< null if there is no view
    /// Returns whether a kernel can use the elements in place, because they are packed and each lies at a
    /// multiple of its size.
    bool direct() const;

  private:
    /// Takes the last dimension for the components of vectors, if vectors are wanted and it fits.
    void find_vectors(const Type* wanted);
    /// Returns the format of a struct's fields, "T{…}"; null for anything else.
    const char* record_format() const;
    /// Returns advice for making true bools of such bytes.
    std::string unambiguous(PyObject* object, const std::string& name) const;

    struct Release {
        void operator()(Py_buffer* view) const {
            PyBuffer_Release(view);
            delete view;
        }
    };
    /// The view, which is not moved once it is filled, because exporters may point its shape and strides into
    /// the view itself.
    std::unique_ptr<Py_buffer, Release> view_;
    ForeignArray foreign_; ///< the array, if there is no view
    bool is_foreign_ = false;
    int rank_ = 0;
    bool read_only_ = false;
    StridedView elements_;
    bool is_bfloat16_ = false; ///< the view is of their bits
    bool is_wanted_ = false;   ///< the view is of the bytes of records, or of dates, that are wanted
    const Type* wanted_ = nullptr;
    const Type* vector_ = nullptr; ///< the last dimension is taken for these: `(n, 4)` floats are n `float4`
    Shape outer_;                  ///< the shape without that dimension
};

} // namespace cudapy::python
