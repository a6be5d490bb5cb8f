// Translated from arguments.py by pycu2cu 0.2.0.
//
// The Python module fast, whose functions launch the kernels.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "arguments.h"

#include <cudapy/python_module.h>

static const char documentation_of_saxpy[] =
    "saxpy($module, threads, /, alpha, X, Y, *, block=None, stream=None)\n--\n\n"
    "Add alpha times X to Y.\n"
    "\n"
    "They have \"as many\" elements, \\ and no others.\n"
    "\n"
    "alpha: float32\n"
    "X: an array of float32 with 1 dimension\n"
    "Y: an array of float32 with 1 dimension, which is written\n";

static PyObject* call_saxpy(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"alpha", "X", "Y", nullptr};
        const cudapy::python::Arguments arguments("saxpy", parameters, given, count, keywords);
        const auto alpha = arguments.number<float>(0);
        const auto X = arguments.array<const float>(1);
        const auto Y = arguments.array<float>(2);
        const cudapy::Launch launch = arguments.launch(X.device());
        const cudapy::python::WithoutGil released;
        arguments::saxpy(launch, alpha, X.view(), Y.view());
    });
}

static const char documentation_of_numbers[] =
    "numbers($module, threads, /, b, i, u, h, d, c, out, *, block=None, stream=None)\n--\n\n"
    "b: bool\n"
    "i: int8\n"
    "u: uint64\n"
    "h: float16\n"
    "d: float64\n"
    "c: complex64\n"
    "out: an array of complex128 with 2 dimensions, which is written\n";

static PyObject* call_numbers(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"b", "i", "u", "h", "d", "c", "out", nullptr};
        const cudapy::python::Arguments arguments("numbers", parameters, given, count, keywords);
        const auto b = arguments.number<bool>(0);
        const auto i = arguments.number<int8_t>(1);
        const auto u = arguments.number<uint64_t>(2);
        const auto h = arguments.number<cudapy::half>(3);
        const auto d = arguments.number<double>(4);
        const auto c = arguments.number<std::complex<float>>(5);
        const auto out = arguments.array<std::complex<double>, 2>(6);
        const cudapy::Launch launch = arguments.launch(out.device());
        const cudapy::python::WithoutGil released;
        arguments::numbers(launch, b, i, u, h, d, c, out.view());
    });
}

static const char documentation_of_names[] =
    "names($module, threads_, /, threads, block, given, launch, *, stream=None)\n--\n\n"
    "threads: int32\n"
    "block: an array of bfloat16 with 1 dimension\n"
    "given: an array of uint8 with 1 dimension, which is written\n"
    "launch: an array of bool with 3 dimensions, which is written\n";

static PyObject* call_names(PyObject*, PyObject* const* given_2, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"threads", "block", "given", "launch", nullptr};
        const cudapy::python::Arguments arguments("names", parameters, given_2, count, keywords);
        const auto threads = arguments.number<int>(0);
        const auto block = arguments.array<const cudapy::bfloat16>(1);
        const auto given = arguments.array<uint8_t>(2);
        const auto launch = arguments.array<bool, 3>(3);
        const cudapy::Launch launch_2 = arguments.launch(block.device());
        const cudapy::python::WithoutGil released;
        arguments::names(launch_2, threads, block.view(), given.view(), launch.view());
    });
}

static const char documentation_of_switch_[] =
    "switch($module, threads, /, first, out, *, block=None, shared, stream=None)\n--\n\n"
    "first: float64\n"
    "out: an array of float64 with 1 dimension, which is written\n";

static PyObject* call_switch_(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {"first", "out", nullptr};
        const cudapy::python::Arguments arguments("switch", parameters, given, count, keywords);
        const auto first = arguments.number<double>(0);
        const auto out = arguments.array<double>(1);
        const cudapy::Launch launch = arguments.launch(out.device(), 1);
        const cudapy::python::WithoutGil released;
        arguments::switch_(launch, first, out.view());
    });
}

static const char documentation_of_nothing[] =
    "nothing($module, threads, /, *, block=None, stream=None)\n--\n\n";

static PyObject* call_nothing(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords)
{
    return cudapy::python::launched([&] {
        static const char* const parameters[] = {nullptr};
        const cudapy::python::Arguments arguments("nothing", parameters, given, count, keywords);
        const cudapy::Launch launch = arguments.launch(cudapy::current_device());
        const cudapy::python::WithoutGil released;
        arguments::nothing(launch);
    });
}

static PyMethodDef functions[] = {
    cudapy::python::method("saxpy", call_saxpy, documentation_of_saxpy),
    cudapy::python::method("numbers", call_numbers, documentation_of_numbers),
    cudapy::python::method("names", call_names, documentation_of_names),
    cudapy::python::method("switch", call_switch_, documentation_of_switch_),
    cudapy::python::method("nothing", call_nothing, documentation_of_nothing),
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "fast", "The kernels of arguments.py.", 0, functions,
    nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_fast()
{
    return PyModuleDef_Init(&definition);
}
