#pragma once
// Host data that goes to a kernel by itself: a list, a tuple, or an array with the buffer protocol.

#include "pymodule/src/cpython.h"
#include "pymodule/src/host_buffer.h"
#include "runtime/memory.h"
#include "translator/types/type.h"

#include <memory>
#include <string>
#include <vector>

namespace cudapy::python {

class Traveller {
  public:
    /// Converts a list or tuple. `where` begins the messages ("saxpy: parameter X (float*)").
    static Traveller from_sequence(PyObject* sequence, const Type* element, const std::string& where);
    /// Takes a buffer; its elements must be exactly `element`s, in one dimension.
    static Traveller from_buffer(PyObject* object, const Type* element, const std::string& where);

    PyObject* object() const { return object_; }
    const Type* element() const { return element_; }
    int64_t length() const { return length_; }
    bool read_only() const { return read_only_; }
    bool is_written() const { return written_; }
    void mark_written() { written_ = true; }
    /// Raises ValueError when a bool of a buffer is neither 0 nor 1.
    void check_bools(const std::string& where) const;

    /// Whether both show the same elements in the same order.
    bool same_memory(const Traveller& other) const;
    bool overlaps(const Traveller& other) const;
    bool overlaps(const void* memory, std::size_t bytes) const;

    // Without the GIL, in this order:
    /// Brings the elements to the device. On the host they stay where they are when a kernel can use them in
    /// place.
    void send(runtime::Device device);
    /// Where the kernel finds them.
    void* address() { return on_device_ ? device_.data() : elements(); }
    /// Brings back what was written.
    void fetch();
    /// Frees what it has on the device.
    void leave_device() noexcept { device_ = runtime::Buffer(); }

    /// With the GIL: puts what was written into the list, element by element, only where it changed.
    void give_back(const std::string& where);

  private:
    void* elements() { return buffer_in_place_ ? buffer_.data() : static_cast<void*>(packed_.data()); }

    PyObject* object_ = nullptr; ///< borrowed
    const Type* element_ = nullptr;
    int64_t length_ = 0;
    bool is_list_ = false;
    bool read_only_ = false;
    bool written_ = false;
    bool buffer_in_place_ = false;
    bool on_device_ = false;
    HostBuffer buffer_;
    std::vector<unsigned char> packed_; ///< the elements in order, where the object does not hold them so
    std::vector<unsigned char> before_; ///< of a list that is written: what was sent
    runtime::Buffer device_;
};

} // namespace cudapy::python
