#pragma once
// The shared part of Python modules that `pycu2cu --python-module` writes. It reads the arguments of a
// launch, and raises Python's exceptions. Include Python.h first.

#include "launch.h"
#include "python_array.h"

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace cudapy::python {

/// Lets Python's other threads run while a kernel does.
class WithoutGil {
  public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() { PyEval_RestoreThread(state_); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    PyThreadState* state_;
};

/// Calls `launch`, and makes Python's exception of C++'s. Returns None, or null after an exception.
template <typename Function>
PyObject* launched(const Function& launch) noexcept {
    try {
        launch();
    } catch (...) {
        set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

/// Returns the entry of a function in a module's table.
inline PyMethodDef method(const char* name,
                          PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*),
                          const char* documentation) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
            METH_FASTCALL | METH_KEYWORDS, documentation};
}

/// An array that is an argument, kept while this lives, and its elements.
template <typename T, int N>
class ArrayArgument {
  public:
    ArrayArgument(PyObject* object, const std::string& name, std::uintptr_t stream_address)
        : array_(object, name.c_str(), stream_address), view_(array_.view<T, N>()) {}
    const View<T, N>& view() const { return view_; }
    Device device() const { return view_.device(); }

  private:
    PythonArray array_;
    View<T, N> view_;
};

/// The arguments of `saxpy(threads, /, alpha, X, Y, *, block=None, stream=None)`, in which `threads` is a
/// number, or a tuple of one for each axis. A parameter that has the name of an option takes its place.
/// Everything here raises Python's exceptions, which name the kernel and the parameter, and throws
/// PythonErrorSet.
class Arguments {
  public:
    /// `parameters` has the names of the kernel's parameters, and a null pointer after them. `values` are the
    /// arguments as METH_FASTCALL | METH_KEYWORDS passes them.
    Arguments(const char* kernel, const char* const* parameters, PyObject* const* values, Py_ssize_t count,
              PyObject* keywords)
        : kernel_(kernel), parameters_(parameters) {
        while (parameters[objects_.size()])
            objects_.push_back(nullptr);
        take_positional(values, static_cast<std::size_t>(count));
        const Py_ssize_t keyword_count = keywords ? PyTuple_Size(keywords) : 0;
        for (Py_ssize_t i = 0; i < keyword_count; ++i)
            take_keyword(PyTuple_GetItem(keywords, i), values[count + i]);
        if (!threads_) fail(PyExc_TypeError, "the number of threads is missing: " + usage());
        for (std::size_t i = 0; i < objects_.size(); ++i)
            if (!objects_[i])
                fail(PyExc_TypeError,
                     "the argument " + std::string(parameters[i]) + " is missing: " + usage());
    }

    /// Returns a number that parameter `i` holds. An integer, or a bool for a bool, is never rounded or cut.
    template <typename T>
    T number(std::size_t i) const {
        PyObject* object = objects_[i];
        const std::string name = parameters_[i];
        if constexpr (std::is_same<T, bool>::value) {
            return truth(object, name);
        } else if constexpr (std::is_integral<T>::value) {
            return integer<T>(object, name);
        } else if constexpr (ElementOf<T>::kind == ElementType::complex) {
            using Part = typename T::value_type;
            const std::complex<double> value = complex_number(object, name);
            return {fitting<Part>(value.real(), object, name), fitting<Part>(value.imag(), object, name)};
        } else {
            return fitting<T>(real_number(object, name), object, name);
        }
    }

    /// Returns the array that parameter `i` is. Its elements are const where the kernel only reads.
    template <typename T, int N = 1>
    ArrayArgument<T, N> array(std::size_t i) const {
        return {objects_[i], name_of(parameters_[i]), stream_address_};
    }

    /// Returns the launch on a device, which is that of the arrays. The option `shared` has a number for each
    /// array that is sized at the launch.
    Launch launch(Device device, std::size_t shared_arrays = 0) const {
        const std::vector<std::int64_t> threads = integers(threads_, "threads", 1, 3, 0);
        Launch launch(threads[0], threads.size() > 1 ? threads[1] : 1, threads.size() > 2 ? threads[2] : 1);
        launch.on(device);
        if (is_given(block_)) {
            const std::vector<std::int64_t> block = integers(block_, "block", 1, 3, 1);
            launch.block(block[0], block.size() > 1 ? block[1] : 1, block.size() > 2 ? block[2] : 1);
        }
        if (is_given(shared_) || shared_arrays > 0) {
            if (shared_arrays == 0)
                fail(PyExc_TypeError, "no shared array is sized at the launch: leave `shared` out");
            if (!is_given(shared_))
                fail(PyExc_TypeError, "`shared` is missing, the number of elements of each shared array that "
                                      "is sized at the launch");
            launch.shared(integers(shared_, "shared", shared_arrays, shared_arrays, 0));
        }
        // On the CPU the kernel has run when the launch returns, whatever the stream is.
        if (stream_address_ != 0 && device.is_cuda())
            launch.on(Stream::from_address(stream_address_, device));
        return launch;
    }

  private:
    static bool is_given(PyObject* option) { return option && option != Py_None; }

    [[noreturn]] void fail(PyObject* exception, const std::string& what) const {
        PyErr_Format(exception, "%s: %s", kernel_, what.c_str());
        throw PythonErrorSet();
    }
    /// Raises `saxpy: alpha must be a number, got str`.
    [[noreturn]] void fail_type(const std::string& name, const char* wanted, PyObject* object) const {
        const Reference type = checked(PyType_GetName(Py_TYPE(object)));
        PyErr_Format(PyExc_TypeError, "%s: %s must be %s, got %U", kernel_, name.c_str(), wanted, type.get());
        throw PythonErrorSet();
    }
    [[noreturn]] void fail_range(const std::string& name, const std::string& wanted, PyObject* object) const {
        PyErr_Format(PyExc_OverflowError, "%s: %s must be %s, got %R", kernel_, name.c_str(), wanted.c_str(),
                     object);
        throw PythonErrorSet();
    }

    std::string name_of(const char* parameter) const { return std::string(kernel_) + ": " + parameter; }

    std::string usage() const {
        std::string text = std::string(kernel_) + "(threads";
        for (std::size_t i = 0; i < objects_.size(); ++i)
            text += std::string(", ") + parameters_[i];
        return text + ")";
    }

    void take_positional(PyObject* const* values, std::size_t count) {
        if (count > objects_.size() + 1)
            fail(PyExc_TypeError, std::to_string(count) + " arguments are given, and it takes " +
                                      std::to_string(objects_.size() + 1) + ": " + usage());
        if (count > 0) threads_ = values[0];
        for (std::size_t i = 1; i < count; ++i)
            objects_[i - 1] = values[i];
    }

    void take_keyword(PyObject* keyword, PyObject* value) {
        const char* text = PyUnicode_AsUTF8AndSize(keyword, nullptr);
        if (!text) throw PythonErrorSet();
        const std::string name = text;
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            if (name != parameters_[i]) continue;
            if (objects_[i]) fail(PyExc_TypeError, "the argument " + name + " is given twice: " + usage());
            objects_[i] = value;
            return;
        }
        if (name == "block")
            block_ = value;
        else if (name == "shared")
            shared_ = value;
        else if (name == "stream")
            stream_address_ = address_of_stream(value);
        else
            fail(PyExc_TypeError, "there is no parameter " + name + ": " + usage());
    }

    /// Returns what `__index__` gives, or null if the object is no integer.
    static Reference index_of(PyObject* object) {
        if (!PyIndex_Check(object)) return Reference();
        Reference index(PyNumber_Index(object));
        if (index) return index;
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonErrorSet(); // arrays have it and refuse it
        PyErr_Clear();
        return Reference();
    }

    template <typename T>
    T integer(PyObject* object, const std::string& name) const {
        const Reference index = index_of(object);
        if (!index) fail_type(name, "an integer", object);
        using Limits = std::numeric_limits<T>;
        if constexpr (std::is_signed<T>::value) {
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
            if (overflow == 0 && value >= Limits::min() && value <= Limits::max())
                return static_cast<T>(value);
        } else {
            const unsigned long long value = PyLong_AsUnsignedLongLong(index.get());
            if (!PyErr_Occurred() && value <= Limits::max()) return static_cast<T>(value);
            PyErr_Clear();
        }
        fail_range(name, "from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max()),
                   object);
    }

    bool truth(PyObject* object, const std::string& name) const {
        if (object == Py_True || object == Py_False) return object == Py_True;
        const Reference type = checked(PyType_GetName(Py_TYPE(object)));
        const Reference module(
            PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__module__"));
        PyErr_Clear();
        const auto is = [](const Reference& text, const char* wanted) {
            return text && PyUnicode_Check(text.get()) &&
                   PyUnicode_CompareWithASCIIString(text.get(), wanted) == 0;
        };
        if (!is(module, "numpy") || !(is(type, "bool") || is(type, "bool_")))
            fail_type(name, "True or False", object);
        const int value = PyObject_IsTrue(object);
        if (value < 0) throw PythonErrorSet();
        return value != 0;
    }

    /// Returns whether an object of NumPy, or of a library like it, is of one of these kinds of types.
    static bool has_dtype_kind(PyObject* object, std::initializer_list<const char*> kinds) {
        if (PyFloat_CheckExact(object) || PyLong_CheckExact(object)) return false;
        const Reference type(PyObject_GetAttrString(object, "dtype"));
        const Reference kind(type ? PyObject_GetAttrString(type.get(), "kind") : nullptr);
        PyErr_Clear();
        if (!kind || !PyUnicode_Check(kind.get())) return false;
        for (const char* each : kinds)
            if (PyUnicode_CompareWithASCIIString(kind.get(), each) == 0) return true;
        return false;
    }

    double real_number(PyObject* object, const std::string& name) const {
        // NumPy's complex numbers have a __float__, which leaves a part out, and its spans of time have one.
        if (PyComplex_Check(object) || has_dtype_kind(object, {"c", "m"}))
            fail_type(name, "a number", object);
        const double value = PyFloat_AsDouble(object);
        if (value != -1.0 || !PyErr_Occurred()) return value;
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
            PyErr_Clear();
            fail_range(name, "a number that a float64 holds", object);
        }
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonErrorSet();
        PyErr_Clear();
        fail_type(name, "a number", object);
    }

    std::complex<double> complex_number(PyObject* object, const std::string& name) const {
        if (PyComplex_Check(object)) return {PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)};
        const Reference method(PyObject_GetAttrString(object, "__complex__"));
        PyErr_Clear();
        if (!method) return real_number(object, name);
        const Reference value(PyObject_CallNoArgs(method.get()));
        if (!value && !PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonErrorSet();
        PyErr_Clear();
        if (!value || !PyComplex_Check(value.get())) fail_type(name, "a complex number", object);
        return {PyComplex_RealAsDouble(value.get()), PyComplex_ImagAsDouble(value.get())};
    }

    /// Returns the value in a floating type, rounded once.
    template <typename T>
    static T rounded(double value) {
        if constexpr (std::is_same<T, half>::value || std::is_same<T, bfloat16>::value) {
            // To the odd float next to it, from which it is then rounded as from the value itself.
            float single = static_cast<float>(value);
            if (static_cast<double>(single) != value && !std::isnan(value)) {
                if (std::abs(static_cast<double>(single)) > std::abs(value))
                    single = std::nextafter(single, 0.0f);
                std::uint32_t bits = 0;
                std::memcpy(&bits, &single, sizeof bits);
                bits |= 1;
                std::memcpy(&single, &bits, sizeof bits);
            }
            return T(single);
        } else {
            return static_cast<T>(value);
        }
    }

    /// Returns a number in a floating type, which holds infinity and NaN, but no finite number as infinity.
    template <typename T>
    T fitting(double value, PyObject* object, const std::string& name) const {
        const T result = rounded<T>(value);
        if (std::isfinite(value) && !std::isfinite(static_cast<float>(result)) && sizeof(T) < sizeof(double))
            fail_range(name,
                       "a number that a " + ElementType{ElementOf<T>::kind, sizeof(T) * 8}.name() + " holds",
                       object);
        return result;
    }

    /// Returns the numbers of a tuple or a list, or a single number.
    std::vector<std::int64_t> integers(PyObject* object, const char* name, std::size_t least,
                                       std::size_t most, std::int64_t least_value) const {
        std::vector<std::int64_t> numbers;
        if (PyTuple_Check(object) || PyList_Check(object)) {
            const Reference items = checked(PySequence_Tuple(object));
            const auto count = static_cast<std::size_t>(PyTuple_Size(items.get()));
            if (count < least || count > most)
                fail(PyExc_TypeError,
                     std::string(name) + " must have " +
                         (least == most ? std::to_string(most)
                                        : std::to_string(least) + " to " + std::to_string(most)) +
                         (most == 1 ? " number" : " numbers") + ", got " + std::to_string(count));
            for (std::size_t i = 0; i < count; ++i)
                numbers.push_back(
                    integer<std::int64_t>(PyTuple_GetItem(items.get(), static_cast<Py_ssize_t>(i)), name));
        } else {
            numbers.push_back(integer<std::int64_t>(object, name));
            if (least > 1)
                fail(PyExc_TypeError,
                     std::string(name) + " must have " + std::to_string(least) + " numbers, got 1");
        }
        for (const std::int64_t number : numbers)
            if (number < least_value)
                fail(PyExc_ValueError, std::string(name) + " must be " + std::to_string(least_value) +
                                           " or more, got " + std::to_string(number));
        return numbers;
    }

    /// Returns the address of a stream: a number, or an object of CuPy, PyTorch, CudaPy or cuda.core.
    std::uintptr_t address_of_stream(PyObject* object) const {
        if (object == Py_None) return 0;
        if (PyLong_Check(object)) return integer<std::uintptr_t>(object, "stream");
        const Reference protocol(PyObject_GetAttrString(object, "__cuda_stream__"));
        PyErr_Clear();
        if (protocol) {
            const Reference answer = checked(PyObject_CallNoArgs(protocol.get()));
            if (PyTuple_Check(answer.get()) && PyTuple_Size(answer.get()) == 2)
                return integer<std::uintptr_t>(PyTuple_GetItem(answer.get(), 1), "stream");
        }
        for (const char* name : {"cuda_stream", "ptr"}) {
            const Reference address(PyObject_GetAttrString(object, name));
            PyErr_Clear();
            if (address && PyLong_Check(address.get()))
                return integer<std::uintptr_t>(address.get(), "stream");
        }
        fail_type("stream", "a stream or its address", object);
    }

    const char* kernel_;
    const char* const* parameters_;
    PyObject* threads_ = nullptr;
    std::vector<PyObject*> objects_; ///< by parameter
    PyObject *block_ = nullptr, *shared_ = nullptr;
    std::uintptr_t stream_address_ = 0;
};

} // namespace cudapy::python
