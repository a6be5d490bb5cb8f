#include "pymodule/src/python/resolver.h"

#include "pymodule/src/kernel/cuda_source.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/element_type.h"
#include "translator/support/internal_error.h"
#include "translator/types/type.h"

#include <algorithm>
#include <array>
#include <complex>
#include <string_view>

namespace cudapy::python {

namespace {

void set_value(Binding& binding, PyObject* value) {
    if (PyBool_Check(value)) {
        binding.value = value == Py_True;
    } else if (PyLong_Check(value)) {
        int overflow = 0;
        long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        binding.value = static_cast<int64_t>(number);
        if (overflow > 0) {
            const unsigned long long large = PyLong_AsUnsignedLongLong(value);
            binding.int_too_large = PyErr_Occurred() != nullptr;
            if (!binding.int_too_large) binding.value = static_cast<uint64_t>(large);
            PyErr_Clear();
        }
        binding.int_too_large |= overflow < 0;
    } else if (PyComplex_Check(value)) {
        binding.value = std::complex<double>(PyComplex_RealAsDouble(value), PyComplex_ImagAsDouble(value));
    } else {
        double number = PyFloat_AsDouble(value);
        if (number == -1.0 && PyErr_Occurred()) throw PythonError{};
        binding.value = number;
    }
}

/// Returns the type of a class with the attributes of a struct or a vector, which tell of so many fields.
/// Anybody can set attributes, and a decorator such as dataclass(slots=True) copies them to a class of its
/// own.
const Type* aggregate_from(PyObject* made, Py_ssize_t told) {
    const Type* type = type_of(made);
    if (!type || !type->is_aggregate())
        raise(
            PyExc_TypeError,
            "{} has the attributes of a struct, and cp.struct did not return this class: use the one that it "
            "returned, with @cp.struct above all other decorators",
            describe(made));
    const auto fields = static_cast<Py_ssize_t>(type->fields().size());
    if (told != fields)
        raise(PyExc_TypeError,
              "{} was made with fields: {}, and its attributes now tell of {}: leave those whose names begin "
              "with __cudapy as cp.struct made them",
              describe(made), fields, told);
    return type;
}

/// The names of the fields in cudapy/_compile/bindings.py.
namespace named {
constinit InternedString value("value"), type("type"), items("items"), parts("parts"), defaults("defaults"),
    number("number"), is_read_only("is_read_only"), has_no_dimension("has_no_dimension"), name("name"),
    path("path"), reason("reason"), types("types"), source("source"), member("member");
} // namespace named

Binding binding_from(PyObject* answer);

/// An object of a class in cudapy/_compile/bindings.py.
class Answer {
  public:
    explicit Answer(PyObject* object) : object_(object) {}

    Ref field(InternedString& name) const { return Ref::steal(PyObject_GetAttr(object_, name)); }
    std::string text(InternedString& name) const { return to_string(field(name).get()); }
    bool is_true(InternedString& name) const { return field(name).get() == Py_True; }
    std::vector<Binding> bindings(InternedString& name) const {
        const Ref answers = field(name);
        std::vector<Binding> result;
        for (Py_ssize_t i = 0; i < check_size(PyTuple_Size(answers.get())); ++i)
            result.push_back(binding_from(PyTuple_GetItem(answers.get(), i)));
        return result;
    }

  private:
    PyObject* object_;
};

void read_aggregate(Binding& binding, const Answer& answer, InternedString& parts) {
    binding.elements = answer.bindings(parts);
    binding.type =
        aggregate_from(answer.field(named::type).get(), static_cast<Py_ssize_t>(binding.elements.size()));
    binding.path = binding.type->name();
}

struct Reader {
    std::string_view name; ///< of the class
    Binding::Kind kind;
    void (*read)(Binding& binding, const Answer& answer);
};

/// The classes of cudapy/_compile/bindings.py.
constexpr std::array readers = std::to_array<Reader>({
    {"Constant", Binding::Kind::constant,
     [](Binding& binding, const Answer& answer) { set_value(binding, answer.field(named::value).get()); }},
    {"NumpyScalar", Binding::Kind::constant,
     [](Binding& binding, const Answer& answer) {
         set_value(binding, answer.field(named::value).get());
         binding.type = scalar_type_named(answer.text(named::type));
     }},
    {"Tuple", Binding::Kind::constant,
     [](Binding& binding, const Answer& answer) {
         binding.path = "tuple";
         binding.elements = answer.bindings(named::items);
     }},
    {"Aggregate", Binding::Kind::constant,
     [](Binding& binding, const Answer& answer) { read_aggregate(binding, answer, named::parts); }},
    {"Struct", Binding::Kind::structure,
     [](Binding& binding, const Answer& answer) { read_aggregate(binding, answer, named::defaults); }},
    {"Date", Binding::Kind::constant,
     [](Binding& binding, const Answer& answer) {
         binding.type = type_of(answer.field(named::type).get());
         if (!binding.type || !binding.type->is_date()) throw InternalError("a date without its type");
         binding.path = binding.type->name();
         Binding& value = binding.elements.emplace_back();
         value.kind = Binding::Kind::constant;
         set_value(value, answer.field(named::value).get());
     }},
    {"CapturedArray", Binding::Kind::array,
     [](Binding& binding, const Answer& answer) {
         set_value(binding, answer.field(named::number).get());
         binding.type = type_of(answer.field(named::type).get());
         if (!binding.type || !binding.type->is_array()) throw InternalError("an array without its type");
         binding.is_read_only = answer.is_true(named::is_read_only);
         binding.is_scalar_array = answer.is_true(named::has_no_dimension);
     }},
    {"Module", Binding::Kind::module,
     [](Binding& binding, const Answer& answer) { binding.path = answer.text(named::name); }},
    {"Member", Binding::Kind::member,
     [](Binding& binding, const Answer& answer) { binding.path = answer.text(named::path); }},
    {"Function", Binding::Kind::function,
     [](Binding& binding, const Answer& answer) {
         binding.path = answer.text(named::name);
         binding.reason = answer.text(named::reason);
     }},
    {"SignedFunction", Binding::Kind::function,
     [](Binding& binding, const Answer& answer) {
         binding.path = answer.text(named::name);
         const Ref types = answer.field(named::types);
         for (Py_ssize_t i = 0; i < check_size(PyTuple_Size(types.get())); ++i) {
             PyObject* type = PyTuple_GetItem(types.get(), i);
             Binding& element = binding.elements.emplace_back();
             element.kind = Binding::Kind::other;
             element.type = type == Py_None ? nullptr : type_of(type);
         }
     }},
    {"Lambda", Binding::Kind::lambda,
     [](Binding& binding, const Answer& answer) { binding.path = answer.text(named::name); }},
    {"DeviceFunction", Binding::Kind::device_function,
     [](Binding& binding, const Answer& answer) {
         binding.path = answer.text(named::name);
         binding.device_functions = device_functions_from(answer.field(named::source).get(), binding.path);
         if (!binding.device_functions) binding.kind = Binding::Kind::unknown;
     }},
    {"Overloaded", Binding::Kind::overloaded,
     [](Binding& binding, const Answer& answer) { binding.path = answer.text(named::member); }},
    {"Other", Binding::Kind::other,
     [](Binding& binding, const Answer& answer) { binding.path = answer.text(named::type); }},
    {"Unknown", Binding::Kind::unknown, [](Binding&, const Answer&) {}},
});

const Reader& reader_of(PyObject* answer) {
    static std::map<PyTypeObject*, const Reader*> known; // the classes live as long as the process
    const Reader*& reader = known[Py_TYPE(answer)];
    if (!reader) {
        const auto found = std::ranges::find(readers, type_name(answer), &Reader::name);
        if (found == readers.end()) throw InternalError(describe(answer) + " is no meaning of a name");
        Ref::borrow(reinterpret_cast<PyObject*>(Py_TYPE(answer))).release();
        reader = &*found;
    }
    return *reader;
}

Binding binding_from(PyObject* answer) {
    const Reader& reader = reader_of(answer);
    Binding binding;
    binding.kind = reader.kind;
    reader.read(binding, Answer(answer));
    return binding;
}

} // namespace

Binding CapturingResolver::resolve(uint32_t file, const std::string& function,
                                   std::span<const std::string> path) {
    auto key = std::make_tuple(file, function, std::vector<std::string>(path.begin(), path.end()));
    if (auto known = captured_.find(key); known != captured_.end()) return known->second;
    Ref names = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(path.size())));
    for (std::size_t i = 0; i < path.size(); ++i)
        check(PyTuple_SetItem(names.get(), static_cast<Py_ssize_t>(i), to_python(path[i]).release()));
    Ref answer =
        Ref::steal(PyObject_CallFunction(resolve_.get(), "IsO", file, function.c_str(), names.get()));
    Binding binding = binding_from(answer.get());
    captured_.emplace(std::move(key), binding);
    return binding;
}

std::optional<Binding> CapturingResolver::default_value(uint32_t file, const std::string& function,
                                                        const std::string& parameter) {
    Key key{file, function, {parameter}};
    if (auto known = defaults_.find(key); known != defaults_.end()) return known->second;
    Ref answer = Ref::steal(
        PyObject_CallMethod(resolve_.get(), "default", "Iss", file, function.c_str(), parameter.c_str()));
    Binding binding = binding_from(answer.get());
    defaults_.emplace(std::move(key), binding);
    return binding;
}

} // namespace cudapy::python
