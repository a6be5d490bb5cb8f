#pragma once
// Arrays on a device, and views of them. Kernels and copies take both.

#include "device.h"
#include "error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace cudapy {

namespace runtime {
class Buffer;
}

/// The extents of an array, the outermost dimension first: rows, then columns.
template <int N>
using Shape = std::array<std::int64_t, static_cast<std::size_t>(N)>;

template <typename T, int N>
class Array;

namespace detail {
/// A type only if there are fewer extents in braces than dimensions. Deleted functions take those, since a
/// Shape would have zeros for the others.
template <std::size_t Extents, int N>
using IfTooFew = std::enable_if_t<(Extents < static_cast<std::size_t>(N))>;
} // namespace detail

/// The elements of an array of N dimensions, row by row, in memory that the view does not own: the memory of
/// an Array, or any other on the device. A view is passed by value, as a pointer is.
template <typename T, int N = 1>
class View {
    static_assert(N >= 1 && N <= 8, "a view has 1 to 8 dimensions");
    static_assert(std::is_trivially_copyable<T>::value, "elements are copied as bytes");

  public:
    View() = default;
    /// Makes a view of memory. The caller keeps the memory until nobody uses the view any more and all work
    /// with it has ended.
    View(T* data, Shape<N> shape, Device device) : data_(data), shape_(shape), device_(device) {}
    /// Refuses a shape with too few extents, `View<T, 2>(data, {3}, device)`.
    template <std::size_t Extents, typename = detail::IfTooFew<Extents, N>>
    View(T* data, const std::int64_t (&too_few_extents)[Extents], Device device) = delete;
    /// Makes a view of one dimension.
    template <int M = N, typename = std::enable_if_t<M == 1>>
    View(T* data, std::int64_t size, Device device) : View(data, Shape<1>{size}, device) {}
    /// Makes a view of constant elements from one whose elements may be changed.
    template <typename U, typename = std::enable_if_t<std::is_same<const U, T>::value>>
    View(const View<U, N>& other) // NOLINT(google-explicit-constructor): as a `const T*` of a `T*`
        : data_(other.data_), shape_(other.shape_), device_(other.device_), buffer_(other.buffer_) {}

    T* data() const { return data_; } ///< on a GPU, an address there
    const Shape<N>& shape() const { return shape_; }
    std::int64_t extent(int axis) const { return shape_.at(static_cast<std::size_t>(axis)); }
    std::int64_t size() const { ///< the number of elements
        std::int64_t count = 1;
        for (const std::int64_t extent : shape_)
            count *= extent;
        return count;
    }
    std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(T); }
    Device device() const { return device_; }

    /// Returns our buffer that has the memory, and that knows the streams that use it; null for other memory.
    const runtime::Buffer* buffer() const { return buffer_; }

  private:
    template <typename, int>
    friend class View;
    template <typename, int>
    friend class Array;

    T* data_ = nullptr;
    Shape<N> shape_{};
    Device device_ = Device::cpu();
    const runtime::Buffer* buffer_ = nullptr;
};

namespace detail {

/// Memory of a device without a type.
class Memory {
  public:
    Memory() = default;
    Memory(Device device, std::size_t bytes, bool zeroed, bool pinned);
    void* data() const;
    const runtime::Buffer* buffer() const { return buffer_.get(); }

  private:
    std::shared_ptr<runtime::Buffer> buffer_;
};

/// A view without a type.
struct Bytes {
    void* data;
    std::size_t bytes;
    Device device;
    const runtime::Buffer* buffer;
};
enum class Until { done, started };
void copy(const Bytes& from, const Bytes& to, Until until);

/// Returns the number of bytes. Throws Error invalid_argument for a negative extent, and for more bytes than
/// there can be.
std::size_t bytes_of(const std::int64_t* shape, int dimensions, std::size_t item);

template <typename T, int N>
Bytes bytes_of(const View<T, N>& view) {
    return {const_cast<std::remove_const_t<T>*>(view.data()), view.bytes(), view.device(), view.buffer()};
}

[[noreturn]] void fail_shapes(const std::int64_t* from, const std::int64_t* to, int dimensions);

template <typename T, int N>
View<T, N> view_of(const View<T, N>& view) {
    return view;
}
template <typename T, int N>
View<const T, N> view_of(const Array<T, N>& array) {
    return array.view();
}
template <typename T, int N>
View<T, N> view_of(Array<T, N>& array) {
    return array.view();
}

template <typename T, typename U, int N, int M>
void copy_views(const View<T, N>& from, const View<U, M>& to, Until until) {
    static_assert(
        std::is_same<std::remove_const_t<T>, U>::value && N == M,
        "both sides of a copy have one type of elements and one number of dimensions, and the target's "
        "are not const");
    if (from.shape() != to.shape()) fail_shapes(from.shape().data(), to.shape().data(), N);
    copy(bytes_of(from), bytes_of(to), until);
}

} // namespace detail

/// Copies all elements between arrays or views, on whatever devices they are, in the order of the current
/// stream's work. It returns when the copy is done. Throws Error invalid_argument if their shapes differ.
template <typename From, typename To>
void copy(const From& from, To&& to) {
    detail::copy_views(detail::view_of(from), detail::view_of(to), detail::Until::done);
}
/// Copies like `copy`, but returns at once if the host's side is Array::pinned. The program must not touch
/// that side until the stream has done the copy.
template <typename From, typename To>
void start_copy(const From& from, To&& to) {
    detail::copy_views(detail::view_of(from), detail::view_of(to), detail::Until::started);
}

/// An array of N dimensions on a device, which owns its memory. It can be moved; only `copy()` copies it. The
/// elements of a const array can only be read.
template <typename T, int N = 1>
class Array {
    static_assert(!std::is_const<T>::value, "an array owns what it holds");

  public:
    Array() = default;
    /// Makes an array of zeros.
    explicit Array(Shape<N> shape, Device device = current_device()) : Array(shape, device, true, false) {}
    /// Refuses a shape with too few extents, `Array<T, 2>({3})`.
    template <std::size_t Extents, typename = detail::IfTooFew<Extents, N>>
    explicit Array(const std::int64_t (&too_few_extents)[Extents], Device device = current_device()) = delete;
    template <std::size_t Extents, typename = detail::IfTooFew<Extents, N>>
    Array(const std::int64_t (&too_few_extents)[Extents], const std::vector<T>& values,
          Device device = current_device()) = delete;
    template <int M = N, typename = std::enable_if_t<M == 1>>
    explicit Array(std::int64_t size, Device device = current_device()) : Array(Shape<1>{size}, device) {}
    /// Makes an array with these elements, as a std::vector does: `({5})` and `{5}` are one 5, `(5)` is five
    /// zeros.
    template <int M = N, typename = std::enable_if_t<M == 1>>
    explicit Array(std::initializer_list<T> values, Device device = current_device())
        : Array(Shape<1>{static_cast<std::int64_t>(values.size())}, device, false, false) {
        copy_from(values);
    }
    /// Makes an array with a copy of the host's elements.
    template <int M = N, typename = std::enable_if_t<M == 1>>
    explicit Array(const std::vector<T>& values, Device device = current_device())
        : Array(Shape<1>{static_cast<std::int64_t>(values.size())}, device, false, false) {
        copy_from(values);
    }
    Array(Shape<N> shape, const std::vector<T>& values, Device device = current_device())
        : Array(shape, device, false, false) {
        copy_from(values);
    }
    /// Makes an array of zeros in page-locked memory of the host, for start_copy. GPUs copy to and from it by
    /// themselves while the host goes on.
    static Array pinned(Shape<N> shape) { return Array(shape, Device::cpu(), true, true); }
    template <std::size_t Extents, typename = detail::IfTooFew<Extents, N>>
    static Array pinned(const std::int64_t (&too_few_extents)[Extents]) = delete;

    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    Array(Array&& other) noexcept
        : memory_(std::move(other.memory_)), view_(std::exchange(other.view_, View<T, N>())) {}
    Array& operator=(Array&& other) noexcept {
        memory_ = std::move(other.memory_);
        view_ = std::exchange(other.view_, View<T, N>());
        return *this;
    }

    T* data() { return view_.data(); } ///< on a GPU, an address there
    const T* data() const { return view_.data(); }
    const Shape<N>& shape() const { return view_.shape(); }
    std::int64_t extent(int axis) const { return view_.extent(axis); }
    std::int64_t size() const { return view_.size(); }
    std::size_t bytes() const { return view_.bytes(); }
    Device device() const { return view_.device(); }

    View<T, N> view() { return view_; }
    View<const T, N> view() const { return view_; }
    operator View<T, N>() { return view_; }             // NOLINT(google-explicit-constructor)
    operator View<const T, N>() const { return view_; } // NOLINT(google-explicit-constructor)

    /// Copies from or to the host's elements, row by row, in the order of the current stream's work. Throws
    /// Error invalid_argument if `values` has another number of elements than the array.
    void copy_from(const std::vector<T>& values) { copy_from(values.data(), values.size()); }
    void copy_from(std::initializer_list<T> values) { copy_from(values.begin(), values.size()); }
    void copy_from(const T* values) { cudapy::copy(View<const T, N>(values, shape(), Device::cpu()), view_); }
    void copy_to(T* values) const { cudapy::copy(view_, View<T, N>(values, shape(), Device::cpu())); }
    std::vector<T> to_vector() const {
        static_assert(!std::is_same<T, bool>::value,
                      "a std::vector<bool> has no elements of type bool: copy_to");
        std::vector<T> values(static_cast<std::size_t>(size()));
        copy_to(values.data());
        return values;
    }
    /// Returns another array with the same elements.
    Array copy() const { return copy(device()); }
    Array copy(Device device) const {
        Array result(shape(), device, false, false);
        cudapy::copy(view_, result.view_);
        return result;
    }

  private:
    void copy_from(const T* values, std::size_t count) {
        const Shape<1> source{static_cast<std::int64_t>(count)}, target{size()};
        if (source != target) detail::fail_shapes(source.data(), target.data(), 1);
        copy_from(values);
    }

    Array(Shape<N> shape, Device device, bool zeroed, bool pinned)
        : memory_(device, detail::bytes_of(shape.data(), N, sizeof(T)), zeroed, pinned),
          view_(static_cast<T*>(memory_.data()), shape, device) {
        view_.buffer_ = memory_.buffer();
    }

    detail::Memory memory_;
    View<T, N> view_;
};

} // namespace cudapy
