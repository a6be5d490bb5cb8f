#include "pymodule/src/target.h"

#include "pymodule/src/error.h"

#include <cstdlib>
#include <optional>

namespace cudapy::python {

namespace {

std::optional<runtime::Device> named(std::string_view name) {
    if (name == "cpu") return runtime::Device{};
    if (name == "cuda") return runtime::current_cuda_device();
    return std::nullopt;
}

} // namespace

runtime::Device device_from(PyObject* target, const char* who) {
    if (target && target != Py_None) {
        if (!PyUnicode_Check(target))
            raise(PyExc_TypeError, "{}: target must be \"cuda\", \"cpu\" or None, got {}", who,
                  describe(target));
        auto device = named(to_string(target));
        if (!device)
            raise(PyExc_ValueError, "{}: target must be \"cuda\", \"cpu\" or None, got {}", who,
                  describe(target));
        return *device;
    }
    const char* variable = std::getenv("CUDAPY_TARGET");
    if (variable && *variable) {
        auto device = named(variable);
        if (!device)
            raise(PyExc_ValueError,
                  "{}: the environment's CUDAPY_TARGET must be \"cuda\" or \"cpu\", it is \"{}\"", who,
                  variable);
        return *device;
    }
    return runtime::cuda_available() ? runtime::current_cuda_device() : runtime::Device{};
}

Target target_of(runtime::Device device) {
    return device.kind == runtime::Device::Kind::cuda ? Target::cuda : Target::cpu;
}

const char* target_name(Target target) {
    return target == Target::cuda ? "cuda" : "cpu";
}

} // namespace cudapy::python
