#include "runtime/cuda/pointer_device.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device.h"

namespace cudapy::runtime {

int device_of_pointer(const void* pointer) {
    const cuda::Driver* driver = cuda::open_driver();
    if (!driver || !pointer || cuda_device_count() == 1) return 0;
    int index = 0;
    const cuda::Result result = driver->pointer_get_attribute(&index, cuda::device_ordinal,
                                                              reinterpret_cast<cuda::DevicePointer>(pointer));
    return result == cuda::success ? index : 0;
}

} // namespace cudapy::runtime
