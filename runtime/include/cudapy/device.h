#pragma once
// Devices, which have memory and run kernels.

#include <string>

namespace cudapy {

/// A GPU, or the host's CPU.
class Device {
  public:
    static Device cpu() { return Device(-1); }
    static Device cuda(int index = 0) { return Device(index); }

    bool is_cuda() const { return index_ >= 0; }
    int index() const { return is_cuda() ? index_ : 0; }
    std::string name() const; ///< "cpu", "cuda:0"

    friend bool operator==(Device a, Device b) { return a.index_ == b.index_; }
    friend bool operator!=(Device a, Device b) { return a.index_ != b.index_; }

  private:
    explicit Device(int index) : index_(index) {}
    int index_;
};

/// Returns whether there is a GPU that can be used. If there is none, `reason` says why.
bool cuda_available(std::string* reason = nullptr);
int cuda_device_count();

/// Returns the GPU that has the memory of another library. It is GPU 0 if there is only one, or if nobody can
/// tell.
Device device_of_pointer(const void* pointer);

/// Returns the device on which arrays are made if no other is named. It is the one that this thread chose
/// last, or else the one that the environment's CUDAPY_TARGET names ("cpu", "cuda", "cuda:1"), or else a GPU
/// if there is one, and the CPU if there is none.
Device current_device();
/// Chooses the current device of this thread. Throws Error no_device for a GPU that is not there.
void set_current_device(Device device);

/// Waits for all work of the device. Throws Error kernel or assertion when a kernel failed.
void synchronize(Device device);
inline void synchronize() {
    synchronize(current_device());
}

} // namespace cudapy
