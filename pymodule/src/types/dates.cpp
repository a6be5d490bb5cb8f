#include "pymodule/src/types/dates.h"

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/element_type.h"

#include <cstring>
#include <string_view>

namespace cudapy::python {

namespace {

/// Returns whether an object has a dtype of NumPy that is the type, in the machine's byte order.
bool has_type(PyObject* object, const Type* type) {
    static constinit InternedString dtype_name("dtype"), str_name("str");
    const Ref dtype = attribute_or_none(object, dtype_name);
    const Ref text = dtype ? attribute_or_none(dtype.get(), str_name) : Ref();
    return text && PyUnicode_Check(text.get()) && date_of_typestr(to_string(text.get()).c_str()) == type;
}

} // namespace

StoreResult store_date(const Type* type, PyObject* object, void* to) {
    if (PyType_Check(object) || !has_type(object, type)) return StoreResult::not_accepted;
    const Ref integer = Ref::steal_or_null(PyObject_CallMethod(object, "astype", "s", "int64"));
    if (!integer) return StoreResult::failed;
    return store_element(Scalar::int64, integer.get(), to);
}

Ref load_date(const Type* type, const void* from) {
    long long value = 0;
    std::memcpy(&value, from, sizeof value);
    const Ref numpy = Ref::steal(PyImport_ImportModule("numpy"));
    return Ref::steal(PyObject_CallMethod(numpy.get(), type->is_timedelta() ? "timedelta64" : "datetime64",
                                          "Ls", value, type->unit().c_str()));
}

Ref integers_of_dates(PyObject* object, const Type* wanted) {
    if (!wanted || !wanted->is_date() || !PyObject_HasAttrString(object, "__array_finalize__")) return {};
    if (!has_type(object, wanted)) return {};
    return Ref::steal(PyObject_CallMethod(object, "view", "s", "int64"));
}

const Type* date_of_typestr(const char* typestr) {
    std::string_view text(typestr);
    if (!text.starts_with("<M8[") && !text.starts_with("<m8[")) return nullptr;
    const bool is_timedelta = text[1] == 'm';
    text.remove_prefix(4);
    if (!text.ends_with(']')) return nullptr;
    text.remove_suffix(1);
    return is_timedelta ? Type::timedelta(text) : Type::datetime(text);
}

PyObject* date_type(PyObject*, PyObject* name) {
    return guarded_object([&] {
        const std::string text = to_string(name);
        const Type* type = date_type_named(text);
        if (!type) raise(PyExc_ValueError, "there is no type of dates {}", text);
        return Ref::borrow(type_object(type));
    });
}

} // namespace cudapy::python
