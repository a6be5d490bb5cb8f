// The CUDA side against a driver that a test makes, so that it runs where there is no GPU: what is asked of
// the driver, and what its answers become. Each case runs in a child, because a process opens one driver.

#include "runtime/build/toolchain.h"
#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/device_info.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/module.h"
#include "runtime/memory/memory.h"
#include "runtime/queue/synchronize.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"
#include "tests/runtime/without_machine.h"

#include <doctest/doctest.h>

#include <dlfcn.h>

#if __has_include(<cuda.h>)
#include <cuda.h>
#include <type_traits>
#endif

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

#if __has_include(<cuda.h>)
namespace {

// Our declarations are the header's, up to the names of pointers' targets and enums being ints.
template <typename Type>
struct Plain {
    using type = std::conditional_t<std::is_enum_v<Type>, int, Type>;
};
template <typename Target>
struct Plain<Target*> {
    using type = typename Plain<Target>::type*;
};
template <typename Result, typename... Parameters>
struct Plain<Result(Parameters...)> {
    using type = typename Plain<Result>::type(typename Plain<Parameters>::type...);
};
#define CUDAPY_CHECK_DECLARATION(name, symbol, parameters)                                                   \
    static_assert(std::is_same_v<typename Plain<std::remove_pointer_t<decltype(cuda::Driver::name)>>::type,  \
                                 typename Plain<decltype(::symbol)>::type>);
CUDAPY_DRIVER_FUNCTIONS(CUDAPY_CHECK_DECLARATION)
static_assert(int(cuda::error_out_of_memory) == int(CUDA_ERROR_OUT_OF_MEMORY));
static_assert(int(cuda::error_deinitialized) == int(CUDA_ERROR_DEINITIALIZED));
static_assert(int(cuda::error_stub_library) == int(CUDA_ERROR_STUB_LIBRARY));
static_assert(int(cuda::error_no_device) == int(CUDA_ERROR_NO_DEVICE));
static_assert(int(cuda::error_invalid_image) == int(CUDA_ERROR_INVALID_IMAGE));
static_assert(int(cuda::error_no_binary_for_gpu) == int(CUDA_ERROR_NO_BINARY_FOR_GPU));
static_assert(int(cuda::error_ecc_uncorrectable) == int(CUDA_ERROR_ECC_UNCORRECTABLE));
static_assert(int(cuda::error_not_found) == int(CUDA_ERROR_NOT_FOUND));
static_assert(int(cuda::error_invalid_ptx) == int(CUDA_ERROR_INVALID_PTX));
static_assert(int(cuda::error_no_jit_compiler) == int(CUDA_ERROR_JIT_COMPILER_NOT_FOUND));
static_assert(int(cuda::error_unsupported_ptx_version) == int(CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
static_assert(int(cuda::error_jit_compilation_disabled) == int(CUDA_ERROR_JIT_COMPILATION_DISABLED));
static_assert(int(cuda::error_invalid_source) == int(CUDA_ERROR_INVALID_SOURCE));
static_assert(int(cuda::error_symbol_not_found) == int(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND));
static_assert(int(cuda::error_object_not_initialized) == int(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED));
static_assert(int(cuda::error_not_supported) == int(CUDA_ERROR_NOT_SUPPORTED));
static_assert(int(cuda::error_illegal_address) == int(CUDA_ERROR_ILLEGAL_ADDRESS));
static_assert(int(cuda::error_assert) == int(CUDA_ERROR_ASSERT));
static_assert(int(cuda::error_launch_out_of_resources) == int(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES));
static_assert(int(cuda::error_launch_timeout) == int(CUDA_ERROR_LAUNCH_TIMEOUT));
static_assert(int(cuda::error_launch_failed) == int(CUDA_ERROR_LAUNCH_FAILED));
static_assert(int(cuda::error_context_is_destroyed) == int(CUDA_ERROR_CONTEXT_IS_DESTROYED));
static_assert(int(cuda::error_unknown) == int(CUDA_ERROR_UNKNOWN));
static_assert(int(cuda::error_hardware_stack_error) == int(CUDA_ERROR_HARDWARE_STACK_ERROR));
static_assert(int(cuda::error_illegal_instruction) == int(CUDA_ERROR_ILLEGAL_INSTRUCTION));
static_assert(int(cuda::error_invalid_pc) == int(CUDA_ERROR_INVALID_PC));
static_assert(int(cuda::error_misaligned_address) == int(CUDA_ERROR_MISALIGNED_ADDRESS));
static_assert(int(cuda::error_invalid_address_space) == int(CUDA_ERROR_INVALID_ADDRESS_SPACE));
static_assert(int(cuda::error_system_driver_mismatch) == int(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH));
static_assert(int(cuda::compute_capability_major) == int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(int(cuda::compute_capability_minor) == int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(int(cuda::error_invalid_handle) == int(CUDA_ERROR_INVALID_HANDLE));
static_assert(int(cuda::error_not_ready) == int(CUDA_ERROR_NOT_READY));
static_assert(int(cuda::memory_pools_supported) == int(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED));
static_assert(int(cuda::stream_non_blocking) == int(CU_STREAM_NON_BLOCKING));
static_assert(int(cuda::event_disable_timing) == int(CU_EVENT_DISABLE_TIMING));
static_assert(int(cuda::host_alloc_portable) == int(CU_MEMHOSTALLOC_PORTABLE));
static_assert(int(cuda::pool_release_threshold) == int(CU_MEMPOOL_ATTR_RELEASE_THRESHOLD));
static_assert(int(cuda::pool_reserved_current) == int(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
static_assert(int(cuda::pool_used_current) == int(CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
static_assert(int(cuda::capture_relaxed) == int(CU_STREAM_CAPTURE_MODE_RELAXED));
static_assert(sizeof(cuda::MemoryPoolProperties) == sizeof(CUmemPoolProps));
static_assert(offsetof(cuda::MemoryPoolProperties, allocation_type) == offsetof(CUmemPoolProps, allocType));
static_assert(offsetof(cuda::MemoryPoolProperties, handle_types) == offsetof(CUmemPoolProps, handleTypes));
static_assert(offsetof(cuda::MemoryPoolProperties, location_type) ==
              offsetof(CUmemPoolProps, location) + offsetof(CUmemLocation, type));
static_assert(offsetof(cuda::MemoryPoolProperties, location_id) ==
              offsetof(CUmemPoolProps, location) + offsetof(CUmemLocation, id));
static_assert(offsetof(cuda::MemoryPoolProperties, max_size) == offsetof(CUmemPoolProps, maxSize));
static_assert(int(CU_MEM_ALLOCATION_TYPE_PINNED) == 1 && int(CU_MEM_LOCATION_TYPE_DEVICE) == 1);
static_assert(int(cuda::max_threads_per_block) == int(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(int(cuda::static_shared_bytes) == int(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(int(cuda::most_dynamic_shared_bytes) == int(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
static_assert(int(cuda::most_shared_bytes_per_block) ==
              int(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(int(cuda::shared_bytes_per_block) == int(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
static_assert(int(cuda::device_ordinal) == int(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL));

} // namespace
#endif

namespace {

std::string fake_log() {
    return fake<const char*()>("fake_log")();
}
void fake_fail(int result) {
    fake<void(int)>("fake_fail")(result);
}

const char* advice = "Kernels run without a GPU with target=\"cpu\" (or CUDAPY_TARGET=cpu).";

} // namespace

TEST_CASE("no driver") {
    CHECK(
        in_child([] { return error_of([] { current_cuda_device(); }); }) ==
        "no_device: CUDA is not available: the CUDA driver's library libcuda.so.1 could not be opened from "
        "the "
        "loader's folders (LD_LIBRARY_PATH, ld.so.cache, /lib, /usr/lib): " +
            no_driver().string() +
            ": file too short. It comes with NVIDIA's GPU driver: install that, or start the container with "
            "GPUs (docker run --gpus all). " +
            advice);
}

TEST_CASE("a driver that sees no GPU") {
    Variable init("FAKE_INIT", "100");
    CHECK(with_fake_driver([] { return error_of([] { current_cuda_device(); }); }) ==
          std::string("no_device: CUDA is not available: there is a CUDA driver, but it sees no GPU: "
                      "CUDA_ERROR_NO_DEVICE (100): the "
                      "driver's text. Check nvidia-smi and CUDA_VISIBLE_DEVICES. ") +
              advice);
    Variable fails("FAKE_INIT", "999"), count("FAKE_COUNT", "0");
    CHECK(with_fake_driver([] { return error_of([] { current_cuda_device(); }); }) ==
          std::string("no_device: CUDA is not available: the CUDA driver could not be initialised: "
                      "CUDA_ERROR_FAKE (999): the driver's "
                      "text. Check nvidia-smi. ") +
              advice);
    Variable works("FAKE_INIT", std::nullopt);
    CHECK(with_fake_driver([] { return std::to_string(cuda_available()); }) == "0");
}

TEST_CASE("devices") {
    CHECK(with_fake_driver([] {
              Device device = current_cuda_device();
              return device.name() + " " + architecture(device) + " " + device_name(device) + " " +
                     std::to_string(cuda_device_count());
          }) == "cuda:0 sm_90 Fake GPU 1");
    CHECK(with_fake_driver([] {
              require_capability(current_cuda_device(), 90, "`swap`: atomicExch");
              return error_of([] { require_capability(current_cuda_device(), 100, "`swap`: atomicExch"); });
          }) == "no_device: `swap`: atomicExch needs a GPU of compute capability 10.0 or later; cuda:0 (Fake "
                "GPU) has 9.0");
    CHECK(with_fake_driver([] {
              return error_of([] { Buffer buffer({Device::Kind::cuda, 3}, 10, false); });
          }) == "no_device: there is no device cuda:3: the driver sees 1 GPU");
}

TEST_CASE("a driver is asked once what a device is") {
    Variable two("FAKE_COUNT", "2");
    CHECK(with_fake_driver([] {
              const auto asked = fake<int()>("fake_clock_questions");
              std::string said;
              for (int index : {0, 1, 0, 1}) {
                  require_cuda_device(index);
                  said += std::to_string(asked()) + " ";
                  device_info({Device::Kind::cuda, index});
                  said += std::to_string(asked()) + ", ";
              }
              return said + error_of([] {
                         device_info({Device::Kind::cuda, 2});
                     }) +
                     "; " + error_of([] { device_info({}); });
          }) == "0 2, 2 4, 4 4, 4 4, no_device: there is no device cuda:2: the driver sees 2 GPUs; "
                "invalid_argument: the host is not a CUDA device");
}

TEST_CASE("memory on a device") {
    CHECK(with_fake_driver([]() -> std::string {
              Device device = current_cuda_device();
              Buffer one(device, 8, true), two(device, 8, false);
              copy_to_buffer(one, 4, "abcd", 4);
              copy_buffer(two, 0, one, 0, 8);
              char back[9] = {};
              copy_from_buffer(back, two, 3, 5);
              return std::string(1, back[0] == 0 ? '0' : '?') + (back + 1);
          }) == "0abcd");
    CHECK(with_fake_driver([] {
              Buffer small(current_cuda_device(), 1000, false);
              return error_of([] { Buffer huge(current_cuda_device(), 2000000, false); });
          }) == "out_of_memory: no memory on cuda:0 for 2000000 bytes: arrays use 1000 bytes, and 1999000 of "
                "2000000 bytes are free");
    // A driver that has shut down is no error when memory is freed.
    CHECK(with_fake_driver([]() -> std::string {
              Buffer buffer(current_cuda_device(), 8, false);
              fake_fail(4);
              buffer.free();
              return "freed";
          }) == "freed");
}

namespace {

std::string launch(Extent threads, unsigned axes, bool index64 = false, const char* symbol = "kernel",
                   bool cooperative = false) {
    return with_fake_driver([=]() -> std::string {
        return error_of([&] {
            TemporaryFolder folder;
            write_file(folder / "k.cubin", "content");
            KernelTraits traits{{axes}, "saxpy", symbol, index64};
            traits.uses_blocks = traits.whole_blocks = traits.cooperative = cooperative;
            Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"), std::move(traits));
            int value = 42;
            void* slots[] = {&value};
            kernel.launch(threads, slots);
            throw Error(ErrorKind::driver, fake_log());
        });
    });
}

} // namespace

TEST_CASE("launches on a device") {
    CHECK(launch({1000, 1, 1}, 1) == "driver: grid 4 1 1 block 256 1 1 shared 0 stream (nil) first 42");
    CHECK(launch({1000, 100, 1}, 3) == "driver: grid 32 13 1 block 32 8 1 shared 0 stream (nil) first 42");
    CHECK(launch({2147483647, 1, 1}, 1) ==
          "driver: grid 8388608 1 1 block 256 1 1 shared 0 stream (nil) first 42");
    CHECK(launch({0, 1, 1}, 1) == "driver: load content");
    CHECK(launch({10, 65536, 1}, 1) ==
          "launch: saxpy: a launch of 10 x 65536 threads is too large on axis y: the most there is 65535");
    CHECK(
        launch({1, 70000000, 1}, 3) ==
        "launch: saxpy: a launch of 1 x 70000000 threads is too large on axis y: the most there is 67107840");
    CHECK(launch({int64_t{1} << 40, 1, 1}, 1, true) == "launch: saxpy: a launch of 1099511627776 threads is "
                                                       "too large on axis x: the most there is 549755813632");
    CHECK(launch({1, 1, 1}, 1, false, "missing") ==
          "driver: looking for the kernel missing failed: CUDA_ERROR_FAKE (500): the driver's text.");
}

TEST_CASE("shared memory beyond what a GPU gives unasked") {
    CHECK(
        with_fake_driver([]() -> std::string {
            TemporaryFolder folder;
            write_file(folder / "k.cubin", "content");
            Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"), {{}, "saxpy", "kernel"});
            int value = 42;
            void* slots[] = {&value};
            const auto raises = [] { return std::to_string(fake<int()>("fake_shared_raises")()) + "\n"; };
            const int before = fake<int()>("fake_calls")();
            // The fake driver's kernels have 512 bytes of constant size.
            std::string said = kernel.allow_shared(49152 - 512) ? "allowed " : "refused ";
            said += std::to_string(fake<int()>("fake_calls")() - before) + " calls, raised ";
            said += raises();
            kernel.launch({1, 1, 1}, slots, nullptr, 49152 - 512);
            said += error_of([&] { kernel.launch({1, 1, 1}, slots, nullptr, 49153 - 512); }) + "\n";
            for (const int64_t bytes : {49153 - 512, 232448 - 512, 100000, 232449 - 512}) {
                said += kernel.allow_shared(bytes) ? "allowed, raised " : "refused, raised ";
                said += raises();
            }
            kernel.launch({1, 1, 1}, slots, nullptr, 232448 - 512);
            return said + fake_log() + "\n" + kernel.shared_limit();
        }) ==
        "allowed 0 calls, raised 0\n"
        "driver: saxpy: a launch of 1 threads failed: CUDA_ERROR_FAKE (1): the driver's text.\n"
        "allowed, raised 1\nallowed, raised 1\nallowed, raised 1\nrefused, raised 1\n"
        "grid 1 1 1 block 32 1 1 shared 231936 stream (nil) first 42\n"
        "the most that cuda:0 gives a block of the kernel is 231936, besides its 512 bytes of constant size");
}

TEST_CASE("launches of blocks that wait for each other") {
    CHECK(launch({1000, 1, 1}, 1, false, "kernel", true) ==
          "driver: together 4 1 1 block 256 1 1 shared 0 stream (nil) first 42");
    CHECK(launch({132 * 4 * 256 + 1, 1, 1}, 1, false, "kernel", true) ==
          "launch: saxpy: a launch of 135169 threads is too large for grid_sync(): its 529 blocks of 256 "
          "threads "
          "must all run at the same time, and cuda:0 runs 528 of them, 135168 threads in all");
}

TEST_CASE("an assertion that failed is told once, at the next wait") {
    CHECK(with_fake_driver([]() -> std::string {
              TemporaryFolder folder;
              write_file(folder / "k.cubin", "content");
              auto module = load_cubin(current_cuda_device(), folder / "k.cubin");
              auto slot = std::make_shared<FailedAssertion>();
              slot->module = module;
              slot->address = module->find_variable("failed_assertion");
              slot->messages = {"the first", "the second"};
              KernelTraits traits{{}, "saxpy", "kernel"};
              traits.assertions = slot;
              Kernel kernel(module, std::move(traits));
              int value = 42;
              void* slots[] = {&value};
              int& number = *fake<int*()>("fake_variable")();
              const auto wait = [&] { return error_of([&] { synchronize(current_cuda_device()); }) + "\n"; };
              number = 2;
              std::string said = wait(); // nothing was launched since
              kernel.launch({10, 1, 1}, slots);
              said += wait();
              said += wait();
              kernel.launch({10, 1, 1}, slots);
              kernel.launch({10, 1, 1}, slots);
              said += wait();
              number = 1;
              kernel.launch({10, 1, 1}, slots);
              char byte = 0;
              Buffer buffer(current_cuda_device(), 1, true);
              said += error_of([&] { copy_from_buffer(&byte, buffer, 0, 1); }) + "\n";
              return said + error_of([&] { module->find_variable("missing"); });
          }) == "no error\nassertion: the second\nno error\nno error\nassertion: the first\n"
                "driver: looking for the variable missing failed: CUDA_ERROR_FAKE (500): the driver's text.");
}

TEST_CASE("a kernel that failed") {
    CHECK(with_fake_driver([]() -> std::string {
              Device device = current_cuda_device();
              synchronize(device);
              fake_fail(700);
              return error_of([&] { synchronize(device); });
          }) == "kernel: waiting for the GPU failed, because a kernel launched before it did: "
                "CUDA_ERROR_ILLEGAL_ADDRESS (700): the "
                "driver's text. The process can not use this GPU any more and must be started again. "
                "compute-sanitizer finds the line "
                "of the kernel.");
}

TEST_CASE("another library's context is put back") {
    CHECK(with_fake_driver([]() -> std::string {
              int other;
              fake<void(void*)>("fake_set_current")(&other);
              Buffer buffer(current_cuda_device(), 8, true);
              return fake<void*()>("fake_current")() == &other ? "put back" : "lost";
          }) == "put back");
}

TEST_CASE("CUDA after a fork") {
    CHECK(with_fake_driver([] {
              Buffer buffer(current_cuda_device(), 8, true);
              return in_child([&] {
                  std::string error = error_of([&] { copy_to_buffer(buffer, 0, "x", 1); });
                  buffer.free();
                  return error;
              });
          }) ==
          "no_device: CUDA is not available: CUDA initialized before forking cannot be used in the process "
          "that was forked. Start processes with "
          "multiprocessing's \"spawn\" or \"forkserver\" method, fork before the first use of CUDA, or "
          "use target=\"cpu\", which "
          "works in forked processes.");
}
