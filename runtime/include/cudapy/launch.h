#pragma once
// The way in which a kernel is launched: with how many threads, and where.

#include "device.h"
#include "stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

namespace cudapy {

/// The first argument of a kernel's function. It can be a number of threads, `saxpy(n, …)`, numbers on two or
/// three axes, `blur({width, height}, …)`, or a Launch that says more,
/// `saxpy(Launch(n).on(stream).block(128), …)`.
class Launch {
  public:
    Launch(std::int64_t x) : Launch(x, 1, 1) {} // NOLINT(google-explicit-constructor): `saxpy(n, …)`
    Launch(std::int64_t x, std::int64_t y, std::int64_t z = 1) : threads_{x, y, z} {}

    /// Launches on this stream instead of the thread's current one.
    Launch& on(const Stream& stream) {
        stream_ = stream.stream_;
        return *this;
    }
    /// Launches in blocks of this shape. Without it the runtime chooses one.
    Launch& block(std::int64_t x, std::int64_t y = 1, std::int64_t z = 1) {
        block_ = {x, y, z};
        return *this;
    }
    /// Gives the number of elements of each array that the kernel declares by `shared(type)`, in their order.
    /// A ModuleKernel takes one number, the bytes of its `extern __shared__` memory. More than the device
    /// gives a block (227 KB on the CPU) is an Error launch.
    Launch& shared(std::initializer_list<std::int64_t> counts) { return set_shared(counts); }
    Launch& shared(const std::vector<std::int64_t>& counts) { return set_shared(counts); }
    /// Launches on this device. A kernel without arrays needs it to run on another device than
    /// current_device().
    Launch& on(Device device) {
        device_ = device;
        has_device_ = true;
        return *this;
    }

    const std::array<std::int64_t, 3>& threads() const { return threads_; }
    const std::array<std::int64_t, 3>& block_shape() const {
        return block_;
    } ///< zeros where it is to be chosen
    const std::array<std::int64_t, 8>& shared_counts() const { return shared_; }
    std::size_t shared_count() const { return shared_count_; }
    const std::shared_ptr<runtime::Stream>& stream() const { return stream_; } ///< null: the current one
    const Device* device() const { return has_device_ ? &device_ : nullptr; }

  private:
    template <typename Counts>
    Launch& set_shared(const Counts& counts) {
        shared_count_ = counts.size();
        std::size_t i = 0;
        for (const std::int64_t count : counts)
            if (i < shared_.size()) shared_[i++] = count;
        return *this;
    }

    std::array<std::int64_t, 3> threads_;
    std::array<std::int64_t, 3> block_{};
    std::array<std::int64_t, 8> shared_{};
    std::size_t shared_count_ = 0;
    std::shared_ptr<runtime::Stream> stream_;
    Device device_ = Device::cpu();
    bool has_device_ = false;
};

} // namespace cudapy
