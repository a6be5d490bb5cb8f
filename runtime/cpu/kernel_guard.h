#pragma once
// Kernels on the CPU are the user's code in this process. A fault in one ends the process, with a line that
// says which kernel it was. But if a recursion is too deep, or Ctrl-C is to end a loop, the kernel is left
// and the program goes on.
//
// In both cases a signal's handler leaves the kernel, by siglongjmp to where it was called. That is sound
// because a kernel's code holds nothing that would have to be given back, and because a kernel is left only
// where the signal has found the thread in that code itself, not in a function of a library that it calls.

#include "runtime/cpu/float_control.h"

#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <string>

namespace cudapy::runtime {

/// A kernel, for messages and for telling its code from others'.
struct KernelCode {
    std::string name; ///< "fill (kernels.py:12)"
    std::uintptr_t begin = 0, end = 0;
    const char* advice = nullptr; ///< for a kernel that ends the process; null for that of set_crash_advice
};

/// Returns the code of the shared object, or of the program, that has the function.
KernelCode code_with(const void* function, std::string name);

/// The ways in which a kernel ends.
enum class KernelExit : int {
    normally,
    by_overflow,     ///< its recursion was too deep for the stack
    by_interruption, ///< the program asked for it
};

/// A flag that tells the threads of a launch to leave their kernel.
using CancelFlag = std::atomic<bool>;

namespace detail {

/// A kernel that runs, on the stack of the thread that it runs on.
struct Run {
    const KernelCode* code;
    const CancelFlag* given_up;
    Run* outer;    ///< the kernel inside which it runs: a signal's handler of the program may launch kernels
    bool is_asked; ///< the thread is the one that can be interrupted
    sigjmp_buf checkpoint;
};

/// Makes `run` the thread's current one. Before the thread's first kernel it also prepares the thread.
void enter(Run& run);
void leave(Run& run);
/// Makes `run` the current one, where the thread goes on with another stack.
void exchange_running(Run* run);

} // namespace detail

/// Calls `body`, which runs the kernel and has no destructors to run, so that the kernel can be left. The
/// kernel rounds as usual, whatever the thread does.
template <typename Body>
[[gnu::noinline]] KernelExit run_guarded(const KernelCode& code, const CancelFlag& given_up,
                                         const Body& body) {
    const UsualRounding rounding;
    detail::Run run{&code, &given_up, nullptr, false, {}};
    detail::enter(run);
    const int ended = sigsetjmp(run.checkpoint, 0);
    if (ended == 0) body();
    detail::leave(run);
    return static_cast<KernelExit>(ended);
}

/// Says what to do about a kernel that ended the process, at the end of the line about it. `advice` must
/// live as long as the process. Without it, the line has the advice for programs in C++.
void set_crash_advice(const char* advice);

/// Lets the calling thread, which has blocked all signals, run kernels.
void allow_kernels_in_thread();
/// Makes a thread that runs a kernel look whether the launch was given up.
void remind(pthread_t thread);

} // namespace cudapy::runtime
