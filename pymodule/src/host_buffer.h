#pragma once
// One-dimensional arrays of other libraries, through the buffer protocol.

#include "pymodule/src/cpython.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cudapy::python {

/// A view of an object's memory, released with it. Needs the GIL to come and go.
class HostBuffer {
  public:
    HostBuffer() = default;
    /// Raises TypeError, or the exporter's ValueError or BufferError, when the object has no buffer that can
    /// be described. `where` begins the message; `wanted` is the type that the elements should have, or null.
    HostBuffer(PyObject* object, const std::string& where, const Type* wanted = nullptr);
    /// The elements as one of our types in the machine's byte order; null when they are something else.
    const Type* element() const;
    /// What the elements are, for messages: "float64", "uint8", "big-endian int32".
    std::string element_name() const;
    /// Raises ValueError when an element is a bool that is neither 0 nor 1: compiled code counts on that.
    void check_bools(PyObject* object, const std::string& where, const std::string& name) const;
    /// What to pass in place of an object that has not one dimension: "X.ravel()".
    std::string flattened(PyObject* object, const std::string& name) const;
    int dimensions() const { return view_->ndim; }
    bool read_only() const { return view_->readonly != 0; }
    int64_t length() const { return view_->ndim == 0 ? 1 : static_cast<int64_t>(view_->shape[0]); }
    int64_t stride() const {
        return view_->strides ? static_cast<int64_t>(view_->strides[0])
                              : static_cast<int64_t>(view_->itemsize);
    }
    std::size_t item_size() const { return static_cast<std::size_t>(view_->itemsize); }
    unsigned char* data() const {
        return view_ ? static_cast<unsigned char*>(view_->buf) : nullptr;
    } ///< null for no view
    /// The elements follow each other and each lies at a multiple of its size, so that a kernel can use them
    /// in place.
    bool direct() const;

    /// Packs the elements at `to`; unpacks them from `from`. No GIL needed.
    void gather(void* to) const;
    void scatter(const void* from) const;

  private:
    struct Release {
        void operator()(Py_buffer* view) const {
            PyBuffer_Release(view);
            delete view;
        }
    };
    /// Not moved once it is filled: exporters may point its shape and strides into the view itself.
    std::unique_ptr<Py_buffer, Release> view_;
};

/// Whether two arrays of equally long elements share a byte of memory; one element's bytes are a whole.
bool memory_overlaps(const unsigned char* a, int64_t a_length, int64_t a_stride, const unsigned char* b,
                     int64_t b_length, int64_t b_stride, int64_t item_size);

} // namespace cudapy::python
