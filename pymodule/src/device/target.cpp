#include "pymodule/src/device/target.h"

#include "pymodule/src/python/error.h"
#include "runtime/cuda/device_info.h"
#include "runtime/support/forked.h"

#include <charconv>
#include <cstdlib>
#include <optional>

namespace cudapy::python {

namespace {

/// Returns the device of "cpu", "cuda" (the current device) or "cuda:1"; nothing for any other name.
std::optional<runtime::Device> named(std::string_view name) {
    if (name == "cpu") return runtime::Device{};
    if (name == "cuda") return runtime::current_cuda_device();
    if (!name.starts_with("cuda:")) return std::nullopt;
    const std::string_view digits = name.substr(5);
    int index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc() || end != digits.data() + digits.size() || index < 0) return std::nullopt;
    runtime::require_cuda_device(index);
    return runtime::Device{runtime::Device::Kind::cuda, index};
}

/// Returns the text that stands for `target`: a string, a GPU's number, or a cudapy.Device; empty for None.
std::string text_of(PyObject* target, const char* who) {
    if (!target || target == Py_None) return "";
    if (PyUnicode_Check(target)) return to_string(target);
    if (PyLong_Check(target) && !PyBool_Check(target))
        return "cuda:" + to_string(Ref::steal(PyObject_Str(target)).get());
    if (PyObject_HasAttrString(target, "__cudapy_target__"))
        return to_string(Ref::steal(PyObject_GetAttrString(target, "__cudapy_target__")).get());
    raise(PyExc_TypeError,
          "{}: target must be \"cuda\", \"cuda:1\" and so on, a GPU's number, \"cpu\" or None, got {}", who,
          describe(target));
}

} // namespace

runtime::Device device_from(PyObject* target, const char* who) {
    const std::string text = text_of(target, who);
    if (target && target != Py_None) {
        if (auto device = named(text)) return *device;
        raise(PyExc_ValueError,
              "{}: target must be \"cuda\", \"cuda:1\" and so on, a GPU's number, \"cpu\" or None, got {}",
              who, describe(target));
    }
    const char* variable = std::getenv("CUDAPY_TARGET");
    if (variable && *variable) {
        if (auto device = named(variable)) return *device;
        raise(PyExc_ValueError,
              "{}: the environment's CUDAPY_TARGET must be \"cuda\", \"cuda:1\" and so on, or \"cpu\", it is "
              "\"{}\"",
              who, variable);
    }
    // If a fork has lost the GPU, work that goes to a GPU by default must not run on the CPU unnoticed.
    return runtime::cuda_available() || runtime::is_cuda_lost() ? runtime::current_cuda_device()
                                                                : runtime::Device{};
}

bool names_one_device(PyObject* target) {
    const std::string text = text_of(target, "");
    const char* variable = std::getenv("CUDAPY_TARGET");
    return text.find(':') != std::string::npos ||
           (text.empty() && variable && std::string_view(variable).find(':') != std::string_view::npos);
}

Target target_of(runtime::Device device) {
    return device.kind == runtime::Device::Kind::cuda ? Target::cuda : Target::cpu;
}

const char* target_name(Target target) {
    return target == Target::cuda ? "cuda" : "cpu";
}

std::string architectures_from(PyObject* arch, const char* function) {
    if (arch == Py_None) return "";
    if (PyUnicode_Check(arch)) {
        const std::string text = to_string(arch);
        if (text == "all" || text == "all-major") return text;
    }
    const bool is_list = PyList_Check(arch) || PyTuple_Check(arch);
    Ref items = is_list ? Ref::steal(PySequence_Tuple(arch)) : Ref::steal(PyTuple_Pack(1, arch));
    std::string joined;
    bool is_good = PyTuple_Size(items.get()) > 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(items.get()) && is_good; ++i) {
        PyObject* item = PyTuple_GetItem(items.get(), i);
        const std::string text = PyUnicode_Check(item) ? to_string(item) : "";
        const std::size_t digits = text.starts_with("sm_") ? text.find_first_not_of("0123456789", 3) : 0;
        is_good = text.size() > 4 &&
                  (digits == std::string::npos ||
                   (digits > 4 && digits + 1 == text.size() && (text.back() == 'a' || text.back() == 'f')));
        joined += (joined.empty() ? "" : ",") + text;
    }
    if (!is_good)
        raise(PyExc_ValueError,
              "{}: arch must be \"all-major\", \"all\", an architecture such as \"sm_90\", a list of "
              "those, or None, "
              "got {}",
              function, describe(arch));
    return joined;
}

} // namespace cudapy::python
