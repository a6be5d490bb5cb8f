#pragma once
// Host data that a launch sends to a kernel and back: a list, a tuple, lists of lists, or an array with the
// buffer protocol.

#include "pymodule/src/array/rows.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/launch/guarded_bytes.h"
#include "pymodule/src/python/cpython.h"
#include "runtime/memory/memory.h"
#include "translator/types/type.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::python {

class HostTransfer {
  public:
    /// Takes a list, a tuple or a range, for an array of the type `array` with lists in it. `where` begins
    /// the messages ("saxpy: parameter X (float*)").
    static HostTransfer from_sequence(PyObject* sequence, const Type* array, const std::string& where);
    /// Tells from_buffer and from_foreign about a parameter.
    struct Use {
        bool any_rank = false;   ///< an array of any number of dimensions may be given
        bool is_written = false; ///< messages advise nothing that would lose the results
    };
    /// Takes a buffer. Its elements and dimensions must be exactly those of `array`.
    static HostTransfer from_buffer(PyObject* object, const Type* array, const std::string& where, Use use);
    /// Takes another library's array in host memory in the same way.
    static HostTransfer from_foreign(PyObject* object, ForeignArray elements, const Type* array,
                                     const std::string& where, Use use);

    PyObject* object() const { return object_; }
    /// Returns whether the lists are part of `object()` and of nothing else, so that they go with it. It is
    /// true for an array.
    bool holds_rows_alone() const;
    const Type* array() const { return array_; }
    const Shape& shape() const { return is_list_ ? rows_.shape : buffer_.shape(); }
    bool is_written() const { return written_; }
    bool read_only() const { return is_list_ ? fixed_row_ >= 0 : buffer_.read_only(); }
    /// Raises ValueError when what a kernel writes could not be brought back. With `fields` it writes to
    /// fields of structs, else only to whole elements.
    void mark_written(const std::string& where, bool fields);
    /// Raises ValueError when a bool of a buffer is neither 0 nor 1.
    void check_bools(const std::string& where) const;

    /// Returns whether both have the same elements in the same order.
    bool same_memory(const HostTransfer& other) const;
    bool overlaps(const HostTransfer& other) const;
    bool overlaps(const StridedView& memory) const;
    /// Finds an instance of a struct that this list shares with another one, and returns its places in both:
    /// "element 0". Returns nothing if they share none.
    std::optional<std::pair<std::string, std::string>> shared_struct(const HostTransfer& other) const;

    /// Converts a list's elements. Packs a buffer's elements if a kernel cannot use them in place.
    void pack(const std::string& where);

    // The following functions are called without the GIL, in this order.
    /// Brings the elements to the device. On the host they stay where they are when a kernel can use them in
    /// place.
    void send(runtime::Device device);
    /// Returns the address at which the kernel finds the elements.
    void* address() { return on_device_ ? device_.data() : elements(); }
    /// Returns on which side of the elements a kernel has written outside them, if they are a copy in the
    /// host's memory.
    GuardedBytes::Damage damage() const { return on_device_ ? GuardedBytes::Damage::none : packed_.damage(); }
    /// Brings back what the kernel wrote.
    void fetch();
    /// Frees the memory on the device.
    void leave_device() noexcept { device_ = runtime::Buffer(); }

    /// Puts what was written into the lists, element by element, but only elements that changed. Needs the
    /// GIL.
    void give_back(const std::string& where);

  private:
    static HostTransfer from_host(PyObject* object, HostBuffer buffer, const Type* array,
                                  const std::string& where, Use use);
    std::string row_name(int64_t row) const;
    void refuse_fixed(const std::string& where) const;
    void refuse_shared_rows(const std::string& where) const;
    void refuse_shared_structs(const std::string& where) const;
    /// Returns the instances of the element's class in lists, with their places.
    std::vector<std::pair<PyObject*, int64_t>> instances() const;
    void* elements() { return buffer_in_place_ ? buffer_.data() : static_cast<void*>(packed_.data()); }
    std::size_t bytes() const {
        return static_cast<std::size_t>(shape().count()) *
               static_cast<std::size_t>(array_->element()->size());
    }

    PyObject* object_ = nullptr; ///< borrowed
    const Type* array_ = nullptr;
    bool is_list_ = false;
    int64_t fixed_row_ = -1; ///< the first row that is a tuple or range, if any
    bool written_ = false;
    bool buffer_in_place_ = false;
    bool on_device_ = false;
    HostBuffer buffer_;                 ///< the buffer of an array
    Rows rows_;                         ///< the rows of lists
    GuardedBytes packed_;               ///< the elements in order, where the object does not hold them so
    std::vector<unsigned char> before_; ///< for lists that are written: the elements that were sent
    runtime::Buffer device_;
};

} // namespace cudapy::python
