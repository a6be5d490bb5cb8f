// Translated from sample.py by pycu2cu 0.2.0.
//
// The Python module fast, whose functions launch the kernels.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "sample.h"

#include <cudapy/python_module.h>

static const char documentation_of_stretch[] =
    "stretch($module, threads, /, image, low, high, *, block=None, stream=None)\n--\n\n"
    "Make `low` 0 and `high` 1, and what lies between in proportion; what is outside is cut off.\n"
    "\n"
    "image: an array of float32 with 2 dimensions, which is written\n"
    "low: float32\n"
    "high: float32\n";

static PyObject* call_stretch(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"image", "low", "high", nullptr};
        const cudapy::python::Arguments arguments("stretch", parameters, given, count, keywords);
        const auto image = arguments.array<float, 2>(0);
        const auto low = arguments.number<float>(1);
        const auto high = arguments.number<float>(2);
        const cudapy::Launch launch = arguments.launch(image.device());
        const cudapy::python::WithoutGil released;
        sample::stretch(launch, image.view(), low, high);
    });
}

static const char documentation_of_count[] =
    "count($module, threads, /, image, histogram, *, block=None, stream=None)\n--\n\n"
    "How many points there are of each level, from dark to bright.\n"
    "\n"
    "image: an array of float32 with 2 dimensions\n"
    "histogram: an array of int32 with 1 dimension, which is written\n";

static PyObject* call_count(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"image", "histogram", nullptr};
        const cudapy::python::Arguments arguments("count", parameters, given, count, keywords);
        const auto image = arguments.array<const float, 2>(0);
        const auto histogram = arguments.array<int>(1);
        const cudapy::Launch launch = arguments.launch(image.device());
        const cudapy::python::WithoutGil released;
        sample::count(launch, image.view(), histogram.view());
    });
}

static PyMethodDef functions[] = {
    cudapy::python::method("stretch", call_stretch, documentation_of_stretch),
    cudapy::python::method("count", call_count, documentation_of_count),
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "fast", "The kernels of sample.py.", 0, functions,
    nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_fast()
{
    return PyModuleDef_Init(&definition);
}
