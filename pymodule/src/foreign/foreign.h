#pragma once
// Arrays of other libraries, where they are: PyTorch's, CuPy's, JAX's, numba's, and whatever else shows its
// memory by DLPack or by the CUDA array interface.

#include "pymodule/src/array/strided.h"
#include "pymodule/src/foreign/dlpack.h"
#include "pymodule/src/python/cpython.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace cudapy::python {

/// What begins the messages, put together only for one: "saxpy: parameter X (float*)".
using Where = std::function<std::string()>;

/// What another library says of an array.
struct ForeignArray {
    dlpack::Device device{};
    const Type* element = nullptr; ///< null for what kernels have no type of
    std::string element_text;      ///< what it is then, for messages
    int rank = 0;                  ///< where it is 1 to Type::max_rank, `elements` has the shape
    Strided elements;              ///< without memory when it is empty
    bool read_only = false;
    bool packed = false;    ///< the elements follow each other
    bool aligned = true;    ///< each lies at a multiple of its size, as kernels count on
    bool is_copied = false; ///< it was made for us alone
    /// Where the library works on it: what it has launched there comes before what we do, and the other way.
    /// Null for the default stream, and for nothing to wait for.
    void* stream = nullptr;
    /// Keeps the memory; null where the object itself does. Goes with the GIL.
    std::shared_ptr<void> owner;

    bool on_gpu() const { return device.kind == dlpack::cuda || device.kind == dlpack::cuda_managed; }
    bool on_host() const { return device.kind == dlpack::cpu || device.kind == dlpack::cuda_host; }
    /// Where kernels that use it in place run; only for what is on a GPU or the host.
    runtime::Device place() const;
    std::string element_name() const;
    /// Takes over what a DLPack tensor says.
    void describe(const dlpack::Tensor& tensor);
    /// Takes a shape and strides in bytes (null: packed), once `element` and the data are set.
    void describe(const int64_t* extents, const int64_t* strides);
};

/// Which way an object's type shows its arrays, where that takes no search of the object's attributes.
struct ForeignType;
/// Null for a type that shows its arrays in some other way, or none. Quick.
const ForeignType* foreign_type(PyTypeObject* type);

/// CuPy's stream, once one array of a launch has asked for it.
struct KnownStream {
    int device = -1;
    void* stream = nullptr;
};

/// How an array is taken: with what of the library's work on it our work must be ordered.
struct Taking {
    void* stream = nullptr;       ///< what we are about to use it on
    bool is_ordered = true;       ///< false: nothing will be done with the elements
    const Type* wanted = nullptr; ///< for structs: the one that its elements should be
    bool for_writing = false;     ///< whether it matters if it is read-only
    KnownStream* known = nullptr; ///< of the arrays that were taken together with it
};

/// Asks the object by its type's own way. Raises what the library raises, and ValueError for a tensor whose
/// memory is not its value: messages begin with `where`.
void take_foreign(PyObject* object, const ForeignType& type, const Taking& taking, const Where& where,
                  ForeignArray& array);
/// By any way that the object has. False, without an error, for an object that has none.
bool take_foreign(PyObject* object, const Taking& taking, const Where& where, ForeignArray& array);
/// By DLPack alone.
bool take_dlpack(PyObject* object, const Taking& taking, const Where& where, ForeignArray& array);

/// Whether the object is an array, by its own words, that is not in host memory. Keeps an error that is set.
bool is_elsewhere(PyObject* object);

/// Raises the error that a library set, with what begins our messages before it.
[[noreturn]] void raise_foreign_error(PyObject* object, const Where& where);

// The ways, in files of their own.
bool take_by_dlpack(PyObject* object, const Taking& taking, const Where& where, ForeignArray& array);
bool take_by_cuda_interface(PyObject* object, const Taking& taking, const Where& where, ForeignArray& array);
/// False, without an error, where CuPy is not as it was.
bool take_from_cupy(PyObject* object, const Taking& taking, ForeignArray& array);
/// The type that NumPy writes as "<f4"; null for none, and then `text` says what it is.
const Type* type_of_typestr(const char* typestr, std::string& text);

/// An object's attribute by a name that is interned; nothing, without an error, where there is none.
Ref attribute_or_none(PyObject* object, PyObject* name);

} // namespace cudapy::python
