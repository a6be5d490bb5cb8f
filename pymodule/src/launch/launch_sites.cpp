#include "pymodule/src/launch/launch_sites.h"

#include "pymodule/src/python/error.h"
#include "runtime/queue/launch_numbers.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace cudapy::python {

namespace {

struct Site {
    std::atomic<std::uint64_t> number{0}; ///< 0: not launched, or not yet
    const char* kernel = nullptr;
    PyObject* code = nullptr; ///< owned
    int instruction = -1;     ///< in bytes from the code's first one; -1: not known
    int line = 0;             ///< used if no instruction is known
    runtime::Device device;
    std::weak_ptr<runtime::Stream> stream; ///< none for the default one
    bool on_default = true;
};

runtime::ForkMutex names_mutex;
auto& names = *new std::set<std::string>;

constexpr int most_sites = 64;

/// A ring of places, in which a launch takes the oldest one. It is never destroyed, because launches may be
/// made while the process ends.
struct Ring {
    std::array<Site, most_sites> sites;
    unsigned next = 0;
};

Ring& ring() {
    static auto* const made = new Ring;
    return *made;
}

/// A function of CPython since 3.11, which is not in its stable ABI. It is looked up by name, and we do
/// without it if it is missing. It gives an instruction instead of a line, because finding a line takes long,
/// and can wait until somebody asks.
using LastInstruction = int (*)(PyFrameObject*);
using Back = PyFrameObject* (*)(PyFrameObject*);

struct FrameFunctions {
    LastInstruction last_instruction =
        reinterpret_cast<LastInstruction>(dlsym(RTLD_DEFAULT, "PyFrame_GetLasti"));
    Back back = reinterpret_cast<Back>(dlsym(RTLD_DEFAULT, "PyFrame_GetBack"));
};
const FrameFunctions frame_functions; // found when the module is loaded: a launch asks no more

std::string file_of(PyObject* code) {
    Ref name = Ref::steal(PyObject_GetAttrString(code, "co_filename"));
    return to_string(name.get());
}

std::string folder_of_package() {
    Ref module = Ref::steal(PyImport_ImportModule("cudapy"));
    Ref file = Ref::steal(PyObject_GetAttrString(module.get(), "__file__"));
    const std::string path = to_string(file.get());
    return path.substr(0, path.rfind('/') + 1);
}

/// The folder of the package, for the process's life. It is no function-local static variable, because Python
/// code would run under its guard.
const std::string* package = nullptr;

/// The last code that is_ours was called for. It is kept, so that no other code gets its address.
PyObject* asked = nullptr;
bool answer = false;

/// Returns whether code is of the package itself. The package launches for its caller with generic kernels,
/// and in cudapy.lib.
bool is_ours(PyObject* code) {
    if (code == asked) [[likely]]
        return answer;
    bool found = false;
    try {
        if (!package) package = new std::string(folder_of_package());
        found = file_of(code).starts_with(*package);
    } catch (const PythonError&) { // a report may be less exact, a launch must not fail
        PyErr_Clear();
    }
    answer = found;
    Py_XDECREF(std::exchange(asked, Py_NewRef(code)));
    return found;
}

/// Returns the line of an instruction; 0 if there is none.
int line_of(PyObject* code, int instruction) {
    Ref lines = Ref::steal(PyObject_CallMethod(code, "co_lines", nullptr));
    Ref iterator = Ref::steal(PyObject_GetIter(lines.get()));
    while (Ref entry = Ref::steal_or_null(PyIter_Next(iterator.get()))) {
        int begin = 0, end = 0;
        PyObject* line = nullptr;
        if (!PyArg_ParseTuple(entry.get(), "iiO", &begin, &end, &line)) throw PythonError{};
        if (begin <= instruction && instruction < end)
            return line == Py_None ? 0 : static_cast<int>(PyLong_AsLong(line));
    }
    return 0;
}

std::string place_of(const Site& site) {
    const Ref code = Ref::borrow(site.code); // another thread's launch may take the place
    const int instruction = site.instruction, line = site.line;
    if (!code) return "an unknown place";
    return fmt::format("{}:{}", file_of(code.get()),
                       instruction < 0 ? line : line_of(code.get(), instruction));
}

bool may_run(const Site& site) {
    const std::uint64_t number = site.number.load(std::memory_order_acquire);
    if (number == 0 || number <= runtime::all_ended(site.device)) return false;
    const runtime::StreamRef stream =
        site.on_default ? runtime::Stream::default_of(site.device) : site.stream.lock();
    return !stream || number > stream->ended();
}

std::string describe_suspects() {
    Ring& all = ring();
    std::vector<std::string> texts;
    std::vector<int> counts;
    for (unsigned back = 1; back <= most_sites; ++back) { // the last first
        const Site& site = all.sites[(all.next - back) % most_sites];
        if (!may_run(site)) continue;
        const char* kernel = site.kernel;
        std::string text = fmt::format("{}, launched in {}", kernel, place_of(site));
        if (!texts.empty() && texts.back() == text) {
            ++counts.back();
            continue;
        }
        texts.push_back(std::move(text));
        counts.push_back(1);
    }
    if (texts.empty()) return "";
    if (texts.size() == 1 && counts[0] == 1) return " It was " + texts[0] + ".";
    constexpr std::size_t most_told = 8;
    std::string result = " It was one of these, which nobody has waited for since, the last first:";
    for (std::size_t i = 0; i < texts.size() && i < most_told; ++i) {
        result += "\n  " + texts[i];
        if (counts[i] > 1) result += fmt::format(" ({} times)", counts[i]);
    }
    if (texts.size() > most_told) result += "\n  or one before them";
    return result;
}

/// Notes the place of the Python code that runs now.
void note_caller(Site& site) {
    PyFrameObject* frame = PyEval_GetFrame(); // borrowed
    if (!frame) return;
    PyObject* code = reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)); // owned
    Ref held;
    while (is_ours(code) && frame_functions.back)
        [[unlikely]] {
            PyFrameObject* caller = frame_functions.back(frame);
            if (!caller) break;
            held = Ref::steal(reinterpret_cast<PyObject*>(caller));
            frame = caller;
            Py_DECREF(std::exchange(code, reinterpret_cast<PyObject*>(PyFrame_GetCode(frame))));
        }
    if (frame_functions.last_instruction) [[likely]]
        site.instruction = frame_functions.last_instruction(frame);
    else
        site.line = PyFrame_GetLineNumber(frame);
    Py_XDECREF(std::exchange(site.code, code));
}

} // namespace

int note_launch_site(const char* kernel, runtime::Device device, const runtime::StreamRef& stream) {
    Ring& all = ring();
    const unsigned place = all.next++ % most_sites;
    Site& site = all.sites[place];
    site.number.store(0, std::memory_order_release);
    site.kernel = kernel;
    site.device = device;
    site.on_default = !handle_of(stream.get());
    if (!site.on_default) site.stream = stream;
    site.instruction = -1;
    site.line = 0;
    note_caller(site);
    return static_cast<int>(place);
}

void confirm_launch(int place) noexcept {
    ring().sites[static_cast<std::size_t>(place)].number.store(runtime::number_launch(),
                                                               std::memory_order_release);
}

std::string suspects() {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    std::string text;
    try {
        text = describe_suspects();
    } catch (const PythonError&) {
        PyErr_Clear();
    }
    PyErr_Restore(type, value, traceback);
    return text;
}

const char* lasting_name(const std::string& name) {
    const std::lock_guard lock(names_mutex);
    return names.insert(name).first->c_str();
}

} // namespace cudapy::python
