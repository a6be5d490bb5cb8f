// Taking arrays by the CUDA array interface, versions 0 to 3: a dict with an address, a shape and a type.

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/dates.h"
#include "pymodule/src/types/elements.h"
#include "runtime/cuda/pointer_device.h"
#include "translator/types/scalar_names.h"

#include <bit>

namespace cudapy::python {

namespace {

/// Returns the code of a type in the buffer protocol, "f" for "<f4"; empty for a type that it does not have.
std::string format_code_of(const char* typestr) {
    std::string text;
    const Type* type = type_of_typestr(typestr, text);
    return type && !type->is_date() ? format_code(type->scalar_kind()) : "";
}

/// Returns a list of fields, [("x", "<f4"), ("", "|V4")], as the buffer protocol writes it: "T{f:x:4x}". It
/// is empty for fields that the protocol cannot write.
std::string record_format(PyObject* fields) {
    if (!PyList_Check(fields)) return "";
    std::string format = "T{";
    for (Py_ssize_t i = 0; i < PyList_Size(fields); ++i) {
        const Ref field = list_item(fields, i);
        if (!field) throw PythonError{};
        if (!PyTuple_Check(field.get()) || PyTuple_Size(field.get()) != 2) return "";
        PyObject *name = PyTuple_GetItem(field.get(), 0), *type = PyTuple_GetItem(field.get(), 1);
        if (!PyUnicode_Check(name)) return "";
        const std::string label = to_string(name);
        if (!PyUnicode_Check(type)) {
            const std::string inner = record_format(type);
            if (inner.empty()) return "";
            format += inner + ":" + label + ":";
            continue;
        }
        const std::string text = to_string(type);
        if (label.empty() && text.size() > 2 && text[1] == 'V') {
            format += text.substr(2) + "x";
            continue;
        }
        const std::string code = format_code_of(text.c_str());
        if (code.empty()) return "";
        format += code + ":" + label + ":";
    }
    return format + "}";
}

[[noreturn]] void refuse(PyObject* object, const MessageStart& where, const char* what) {
    raise(PyExc_TypeError, "{}: the __cuda_array_interface__ of this {} {}", where(), type_name(object),
          what);
}

std::array<int64_t, Type::max_rank> numbers_of(PyObject* tuple, PyObject* object, const MessageStart& where,
                                               const char* what, bool negative) {
    std::array<int64_t, Type::max_rank> numbers{};
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple) && i < Type::max_rank; ++i) {
        const Ref item = Ref::steal(PyNumber_Index(PyTuple_GetItem(tuple, i)));
        const long long number = PyLong_AsLongLong(item.get());
        if (number == -1 && PyErr_Occurred()) throw PythonError{};
        if (number < 0 && !negative) refuse(object, where, what);
        numbers[static_cast<std::size_t>(i)] = number;
    }
    return numbers;
}

/// Returns `object.dtype.descr`; null if there is none.
Ref fields_of_dtype(PyObject* object) {
    Ref dtype = Ref::steal_or_null(PyObject_GetAttrString(object, "dtype"));
    Ref fields = dtype ? Ref::steal_or_null(PyObject_GetAttrString(dtype.get(), "descr")) : Ref();
    PyErr_Clear();
    return fields;
}

void read_type(PyObject* object, PyObject* shown, const ImportOptions& options, const MessageStart& where,
               ForeignArray& array) {
    const Ref typestr = dict_item(shown, "typestr");
    if (!typestr || !PyUnicode_Check(typestr.get())) refuse(object, where, "has no typestr");
    const std::string text = to_string(typestr.get());
    array.element = type_of_typestr(text.c_str(), array.element_text);
    if (text.size() < 3 || text[1] != 'V') return;
    Ref fields = dict_item(shown, "descr");
    if (!fields) fields = fields_of_dtype(object); // numba names them only there
    const std::string format = fields ? record_format(fields.get()) : "";
    const int64_t size = std::atoll(text.c_str() + 2);
    array.element_text = "records";
    if (format.empty()) return;
    array.element = aggregate_of_format(format.c_str(), size, options.expected);
    if (!array.element && options.expected && options.expected->is_aggregate())
        array.element_text += " (" + layout_difference(format.c_str(), size, options.expected) + ")";
}

/// Returns the stream on which the array's library works with it; null for the default stream, and if the
/// library does not tell.
void* stream_of(PyObject* object, PyObject* shown, const MessageStart& where) {
    const Ref stream = dict_item(shown, "stream");
    if (!stream || stream.get() == Py_None) return nullptr;
    const Ref number = Ref::steal(PyNumber_Index(stream.get()));
    void* address = PyLong_AsVoidPtr(number.get());
    if (!address && PyErr_Occurred()) throw PythonError{};
    if (!address)
        refuse(object, where, "has the stream 0, which could be one of two: 1 is the default stream");
    return address;
}

} // namespace

const Type* type_of_typestr(const char* typestr, std::string& text) {
    constexpr char foreign_order = std::endian::native == std::endian::little ? '>' : '<';
    const char order = typestr[0];
    if (!order || !typestr[1]) {
        text = fmt::format("elements of the type '{}'", typestr);
        return nullptr;
    }
    const char kind = typestr[1];
    const int bytes = std::atoi(typestr + 2);
    dlpack::DataType type{255, static_cast<uint8_t>(bytes * 8), 1};
    switch (kind) {
    case 'b':
        type.code = dlpack::boolean;
        break;
    case 'i':
        type.code = dlpack::integer;
        break;
    case 'u':
        type.code = dlpack::unsigned_integer;
        break;
    case 'f':
        type.code = dlpack::floating;
        break;
    case 'c':
        type.code = dlpack::complex;
        break;
    default:
        break;
    }
    const Type* element = bytes <= 16 ? dlpack::element_type(type) : nullptr;
    if (kind == 'M' || kind == 'm') element = date_of_typestr(typestr);
    if (!element) {
        text = fmt::format("elements of the type '{}'", typestr);
        return nullptr;
    }
    if (order != foreign_order || bytes == 1) return element;
    text = "byte-swapped " + numpy_name(element);
    return nullptr;
}

bool take_by_cuda_interface(PyObject* object, const ImportOptions& options, const MessageStart& where,
                            ForeignArray& array) {
    static constinit InternedString name("__cuda_array_interface__");
    if (PyType_Check(object)) return false;
    Ref shown = Ref::steal_or_null(PyObject_GetAttr(object, name));
    if (!shown) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) raise_foreign_error(object, where);
        PyErr_Clear();
        return false;
    }
    if (!PyDict_Check(shown.get())) refuse(object, where, "is no dict");
    const Ref held_shape = dict_item(shown.get(), "shape"), held_data = dict_item(shown.get(), "data"),
              held_strides = dict_item(shown.get(), "strides"), held_mask = dict_item(shown.get(), "mask");
    PyObject *shape = held_shape.get(), *data = held_data.get(), *strides = held_strides.get(),
             *mask = held_mask.get();
    if (!shape || !PyTuple_Check(shape)) refuse(object, where, "has no shape");
    if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2) refuse(object, where, "has no data");
    if (mask && mask != Py_None) refuse(object, where, "has a mask: kernels do not know missing elements");
    read_type(object, shown.get(), options, where, array);
    array.rank = static_cast<int>(PyTuple_Size(shape));
    const Ref number = Ref::steal(PyNumber_Index(PyTuple_GetItem(data, 0)));
    array.elements.data = static_cast<unsigned char*>(PyLong_AsVoidPtr(number.get()));
    if (PyErr_Occurred()) throw PythonError{};
    array.read_only = check(PyObject_IsTrue(PyTuple_GetItem(data, 1))) != 0;
    const auto extents = numbers_of(shape, object, where, "has a negative extent", false);
    if (strides && strides != Py_None) {
        if (!PyTuple_Check(strides) || PyTuple_Size(strides) != PyTuple_Size(shape))
            refuse(object, where, "has strides that are not one for each extent");
        const auto steps = numbers_of(strides, object, where, "", true);
        array.describe(extents.data(), steps.data());
    } else {
        array.describe(extents.data(), nullptr);
    }
    if (array.rank <= Type::max_rank && array.elements.shape.count() != 0 && !array.elements.data &&
        array.rank)
        refuse(object, where, "has the address 0");
    array.device = {dlpack::cuda, runtime::device_of_pointer(array.elements.data)};
    if (options.is_ordered) array.stream = stream_of(object, shown.get(), where);
    array.owner = std::make_shared<Ref>(Ref::borrow(object));
    return true;
}

} // namespace cudapy::python
