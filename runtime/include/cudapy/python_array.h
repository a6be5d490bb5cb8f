#pragma once
// The memory of an array that Python passes to an extension module of CPython (3.11 and later, also with the
// limited API). The array can be a cudapy.CudaArray, a PyTorch tensor, a CuPy or NumPy array, or anything
// else that has DLPack, `__cuda_array_interface__` or the buffer protocol. Include Python.h first. Everything
// here needs the GIL.

#include "array.h"
#include "device.h"
#include "error.h"
#include "half.h"
#include "stream.h"

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef Py_PYTHON_H
#error "include Python.h before cudapy/python_array.h"
#endif

namespace cudapy {

/// This is thrown after Python's exception was set. A function of the extension catches it, and returns null.
class PythonErrorSet : public std::exception {
  public:
    const char* what() const noexcept override { return "a Python exception is set"; }
};

/// Turns the C++ exception that was thrown into Python's exception. Call it in a `catch (...)`.
inline void set_python_error() noexcept {
    try {
        throw;
    } catch (const PythonErrorSet&) {
    } catch (const Error& error) {
        PyObject* type = error.kind() == ErrorKind::out_of_memory      ? PyExc_MemoryError
                         : error.kind() == ErrorKind::invalid_argument ? PyExc_ValueError
                         : error.kind() == ErrorKind::assertion        ? PyExc_AssertionError
                                                                       : PyExc_RuntimeError;
        PyErr_SetString(type, error.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "an unknown C++ exception");
    }
}

namespace python {

/// The type of an element, as DLPack describes it.
struct ElementType {
    enum Kind : unsigned char {
        signed_int = 0,
        unsigned_int = 1,
        floating = 2,
        bfloat = 4,
        complex = 5,
        boolean = 6,
        other = 255
    };
    Kind kind = other;
    int bits = 0;

    std::string name() const {
        const std::string width = std::to_string(bits);
        switch (kind) {
        case signed_int:
            return "int" + width;
        case unsigned_int:
            return "uint" + width;
        case floating:
            return "float" + width;
        case bfloat:
            return "bfloat" + width;
        case complex:
            return "complex" + width;
        case boolean:
            return "bool";
        case other:
            break;
        }
        return "elements of " + std::to_string(bits / 8) + " bytes";
    }
    friend bool operator==(ElementType a, ElementType b) { return a.kind == b.kind && a.bits == b.bits; }
};

template <typename T>
struct ElementOf {
    static constexpr ElementType::Kind kind = std::is_same<T, bool>::value       ? ElementType::boolean
                                              : std::is_floating_point<T>::value ? ElementType::floating
                                              : !std::is_integral<T>::value      ? ElementType::other
                                              : std::is_signed<T>::value         ? ElementType::signed_int
                                                                                 : ElementType::unsigned_int;
};
template <>
struct ElementOf<half> {
    static constexpr ElementType::Kind kind = ElementType::floating;
};
template <>
struct ElementOf<bfloat16> {
    static constexpr ElementType::Kind kind = ElementType::bfloat;
};
template <typename T>
struct ElementOf<std::complex<T>> {
    static constexpr ElementType::Kind kind = ElementType::complex;
};

/// A reference to a Python object, which is given up at the end.
class Reference {
  public:
    Reference() = default;
    explicit Reference(PyObject* object) : object_(object) {}
    Reference(Reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Reference& operator=(Reference&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Reference() { Py_XDECREF(object_); }
    PyObject* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    PyObject* object_ = nullptr;
};

/// Returns the object that a function of Python returned. Throws PythonErrorSet for null, since the function
/// has set an exception then.
inline Reference checked(PyObject* object) {
    if (!object) throw PythonErrorSet();
    return Reference(object);
}

/// The structures of DLPack (https://dmlc.github.io/dlpack), version 1.
namespace dlpack {

constexpr std::uintptr_t default_stream = 1; ///< CUDA's, as `__dlpack__` takes it
enum : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };

struct Tensor {
    void* data;
    std::int32_t device_type, device_id;
    std::int32_t dimensions;
    std::uint8_t type_code, type_bits;
    std::uint16_t type_lanes;
    std::int64_t *shape, *strides;
    std::uint64_t byte_offset;
};
struct ManagedTensor {
    Tensor tensor;
    void* context;
    void (*deleter)(ManagedTensor*);
};
struct VersionedManagedTensor {
    std::uint32_t major, minor;
    void* context;
    void (*deleter)(VersionedManagedTensor*);
    std::uint64_t flags; ///< 1: read-only
    Tensor tensor;
};

} // namespace dlpack

} // namespace python

/// The memory of a Python array, kept while this lives.
///
/// For memory of a GPU, the work that the producer has given its stream comes before the work that is then
/// given to `stream` (the default stream if it is null). Work that the producer gives a stream of its own
/// afterwards does not wait for ours. If the producer's stream is not the default one, launch on it
/// (Stream::from_address), or call synchronize().
class PythonArray {
  public:
    /// `name` is the array's name in messages, "blur: image". Sets Python's exception and throws
    /// PythonErrorSet if the object is no array.
    PythonArray(PyObject* object, const char* name, const Stream* stream = nullptr)
        : PythonArray(object, name,
                      stream ? reinterpret_cast<std::uintptr_t>(stream->handle()) : std::uintptr_t{0}) {}
    /// Does the same for the stream with an address, which is 0 for the default stream.
    PythonArray(PyObject* object, const char* name, std::uintptr_t stream) : name_(name) {
        try {
            take(object, stream);
        } catch (...) { // no destructor runs
            release();
            throw;
        }
    }
    ~PythonArray() { release(); }
    PythonArray(const PythonArray&) = delete;
    PythonArray& operator=(const PythonArray&) = delete;

    void* data() const { return data_; }
    Device device() const { return device_; }
    bool is_read_only() const { return is_read_only_; }
    python::ElementType type() const { return type_; }
    const std::vector<std::int64_t>& shape() const { return shape_; }
    const std::vector<std::int64_t>& strides() const { return strides_; } ///< in bytes
    int dimensions() const { return static_cast<int>(shape_.size()); }

    /// Returns whether the elements lie row by row, without gaps.
    bool is_contiguous() const {
        std::int64_t expected = type_.bits / 8;
        for (const std::int64_t extent : shape_)
            if (extent == 0) return true;
        for (std::size_t i = shape_.size(); i-- > 0;) {
            if (shape_[i] != 1 && strides_[i] != expected) return false;
            expected *= shape_[i];
        }
        return true;
    }

    /// Returns the elements, for kernels and copies. Sets Python's TypeError or ValueError and throws
    /// PythonErrorSet if T is not the type of the elements, if N is not the number of dimensions, if the
    /// memory has gaps, or if it is read-only and T is not const. Of a struct, only the size is checked.
    template <typename T, int N = 1>
    View<T, N> view() const {
        using Element = std::remove_const_t<T>;
        const python::ElementType wanted{python::ElementOf<Element>::kind,
                                         static_cast<int>(sizeof(Element) * 8)};
        const bool is_whole_byte = wanted.kind == python::ElementType::boolean && type_.kind == wanted.kind;
        if (!(type_ == wanted) && !is_whole_byte)
            fail(PyExc_TypeError, "must be an array of " + wanted.name() + ", got one of " + type_.name());
        if (dimensions() != N)
            fail(PyExc_TypeError, "must have " + std::to_string(N) + (N == 1 ? " dimension" : " dimensions") +
                                      ", it has " + std::to_string(dimensions()));
        if (is_read_only_ && !std::is_const<T>::value)
            fail(PyExc_ValueError, "is read-only, and would be changed: pass a copy");
        if (!is_contiguous()) fail(PyExc_ValueError, "is not contiguous: pass a copy");
        Shape<N> shape;
        for (int i = 0; i < N; ++i)
            shape[static_cast<std::size_t>(i)] = shape_[static_cast<std::size_t>(i)];
        return {static_cast<T*>(data_), shape, device_};
    }

  private:
    [[noreturn]] void fail(PyObject* exception, const std::string& what) const {
        PyErr_Format(exception, "%s %s", name_.c_str(), what.c_str());
        throw PythonErrorSet();
    }

    /// Puts the array's name in front of what the array's library has raised. Throws PythonErrorSet.
    [[noreturn]] void name_error() const {
        PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
        PyErr_Fetch(&type, &value, &traceback);
        const python::Reference old_type(type), old_value(value), old_traceback(traceback);
        for (PyObject* known : {PyExc_BufferError, PyExc_TypeError, PyExc_ValueError, PyExc_RuntimeError}) {
            if (type != known) continue;
            PyErr_Format(type, "%s: %S", name_.c_str(), value ? value : Py_None);
            throw PythonErrorSet();
        }
        Py_XINCREF(type);
        Py_XINCREF(value);
        Py_XINCREF(traceback);
        PyErr_Restore(type, value, traceback);
        throw PythonErrorSet();
    }

    void take(PyObject* object, std::uintptr_t stream) {
        if (from_buffer(object) || from_dlpack(object, stream) || from_interface(object)) return;
        const python::Reference type(PyType_GetName(Py_TYPE(object)));
        PyErr_Format(PyExc_TypeError,
                     "%s must be an array (of CudaPy, PyTorch, CuPy, NumPy, or with DLPack), got %V",
                     name_.c_str(), type.get(), "an object");
        throw PythonErrorSet();
    }

    void release() noexcept {
        if (has_buffer_) PyBuffer_Release(&buffer_);
        if (managed_ && managed_->deleter) managed_->deleter(managed_);
        if (versioned_ && versioned_->deleter) versioned_->deleter(versioned_);
    }

    void set_packed_strides() {
        strides_.assign(shape_.size(), 0);
        std::int64_t stride = type_.bits / 8;
        for (std::size_t i = shape_.size(); i-- > 0; stride *= shape_[i])
            strides_[i] = stride;
    }

    /// Takes memory of the host by the buffer protocol. Returns false if the object does not have it.
    bool from_buffer(PyObject* object) {
        if (!PyObject_CheckBuffer(object)) return false;
        has_buffer_ = PyObject_GetBuffer(object, &buffer_, PyBUF_RECORDS) == 0;
        if (!has_buffer_) {
            PyErr_Clear();
            has_buffer_ = PyObject_GetBuffer(object, &buffer_, PyBUF_RECORDS_RO) == 0;
        }
        if (!has_buffer_) { // such as one on a GPU
            PyErr_Clear();
            return false;
        }
        // On the class, where NumPy's masked arrays have it, and other arrays do not.
        if (PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "mask"))
            fail(PyExc_TypeError, "has a mask, which kernels would not see");
        data_ = buffer_.buf;
        is_read_only_ = buffer_.readonly != 0;
        type_ = type_of_format(buffer_.format ? buffer_.format : "B", static_cast<int>(buffer_.itemsize));
        // The protocol has no bfloat16, and a CudaArray gives such elements as integers. DLPack knows better.
        if (type_ == python::ElementType{python::ElementType::unsigned_int, 16} && gives_dlpack(object)) {
            PyBuffer_Release(&buffer_);
            return has_buffer_ = false;
        }
        for (int i = 0; i < buffer_.ndim; ++i) {
            shape_.push_back(buffer_.shape[i]);
            strides_.push_back(buffer_.strides[i]);
        }
        return true;
    }

    /// Returns whether DLPack shows an array that has a buffer. Where that is read-only, many producers do
    /// not have it, since only DLPack 1.0 can say so.
    bool gives_dlpack(PyObject* object) const {
        const python::Reference ask(PyObject_GetAttrString(object, "__dlpack__"));
        if (ask && !is_read_only_) return true;
        if (ask) {
            const python::Reference none = python::checked(PyTuple_New(0));
            const python::Reference words = python::checked(Py_BuildValue("{s:(ii)}", "max_version", 1, 0));
            const python::Reference capsule(PyObject_Call(ask.get(), none.get(), words.get()));
            if (capsule && PyCapsule_IsValid(capsule.get(), "dltensor_versioned")) return true;
        }
        PyErr_Clear();
        return false;
    }

    python::ElementType type_of_format(const char* format, int item) const {
        const python::ElementType unknown{python::ElementType::other, item * 8};
        if (*format == '>' || *format == '!')
            fail(PyExc_TypeError, "has its bytes in another order than the machine");
        if (*format == '@' || *format == '=' || *format == '<' || *format == '|') ++format;
        const bool is_complex = *format == 'Z';
        if (is_complex) ++format;
        if (!*format || format[1]) return unknown;
        const auto is_one_of = [&](const char* letters) { return std::strchr(letters, *format) != nullptr; };
        if (is_complex) return {python::ElementType::complex, item * 8};
        if (*format == '?') return {python::ElementType::boolean, item * 8};
        if (is_one_of("bhilqn")) return {python::ElementType::signed_int, item * 8};
        if (is_one_of("cBHILQN")) return {python::ElementType::unsigned_int, item * 8};
        if (is_one_of("efd")) return {python::ElementType::floating, item * 8};
        return unknown;
    }

    bool from_dlpack(PyObject* object, std::uintptr_t stream) {
        const python::Reference ask(PyObject_GetAttrString(object, "__dlpack__"));
        if (!ask) {
            PyErr_Clear();
            return false;
        }
        const python::Reference device =
            python::checked(PyObject_CallMethod(object, "__dlpack_device__", nullptr));
        int device_type = 0, device_id = 0;
        if (!PyArg_ParseTuple(device.get(), "ii", &device_type, &device_id)) throw PythonErrorSet();
        const bool on_gpu =
            device_type == python::dlpack::cuda || device_type == python::dlpack::cuda_managed;
        const python::Reference none = python::checked(PyTuple_New(0));
        python::Reference words =
            python::checked(on_gpu ? Py_BuildValue("{s:K,s:(ii)}", "stream",
                                                   static_cast<unsigned long long>(
                                                       stream ? stream : python::dlpack::default_stream),
                                                   "max_version", 1, 0)
                                   : Py_BuildValue("{s:(ii)}", "max_version", 1, 0));
        python::Reference capsule(PyObject_Call(ask.get(), none.get(), words.get()));
        if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) { // a producer from before version 1
            PyErr_Clear();
            if (PyDict_DelItemString(words.get(), "max_version") != 0) throw PythonErrorSet();
            capsule = python::Reference(PyObject_Call(ask.get(), none.get(), words.get()));
        }
        if (!capsule) name_error();
        if (PyCapsule_IsValid(capsule.get(), "dltensor_versioned")) {
            versioned_ = static_cast<python::dlpack::VersionedManagedTensor*>(
                PyCapsule_GetPointer(capsule.get(), "dltensor_versioned"));
            PyCapsule_SetName(capsule.get(), "used_dltensor_versioned");
            is_read_only_ = (versioned_->flags & 1) != 0;
            take(versioned_->tensor);
        } else {
            managed_ =
                static_cast<python::dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule.get(), "dltensor"));
            if (!managed_) throw PythonErrorSet();
            PyCapsule_SetName(capsule.get(), "used_dltensor");
            take(managed_->tensor);
        }
        return true;
    }

    void take(const python::dlpack::Tensor& tensor) {
        if (tensor.type_lanes != 1) fail(PyExc_TypeError, "has vectors for elements");
        switch (tensor.device_type) {
        case python::dlpack::cpu:
        case python::dlpack::cuda_host:
            break;
        case python::dlpack::cuda:
        case python::dlpack::cuda_managed:
            device_ = Device::cuda(tensor.device_id);
            break;
        default:
            fail(PyExc_TypeError, "is neither on the CPU nor on a CUDA GPU");
        }
        data_ = static_cast<char*>(tensor.data) + tensor.byte_offset;
        type_ = {static_cast<python::ElementType::Kind>(tensor.type_code), tensor.type_bits};
        shape_.assign(tensor.shape, tensor.shape + tensor.dimensions);
        if (!tensor.strides) return set_packed_strides();
        for (int i = 0; i < tensor.dimensions; ++i)
            strides_.push_back(tensor.strides[i] * (type_.bits / 8));
    }

    bool from_interface(PyObject* object) {
        const python::Reference interface(PyObject_GetAttrString(object, "__cuda_array_interface__"));
        if (!interface) {
            PyErr_Clear();
            return false;
        }
        const auto item = [&](const char* key) { // borrowed; null for none
            PyObject* value = PyDict_GetItemString(interface.get(), key);
            return value == Py_None ? nullptr : value;
        };
        PyObject *shape = item("shape"), *data = item("data"), *type = item("typestr"),
                 *strides = item("strides");
        if (!shape || !data || !type)
            fail(PyExc_TypeError, "has a __cuda_array_interface__ without shape, typestr or data");
        if (item("mask")) fail(PyExc_TypeError, "has a mask, which kernels would not see");
        unsigned long long address = 0;
        int read_only = 0;
        if (!PyArg_ParseTuple(data, "Kp", &address, &read_only)) throw PythonErrorSet();
        const python::Reference text = python::checked(PyUnicode_AsASCIIString(type));
        const char* letters = PyBytes_AsString(text.get());
        data_ = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
        is_read_only_ = read_only != 0;
        type_ = type_of_typestr(letters ? letters : "");
        shape_ = numbers_of(shape);
        if (strides)
            strides_ = numbers_of(strides);
        else
            set_packed_strides();
        device_ = device_of_pointer(data_);
        if (PyObject* stream = item("stream")) { // its work is to be done before ours
            const unsigned long long handle = PyLong_AsUnsignedLongLong(stream);
            if (PyErr_Occurred()) throw PythonErrorSet();
            Stream::from_address(handle == 2 ? 1 : static_cast<std::uintptr_t>(handle), device_)
                .synchronize();
        }
        return true;
    }

    /// Returns the element type that a type string such as "<f4", "|u1" or "<c8" means.
    python::ElementType type_of_typestr(const std::string& text) const {
        if (text.size() < 3 || text[0] == '>')
            fail(PyExc_TypeError, "has elements of type " + text + ", which kernels do not know");
        const int bits = std::atoi(text.c_str() + 2) * 8;
        switch (text[1]) {
        case 'i':
            return {python::ElementType::signed_int, bits};
        case 'u':
            return {python::ElementType::unsigned_int, bits};
        case 'f':
            return {python::ElementType::floating, bits};
        case 'c':
            return {python::ElementType::complex, bits};
        case 'b':
            return {python::ElementType::boolean, bits};
        default:
            return {python::ElementType::other, bits};
        }
    }

    static std::vector<std::int64_t> numbers_of(PyObject* tuple) {
        const python::Reference values = python::checked(PySequence_Tuple(tuple));
        std::vector<std::int64_t> numbers;
        for (Py_ssize_t i = 0; i < PyTuple_Size(values.get()); ++i) {
            numbers.push_back(PyLong_AsLongLong(PyTuple_GetItem(values.get(), i)));
            if (PyErr_Occurred()) throw PythonErrorSet();
        }
        return numbers;
    }

    std::string name_;
    void* data_ = nullptr;
    Device device_ = Device::cpu();
    bool is_read_only_ = false;
    python::ElementType type_;
    std::vector<std::int64_t> shape_, strides_;
    bool has_buffer_ = false;
    Py_buffer buffer_{};
    python::dlpack::ManagedTensor* managed_ = nullptr;
    python::dlpack::VersionedManagedTensor* versioned_ = nullptr;
};

} // namespace cudapy
