#include "runtime/cpu/kernel_guard.h"

#include "runtime/cpu/watcher.h"
#include "runtime/support/fork_mutex.h"
#include "runtime/support/interruption.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace cudapy::runtime {

namespace {

struct Fault {
    int signal;
    const char* text;
};
constexpr std::array<Fault, 5> faults = {{{SIGSEGV, "SIGSEGV, an access to memory that is not its own"},
                                          {SIGBUS, "SIGBUS, an access to memory that is not there"},
                                          {SIGFPE, "SIGFPE, an arithmetic error"},
                                          {SIGILL, "SIGILL, an instruction that the CPU does not have"},
                                          {SIGABRT, "SIGABRT, because something ended it"}}};
/// The signal that reminds a thread. It is ignored in a program that does not handle it, and few programs use
/// it.
constexpr int reminder = SIGURG;

// A signal's handler must not allocate anything, not even the thread's own variables.
#define CUDAPY_IN_HANDLERS __attribute__((tls_model("initial-exec")))
CUDAPY_IN_HANDLERS thread_local detail::Run* running = nullptr;
CUDAPY_IN_HANDLERS thread_local bool is_ready = false;

std::array<struct sigaction, faults.size()> before;
struct sigaction before_reminder;
std::atomic<bool> is_taken{false}, is_installed{false};
pthread_key_t stack_key;

constexpr std::size_t stack_bytes = 64 * 1024;

struct Registers {
    std::uintptr_t code, stack;
};

Registers registers_of(const void* context) {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return {static_cast<std::uintptr_t>(machine.gregs[REG_RIP]),
            static_cast<std::uintptr_t>(machine.gregs[REG_RSP])};
#elif defined(__aarch64__)
    return {machine.pc, machine.sp};
#else
    (void)machine;
    return {};
#endif
}

/// Returns whether the thread was in the kernel's own code.
bool is_in_kernel(const detail::Run& run, const void* context) {
    const std::uintptr_t code = registers_of(context).code;
    return run.code->begin <= code && code < run.code->end;
}

/// Returns whether the address is where the stack would grow next.
bool is_end_of_stack(const void* address, const void* context) {
    constexpr std::uintptr_t largest_frame = 1024 * 1024, above = 8 * 1024;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t stack = registers_of(context).stack;
    return at < stack + above && at + largest_frame > stack;
}

[[noreturn]] void leave_kernel(detail::Run& run, KernelExit how, int signal) {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    siglongjmp(run.checkpoint, static_cast<int>(how));
}

/// A line of text, which is put together and written without functions that a handler may not call.
class Line {
  public:
    Line& operator<<(const char* text) {
        for (; *text && size_ < sizeof text_ - 1; ++text)
            text_[size_++] = *text == '\n' ? ' ' : *text;
        return *this;
    }
    void write() {
        text_[size_++] = '\n';
        for (std::size_t at = 0; at < size_;) {
            const ssize_t written = ::write(STDERR_FILENO, text_ + at, size_ - at);
            if (written < 0 && errno != EINTR) return;
            if (written > 0) at += static_cast<std::size_t>(written);
        }
    }

  private:
    char text_[1024];
    std::size_t size_ = 0;
};

/// A C++ program has its kernels as they were translated, mostly without the checks.
std::atomic<const char*> crash_advice = "build the program with `cmake -DCUDAPY_CHECKED=ON` (pycu2cu "
                                        "--checked), so that the launch names the line, "
                                        "the index and the thread";

/// Does what would have happened without our handler.
void go_on(std::size_t fault, int signal, siginfo_t* info, void* context) {
    const struct sigaction& earlier = before[fault];
    if (earlier.sa_flags & SA_SIGINFO) return earlier.sa_sigaction(signal, info, context);
    if (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN) return earlier.sa_handler(signal);
    sigaction(signal, &earlier, nullptr);
    if (info->si_code <= 0) raise(signal); // sent by somebody; what the code did it does again
}

void on_fault(int signal, siginfo_t* info, void* context) {
    const int kept = errno;
    std::size_t fault = 0;
    while (faults[fault].signal != signal)
        ++fault;
    detail::Run* const run = running;
    if (run) {
        const bool overflows = (signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0 &&
                               is_end_of_stack(info->si_addr, context);
        if (overflows && is_in_kernel(*run, context)) leave_kernel(*run, KernelExit::by_overflow, signal);
        Line line;
        line << "cudapy: the kernel " << run->code->name.c_str()
             << " ended the process: " << faults[fault].text;
        if (overflows) line << ", because its recursion is too deep";
        const char* const own = run->code->advice;
        (line << ": " << (own ? own : crash_advice.load())).write();
        running = nullptr;
    }
    errno = kept;
    go_on(fault, signal, info, context);
}

/// Returns whether the kernel is to be left. On the thread that can be interrupted it asks the program.
bool is_given_up(const detail::Run& run) {
    if (run.given_up->load(std::memory_order_relaxed)) return true;
    return run.is_asked && is_interruption_wanted();
}

void on_reminder(int signal, siginfo_t* info, void* context) {
    const int kept = errno;
    detail::Run* const run = running;
    if (run && is_in_kernel(*run, context)) {
        if (is_given_up(*run)) leave_kernel(*run, KernelExit::by_interruption, signal);
    } else if (!run && (before_reminder.sa_flags & SA_SIGINFO)) {
        before_reminder.sa_sigaction(signal, info, context);
    } else if (!run && before_reminder.sa_handler != SIG_DFL && before_reminder.sa_handler != SIG_IGN) {
        before_reminder.sa_handler(signal);
    }
    errno = kept;
}

void install() {
    pthread_key_create(&stack_key, [](void* stack) {
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
        munmap(stack, stack_bytes);
    });
    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = on_fault;
    for (std::size_t i = 0; i < faults.size(); ++i)
        sigaction(faults[i].signal, &action, &before[i]);
    // This handler runs the program's handlers, so it needs the thread's own stack.
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_sigaction = on_reminder;
    sigaction(reminder, &action, &before_reminder);
}

/// Gives the thread another stack, which a handler needs when the thread's own has overflowed.
void make_stack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
    void* memory =
        mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = stack_bytes;
    sigaltstack(&stack, nullptr);
    pthread_setspecific(stack_key, memory);
}

/// Prepares the process for its first kernel, and the thread for its first. No thread waits for another here.
void prepare_thread() {
    if (is_ready) [[likely]]
        return;
    if (!is_taken.exchange(true)) {
        install();
        is_installed.store(true, std::memory_order_release);
    }
    if (!is_installed.load(std::memory_order_acquire)) return; // the next kernel of the thread
    make_stack();
    is_ready = true;
}

} // namespace

KernelCode code_with(const void* function, std::string name) {
    KernelCode code{std::move(name)};
    struct Search {
        std::uintptr_t address;
        KernelCode* code;
    } search{reinterpret_cast<std::uintptr_t>(function), &code};
    const std::lock_guard lock(load_mutex);
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            const auto& wanted = *static_cast<Search*>(data);
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const auto& part = info->dlpi_phdr[i];
                const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
                if (part.p_type != PT_LOAD || wanted.address < begin ||
                    wanted.address >= begin + part.p_memsz)
                    continue;
                wanted.code->begin = begin;
                wanted.code->end = begin + part.p_memsz;
                return 1;
            }
            return 0;
        },
        &search);
    return code;
}

namespace detail {

void enter(Run& run) {
    prepare_thread();
    run.outer = running;
    run.is_asked = begin_watched();
    running = &run;
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

void leave(Run& run) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    running = run.outer;
    if (run.is_asked) end_watched();
}

void exchange_running(Run* run) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    running = run;
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace detail

void set_crash_advice(const char* advice) {
    crash_advice = advice;
}

void allow_kernels_in_thread() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const Fault& fault : faults)
        sigaddset(&wanted, fault.signal);
    sigaddset(&wanted, reminder);
    pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);
}

void remind(pthread_t thread) {
    pthread_kill(thread, reminder);
}

} // namespace cudapy::runtime
