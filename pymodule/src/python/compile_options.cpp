#include "pymodule/src/python/compile_options.h"

#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/support/error.h"
#include "translator/types/type.h"

#include <iterator>
#include <sstream>

namespace cudapy::python {

namespace {

/// Returns whether the argument `index=` asks for 64-bit indices.
bool index64_from(PyObject* index) {
    if (index == Py_None) return false;
    const Type* type = type_of(index);
    if (type == Type::int32()) return false;
    if (type == Type::int64()) return true;
    raise(PyExc_ValueError, "compile: index must be cp.int32, cp.int64 or None, got {}", describe(index));
}

class Fields {
  public:
    explicit Fields(PyObject* options) : options_(options) {}
    Ref operator[](const char* name) const { return Ref::steal(PyObject_GetAttrString(options_, name)); }
    bool is_true(const char* name) const { return check(PyObject_IsTrue((*this)[name].get())) != 0; }

  private:
    PyObject* options_;
};

} // namespace

std::string compiler_from(PyObject* compiler) {
    if (compiler == Py_None) return "";
    const std::string name = PyUnicode_Check(compiler) ? to_string(compiler) : "";
    if (name == "nvcc" || name == "nvrtc") return name;
    raise(PyExc_ValueError, "compile: compiler must be \"nvcc\", \"nvrtc\" or None, got {}",
          describe(compiler));
}

ProgramRequest request_from(PyObject* options, Presence presence) {
    const Fields fields(options);
    ProgramRequest request;
    request.options.index64 = index64_from(fields["index"].get());
    request.options.strict = fields.is_true("strict");
    request.options.checked = fields.is_true("checked");
    request.options.debug = fields.is_true("raises");
    request.options.fast_math = fields.is_true("fastmath");
    request.options.only_jvp = fields.is_true("jvp");
    request.options.hides_tapes = fields.is_true("tapes");
    const auto names = [&](const char* field) {
        std::istringstream words(to_string(fields[field].get()));
        return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
    };
    request.options.jvp = names("jvp");
    request.options.in_double = fields.is_true("in_double");
    request.options.only_vjp = fields.is_true("vjp");
    request.options.vjp = names("vjp");
    request.options.wrt = names("wrt");
    request.options.dialect = fields.is_true("numba") ? Dialect::numba : Dialect::cudapy;
    auto& [x, y, z] = request.options.coarsen;
    if (!PyArg_ParseTuple(fields["coarsen"].get(), "iii", &x, &y, &z)) throw PythonError{};
    request.optimize = fields.is_true("optimize");
    const Ref target = fields["target"];
    if (presence == Presence::unasked) {
        if (to_string(target.get()) == "cuda") request.device.kind = runtime::Device::Kind::cuda;
    } else {
        try {
            request.device = device_from(target.get(), "compile");
        } catch (const runtime::Error& error) {
            if (presence == Presence::needed || error.kind() != runtime::ErrorKind::no_device) throw;
            request.device.kind = runtime::Device::Kind::cuda;
        }
        request.follows_device = !names_one_device(target.get());
    }
    request.options.coverage = request.device.is_host() && fields.is_true("coverage");
    request.compiler = compiler_from(fields["compiler"].get());
    request.architectures = architectures_from(fields["arch"].get(), "compile");
    return request;
}

} // namespace cudapy::python
