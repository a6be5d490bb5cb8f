#pragma once
// Arrays of other libraries, through the buffer protocol.

#include "pymodule/src/array/strided.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/cpython.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cudapy::python {

/// A view of an object's memory, released with it. Needs the GIL to come and go.
class HostBuffer {
  public:
    HostBuffer() = default;
    /// Of another library's array that is in host memory.
    HostBuffer(ForeignArray array, const Type* wanted);
    /// Raises TypeError, or the exporter's ValueError or BufferError, when the object has no buffer that can
    /// be described. `where` begins the message; `wanted` is the type that the elements should have, or null.
    HostBuffer(PyObject* object, const std::string& where, const Type* wanted = nullptr);
    /// The elements as one of our types in the machine's byte order; null when they are something else.
    const Type* element() const;
    /// Where the elements are structs and `wanted` is another one: the first difference, "y is at byte 5, not
    /// 8"; else empty.
    std::string difference() const;
    /// Where the elements are records of no struct: why they are not; else empty.
    std::string record_problem() const;
    /// What the elements are, for messages: "float64", "uint8", "big-endian int32".
    std::string element_name() const;
    /// Raises ValueError when an element is a bool that is neither 0 nor 1: compiled code counts on that.
    void check_bools(PyObject* object, const std::string& where, const std::string& name) const;
    /// What to pass in place of an object that has not `rank` dimensions: "X.ravel()".
    std::string reshaped(PyObject* object, const std::string& name, int rank) const;
    int dimensions() const { return vector_ ? rank_ - 1 : rank_; }
    bool read_only() const { return read_only_; }
    /// The elements, of a buffer of 1 to Type::max_rank dimensions; without data for no buffer.
    const Strided& elements() const { return elements_; }
    const Shape& shape() const { return vector_ ? outer_ : elements_.shape; }
    unsigned char* data() const { return elements_.data; } ///< null for no view
    /// The elements are packed and each lies at a multiple of its size, so that a kernel can use them in
    /// place.
    bool direct() const;

  private:
    /// Takes the last dimension for the components of the vectors that are wanted, where it can be.
    void find_vectors(const Type* wanted);
    /// The format of a struct's fields, "T{…}"; null for anything else.
    const char* record_format() const;
    /// How to make bools of bytes that are something else.
    std::string unambiguous(PyObject* object, const std::string& name) const;

    struct Release {
        void operator()(Py_buffer* view) const {
            PyBuffer_Release(view);
            delete view;
        }
    };
    /// Not moved once it is filled: exporters may point its shape and strides into the view itself.
    std::unique_ptr<Py_buffer, Release> view_;
    ForeignArray foreign_; ///< what it is of, where it is not of a view
    bool is_foreign_ = false;
    int rank_ = 0;
    bool read_only_ = false;
    Strided elements_;
    bool is_bfloat16_ = false; ///< the view is of their bits
    const Type* wanted_ = nullptr;
    const Type* vector_ = nullptr; ///< what the last dimension is taken for: `(n, 4)` floats are n `float4`
    Shape outer_;                  ///< … without it
};

} // namespace cudapy::python
