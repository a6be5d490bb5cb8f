#pragma once
// Where memory is and kernels run.

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

/// Whether there is a GPU that can be used; `reason` says why not.
bool cuda_available(std::string* reason = nullptr);
int cuda_device_count();

/// The GPU that memory of another library's is on; 0 where there is one only, or no saying.
Device device_of_pointer(const void* pointer);

/// What arrays are made on where nothing else is said: what this thread chose last; else what the
/// environment's CUDAPY_TARGET says ("cpu", "cuda", "cuda:1"); else a GPU where there is one, and the CPU
/// where there is none.
Device current_device();
/// Chooses for this thread. Throws Error no_device for a GPU that is not there.
void set_current_device(Device device);

/// Waits for all work of the device. Throws Error kernel or assertion when a kernel failed.
void synchronize(Device device);
inline void synchronize() {
    synchronize(current_device());
}

} // namespace cudapy
