#include "pymodule/src/types/element_type.h"

#include "docstrings.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

#include <array>
#include <string>
#include <unordered_map>

namespace cudapy::python {

namespace {

struct TypeObject {
    PyObject_HEAD const Type* type;
};

PyTypeObject* type_type = nullptr;

constexpr std::size_t scalar_count = scalar_names.size();

/// The objects that were made, for the process's life: scalars, then their arrays by rank, then lists of
/// scalars.
std::array<PyObject*, scalar_count*(2 + Type::max_rank)> made{};

const Type* self_type(PyObject* self) {
    return reinterpret_cast<TypeObject*>(self)->type;
}

PyObject* type_repr(PyObject* self) {
    return guarded_object([&] {
        const Type* type = self_type(self);
        const Type* element = type->element() ? type->element() : type;
        const bool is_named = element->is_aggregate() || element->is_date();
        std::string name =
            is_named ? element->name() : fmt::format("cudapy.{}", names_of(type->scalar_kind()).package);
        if (type->is_lists()) return to_python(fmt::format("cudapy.Pointer(cudapy.Pointer({}))", name));
        if (type->rank() == 1) return to_python(fmt::format("cudapy.Pointer({})", name));
        return to_python(type->is_array() ? fmt::format("cudapy.Array[{}, {}]", name, type->rank()) : name);
    });
}

/// `cp.int32(x)` returns the result of the cast as a Python number, so that kernels also run in CPython.
PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        const Type* type = self_type(self);
        PyObject* given = nullptr;
        if (!type->is_scalar() || type->is_void())
            raise(PyExc_TypeError, "{} is a type and cannot be called", type->name());
        if (type->is_complex() && !(keywords && PyDict_Size(keywords)) && PyTuple_Size(arguments) == 2)
            given = PyTuple_GetItem(arguments, 1);
        if (given) { // the parts of a complex number
            PyObject* made = PyObject_CallObject(reinterpret_cast<PyObject*>(&PyComplex_Type), arguments);
            if (!made) name_error(type->name() + "(x, y)");
            Ref both = Ref::steal(made);
            Element element;
            store_or_raise(type, both.get(), &element, [&] { return fmt::format("{}(x, y)", type->name()); });
            return load_element(type->scalar_kind(), &element);
        }
        if ((keywords && PyDict_Size(keywords)) || PyTuple_Size(arguments) != 1)
            raise(PyExc_TypeError, "{}(x) takes one number", type->name());
        given = PyTuple_GetItem(arguments, 0);
        const auto converted = [&](PyObject* number) {
            if (!number) name_error(type->name() + "(x)");
            return Ref::steal(number);
        };
        if (type->scalar_kind() == Scalar::bool_) {
            const int truth = PyObject_IsTrue(given);
            return converted(truth < 0 ? nullptr : PyBool_FromLong(truth));
        }
        // NumPy's complex numbers would become their real part, with a warning.
        if (!type->is_complex() && is_complex(given))
            raise_store_problem(type, given, StoreResult::not_accepted, fmt::format("{}(x)", type->name()));
        Ref number = type->is_complex()
                         ? Ref::borrow(given)
                         : converted(type->is_integer() ? PyNumber_Long(given) : PyNumber_Float(given));
        Element element;
        if (type->is_integer() && !PyFloat_Check(given))
            cast_integer(type->scalar_kind(), number.get(), &element);
        else
            store_or_raise(type, number.get(), &element, [&] { return fmt::format("{}(x)", type->name()); });
        return load_element(type->scalar_kind(), &element);
    });
}

PyObject* get_name(PyObject* self, void*) {
    return guarded_object([&] { return to_python(self_type(self)->name()); });
}

PyObject* get_numpy_name(PyObject* self, void*) {
    return guarded_object([&] {
        const Type* type = self_type(self);
        if (type->is_date()) return to_python(type->name());
        if (!type->is_scalar() || type->is_void()) return Ref::borrow(Py_None);
        return to_python(names_of(type->scalar_kind()).numpy);
    });
}

PyObject* get_size(PyObject* self, void*) {
    const Type* type = self_type(self);
    return PyLong_FromLong(type->is_void() ? 0 : type->size());
}

PyObject* get_element(PyObject* self, void*) {
    const Type* type = self_type(self);
    return Py_NewRef(type->element() ? type_object(type->element()) : Py_None);
}

PyObject* get_rank(PyObject* self, void*) {
    return PyLong_FromLong(self_type(self)->rank());
}

PyObject* reduce_type(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const Type* type = self_type(self);
        if (type->is_scalar())
            return to_python(
                names_of(type->scalar_kind()).package); // pickle looks the name up in the package
        Ref module = Ref::steal(PyImport_ImportModule("cudapy._core"));
        if (type->is_date()) {
            Ref again = Ref::steal(PyObject_GetAttrString(module.get(), "date_type"));
            return Ref::steal(Py_BuildValue("O(s)", again.get(), type->name().c_str()));
        }
        if (type->is_lists()) {
            Ref again = Ref::steal(PyObject_GetAttrString(module.get(), "Pointer"));
            return Ref::steal(Py_BuildValue("O(O)", again.get(), type_object(type->row())));
        }
        Ref make = Ref::steal(PyObject_GetAttrString(module.get(), "array_type"));
        return Ref::steal(Py_BuildValue("O(Oi)", make.get(), type_object(type->element()), type->rank()));
    });
}

PyObject* pointer(PyObject*, PyObject* argument) {
    return guarded_object([&] {
        if (const Type* row = type_of(argument); row && row->rank() == 1)
            return Ref::borrow(type_object(Type::lists(row->element())));
        const Type* type = element_type_from(argument, "Pointer");
        if (type->is_void()) raise(PyExc_TypeError, "Pointer: there are no arrays of void");
        return Ref::borrow(type_object(Type::array(type)));
    });
}

PyObject* array(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *element = nullptr, *rank = nullptr;
        if (!PyArg_ParseTuple(arguments, "OO:array_type", &element, &rank)) throw PythonError{};
        const Type* type = element_type_from(element, "Array");
        if (type->is_void()) raise(PyExc_TypeError, "Array: there are no arrays of void");
        int overflow = 0;
        const long dimensions =
            PyLong_CheckExact(rank) ? PyLong_AsLongAndOverflow(rank, &overflow) : 0; // True is no number here
        if (overflow != 0 || dimensions < 1 || dimensions > Type::max_rank) {
            raise(PyExc_TypeError,
                  "Array: the number of dimensions must be an int from 1 to {}, as in Array[cp.float32, 2], "
                  "got {}",
                  Type::max_rank, describe(rank));
        }
        return Ref::borrow(type_object(Type::array(type, static_cast<int>(dimensions))));
    });
}

PyMethodDef type_methods[] = {
    {"__reduce__", reduce_type, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef type_attributes[] = {
    {"name", get_name, nullptr, docs::Type_name, nullptr},
    {"numpy_name", get_numpy_name, nullptr, docs::Type_numpy_name, nullptr},
    {"size", get_size, nullptr, docs::Type_size, nullptr},
    {"element", get_element, nullptr, docs::Type_element, nullptr},
    {"ndim", get_rank, nullptr, docs::Type_ndim, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot type_slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Type)},
    {Py_tp_repr, reinterpret_cast<void*>(type_repr)},
    {Py_tp_call, reinterpret_cast<void*>(call)},
    {Py_tp_methods, type_methods},
    {Py_tp_getset, type_attributes},
    {0, nullptr},
};

PyType_Spec type_spec = {
    "cudapy.Type",
    sizeof(TypeObject),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    type_slots,
};

PyObject* new_type_object(const Type* type) {
    auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type_type, Py_tp_alloc));
    Ref object = Ref::steal(allocate(type_type, 0));
    reinterpret_cast<TypeObject*>(object.get())->type = type;
    return object.release();
}

PyMethodDef pointer_method = {"Pointer", pointer, METH_O, docs::Pointer};

PyMethodDef array_method = {"array_type", array, METH_VARARGS, docs::array_type};

} // namespace

PyObject* type_object(const Type* type) {
    if (type->is_struct() || type->is_vector()) return class_of(type);
    const Type* element = type->element() ? type->element() : type;
    if (element->is_aggregate() || element->is_date()) {
        static std::unordered_map<const Type*, PyObject*> derived; // for the process's life
        PyObject*& known = derived[type];
        if (!known) known = new_type_object(type);
        return known;
    }
    const auto rank = static_cast<std::size_t>(type->is_lists() ? Type::max_rank + 1 : type->rank());
    const std::size_t index = static_cast<std::size_t>(type->scalar_kind()) + rank * scalar_count;
    if (!made[index]) {
        made[index] = new_type_object(type);
    }
    return made[index];
}

const Type* type_of(PyObject* object) {
    if (Py_IS_TYPE(object, type_type)) return reinterpret_cast<TypeObject*>(object)->type;
    return PyType_Check(object) ? type_of_class(object) : nullptr;
}

namespace {

/// Returns the struct or the vector that a structured dtype of NumPy describes; null for any other object.
/// Raises TypeError for a dtype that describes neither, and for numbers of the other byte order.
const Type* type_of_dtype(PyObject* object, const char* who) {
    if (PyType_Check(object)) return nullptr;
    static constinit InternedString fields_name("fields"), native_name("isnative");
    const Ref native = attribute_or_none(object, native_name);
    const Ref fields = native ? attribute_or_none(object, fields_name) : Ref();
    if (!fields) return nullptr;
    if (fields.get() != Py_None) {
        const Ref numpy = Ref::steal(PyImport_ImportModule("numpy"));
        const Ref none = Ref::steal(PyObject_CallMethod(numpy.get(), "empty", "iO", 0, object));
        const HostBuffer buffer(none.get(), who);
        if (const Type* type = buffer.element()) return type;
        raise(PyExc_TypeError, "{}: {}", who, buffer.record_problem());
    }
    if (native.get() == Py_False)
        raise(PyExc_TypeError, "{}: {} is byte-swapped, and arrays have the machine's byte order: write {}",
              who, describe(object),
              fmt::format("{}.newbyteorder(\"=\")", to_string(Ref::steal(PyObject_Repr(object)).get())));
    return nullptr;
}

} // namespace

namespace {

/// Returns the type that a name stands for: one of the language, else what NumPy knows by the name.
const Type* type_named(PyObject* object, const char* who) {
    const std::string name = to_string(object);
    constexpr const char* two_meanings[][3] = {
        {"float", "float32", "float64"}, {"int", "int32", "int64"}, {"complex", "complex64", "complex128"}};
    for (const auto& [word, ours, theirs] : two_meanings) {
        if (name == word)
            raise(PyExc_TypeError, "{}: \"{}\" is {} in kernels and {} in NumPy: write \"{}\" or \"{}\"", who,
                  name, ours, theirs, ours, theirs);
    }
    for (const ScalarNames& scalar : scalar_names) {
        if (scalar.scalar == Scalar::void_) continue;
        const std::string in_numpy(scalar.numpy);
        if (name == scalar.kernel || name == in_numpy || name == in_numpy + "_") return scalar.type();
    }
    Ref numpy = Ref::steal_or_null(PyImport_ImportModule("numpy"));
    Ref dtype = Ref::steal_or_null(numpy ? PyObject_CallMethod(numpy.get(), "dtype", "O", object) : nullptr);
    if (dtype) return element_type_from(dtype.get(), who);
    PyErr_Clear();
    raise(PyExc_TypeError,
          "{}: \"{}\" is no name of a type: write one such as \"float32\", \"int64\" or \"bool\"", who, name);
}

} // namespace

const Type* element_type_from(PyObject* object, const char* who) {
    if (PyUnicode_Check(object)) return type_named(object, who);
    if (const Type* type = type_of(object)) {
        if (type->is_scalar() || type->is_element()) return type;
        raise(PyExc_TypeError, "{}: {} is an array type, its elements must be numbers or bools", who,
              type->name());
    }
    if (object == reinterpret_cast<PyObject*>(&PyBool_Type)) return Type::bool_();
    if (object == reinterpret_cast<PyObject*>(&PyLong_Type)) return Type::int32();
    if (object == reinterpret_cast<PyObject*>(&PyFloat_Type)) return Type::float32();
    if (object == reinterpret_cast<PyObject*>(&PyComplex_Type)) return Type::complex64();
    if (const Type* type = type_of_dtype(object, who)) return type;
    // numpy.float32 and numpy.dtype("float32") both carry the name.
    Ref name = Ref::steal_or_null(PyObject_GetAttrString(object, PyType_Check(object) ? "__name__" : "name"));
    if (!name) PyErr_Clear();
    if (name && PyUnicode_Check(name.get())) {
        std::string text = to_string(name.get());
        for (const ScalarNames& scalar : scalar_names) {
            if (scalar.scalar != Scalar::void_ &&
                (text == scalar.numpy || text == std::string(scalar.numpy) + "_"))
                return scalar.type();
        }
    }
    raise(PyExc_TypeError, "{}: expected an element type, such as cp.Float, cp.Int or cp.uint8, got {}", who,
          describe(object));
}

void add_type_objects(PyObject* module) {
    if (!type_type) type_type = add_type(module, type_spec);
    for (const ScalarNames& scalar : scalar_names)
        add_to_module(module, scalar.package, type_object(scalar.type()));
    Ref name = to_python("cudapy");
    Ref function = Ref::steal(PyCFunction_NewEx(&pointer_method, nullptr, name.get()));
    add_to_module(module, "Pointer", function.get());
    Ref core = to_python("cudapy._core"); // the module in which pickle finds it
    Ref maker = Ref::steal(PyCFunction_NewEx(&array_method, nullptr, core.get()));
    add_to_module(module, "array_type", maker.get());
}

} // namespace cudapy::python
