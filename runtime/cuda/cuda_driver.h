#pragma once
// The CUDA driver, which is opened at run time. It is declared here by ourselves, so that building needs no
// CUDA headers, and one build serves machines with and without a GPU. tests/runtime checks the declarations
// against cuda.h if there is one.

#include "runtime/support/error.h"

#include <cstddef>
#include <string>

// The driver's own names for the objects that it hands out. Nobody looks into them.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUmemPoolHandle_st;
struct CUmemAccessDesc_st;
struct CUmemPoolProps_st;
struct CUgraph_st;
struct CUgraphExec_st;

namespace cudapy::runtime::cuda {

using Result = int;
using DevicePointer = unsigned long long;
using Context = CUctx_st*;
using ModuleHandle = CUmod_st*;
using Function = CUfunc_st*;
using Stream = CUstream_st*;
using Event = CUevent_st*;
using MemoryPool = CUmemPoolHandle_st*;
using Graph = CUgraph_st*;
using GraphExec = CUgraphExec_st*;

enum : Result {
    success = 0,
    error_invalid_value = 1,
    error_out_of_memory = 2,
    error_not_initialized = 3,
    error_deinitialized = 4,
    error_stub_library = 34,
    error_no_device = 100,
    error_invalid_image = 200,
    error_no_binary_for_gpu = 209,
    error_ecc_uncorrectable = 214,
    error_invalid_ptx = 218,
    error_no_jit_compiler = 221,
    error_unsupported_ptx_version = 222,
    error_jit_compilation_disabled = 223,
    error_invalid_source = 300,
    error_symbol_not_found = 302,
    error_object_not_initialized = 303,
    error_invalid_handle = 400,
    error_not_found = 500,
    error_not_ready = 600,
    error_illegal_address = 700,
    error_launch_out_of_resources = 701,
    error_launch_timeout = 702,
    error_context_is_destroyed = 709,
    error_assert = 710,
    error_hardware_stack_error = 714,
    error_illegal_instruction = 715,
    error_misaligned_address = 716,
    error_invalid_address_space = 717,
    error_invalid_pc = 718,
    error_launch_failed = 719,
    cooperative_launch_too_large = 720,
    error_not_supported = 801,
    error_system_driver_mismatch = 803,
    error_unknown = 999,
};

enum DeviceAttribute : int {
    max_block_threads = 1,
    max_block_x = 2,
    max_block_y = 3,
    max_block_z = 4,
    max_grid_x = 5,
    max_grid_y = 6,
    max_grid_z = 7,
    shared_bytes_per_block = 8,
    constant_bytes = 9,
    warp_size = 10,
    registers_per_block = 12,
    clock_khz = 13,
    multiprocessor_count = 16,
    memory_clock_khz = 36,
    memory_bus_bits = 37,
    l2_bytes = 38,
    threads_per_multiprocessor = 39,
    compute_capability_major = 75,
    compute_capability_minor = 76,
    shared_bytes_per_multiprocessor = 81,
    registers_per_multiprocessor = 82,
    cooperative_launches = 95,
    most_shared_bytes_per_block = 97,
    blocks_per_multiprocessor = 106,
    reserved_shared_bytes_per_block = 111,
    memory_pools_supported = 115
};
enum FunctionAttribute : int {
    max_threads_per_block = 0,
    static_shared_bytes = 1,
    local_bytes = 3,
    registers = 4,
    most_dynamic_shared_bytes = 8
};
enum Limit : int { stack_bytes = 0, printf_bytes = 1 };
enum PointerAttribute : int { device_ordinal = 9 };
enum StreamFlags : unsigned { stream_non_blocking = 1 };
enum EventFlags : unsigned { event_disable_timing = 2 };
enum HostAllocFlags : unsigned { host_alloc_portable = 1 };
enum HostRegisterFlags : unsigned { host_register_portable = 1, host_register_mapped = 2 };
enum ManagedFlags : unsigned { attach_global = 1, attach_host = 2 };
enum MemoryPoolAttribute : int {
    pool_release_threshold = 4,
    pool_reserved_current = 5,
    pool_used_current = 7
};
enum CaptureMode : int { capture_relaxed = 2 };

/// CUmemPoolProps_st: memory of a device, only for this process.
struct MemoryPoolProperties {
    int allocation_type = 1; ///< pinned, the only one
    int handle_types = 0;
    int location_type = 1; ///< a device
    int location_id = 0;
    void* security_attributes = nullptr;
    std::size_t max_size = 0; ///< as large as the device allows
    unsigned short usage = 0;
    unsigned char reserved[54] = {};
};

/// CUmemAccessDesc_st: the access that a device has to the memory of a pool.
struct MemoryAccess {
    int location_type = 1; ///< a device
    int location_id = 0;
    int flags = 3; ///< read and write
};

// name, symbol in the driver, parameters
#define CUDAPY_DRIVER_FUNCTIONS(F)                                                                           \
    F(init, cuInit, (unsigned flags))                                                                        \
    F(driver_get_version, cuDriverGetVersion, (int* version))                                                \
    F(get_error_name, cuGetErrorName, (Result error, const char** text))                                     \
    F(get_error_string, cuGetErrorString, (Result error, const char** text))                                 \
    F(device_get_count, cuDeviceGetCount, (int* count))                                                      \
    F(device_get, cuDeviceGet, (int* device, int ordinal))                                                   \
    F(device_total_memory, cuDeviceTotalMem_v2, (std::size_t * bytes, int device))                           \
    F(device_get_bus_id, cuDeviceGetPCIBusId, (char* id, int size, int device))                              \
    F(device_get_name, cuDeviceGetName, (char* name, int size, int device))                                  \
    F(device_get_attribute, cuDeviceGetAttribute, (int* value, DeviceAttribute attribute, int device))       \
    F(device_can_access_peer, cuDeviceCanAccessPeer, (int* can, int device, int peer))                       \
    F(device_primary_ctx_retain, cuDevicePrimaryCtxRetain, (Context * context, int device))                  \
    F(ctx_get_current, cuCtxGetCurrent, (Context * context))                                                 \
    F(ctx_set_current, cuCtxSetCurrent, (Context context))                                                   \
    F(ctx_push_current, cuCtxPushCurrent_v2, (Context context))                                              \
    F(ctx_pop_current, cuCtxPopCurrent_v2, (Context * context))                                              \
    F(ctx_get_limit, cuCtxGetLimit, (std::size_t * value, Limit limit))                                      \
    F(ctx_set_limit, cuCtxSetLimit, (Limit limit, std::size_t value))                                        \
    F(ctx_synchronize, cuCtxSynchronize, ())                                                                 \
    F(module_load_data, cuModuleLoadData, (ModuleHandle * module, const void* image))                        \
    F(module_unload, cuModuleUnload, (ModuleHandle module))                                                  \
    F(module_get_function, cuModuleGetFunction,                                                              \
      (Function * function, ModuleHandle module, const char* name))                                          \
    F(module_get_global, cuModuleGetGlobal_v2,                                                               \
      (DevicePointer * address, std::size_t * bytes, ModuleHandle module, const char* name))                 \
    F(func_get_attribute, cuFuncGetAttribute, (int* value, FunctionAttribute attribute, Function function))  \
    F(func_set_attribute, cuFuncSetAttribute, (Function function, FunctionAttribute attribute, int value))   \
    F(launch_kernel, cuLaunchKernel,                                                                         \
      (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters,          \
       void** extra))                                                                                        \
    F(launch_cooperative_kernel, cuLaunchCooperativeKernel,                                                  \
      (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters))         \
    F(occupancy_max_active_blocks, cuOccupancyMaxActiveBlocksPerMultiprocessor,                              \
      (int* blocks, Function function, int block_threads, std::size_t shared_bytes))                         \
    F(mem_get_info, cuMemGetInfo_v2, (std::size_t * free, std::size_t * total))                              \
    F(mem_alloc, cuMemAlloc_v2, (DevicePointer * pointer, std::size_t bytes))                                \
    F(mem_free, cuMemFree_v2, (DevicePointer pointer))                                                       \
    F(memset_d8_async, cuMemsetD8Async,                                                                      \
      (DevicePointer to, unsigned char value, std::size_t bytes, Stream stream))                             \
    F(stream_create_with_priority, cuStreamCreateWithPriority,                                               \
      (Stream * stream, unsigned flags, int priority))                                                       \
    F(stream_destroy, cuStreamDestroy_v2, (Stream stream))                                                   \
    F(stream_query, cuStreamQuery, (Stream stream))                                                          \
    F(stream_synchronize, cuStreamSynchronize, (Stream stream))                                              \
    F(stream_wait_event, cuStreamWaitEvent, (Stream stream, Event event, unsigned flags))                    \
    F(stream_get_priority, cuStreamGetPriority, (Stream stream, int* priority))                              \
    F(stream_begin_capture, cuStreamBeginCapture_v2, (Stream stream, CaptureMode mode))                      \
    F(stream_end_capture, cuStreamEndCapture, (Stream stream, Graph * graph))                                \
    F(graph_instantiate, cuGraphInstantiateWithFlags,                                                        \
      (GraphExec * executable, Graph graph, unsigned long long flags))                                       \
    F(graph_launch, cuGraphLaunch, (GraphExec executable, Stream stream))                                    \
    F(graph_exec_destroy, cuGraphExecDestroy, (GraphExec executable))                                        \
    F(graph_destroy, cuGraphDestroy, (Graph graph))                                                          \
    F(event_create, cuEventCreate, (Event * event, unsigned flags))                                          \
    F(event_destroy, cuEventDestroy_v2, (Event event))                                                       \
    F(event_record, cuEventRecord, (Event event, Stream stream))                                             \
    F(event_query, cuEventQuery, (Event event))                                                              \
    F(event_synchronize, cuEventSynchronize, (Event event))                                                  \
    F(event_elapsed_time, cuEventElapsedTime, (float* milliseconds, Event start, Event end))                 \
    F(mem_pool_create, cuMemPoolCreate, (MemoryPool * pool, const CUmemPoolProps_st* properties))            \
    F(mem_pool_set_attribute, cuMemPoolSetAttribute,                                                         \
      (MemoryPool pool, MemoryPoolAttribute attribute, void* value))                                         \
    F(mem_pool_get_attribute, cuMemPoolGetAttribute,                                                         \
      (MemoryPool pool, MemoryPoolAttribute attribute, void* value))                                         \
    F(mem_pool_set_access, cuMemPoolSetAccess,                                                               \
      (MemoryPool pool, const CUmemAccessDesc_st* accesses, std::size_t count))                              \
    F(mem_pool_trim_to, cuMemPoolTrimTo, (MemoryPool pool, std::size_t bytes))                               \
    F(mem_alloc_from_pool_async, cuMemAllocFromPoolAsync,                                                    \
      (DevicePointer * pointer, std::size_t bytes, MemoryPool pool, Stream stream))                          \
    F(mem_free_async, cuMemFreeAsync, (DevicePointer pointer, Stream stream))                                \
    F(mem_host_alloc, cuMemHostAlloc, (void** pointer, std::size_t bytes, unsigned flags))                   \
    F(mem_free_host, cuMemFreeHost, (void* pointer))                                                         \
    F(mem_host_register, cuMemHostRegister_v2, (void* pointer, std::size_t bytes, unsigned flags))           \
    F(mem_host_unregister, cuMemHostUnregister, (void* pointer))                                             \
    F(mem_host_get_device_pointer, cuMemHostGetDevicePointer_v2,                                             \
      (DevicePointer * address, void* pointer, unsigned flags))                                              \
    F(mem_alloc_managed, cuMemAllocManaged, (DevicePointer * pointer, std::size_t bytes, unsigned flags))    \
    F(memcpy_htod_async, cuMemcpyHtoDAsync_v2,                                                               \
      (DevicePointer to, const void* from, std::size_t bytes, Stream stream))                                \
    F(memcpy_dtoh_async, cuMemcpyDtoHAsync_v2,                                                               \
      (void* to, DevicePointer from, std::size_t bytes, Stream stream))                                      \
    F(memcpy_dtod_async, cuMemcpyDtoDAsync_v2,                                                               \
      (DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream))                              \
    F(memcpy_peer_async, cuMemcpyPeerAsync,                                                                  \
      (DevicePointer to, Context to_context, DevicePointer from, Context from_context, std::size_t bytes,    \
       Stream stream))                                                                                       \
    F(memcpy_htod, cuMemcpyHtoD_v2, (DevicePointer to, const void* from, std::size_t bytes))                 \
    F(memcpy_dtoh, cuMemcpyDtoH_v2, (void* to, DevicePointer from, std::size_t bytes))                       \
    F(memset_d16_async, cuMemsetD16Async,                                                                    \
      (DevicePointer to, unsigned short value, std::size_t count, Stream stream))                            \
    F(memset_d32_async, cuMemsetD32Async,                                                                    \
      (DevicePointer to, unsigned value, std::size_t count, Stream stream))                                  \
    F(pointer_get_attribute, cuPointerGetAttribute,                                                          \
      (void* value, PointerAttribute attribute, DevicePointer pointer))

/// The driver's functions by our names.
struct Driver {
#define CUDAPY_DECLARE(name, symbol, parameters) Result(*name) parameters = nullptr;
    CUDAPY_DRIVER_FUNCTIONS(CUDAPY_DECLARE)
#undef CUDAPY_DECLARE
};

/// Returns the driver, which the first call opens and initialises. Returns null when it cannot be used;
/// `reason` then says why in whole sentences: what was looked for and what to install. It is also null in a
/// child that was forked after the driver was initialised.
const Driver* open_driver(std::string* reason = nullptr) noexcept(false);

/// Returns the driver as open_driver does, but throws Error no_device when it cannot be used.
const Driver& driver();

/// Returns whether this process is a child that was forked after the driver was initialised, and so cannot
/// use it. Costs one load.
bool forked_after_init() noexcept;

/// Returns the primary context of device `index`, which other CUDA libraries of the process share. The first
/// call retains it, and it is never released, because nothing may call the driver while the process exits.
Context primary_context(int index);

/// Returns the kind of Error that stands for a result of the driver.
ErrorKind kind_of(Result result);
/// Returns the driver's name and text for a result.
std::string text_of(Result result);
/// Throws an Error that says `what` failed, with the driver's name and text for `result`, and a hint if there
/// is one.
[[noreturn]] void fail(Result result, const std::string& what);
/// Throws the same Error about loading a module; it is an UnloadableCode if the module's code is to blame.
[[noreturn]] void fail_to_load(Result result, const std::string& what);
inline void check(Result result, const char* what) {
    if (result != success) [[unlikely]]
        fail(result, what);
}

/// Makes a context current on this thread while it lives, and then puts the context of another library back.
class ContextScope {
  public:
    ContextScope(const Driver& driver, Context context) noexcept : driver_(driver) {
        Context current = nullptr;
        status_ = driver.ctx_get_current(&current);
        if (status_ != success || current == context) [[likely]]
            return;
        if (!current) {
            status_ = driver.ctx_set_current(context);
            return;
        }
        status_ = driver.ctx_push_current(context);
        pushed_ = status_ == success;
    }
    ~ContextScope() {
        if (pushed_) [[unlikely]] {
            Context popped;
            driver_.ctx_pop_current(&popped);
        }
    }
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;
    Result status() const { return status_; }

  private:
    const Driver& driver_;
    Result status_;
    bool pushed_ = false;
};

} // namespace cudapy::runtime::cuda
