#include "pymodule/src/python/deep_stack.h"

#include <cstddef>
#include <exception>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cudapy::python {

namespace {

constexpr std::size_t enough = std::size_t{5} << 20;
constexpr std::size_t deep = std::size_t{32} << 20;

/// Returns how much of this thread's stack is left. For the main thread it returns the limit of the whole
/// stack.
std::size_t room_on_stack() {
    const char here = 0;
    // For the main thread, pthread_getattr_np reads /proc/self/maps, which takes long.
    if (syscall(SYS_gettid) == getpid()) {
        rlimit limit{};
        return getrlimit(RLIMIT_STACK, &limit) == 0 ? static_cast<std::size_t>(limit.rlim_cur) : deep;
    }
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return deep;
    void* lowest = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return static_cast<std::size_t>(&here - static_cast<const char*>(lowest));
}

struct Work {
    const std::function<void()>& work;
    std::exception_ptr thrown;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr; ///< Python's error
};

void* run(void* argument) {
    Work& work = *static_cast<Work*>(argument);
    const PyGILState_STATE state = PyGILState_Ensure();
    ModuleTurn turn;
    try {
        work.work();
    } catch (const PythonError&) {
        work.thrown = std::current_exception();
        PyErr_Fetch(&work.type, &work.value, &work.trace);
    } catch (const std::exception&) {
        work.thrown = std::current_exception();
    }
    turn.end();
    PyGILState_Release(state);
    return nullptr;
}

} // namespace

void with_deep_stack(const std::function<void()>& work) {
    if (room_on_stack() >= enough) return work();
    Work given{work, {}};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, deep);
    pthread_t thread{};
    const bool runs = pthread_create(&thread, &attributes, run, &given) == 0;
    pthread_attr_destroy(&attributes);
    if (!runs) return work();
    {
        const WithoutGil released;
        pthread_join(thread, nullptr);
    }
    if (given.type) PyErr_Restore(given.type, given.value, given.trace);
    if (given.thrown) std::rethrow_exception(given.thrown);
}

} // namespace cudapy::python
