#include "pymodule/src/foreign/host_buffer.h"

#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/dates.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <bit>

namespace cudapy::python {

namespace {

struct Format {
    bool swapped = false;
    char code = 0; ///< 0 when the format is more than one code
    bool is_complex = false;
};

Format parse(const char* format) {
    Format parsed;
    if (!format) {
        parsed.code = 'B'; // the protocol's default
        return parsed;
    }
    constexpr bool little = std::endian::native == std::endian::little;
    switch (*format) {
    case '@':
    case '=':
        ++format;
        break;
    case '<':
        parsed.swapped = !little;
        ++format;
        break;
    case '>':
    case '!':
        parsed.swapped = little;
        ++format;
        break;
    default:
        break;
    }
    if (format[0] == 'Z') { // two of what follows
        parsed.is_complex = true;
        ++format;
    }
    if (format[0] != 0 && format[1] == 0) parsed.code = format[0];
    return parsed;
}

const Type* integer_of_size(Py_ssize_t bytes, bool is_signed) {
    switch (bytes) {
    case 1:
        return is_signed ? Type::int8() : Type::uint8();
    case 2:
        return is_signed ? Type::int16() : Type::uint16();
    case 4:
        return is_signed ? Type::int32() : Type::uint32();
    case 8:
        return is_signed ? Type::int64() : Type::uint64();
    default:
        return nullptr;
    }
}

/// Raises the exporter's error, with a text that says which argument it is about.
[[noreturn]] void raise_unreadable(PyObject* object, const std::string& where, const Type* wanted) {
    PyObject* kind = nullptr;
    for (PyObject* expected : {PyExc_ValueError, PyExc_BufferError, PyExc_TypeError})
        if (PyErr_ExceptionMatches(expected)) kind = expected;
    if (!kind) throw PythonError{};
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    Ref held_type = Ref::steal_or_null(type), held_value = Ref::steal_or_null(value),
        held_traceback = Ref::steal_or_null(traceback);
    Ref reason = Ref::steal(PyObject_Str(held_value.get()));
    std::string hint;
    if (type_name(object) == "ndarray") { // its dtype has no word in the protocol
        kind = PyExc_TypeError;
        hint = wanted && wanted->is_scalar() && wanted != Type::bfloat16()
                   ? fmt::format(": convert it with .astype(numpy.{})", numpy_name(wanted))
               : wanted && wanted->is_date()
                   ? fmt::format(": convert it with .astype(\"{}\")", wanted->name())
               : wanted && wanted->is_struct() ? fmt::format(": use .view({}.dtype)", wanted->name())
                                               : ": convert it to a type such as float32 or int32";
    }
    raise(kind, "{}: this {} does not show its elements ({}){}", where, type_name(object),
          to_string(reason.get()), hint);
}

} // namespace

namespace {

/// Returns the elements of an ml_dtypes.bfloat16 array as NumPy's uint16, in the same memory, because the
/// buffer protocol has no code for bfloat16. For any other object it returns nothing, and the error that is
/// set stays.
Ref bfloat16_bits(PyObject* object) {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    Ref dtype = Ref::steal_or_null(PyObject_GetAttrString(object, "dtype"));
    Ref name = dtype ? Ref::steal_or_null(PyObject_GetAttrString(dtype.get(), "name")) : Ref();
    Ref bits;
    if (name && PyUnicode_Check(name.get()) && PyUnicode_CompareWithASCIIString(name.get(), "bfloat16") == 0)
        bits = Ref::steal_or_null(PyObject_CallMethod(object, "view", "s", "uint16"));
    if (bits) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
    } else {
        PyErr_Restore(type, value, traceback);
    }
    return bits;
}

} // namespace

namespace {

/// Returns an array of records of NumPy as one of bytes, in the same memory, if its dtype is that of the
/// records that are wanted. For any other object it returns nothing. The formats of the buffer protocol say
/// other things of one dtype from array to array, and not all dtypes have one.
Ref bytes_of_records(PyObject* object, const Type* wanted) {
    if (!wanted || !wanted->is_record()) return {};
    const Ref dtype = Ref::steal_or_null(PyObject_GetAttrString(object, "dtype"));
    if (!dtype || !PyObject_HasAttrString(object, "__array_finalize__")) {
        PyErr_Clear();
        return {};
    }
    const Ref ours = Ref::steal(PyObject_GetAttrString(class_of(wanted), "dtype"));
    if (check(PyObject_RichCompareBool(dtype.get(), ours.get(), Py_EQ)) == 0) return {};
    return Ref::steal(PyObject_CallMethod(object, "view", "s", fmt::format("V{}", wanted->size()).c_str()));
}

} // namespace

HostBuffer::HostBuffer(PyObject* object, const std::string& where, const Type* wanted) {
    auto view = std::make_unique<Py_buffer>();
    if (Ref bytes = bytes_of_records(object, wanted)) {
        check(PyObject_GetBuffer(bytes.get(), view.get(), PyBUF_RECORDS_RO));
        is_wanted_ = true;
    } else if (Ref integers = integers_of_dates(object, wanted)) {
        check(PyObject_GetBuffer(integers.get(), view.get(), PyBUF_RECORDS_RO));
        is_wanted_ = true;
    } else if (PyObject_GetBuffer(object, view.get(), PyBUF_RECORDS_RO) != 0) {
        if (Ref bits = bfloat16_bits(object)) {
            check(PyObject_GetBuffer(bits.get(), view.get(), PyBUF_RECORDS_RO));
            is_bfloat16_ = true;
        } else {
            raise_unreadable(object, where, wanted);
        }
    }
    view_.reset(view.release());
    rank_ = view_->ndim;
    read_only_ = view_->readonly != 0;
    elements_.data = static_cast<unsigned char*>(view_->buf);
    if (view_->ndim > Type::max_rank) return;
    std::array<int64_t, Type::max_rank> extents{};
    if (view_->ndim > 0) std::copy_n(view_->shape, view_->ndim, extents.begin());
    elements_ = packed(view_->buf, Shape(extents.data(), view_->ndim), view_->itemsize);
    if (view_->strides) std::copy_n(view_->strides, view_->ndim, elements_.strides.begin());
    find_vectors(wanted);
}

HostBuffer::HostBuffer(ForeignArray array, const Type* wanted)
    : foreign_(std::move(array)), is_foreign_(true), rank_(foreign_.rank), read_only_(foreign_.read_only),
      elements_(foreign_.elements) {
    if (rank_ >= 1 && rank_ <= Type::max_rank) find_vectors(wanted);
}

void HostBuffer::find_vectors(const Type* wanted) {
    wanted_ = wanted;
    if (!wanted || !wanted->is_vector() || rank_ < 2 || element() != wanted->fields()[0].type) return;
    if (elements_.shape[rank_ - 1] != static_cast<int64_t>(wanted->fields().size())) return;
    vector_ = wanted;
    outer_ = Shape(elements_.shape.extents(), rank_ - 1);
}

const char* HostBuffer::record_format() const {
    return view_ && view_->format && view_->format[0] == 'T' ? view_->format : nullptr;
}

const Type* HostBuffer::element() const {
    if (is_bfloat16_) return Type::bfloat16();
    if (is_wanted_) return wanted_;
    if (vector_) return vector_;
    if (is_foreign_) return foreign_.element;
    if (record_format()) return aggregate_of_format(view_->format, view_->itemsize, wanted_);
    Format format = parse(view_->format);
    if (format.swapped && view_->itemsize > 1) return nullptr;
    if (format.is_complex) {
        if (format.code == 'f') return Type::complex64();
        return format.code == 'd' ? Type::complex128() : nullptr;
    }
    switch (format.code) {
    case '?':
        return Type::bool_();
    case 'e':
        return Type::float16();
    case 'f':
        return Type::float32();
    case 'd':
        return Type::float64();
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n': // C's types, by their width
        return integer_of_size(view_->itemsize, true);
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
        return integer_of_size(view_->itemsize, false);
    default:
        return nullptr;
    }
}

std::string HostBuffer::difference() const {
    if (!wanted_ || !wanted_->is_aggregate() || !record_format()) return "";
    return layout_difference(view_->format, view_->itemsize, wanted_);
}

std::string HostBuffer::record_problem() const {
    if (!record_format() || element()) return "";
    return python::record_problem(view_->format, view_->itemsize);
}

std::string HostBuffer::element_name() const {
    if (is_bfloat16_) return "bfloat16";
    if (is_wanted_) return wanted_->name();
    if (is_foreign_) return foreign_.element_name();
    if (record_format()) return "records";
    Format format = parse(view_->format);
    std::string name;
    const auto bits = view_->itemsize * 8;
    switch (format.code) {
    case '?':
        name = "bool";
        break;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
        name = fmt::format("int{}", bits);
        break;
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
        name = fmt::format("uint{}", bits);
        break;
    case 'e':
    case 'f':
    case 'd':
    case 'g':
        name = fmt::format("{}{}", format.is_complex ? "complex" : "float", bits);
        break;
    default:
        name = fmt::format("elements of the format '{}'", view_->format ? view_->format : "B");
    }
    return format.swapped && view_->itemsize > 1 ? "byte-swapped " + name : name;
}

void HostBuffer::check_bools(PyObject* object, const std::string& where, const std::string& name) const {
    if ((!view_ && !is_foreign_) || element() != Type::bool_()) return;
    StridedView elements = elements_;
    if (rank_ == 0) elements.shape = Shape(1);
    const int inner = elements.shape.rank() - 1;
    const int64_t length = elements.shape[inner];
    const int64_t stride = elements.strides[static_cast<std::size_t>(inner)];
    int64_t row_number = 0;
    for_each_row(elements, [&](const unsigned char* row) {
        unsigned char all = 0; // without a branch, so that the loop is fast
        for (int64_t i = 0; i < length; ++i)
            all |= row[i * stride];
        if (all > 1) {
            int64_t i = 0;
            while (row[i * stride] <= 1)
                ++i;
            raise(PyExc_ValueError, "{}: {} is the byte {}, and a bool is 0 or 1: pass {}", where,
                  elements.shape.name_of(row_number * length + i), row[i * stride],
                  unambiguous(object, name));
        }
        ++row_number;
    });
}

std::string HostBuffer::unambiguous(PyObject* object, const std::string& name) const {
    if (type_name(object) == "ndarray" || is_foreign_) return name + " != 0";
    return dimensions() == 1 ? "list(" + name + ")" : name + ".tolist()";
}

std::string HostBuffer::reshaped(PyObject* object, const std::string& name, int rank) const {
    const bool is_view = PyMemoryView_Check(object);
    if (dimensions() == 0) {
        std::string value = name;
        if (is_view)
            value += "[()]";
        else if (PyObject_HasAttrString(object, "value")) // an object of ctypes
            value += ".value";
        const auto brackets = static_cast<std::size_t>(rank);
        return std::string(brackets, '[') + value + std::string(brackets, ']');
    }
    if (is_foreign_ && !PyObject_HasAttrString(object, "ravel"))
        return fmt::format("{}.reshape({})", name, extents_advice(rank));
    if (rank == 1 && PyObject_HasAttrString(object, "ravel"))
        return name + ".ravel(), which is no copy when the array is contiguous";
    if (PyObject_HasAttrString(object, "reshape"))
        return fmt::format("{}.reshape({}), which is no copy when the array is contiguous", name,
                           extents_advice(rank));
    const Type* type = element();
    if (!type) return dimensions_text(rank) + " of it";
    std::string cast = fmt::format("cast('{}'", format_code(type->scalar_kind()));
    cast += rank == 1 ? ")" : ", (" + extents_advice(rank) + "))";
    if (!is_packed(elements_))
        return fmt::format("memoryview(bytearray({})).{}, which is a copy", name, cast);
    return fmt::format("{}.cast('B').{}, which is no copy", is_view ? name : "memoryview(" + name + ")",
                       cast);
}

bool HostBuffer::direct() const {
    const Type* type = element();
    const auto alignment = static_cast<std::size_t>(type ? type->alignment() : elements_.item);
    return is_packed(elements_) && reinterpret_cast<std::uintptr_t>(elements_.data) % alignment == 0;
}

} // namespace cudapy::python
