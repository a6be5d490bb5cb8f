#include "pymodule/src/types/aggregates.h"

#include "pymodule/src/python/error.h"
#include "pymodule/src/types/dates.h"
#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace cudapy::python {

namespace {

/// The classes of types, for the process's life. A type needs its class as long as anything may hold elements
/// of it.
struct Classes {
    std::unordered_map<const Type*, PyObject*> of_types;
    std::unordered_map<PyObject*, const Type*> of_classes;
    std::vector<const Type*> structs, vectors; ///< in the order in which they were made
    /// The formats by which buffers show records; empty for one that no buffer shows.
    std::unordered_map<const Type*, std::string> of_records;
};

Classes& classes() {
    static Classes known;
    return known;
}

void remember(const Type* type, PyObject* made) {
    Py_INCREF(made);
    classes().of_types[type] = made;
    classes().of_classes[made] = type;
    if (type->is_record()) return;
    (type->is_struct() ? classes().structs : classes().vectors).push_back(type);
}

unsigned char* at(void* base, const Type* type, std::size_t field) {
    return static_cast<unsigned char*>(base) + type->offset(field);
}

/// Returns what an error expects: `float4`, `Body(x, y, mass)`.
std::string signature_of(const Type* type) {
    std::string fields;
    for (const Type::Field& field : type->fields())
        fields += (fields.empty() ? "" : ", ") + field.name;
    return fmt::format("{}({})", type->name(), fields);
}

void store_field(const Type* type, std::size_t i, PyObject* value, void* to, const std::string& where) {
    const Type::Field& field = type->fields()[i];
    store_or_raise(field.type, value, at(to, type, i),
                   [&] { return fmt::format("{}.{}", where, field.name); });
}

/// Returns a record of NumPy as a tuple; nothing for any other object.
Ref record_items(PyObject* object, const Type* type, const std::string& where) {
    if (type_name(object) != "void") return {};
    Ref dtype = Ref::steal_or_null(PyObject_GetAttrString(object, "dtype"));
    Ref names = dtype ? Ref::steal_or_null(PyObject_GetAttrString(dtype.get(), "names")) : Ref();
    PyErr_Clear();
    if (!names || !PyTuple_Check(names.get())) return {};
    const auto& fields = type->fields();
    bool same = PyTuple_Size(names.get()) == static_cast<Py_ssize_t>(fields.size());
    for (std::size_t i = 0; same && i < fields.size(); ++i)
        same = to_string(PyTuple_GetItem(names.get(), static_cast<Py_ssize_t>(i))) == fields[i].name;
    if (!same)
        raise(PyExc_TypeError, "{}: expected a record with the fields of {}, got one with {}", where,
              signature_of(type), to_string(Ref::steal(PyObject_Repr(names.get())).get()));
    return Ref::steal(PyObject_CallMethod(object, "item", nullptr));
}

/// Stores the items of a record. A bfloat16 is given by its bits, because NumPy has no such numbers.
void store_record(const Type* type, PyObject* items, void* to, const std::string& where) {
    for (std::size_t i = 0; i < type->fields().size(); ++i) {
        const Type* field = type->fields()[i].type;
        PyObject* value = PyTuple_GetItem(items, static_cast<Py_ssize_t>(i));
        if (field->is_struct() && value && PyTuple_Check(value))
            store_record(field, value, at(to, type, i), where + "." + type->fields()[i].name);
        else if (field == Type::bfloat16())
            store_or_raise(Type::uint16(), value, at(to, type, i), [&] { return where; });
        else
            store_field(type, i, value, to, where);
    }
}

} // namespace

PyObject* class_of(const Type* type) {
    const auto found = classes().of_types.find(type);
    if (found == classes().of_types.end()) // a vector, whose class is in the package
        raise(PyExc_SystemError, "there is no class of the type {}", type->name());
    return found->second;
}

const Type* type_of_class(PyObject* object) {
    const auto found = classes().of_classes.find(object);
    return found == classes().of_classes.end() ? nullptr : found->second;
}

const Type* type_of_instance(PyObject* object) {
    return type_of_class(reinterpret_cast<PyObject*>(Py_TYPE(object)));
}

namespace {

/// Stores what NumPy makes a record of the dtype of.
void store_numpy_record(const Type* type, PyObject* object, void* to) {
    const Ref bytes = Ref::steal(PyObject_CallMethod(class_of(type), "to_bytes", "O", object));
    char* data = nullptr;
    Py_ssize_t size = 0;
    check(PyBytes_AsStringAndSize(bytes.get(), &data, &size));
    if (size != type->size()) raise(PyExc_SystemError, "a record of {} bytes", size);
    std::memcpy(to, data, static_cast<std::size_t>(size));
}

} // namespace

void store_aggregate(const Type* type, PyObject* object, void* to, const std::string& where) {
    if (type->is_record()) return store_numpy_record(type, object, to);
    const auto& fields = type->fields();
    if (type_of_instance(object) == type) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            store_field(type, i, Ref::steal(PyObject_GetAttrString(object, fields[i].name.c_str())).get(), to,
                        where);
        return;
    }
    Ref items = record_items(object, type, where);
    if (items) return store_record(type, items.get(), to, where);
    if (PyTuple_Check(object)) items = Ref::borrow(object);
    if (!items)
        raise(PyExc_TypeError, "{}: expected {}, got {}", where, signature_of(type), describe(object));
    if (PyTuple_Size(items.get()) != static_cast<Py_ssize_t>(fields.size()))
        raise(PyExc_TypeError, "{}: expected the {} fields of {}, got {}", where, fields.size(),
              signature_of(type), describe(object));
    for (std::size_t i = 0; i < fields.size(); ++i)
        store_field(type, i, PyTuple_GetItem(items.get(), static_cast<Py_ssize_t>(i)), to, where);
}

namespace {

/// Returns the class with which the field of a struct was declared. Another class with the same name and
/// layout is a different one.
Ref class_of_field(PyObject* owner, std::size_t i) {
    const Ref fields = Ref::steal(PyObject_GetAttrString(owner, "__cudapy_fields__"));
    const Ref pair = Ref::steal(PySequence_GetItem(fields.get(), static_cast<Py_ssize_t>(i)));
    return Ref::steal(PySequence_GetItem(pair.get(), 1));
}

Ref load_instance(PyObject* made, const Type* type, const void* from) {
    const auto& fields = type->fields();
    Ref values = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(fields.size())));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto* field = static_cast<const unsigned char*>(from) + type->offset(i);
        Ref value = fields[i].type->is_struct()
                        ? load_instance(class_of_field(made, i).get(), fields[i].type, field)
                        : load_value(fields[i].type, field);
        check(PyTuple_SetItem(values.get(), static_cast<Py_ssize_t>(i), value.release()));
    }
    return Ref::steal(PyObject_CallObject(made, values.get()));
}

} // namespace

Ref load_value(const Type* type, const void* from, PyObject* made) {
    if (type->is_date()) return load_date(type, from);
    if (!type->is_aggregate()) return load_element(type->scalar_kind(), from);
    if (type->is_record())
        return Ref::steal(PyObject_CallMethod(class_of(type), "from_bytes", "y#",
                                              static_cast<const char*>(from),
                                              static_cast<Py_ssize_t>(type->size())));
    return load_instance(made ? made : class_of(type), type, from);
}

Ref numpy_type(const Type* element) {
    if (element->is_struct()) return Ref::steal(PyObject_GetAttrString(class_of(element), "dtype"));
    return to_python(numpy_name(element->is_vector() ? element->fields()[0].type : element));
}

Shape numpy_shape(const Type* element, const Shape& shape) {
    if (!element->is_vector()) return shape;
    if (shape.rank() == Type::max_rank)
        raise(PyExc_ValueError, "an array of {} dimensions of {} has too many for NumPy", shape.rank(),
              element->name());
    int64_t extents[Type::max_rank] = {};
    std::copy_n(shape.extents(), shape.rank(), extents);
    extents[shape.rank()] = static_cast<int64_t>(element->fields().size());
    return {extents, shape.rank() + 1};
}

// ---- formats of the buffer protocol

namespace {

std::string format_text(const Type* type) {
    if (!type->is_aggregate()) return format_code(type->scalar_kind());
    std::string text = "T{";
    int end = 0;
    for (std::size_t i = 0; i < type->fields().size(); ++i) {
        const Type::Field& field = type->fields()[i];
        text += std::string(static_cast<std::size_t>(type->offset(i) - end), 'x') + format_text(field.type) +
                ":" + field.name + ":";
        end = type->offset(i) + field.type->size();
    }
    return text + std::string(static_cast<std::size_t>(type->size() - end), 'x') + "}";
}

/// A field of a format.
struct FormatField {
    std::string name;
    int64_t offset = 0, size = 0;
    const Type* scalar = nullptr;    ///< null for a struct, and if we have no such type
    std::string words;               ///< its name for messages
    std::vector<FormatField> fields; ///< of a struct
};

/// Reads "T{…}". A field that it does not know gets no type.
class FormatParser {
  public:
    explicit FormatParser(const char* text) : at_(text) {}

    FormatField record() {
        FormatField result;
        result.words = "a struct";
        at_ += 2; // "T{"
        int64_t offset = 0;
        while (*at_ && *at_ != '}') {
            order();
            int64_t count = 1;
            if (*at_ >= '0' && *at_ <= '9') count = std::strtoll(at_, const_cast<char**>(&at_), 10);
            if (*at_ == 'x') {
                offset += count;
                ++at_;
                continue;
            }
            FormatField field = item(count);
            field.offset = offset;
            offset += field.size;
            if (*at_ == ':') {
                const char* begin = ++at_;
                while (*at_ && *at_ != ':')
                    ++at_;
                field.name.assign(begin, at_);
                if (*at_) ++at_;
            }
            result.fields.push_back(std::move(field));
        }
        if (*at_) ++at_;
        result.size = offset;
        return result;
    }

  private:
    const char* at_;
    char order_ = '@'; ///< holds until the next one

    void order() {
        while (*at_ && std::strchr("@=<>!^", *at_))
            order_ = *at_++;
    }

    FormatField item(int64_t count) {
        if (at_[0] == 'T' && at_[1] == '{') return record();
        FormatField field;
        bool repeated = count != 1;
        if (*at_ == '(') { // an array in a field
            repeated = true;
            while (*at_ && *at_ != ')')
                ++at_;
            if (*at_) ++at_;
            order();
        }
        const char code = *at_ ? *at_++ : '?';
        field.scalar = scalar(code);
        if (code == 'Z' && *at_) { // a complex number of two of what follows
            const Type* part = scalar(*at_++);
            field.scalar = part == Type::float32()   ? Type::complex64()
                           : part == Type::float64() ? Type::complex128()
                                                     : nullptr;
        }
        const bool swapped = order_ == '>' || order_ == '!';
        field.size = (field.scalar ? field.scalar->size() : 1) * count;
        field.words = field.scalar ? numpy_name(field.scalar) : fmt::format("of the format '{}'", code);
        if (swapped && field.size > 1) field.words = "byte-swapped " + field.words;
        if (repeated) field.words = "an array";
        if (repeated || (swapped && field.size > 1)) field.scalar = nullptr;
        return field;
    }

    const Type* scalar(char code) const {
        const bool native = order_ == '@' || order_ == '^';
        switch (code) {
        case '?':
            return Type::bool_();
        case 'b':
            return Type::int8();
        case 'B':
            return Type::uint8();
        case 'h':
            return Type::int16();
        case 'H':
            return Type::uint16();
        case 'i':
            return Type::int32();
        case 'I':
            return Type::uint32();
        case 'l':
            return native ? Type::int64() : Type::int32();
        case 'L':
            return native ? Type::uint64() : Type::uint32();
        case 'q':
            return Type::int64();
        case 'Q':
            return Type::uint64();
        case 'e':
            return Type::float16();
        case 'f':
            return Type::float32();
        case 'd':
            return Type::float64();
        default:
            return nullptr;
        }
    }
};

/// Returns the type that buffers show for a field. A bfloat16 is shown by its bits.
const Type* numpy_field(const Type* type) {
    return type == Type::bfloat16() ? Type::uint16() : type;
}

/// Returns the first difference in the order of the fields. `prefix` is the path to them.
std::string difference(const FormatField& shown, const Type* type, const std::string& prefix) {
    const auto& fields = type->fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string name = prefix + fields[i].name;
        if (i >= shown.fields.size()) return fmt::format("there is no field {}", name);
        const FormatField& field = shown.fields[i];
        if (field.name != fields[i].name)
            return fmt::format("field {} is {}, not {}", i + 1, prefix + field.name, name);
        if (fields[i].type->is_aggregate()) {
            if (field.fields.empty())
                return fmt::format("{} is {}, not a {}", name, field.words, fields[i].type->name());
            std::string inner = difference(field, fields[i].type, name + ".");
            if (!inner.empty()) return inner;
        } else if (field.scalar != numpy_field(fields[i].type)) {
            return fmt::format("{} is {}, not {}", name, field.words,
                               numpy_name(numpy_field(fields[i].type)));
        }
        if (field.offset != type->offset(i))
            return fmt::format("{} is at byte {}, not {}: make the dtype with align=True", name, field.offset,
                               type->offset(i));
    }
    if (shown.fields.size() > fields.size())
        return fmt::format("there is a field {} more", prefix + shown.fields[fields.size()].name);
    return "";
}

} // namespace

const char* format_of(const Type* type) {
    if (type->is_record()) return classes().of_records.at(type).c_str();
    static std::unordered_map<const Type*, std::string> formats;
    std::string& known = formats[type];
    if (known.empty()) known = format_text(type);
    return known.c_str();
}

std::string layout_difference(const char* format, int64_t size, const Type* wanted) {
    if (wanted->is_record()) {
        const bool is_same = size == wanted->size() && classes().of_records.at(wanted) == format;
        return is_same ? "" : fmt::format("the dtype is not that of {}", wanted->name());
    }
    const FormatField shown = FormatParser(format).record();
    std::string found = difference(shown, wanted, "");
    if (found.empty() && size != wanted->size())
        found = fmt::format("an element has {} bytes, not {}: make the dtype with align=True", size,
                            wanted->size());
    return found;
}

const Type* aggregate_of_format(const char* format, int64_t size, const Type* wanted) {
    if (wanted && wanted->is_aggregate())
        return layout_difference(format, size, wanted).empty() ? wanted : nullptr;
    const auto& known = classes().structs;
    for (auto type = known.rbegin(); type != known.rend(); ++type)
        if (layout_difference(format, size, *type).empty()) return *type;
    for (const Type* type : classes().vectors) // as a CudaArray of them shows itself
        if (layout_difference(format, size, type).empty()) return type;
    return nullptr;
}

std::string record_problem(const char* format, int64_t size) {
    const FormatField shown = FormatParser(format).record();
    const auto& known = classes().structs;
    for (auto type = known.rbegin(); type != known.rend(); ++type) {
        const auto& fields = (*type)->fields();
        const auto same = [](const Type::Field& field, const FormatField& other) {
            return field.name == other.name;
        };
        if (std::equal(fields.begin(), fields.end(), shown.fields.begin(), shown.fields.end(), same))
            return fmt::format("the records are no {}: {}", (*type)->name(),
                               layout_difference(format, size, *type));
    }
    std::string names;
    for (const FormatField& field : shown.fields)
        names += (names.empty() ? "" : ", ") + field.name;
    return fmt::format("no struct has the fields of the records ({}): declare one with @cudapy.struct",
                       names);
}

// ---- making them

PyObject* struct_type(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *made = nullptr, *list = nullptr;
        if (!PyArg_ParseTuple(arguments, "OO:struct_type", &made, &list)) throw PythonError{};
        const std::string name = to_string(Ref::steal(PyObject_GetAttrString(made, "__name__")).get());
        std::vector<Type::Field> fields;
        for (Py_ssize_t i = 0; i < PyTuple_Size(list); ++i) {
            const char* field = nullptr;
            PyObject* annotation = nullptr;
            if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sO", &field, &annotation)) throw PythonError{};
            const std::string where = fmt::format("struct {}: field {}", name, field);
            const Type* type = type_of(annotation);
            if (type && type->is_array())
                raise(PyExc_TypeError, "{}: a struct holds values, and {} is an array, memory elsewhere",
                      where, type->name());
            if (!type) type = element_type_from(annotation, where.c_str());
            if (!type->is_element() || type->is_date())
                raise(PyExc_TypeError, "{}: a field cannot be {}", where, type->name());
            fields.push_back({field, type});
        }
        const Type* type = Type::structure(name, std::move(fields));
        remember(type, made);
        Ref offsets = Ref::steal(PyList_New(0));
        for (std::size_t i = 0; i < type->fields().size(); ++i)
            check(PyList_Append(offsets.get(), Ref::steal(PyLong_FromLong(type->offset(i))).get()));
        return Ref::steal(Py_BuildValue("(Oi)", offsets.get(), type->size()));
    });
}

namespace {

/// Returns a field of a record, of (name, type, shape or None, offset).
Type::RecordField record_field(PyObject* item) {
    const char* name = nullptr;
    PyObject *kind = nullptr, *extents = nullptr;
    int offset = 0;
    if (!PyArg_ParseTuple(item, "sOOi", &name, &kind, &extents, &offset)) throw PythonError{};
    std::vector<int64_t> shape;
    for (Py_ssize_t i = 0; extents != Py_None && i < PyTuple_Size(extents); ++i)
        shape.push_back(PyLong_AsLongLong(PyTuple_GetItem(extents, i)));
    if (kind == Py_None && shape.size() == 1) return {name, Type::opaque(static_cast<int>(shape[0])), offset};
    const Type* type = type_of(kind);
    if (!type) raise(PyExc_TypeError, "record_type: the field {} has no type", name);
    return {name, shape.empty() ? type : Type::nested(type, shape), offset};
}

} // namespace

PyObject* record_type(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *made = nullptr, *list = nullptr;
        const char *name = nullptr, *identifier = nullptr, *format = nullptr;
        int size = 0;
        if (!PyArg_ParseTuple(arguments, "OsssOi:record_type", &made, &name, &identifier, &format, &list,
                              &size))
            throw PythonError{};
        std::vector<Type::RecordField> fields;
        for (Py_ssize_t i = 0; i < PyTuple_Size(list); ++i)
            fields.push_back(record_field(PyTuple_GetItem(list, i)));
        const Type* type = Type::record(name, identifier, fields, size);
        classes().of_records[type] = format;
        remember(type, made);
        return Ref::borrow(Py_None);
    });
}

PyObject* vector_type(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject* made = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(arguments, "Os:vector_type", &made, &name)) throw PythonError{};
        const Type* type = vector_type_named(name);
        if (!type) raise(PyExc_ValueError, "there is no vector type {}", name);
        remember(type, made);
        return Ref::borrow(type_object(type->fields()[0].type));
    });
}

} // namespace cudapy::python
