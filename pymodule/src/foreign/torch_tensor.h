#pragma once
// Asks PyTorch in C++ what it knows of a tensor besides the tensor's memory. The Python methods for that let
// go of the GIL, and take longer than the description of the memory.

#include "pymodule/src/python/cpython.h"

#include <optional>

namespace cudapy::python {

/// PyTorch's own functions about a tensor. It has no C API for them; they are found by their C++ names in the
/// libraries that the process has loaded.
class TensorFunctions {
  public:
    /// Returns the functions if the tensor is of PyTorch's class Tensor or Parameter, and keeps what they
    /// take where this class looks for it. Such an answer is true for all tensors of its type. It runs code
    /// of PyTorch; no error is set.
    static std::optional<TensorFunctions> of(PyObject* tensor);

    /// These take a tensor whose type `of` has answered for. They raise nothing, and need the GIL.
    bool requires_grad(PyObject* tensor) const { return requires_grad_(*place(tensor)); }
    bool is_conj(PyObject* tensor) const { return is_conj_(place(tensor)); }
    bool is_neg(PyObject* tensor) const { return is_neg_(place(tensor)); }

  private:
    /// Returns where the object keeps its `at::Tensor`, which is a pointer to a `TensorImpl`: after the head
    /// that every Python object has. NVIDIA's cuda.core reads it there, too (cuda-python, pull request 1894).
    /// Older PyTorch has a flag before it, so that `of` finds another address there and returns nothing.
    static void* const* place(PyObject* tensor) {
        return reinterpret_cast<void* const*>(reinterpret_cast<const char*>(tensor) + sizeof(PyObject));
    }

    bool (*requires_grad_)(const void* tensor_impl) = nullptr;
    bool (*is_conj_)(void* const* tensor) = nullptr;
    bool (*is_neg_)(void* const* tensor) = nullptr;
};

} // namespace cudapy::python
