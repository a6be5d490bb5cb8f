#include "pymodule/src/types/dim3.h"

#include "docstrings.h"
#include "pymodule/src/python/error.h"

#include <vector>

namespace cudapy::python {

namespace {

struct Dim3Object {
    PyObject_HEAD runtime::Extent extent;
};

PyTypeObject* dim3_type = nullptr;

const runtime::Extent& extent_of(PyObject* self) {
    return reinterpret_cast<Dim3Object*>(self)->extent;
}

/// Returns whether counts are those of a launch, for which arguments may be taken, and not those of a block.
bool is_of_launch(const std::string& who) {
    return who != "dim3" && who.find(':') == who.npos;
}

int64_t count_from(PyObject* object, int axis, const std::string& who) {
    static const char axes[] = "xyz";
    const char name = axes[axis];
    if (PyBool_Check(object))
        raise(PyExc_TypeError, "{}: the number of threads along {} must be an integer, got bool", who, name);
    Ref index;
    if (PyLong_CheckExact(object))
        index = Ref::borrow(object);
    else if (PyIndex_Check(object)) // arrays have it, and refuse it
        index = Ref::steal_or_null(PyNumber_Index(object));
    if (!index) {
        PyErr_Clear();
        std::string advice =
            is_of_launch(who) ? fmt::format("; write {}(n)(arguments): the threads come first", who) : "";
        if (PyFloat_Check(object)) advice = "; write int(...) or //";
        raise(PyExc_TypeError, "{}: the number of threads along {} must be an integer, got {}{}", who, name,
              describe(object), advice);
    }
    int overflow = 0;
    long long count = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    if (overflow < 0 || (overflow == 0 && count < 0)) {
        raise(PyExc_ValueError, "{}: the number of threads along {} must not be negative, got {}", who, name,
              describe(object));
    }
    if (overflow > 0)
        raise(PyExc_OverflowError, "{}: {} threads along {} are more than there can be", who,
              describe(object), name);
    return count;
}

runtime::Extent extent_of_counts(std::span<PyObject* const> counts, const std::string& who) {
    if (counts.empty() || counts.size() > 3) {
        raise(PyExc_TypeError,
              "{}: expected the number of threads along x, or x and y, or x, y and z, got {} numbers{}", who,
              counts.size(), is_of_launch(who) ? fmt::format("; write {}(n)(arguments)", who) : "");
    }
    runtime::Extent extent{1, 1, 1};
    for (std::size_t axis = 0; axis < counts.size(); ++axis)
        extent[axis] = count_from(counts[axis], static_cast<int>(axis), who);
    return extent;
}

PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* parts[3] = {nullptr, nullptr, nullptr};
        static const char* names[] = {"x", "y", "z", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:dim3", const_cast<char**>(names),
                                         &parts[0], &parts[1], &parts[2])) {
            throw PythonError{};
        }
        runtime::Extent extent{1, 1, 1};
        for (int axis = 0; axis < 3; ++axis) {
            if (parts[axis]) extent[static_cast<std::size_t>(axis)] = count_from(parts[axis], axis, "dim3");
        }
        auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
        Ref self = Ref::steal(allocate(type, 0));
        reinterpret_cast<Dim3Object*>(self.get())->extent = extent;
        return self;
    });
}

PyObject* dim3_repr(PyObject* self) {
    return guarded_object([&] {
        const auto& [x, y, z] = extent_of(self);
        return to_python(fmt::format("cudapy.dim3({}, {}, {})", x, y, z));
    });
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || !Py_IS_TYPE(other, dim3_type)) Py_RETURN_NOTIMPLEMENTED;
    bool equal = extent_of(self) == extent_of(other);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

Py_hash_t hash(PyObject* self) {
    const auto& [x, y, z] = extent_of(self);
    auto value = static_cast<Py_hash_t>(x * 1000003 + y * 10007 + z);
    return value == -1 ? -2 : value;
}

template <int axis>
PyObject* get_axis(PyObject* self, void*) {
    return PyLong_FromLongLong(extent_of(self)[axis]);
}

Py_ssize_t length(PyObject*) {
    return 3;
}

PyObject* item(PyObject* self, Py_ssize_t index) {
    if (index < 0 || index > 2) {
        PyErr_SetString(PyExc_IndexError, "a dim3 has the items 0, 1 and 2");
        return nullptr;
    }
    return PyLong_FromLongLong(extent_of(self)[static_cast<std::size_t>(index)]);
}

PyObject* reduce_dim3(PyObject* self, PyObject*) {
    const auto& [x, y, z] = extent_of(self);
    return Py_BuildValue("O(LLL)", dim3_type, static_cast<long long>(x), static_cast<long long>(y),
                         static_cast<long long>(z));
}

PyMethodDef dim3_methods[] = {
    {"__reduce__", reduce_dim3, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef dim3_attributes[] = {
    {"x", get_axis<0>, nullptr, docs::dim3_x, nullptr},
    {"y", get_axis<1>, nullptr, docs::dim3_y, nullptr},
    {"z", get_axis<2>, nullptr, docs::dim3_z, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot dim3_slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::dim3)},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_repr, reinterpret_cast<void*>(dim3_repr)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_methods, dim3_methods},
    {Py_tp_getset, dim3_attributes},
    {Py_sq_length, reinterpret_cast<void*>(length)},
    {Py_sq_item, reinterpret_cast<void*>(item)},
    {0, nullptr},
};

PyType_Spec dim3_spec = {"cudapy.dim3", sizeof(Dim3Object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                         dim3_slots};

} // namespace

runtime::Extent extent_from(std::span<PyObject* const> arguments, const std::string& who) {
    if (arguments.size() == 1) {
        PyObject* only = arguments[0];
        if (Py_IS_TYPE(only, dim3_type)) return extent_of(only);
        if (PyList_Check(only) && is_of_launch(who))
            raise(PyExc_TypeError,
                  "{0}: the number of threads must be an integer, or a tuple of one for each axis, got {1}; "
                  "{0}(n) takes it, and {0}(n)(arguments) launches",
                  who, describe(only));
        if (PyTuple_Check(only) || PyList_Check(only)) {
            const Ref inner = Ref::steal(PySequence_Tuple(only));
            std::vector<PyObject*> counts;
            for (Py_ssize_t i = 0; i < PyTuple_Size(inner.get()); ++i)
                counts.push_back(PyTuple_GetItem(inner.get(), i));
            return extent_of_counts(counts, who);
        }
    }
    return extent_of_counts(arguments, who);
}

void add_dim3(PyObject* module) {
    if (!dim3_type) dim3_type = add_type(module, dim3_spec);
}

} // namespace cudapy::python
