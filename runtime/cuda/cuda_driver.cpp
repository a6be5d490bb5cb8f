#include "runtime/cuda/cuda_driver.h"

#include "runtime/cuda/recursion_stack.h"
#include "runtime/support/fork_mutex.h"
#include "runtime/support/forked.h"
#include "runtime/support/prefault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>

namespace cudapy::runtime::cuda {

namespace {

struct State {
    Driver driver;
    bool usable = false;
    std::string reason;
};

std::atomic<bool> has_begun{false}; ///< initialising the driver has begun, and has not failed
std::atomic<bool> forked{false};

constexpr int max_devices = 64;
std::array<std::atomic<Context>, max_devices> contexts{};
std::mutex context_mutex;

std::string describe(const Driver& driver, Result result) {
    const char* name = nullptr;
    const char* text = nullptr;
    if (driver.get_error_name) driver.get_error_name(result, &name);
    if (driver.get_error_string) driver.get_error_string(result, &text);
    return fmt::format("{} ({}): {}", name ? name : "CUDA error", result, text ? text : "no text for it");
}

const char* advice = "Kernels run without a GPU with target=\"cpu\" (or CUDAPY_TARGET=cpu).";

/// Opens the driver's library. If it cannot, it returns false and says why in the state's `reason`.
bool open_library(State& state) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* error = dlerror();
        state.reason = fmt::format("the CUDA driver's library libcuda.so.1 could not be opened from the "
                                   "loader's folders (LD_LIBRARY_PATH, ld.so.cache, "
                                   "/lib, /usr/lib): {}. It comes with NVIDIA's GPU driver: install that, or "
                                   "start the container with "
                                   "GPUs (docker run --gpus all). {}",
                                   error ? error : "unknown error", advice);
        return false;
    }
    const char* missing = nullptr;
#define CUDAPY_LOAD(name, symbol, parameters)                                                                \
    state.driver.name = reinterpret_cast<decltype(state.driver.name)>(dlsym(library, #symbol));              \
    if (!state.driver.name && !missing) missing = #symbol;
    CUDAPY_DRIVER_FUNCTIONS(CUDAPY_LOAD)
#undef CUDAPY_LOAD
    if (missing) {
        state.reason = fmt::format(
            "the CUDA driver's library libcuda.so.1 has no {}: the driver is too old, install one for "
            "CUDA 12 or later. {}",
            missing, advice);
        return false;
    }
    return true;
}

bool initialize(State& state) {
    Result result = state.driver.init(0);
    if (result == error_no_device) {
        state.reason = fmt::format(
            "there is a CUDA driver, but it sees no GPU: {}. Check nvidia-smi and CUDA_VISIBLE_DEVICES. {}",
            describe(state.driver, result), advice);
        return false;
    }
    if (result == error_stub_library) {
        state.reason = fmt::format(
            "the libcuda.so.1 that was opened is the stub to link with, not a driver: {}. Take its folder "
            "out of LD_LIBRARY_PATH. {}",
            describe(state.driver, result), advice);
        return false;
    }
    if (result != success) {
        state.reason = fmt::format("the CUDA driver could not be initialised: {}. Check nvidia-smi. {}",
                                   describe(state.driver, result), advice);
        return false;
    }
    int count = 0;
    result = state.driver.device_get_count(&count);
    if (result != success || count == 0) {
        state.reason = fmt::format(
            "there is a CUDA driver, but it sees no GPU{}. Check nvidia-smi and CUDA_VISIBLE_DEVICES. {}",
            result == success ? std::string() : ": " + describe(state.driver, result), advice);
        return false;
    }
    return true;
}

// The driver does not survive a fork, not even one while it is being initialised. A fork handler costs
// nothing at a launch; asking for the process's id would.
const int fork_handler = pthread_atfork(nullptr, nullptr, [] {
    if (has_begun) forked.store(true, std::memory_order_relaxed);
});

constinit State* loaded =
    nullptr; ///< guarded by load_mutex; never destroyed, as buffers may outlive static objects
constinit std::atomic<State*> opened{nullptr}; ///< the same, when it is known whether it is usable
std::mutex initialize_mutex;

State& state() {
    if (State* known = opened.load(std::memory_order_acquire)) return *known;
    {
        const std::lock_guard lock(load_mutex);
        if (!loaded) {
            auto* made = new State;
            if (open_library(*made))
                has_begun = true;
            else
                opened.store(made, std::memory_order_release);
            loaded = made;
        }
    }
    // This must not be a lock that forks wait for, because the driver may start programs. A child that is
    // forked meanwhile does not come here.
    const std::lock_guard lock(initialize_mutex);
    if (!opened.load(std::memory_order_acquire)) {
        loaded->usable = initialize(*loaded);
        has_begun = loaded->usable;
        opened.store(loaded, std::memory_order_release);
    }
    return *opened.load(std::memory_order_acquire);
}

const char* fork_reason = "CUDA initialized before forking cannot be used in the process that was forked. "
                          "Start processes with multiprocessing's \"spawn\" or "
                          "\"forkserver\" method, fork before the first use of CUDA, or use target=\"cpu\", "
                          "which works in forked processes.";

const char* hint(Result result) {
    switch (result) {
    case error_invalid_image:
    case error_no_binary_for_gpu:
    case error_unsupported_ptx_version:
        return " The driver may be older than the CUDA toolkit that compiled the kernel: update the driver, "
               "or use an older nvcc "
               "(CUDAPY_NVCC).";
    case error_launch_out_of_resources:
        return " The kernel needs more registers or shared memory than a block of this size can have.";
    case error_system_driver_mismatch:
        return " The driver's library and its kernel module differ in version: reboot after the driver's "
               "update.";
    default:
        return "";
    }
}

/// Returns whether a result of loading code says that this code cannot be loaded, whatever was done before.
bool is_about_code(Result result) {
    switch (result) {
    case error_invalid_image:
    case error_no_binary_for_gpu:
    case error_invalid_ptx:
    case error_no_jit_compiler:
    case error_unsupported_ptx_version:
    case error_jit_compilation_disabled:
    case error_invalid_source:
    case error_symbol_not_found:
    case error_object_not_initialized:
    case error_not_found:
    case error_not_supported:
        return true;
    default:
        return false;
    }
}

/// Returns the message of an Error: what failed, why, and a hint if there is one.
std::string message_of(Result result, const std::string& what, const std::string& reason) {
    return fmt::format("{} failed: {}.{}", what, reason, hint(result));
}

} // namespace

bool forked_after_init() noexcept {
    return forked.load(std::memory_order_relaxed);
}

const Driver* open_driver(std::string* reason) {
    if (forked_after_init()) {
        if (reason) *reason = fork_reason;
        return nullptr;
    }
    State& found = state();
    if (!found.usable) {
        if (reason) *reason = found.reason;
        return nullptr;
    }
    return &found.driver;
}

const Driver& driver() {
    std::string reason;
    if (const Driver* usable = open_driver(&reason)) return *usable;
    throw Error(ErrorKind::no_device, "CUDA is not available: " + reason);
}

Context primary_context(int index) {
    const Driver& used = driver();
    if (index < 0 || index >= max_devices)
        throw Error(ErrorKind::no_device, fmt::format("there is no device cuda:{}", index));
    if (Context context = contexts[index].load(std::memory_order_acquire)) return context;
    std::lock_guard lock(context_mutex);
    if (Context context = contexts[index].load(std::memory_order_acquire)) return context;
    int count = 0;
    check(used.device_get_count(&count), "counting the GPUs");
    if (index >= count)
        throw Error(ErrorKind::no_device, fmt::format("there is no device cuda:{}: the driver sees {} GPU{}",
                                                      index, count, count == 1 ? "" : "s"));
    int device = 0;
    check(used.device_get(&device, index), "opening the GPU");
    Context context = nullptr;
    check(used.device_primary_ctx_retain(&context, device), "making the GPU's context");
    prefault_own_code();
    contexts[index].store(context, std::memory_order_release);
    return context;
}

ErrorKind kind_of(Result result) {
    switch (result) {
    case error_out_of_memory:
        return ErrorKind::out_of_memory;
    case error_no_device:
        return ErrorKind::no_device;
    case error_launch_out_of_resources:
        return ErrorKind::launch;
    case error_ecc_uncorrectable:
    case error_illegal_address:
    case error_launch_timeout:
    case error_assert:
    case error_hardware_stack_error:
    case error_illegal_instruction:
    case error_misaligned_address:
    case error_invalid_address_space:
    case error_invalid_pc:
    case error_launch_failed:
        return ErrorKind::kernel;
    default:
        return ErrorKind::driver;
    }
}

std::string text_of(Result result) {
    return describe(state().driver, result);
}

void fail(Result result, const std::string& what) {
    ErrorKind kind = kind_of(result);
    std::string text = describe(state().driver, result);
    if (kind == ErrorKind::kernel) throw LostContext(what, text);
    throw Error(kind, message_of(result, what, text));
}

void fail_to_load(Result result, const std::string& what) {
    if (!is_about_code(result)) fail(result, what);
    const std::string reason = text_of(result);
    throw UnloadableCode(kind_of(result), message_of(result, what, reason), reason);
}

} // namespace cudapy::runtime::cuda

namespace cudapy::runtime {

bool is_cuda_lost() noexcept {
    return cuda::forked_after_init();
}

namespace {

/// Returns a sentence about the stack that a recursion may have been too deep for; empty if no kernel has a
/// recursion.
std::string stack_text() {
    std::size_t bytes = 0;
    for (int index = 0; index < 64; ++index)
        bytes = std::max(bytes, recursion_stack(index));
    return bytes == 0 ? ""
                      : fmt::format("Functions that call themselves have a stack of {} bytes in each thread: "
                                    "where they need more, CUDAPY_GPU_STACK=BYTES gives it. ",
                                    bytes);
}

std::string lost_message(const std::string& what, const std::string& cause, const std::string& launches) {
    return fmt::format(
        "{} failed, because a kernel launched before it did: {}.{}{}The process can not use "
        "this GPU any more and must be started again. {}compute-sanitizer finds the line of the "
        "kernel.",
        what, cause, launches, launches.find('\n') == std::string::npos ? ' ' : '\n', stack_text());
}

} // namespace

LostContext::LostContext(const std::string& what, const std::string& cause)
    : Error(ErrorKind::kernel, lost_message(what, cause, "")), what_(what), cause_(cause) {}

std::string LostContext::message_with(const std::string& launches) const {
    return lost_message(what_, cause_, launches);
}

} // namespace cudapy::runtime
