#pragma once
// Arrays of other libraries, used where they are: those of PyTorch, CuPy, JAX and numba, and of any other
// library that shows its memory by DLPack or by the CUDA array interface.

#include "pymodule/src/array/strided.h"
#include "pymodule/src/foreign/dlpack.h"
#include "pymodule/src/python/cpython.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace cudapy::python {

/// A function that returns the beginning of a message, "saxpy: parameter X (float*)". It is called only if
/// there is a message.
using MessageStart = std::function<std::string()>;

/// The description of an array by another library.
struct ForeignArray {
    dlpack::Device device{};
    const Type* element = nullptr; ///< null if kernels have no such type
    std::string element_text;      ///< the name of the elements' type for messages if `element` is null
    int rank = 0;                  ///< if it is 1 to Type::max_rank, `elements` has the shape
    StridedView elements;          ///< without memory when it is empty
    bool read_only = false;
    bool packed = false;    ///< the elements follow each other
    bool aligned = true;    ///< each lies at a multiple of its size, as kernels count on
    bool is_copied = false; ///< it was made only for us
    /// The stream on which the library works on the array. Its work and ours there must wait for each other.
    /// Null for the default stream, and if there is nothing to wait for.
    void* stream = nullptr;
    /// Keeps the memory; null if the object itself does. It must be destroyed with the GIL held.
    std::shared_ptr<void> owner;

    bool on_gpu() const { return device.kind == dlpack::cuda || device.kind == dlpack::cuda_managed; }
    bool on_host() const { return device.kind == dlpack::cpu || device.kind == dlpack::cuda_host; }
    /// Returns the device on which kernels run that use the array in place. Call it only for an array on a
    /// GPU or on the host.
    runtime::Device place() const;
    std::string element_name() const;
    /// Takes over the description of a DLPack tensor.
    void describe(const dlpack::Tensor& tensor);
    /// Takes a shape and strides in bytes (null: packed), once `element` and the data are set.
    void describe(const int64_t* extents, const int64_t* strides);

  private:
    /// The same of one dimension with elements, whose number of bytes fits in 64 bits.
    void describe_row(int64_t length, int64_t stride, int64_t item);
    void find_alignment();
};

/// The way in which a type shows its arrays, if it can be known without searching an object's attributes.
struct ForeignType;
/// Returns the way of an object's type; null for a type that shows its arrays in some other way, or has none.
/// It is quick.
const ForeignType* foreign_type(PyObject* object);

/// The stream of a library, once one array of a launch has asked for it.
struct KnownStream {
    const void* source = nullptr; ///< the library's table of functions; null for CuPy
    int device = -1;
    void* stream = nullptr;
};

/// Says how an array is taken, and how our work with it must be ordered with the library's work.
struct ImportOptions {
    void* stream = nullptr;         ///< the stream on which we are about to use it
    bool is_ordered = true;         ///< false: nothing will be done with the elements
    const Type* expected = nullptr; ///< for structs: the one that its elements should be
    bool for_writing = false;       ///< whether it matters if it is read-only
    KnownStream* known = nullptr;   ///< a stream, shared by the arrays that are taken together
    int likely_rank = 0;            ///< the number of dimensions that is asked for first
};

/// Takes an array in the way of its type. Raises the library's errors, and ValueError for a tensor whose
/// memory is not its value. Messages begin with `where`.
void take_foreign(PyObject* object, const ForeignType& type, const ImportOptions& options,
                  const MessageStart& where, ForeignArray& array);
/// Takes an array in any way that the object has. Returns false, without an error, for an object that has
/// none.
bool take_foreign(PyObject* object, const ImportOptions& options, const MessageStart& where,
                  ForeignArray& array);
/// Takes an array by DLPack only.
bool take_dlpack(PyObject* object, const ImportOptions& options, const MessageStart& where,
                 ForeignArray& array);

/// Returns whether the object says that it is an array outside host memory. An error that is set stays set.
bool is_elsewhere(PyObject* object);

/// Raises the error that a library has set, with the beginning of our messages before its text.
[[noreturn]] void raise_foreign_error(PyObject* object, const MessageStart& where);

// The ways of taking an array, which are in files of their own.
bool take_by_dlpack(PyObject* object, const ImportOptions& options, const MessageStart& where,
                    ForeignArray& array);
bool take_by_cuda_interface(PyObject* object, const ImportOptions& options, const MessageStart& where,
                            ForeignArray& array);
/// Returns false, without an error, if CuPy's classes are not as this code knows them.
bool take_from_cupy(PyObject* object, const ImportOptions& options, ForeignArray& array);
/// Returns the type that NumPy writes as, for example, "<f4". If we have no such type, the result is null,
/// and `text` names it.
const Type* type_of_typestr(const char* typestr, std::string& text);

/// Returns an object's attribute by an interned name; nothing, without an error, if there is none.
Ref attribute_or_none(PyObject* object, PyObject* name);

} // namespace cudapy::python
