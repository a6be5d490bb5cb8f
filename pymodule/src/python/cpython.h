#pragma once
// CPython's C API with owned references. This code, and the code that uses it, expects the GIL to be held,
// except inside a WithoutGil. Free-threaded CPython has no GIL; there the module takes turns (ModuleTurn).

#include <Python.h>
#include <structmember.h> // PyMemberDef, which Python.h has from 3.12

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::python {

/// This is thrown when a Python error is set. The boundary in error.h leaves that error as it is.
struct PythonError {};

/// One owned reference, or none.
class Ref {
  public:
    Ref() = default;
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref(const Ref& other) : object_(other.object_) { Py_XINCREF(object_); }
    Ref& operator=(Ref other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Ref() { Py_XDECREF(object_); }

    /// Takes over a new reference; null means that a Python error is set, and throws.
    static Ref steal(PyObject* object) {
        if (!object) throw PythonError{};
        return Ref(object);
    }
    /// Takes over a new reference that may be null.
    static Ref steal_or_null(PyObject* object) { return Ref(object); }
    static Ref borrow(PyObject* object) {
        Py_XINCREF(object);
        return Ref(object);
    }

    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    explicit Ref(PyObject* object) : object_(object) {}
    PyObject* object_ = nullptr;
};

/// Returns how many references there are to the object. CPython since 3.12 keeps other things next to the
/// number.
inline std::uint32_t reference_count(PyObject* object) {
    return static_cast<std::uint32_t>(Py_REFCNT(object));
}

/// Throws PythonError when a call returned -1, which means that an error is set.
inline int check(int status) {
    if (status < 0) throw PythonError{};
    return status;
}
inline Py_ssize_t check_size(Py_ssize_t size) {
    if (size < 0) throw PythonError{};
    return size;
}

/// Waits until the process ends, and never returns.
[[noreturn]] void wait_for_exit() noexcept;

/// Calls `take`, which takes the GIL. Once the interpreter shuts down, CPython before 3.14 ends any other
/// thread that takes the GIL by unwinding its stack, and destructors would then use Python without the GIL.
/// This function makes the thread wait instead, as CPython 3.14 does.
template <typename Take>
auto take_gil(Take&& take) noexcept {
    try {
        return take();
    } catch (...) { // the unwinding; C functions throw nothing else
        wait_for_exit();
    }
}

/// Lets other Python threads run while it lives.
class WithoutGil {
  public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() {
        take_gil([&] { PyEval_RestoreThread(state_); });
    }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    PyThreadState* state_;
};

#ifdef Py_GIL_DISABLED
/// The module's lock on CPython without a GIL: only one of the threads in the module runs at a time. It is a
/// critical section of CPython, which lets other threads in at the same places as the GIL would: at
/// WithoutGil, and when Python waits. A thread that is ended by unwinding its stack must not touch it, so no
/// destructor ends it.
class ModuleTurn {
  public:
    /// Takes the lock, unless Python is ending. Then only one thread is left, and the lock may belong to one
    /// that is gone.
    ModuleTurn() : is_taken_(!Py_IsFinalizing()) {
        if (is_taken_) take_gil([this] { PyCriticalSection_Begin(&section_, &lock_->object); });
    }
    ModuleTurn(const ModuleTurn&) = delete;
    ModuleTurn& operator=(const ModuleTurn&) = delete;
    void end() {
        if (is_taken_) take_gil([this] { PyCriticalSection_End(&section_); });
    }
    /// Must be called once. A fork stops the other threads, and one of them may have the lock without being
    /// in the module. With this call the child takes another lock.
    static void survive_forks();

  private:
    struct Lock {
        PyObject object; ///< it has no type: only its mutex is used
    };
    static inline constinit Lock first_{PyObject_HEAD_INIT(nullptr)};
    static inline constinit Lock* lock_ = &first_;
    bool is_taken_;
    PyCriticalSection section_;
};
#else
/// The GIL does the work of ModuleTurn.
struct ModuleTurn {
    void end() {}
    static void survive_forks() {}
};
#endif

/// Runs `work` in the module's turn.
template <typename Work>
auto in_turn(Work&& work) {
    ModuleTurn turn;
    auto result = work();
    turn.end();
    return result;
}

/// Runs `work` with the GIL, from any thread, whether it has the GIL or not. Once Python has ended, it does
/// not run it.
template <typename Work>
void with_gil(Work&& work) {
    if (!Py_IsInitialized()) return;
    const PyGILState_STATE state = take_gil([] { return PyGILState_Ensure(); });
    work();
    PyGILState_Release(state);
}

/// Returns an owned reference to an item of a list, because another thread may remove the item. If there is
/// no such item, it returns nothing, with an error set.
inline Ref list_item(PyObject* list, Py_ssize_t i) {
#ifdef Py_GIL_DISABLED
    return Ref::steal_or_null(PyList_GetItemRef(list, i));
#else
    return Ref::borrow(PyList_GetItem(list, i));
#endif
}
/// Returns an owned reference to an item of a dict; nothing, without an error, if there is none.
Ref dict_item(PyObject* dict, const char* key);
void set_dict_item(const Ref& dict, const char* key, const Ref& value); ///< throws
/// Returns an owned reference to an object of the module sys, such as sys.stdout; nothing, without an error,
/// if there is none.
Ref sys_object(const char* name);

/// A string for names of attributes, made when it is first used. As a function-local static variable it needs
/// no guard; in a guard, one thread could wait for another that waits for its turn.
class InternedString {
  public:
    constexpr explicit InternedString(const char* text) : text_(text) {}
    operator PyObject*() {
        if (!made_) [[unlikely]]
            made_ = Ref::steal(PyUnicode_InternFromString(text_)).release();
        return made_;
    }
    const char* text() const { return text_; }

  private:
    const char* text_;
    PyObject* made_ = nullptr; ///< for the process's life
};

std::string to_string(PyObject* text); ///< UTF-8 of a str; throws TypeError for anything else
Ref to_python(std::string_view text);  ///< a str; bytes that are not UTF-8 are replaced
/// Returns the strings of a sequence.
std::vector<std::string> strings_from(PyObject* sequence);
/// Returns the last part of the name of the object's type ("list", "ndarray").
std::string type_name(PyObject* object);
/// Describes an object for an error's message by its type and a repr of at most 60 characters: "str 'x'".
std::string describe(PyObject* object);

/// Adds `object` to the module under `name`. Throws PythonError.
void add_to_module(PyObject* module, const char* name, PyObject* object);
/// Creates the heap type of `spec` and adds it to the module.
PyTypeObject* add_type(PyObject* module, PyType_Spec& spec);

/// Returns a function that takes keywords in the form that a PyMethodDef has.
template <typename Function>
PyCFunction with_keywords(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

/// Destroys an object of a heap type with weak references: its C++ `member`, and then its memory.
template <typename Object, auto member>
void destroy_object(PyObject* self) {
    auto* object = reinterpret_cast<Object*>(self);
    if (object->weak_references) PyObject_ClearWeakRefs(self);
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&(object->*member));
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

} // namespace cudapy::python
