#pragma once
// The structures in which files made by `pycu2cu --program` describe their kernels to the runtime. They are
// only for those files.

#include "array.h"
#include "check_facts.h"
#include "cpu_kernel.h"
#include "kernel_facts.h"
#include "launch.h"
#include "launch_step.h"

#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace cudapy {
namespace generated {

/// One parameter of a compiled kernel.
struct Slot {
    enum Kind : unsigned char { scalar, pointer, length, threads, shared, check, failure, launch_part } kind;
    unsigned char index; ///< the index of the argument, the axis, the shared array or the part of the launch
    unsigned char axis;  ///< the axis of a length
};

/// A shared array that is sized at the launch.
struct SharedArray {
    const char* name;
    std::uint32_t size, alignment; ///< of an element
};

/// A kernel, compiled for one target.
struct Traits {
    const char* symbol;
    KernelFacts facts;
    const Slot* slots;
    std::size_t slot_count;
};

struct CudaCode {
    const void* code;
    std::size_t bytes;
    bool is_text;                 ///< CUDA C++ with a zero after it, and not what nvcc made of it
    int capability;               ///< the least compute capability, times ten; 0 where every one does
    const char* needs;            ///< the feature that needs it
    const char* assertion_symbol; ///< empty where nothing is asserted
    bool assertions_trap;         ///< a failed assertion takes the device's memory along
    const char* const* assertions;
    std::size_t assertion_count;
    const CheckFacts* checks = nullptr; ///< null without the checked mode
    std::size_t check_count = 0;
    const char* check_symbol = ""; ///< the variable of a failed check
};

/// The facts that the kernels of one file have in common.
struct KernelFile {
    const char* path;
    bool has_all_lines; ///< no function that its kernels call is in another file
    bool index64;
    const CudaCode* cuda; ///< null: only for the CPU
    const char* const* assertions;
    std::size_t assertion_count;
    const CheckFacts* checks = nullptr; ///< null without the checked mode
    std::size_t check_count = 0;
    std::atomic<void*> loaded{nullptr};
};

/// The alignment that kernels require of an element. Complex numbers are aligned to their size, which C++
/// does not ask for.
template <typename T>
constexpr std::size_t alignment_of = alignof(T);
template <typename T>
constexpr std::size_t alignment_of<std::complex<T>> = sizeof(std::complex<T>);

/// The argument for one parameter of a kernel. It cannot be copied or moved, and it keeps the address of the
/// object that it is made from, which must not be a temporary.
class Argument {
  public:
    template <typename T>
    Argument(const T& value) : data_(&value) {} // NOLINT(google-explicit-constructor)
    template <typename T>
    Argument(const std::complex<T>& value) : data_(aligned_) { // NOLINT(google-explicit-constructor)
        std::memcpy(aligned_, &value, sizeof value);
    }
    template <typename T, int N>
    Argument(const View<T, N>& view) // NOLINT(google-explicit-constructor)
        : data_(view.data()), extents_(view.shape().data()), dimensions_(N),
          alignment_(alignment_of<std::remove_const_t<T>>), device_(view.device()), buffer_(view.buffer()) {}
    template <typename T>
    Argument(const T&& temporary) = delete; // NOLINT(google-explicit-constructor)
    template <typename T>
    Argument(const std::complex<T>&& value)
        : Argument(value) {} // NOLINT(google-explicit-constructor): a copy
    Argument(const Argument&) = delete;
    Argument& operator=(const Argument&) = delete;

    bool is_array() const { return dimensions_ > 0; }
    const void* const& data() const { return data_; } ///< the address of the elements, or of the value
    const std::int64_t* extents() const { return extents_; }
    int dimensions() const { return dimensions_; }
    std::size_t alignment() const { return alignment_; } ///< the alignment that the elements must have
    Device device() const { return device_; }
    const runtime::Buffer* buffer() const { return buffer_; }

  private:
    const void* data_;
    const std::int64_t* extents_ = nullptr;
    int dimensions_ = 0;
    std::size_t alignment_ = 1;
    Device device_ = Device::cpu();
    const runtime::Buffer* buffer_ = nullptr;
    alignas(16) unsigned char aligned_[16] = {};
};

/// Memory for an array of structs, `Unset<Body[32]>`, that sets no element where it is declared, although the
/// struct has defaults. It is used as the array.
template <typename T>
class Unset {
  public:
    operator T&() { return reinterpret_cast<T&>(bytes_); } // NOLINT(google-explicit-constructor)

  private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

struct Kernel;

/// A kernel that the launch of another one launches first, for the same arguments.
struct KernelStep {
    const Kernel& kernel;
    LaunchStep how;
};

struct Kernel {
    KernelFile& file;
    const char* name;
    CpuEntry on_host;
    const char* const* parameters;
    std::size_t parameter_count;
    const SharedArray* shared;
    std::size_t shared_count;
    const ElementBound* bounds;
    std::size_t bound_count;
    Traits cpu, cuda;
    const KernelStep* steps = nullptr;
    std::size_t step_count = 0;
    int strided_axis = -1; ///< the axis along which a thread does the work of several; -1 for none

    void launch(const Launch& launch, const Argument* arguments) const;
};

} // namespace generated
} // namespace cudapy
