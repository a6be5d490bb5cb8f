// The module `levels`: stretch(image, low, high) changes a picture where it lies, histogram(image, bins)
// counts its levels. A picture is any array of two dimensions of float32: a cudapy.CudaArray, a PyTorch
// tensor, a CuPy or NumPy array.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernels.h" // made of kernels.py by cudapy_add_kernels

#include <cudapy/python_array.h>

#include <vector>

namespace {

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

template <typename T>
cudapy::Launch thread_for_each(const cudapy::View<T, 2>& image) {
    return {image.extent(1), image.extent(0)};
}

PyObject* stretch(PyObject*, PyObject* arguments) {
    PyObject* object = nullptr;
    float low = 0, high = 1;
    if (!PyArg_ParseTuple(arguments, "O|ff:stretch", &object, &low, &high)) return nullptr;
    try {
        const cudapy::PythonArray array(object, "stretch: image");
        const auto image = array.view<float, 2>();
        const WithoutGil released;
        kernels::stretch(thread_for_each(image), image, low, high);
    } catch (...) {
        cudapy::set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyObject* histogram(PyObject*, PyObject* arguments) {
    PyObject* object = nullptr;
    int bins = 0;
    if (!PyArg_ParseTuple(arguments, "Oi:histogram", &object, &bins)) return nullptr;
    std::vector<int> counts;
    try {
        const cudapy::PythonArray array(object, "histogram: image");
        const auto image = array.view<const float, 2>();
        const WithoutGil released;
        cudapy::Array<int> levels(bins, image.device());
        kernels::count(thread_for_each(image), image, levels);
        counts = levels.to_vector();
    } catch (...) {
        cudapy::set_python_error();
        return nullptr;
    }
    PyObject* list = PyList_New(0);
    for (const int count : counts) {
        PyObject* number = list ? PyLong_FromLong(count) : nullptr;
        if (!number || PyList_Append(list, number) != 0) Py_CLEAR(list);
        Py_XDECREF(number);
    }
    return list;
}

PyMethodDef methods[] = {
    {"stretch", stretch, METH_VARARGS,
     "stretch(image, low=0, high=1): make low 0 and high 1, in the array itself."},
    {"histogram", histogram, METH_VARARGS,
     "histogram(image, bins): how many points there are of each level."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "levels", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_levels() {
    return PyModuleDef_Init(&definition);
}
