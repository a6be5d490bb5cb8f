#include "pymodule/src/host_buffer.h"

#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace cudapy::python {

namespace {

struct Format {
    bool swapped = false;
    char code = 0; ///< 0 when the format is more than one code
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
    if (format[0] != 0 && format[1] == 0) parsed.code = format[0];
    return parsed;
}

/// Says of which argument the exporter's error is.
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
    if (type_name(object) == "ndarray") { // of a dtype that the protocol has no word for
        kind = PyExc_TypeError;
        hint = wanted ? fmt::format(": convert it with .astype(numpy.{})", numpy_name(wanted->scalar_kind()))
                      : ": convert it to bool, int32, int64, float32 or float64";
    }
    raise(kind, "{}: this {} does not show its elements ({}){}", where, type_name(object),
          to_string(reason.get()), hint);
}

} // namespace

HostBuffer::HostBuffer(PyObject* object, const std::string& where, const Type* wanted) {
    auto view = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(object, view.get(), PyBUF_RECORDS_RO) != 0)
        raise_unreadable(object, where, wanted);
    view_.reset(view.release());
}

const Type* HostBuffer::element() const {
    Format format = parse(view_->format);
    if (format.swapped && view_->itemsize > 1) return nullptr;
    switch (format.code) {
    case '?':
        return Type::bool_();
    case 'f':
        return Type::float32();
    case 'd':
        return Type::float64();
    case 'i':
    case 'l':
    case 'q':
    case 'n': // C's types, by their width
        return view_->itemsize == 4 ? Type::int32() : view_->itemsize == 8 ? Type::int64() : nullptr;
    default:
        return nullptr;
    }
}

std::string HostBuffer::element_name() const {
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
        name = fmt::format("float{}", bits);
        break;
    default:
        name = fmt::format("elements of the format '{}'", view_->format ? view_->format : "B");
    }
    return format.swapped && view_->itemsize > 1 ? "byte-swapped " + name : name;
}

void HostBuffer::check_bools(PyObject* object, const std::string& where, const std::string& name) const {
    if (!view_ || element() != Type::bool_()) return;
    unsigned char all = 0; // without a branch, so that the loop is fast
    for (int64_t i = 0; i < length(); ++i)
        all |= data()[i * stride()];
    if (all <= 1) return;
    int64_t i = 0;
    while (data()[i * stride()] <= 1)
        ++i;
    raise(PyExc_ValueError, "{}: element {} is the byte {}, and a bool is 0 or 1: pass {}", where, i,
          data()[i * stride()], type_name(object) == "ndarray" ? name + " != 0" : "list(" + name + ")");
}

std::string HostBuffer::flattened(PyObject* object, const std::string& name) const {
    const bool is_view = PyMemoryView_Check(object);
    if (dimensions() == 0) {
        if (is_view) return "[" + name + "[()]]";
        return "[" + name + (PyObject_HasAttrString(object, "value") ? ".value]" : "]"); // ctypes has values
    }
    if (PyObject_HasAttrString(object, "ravel"))
        return name + ".ravel(), which is no copy when the array is contiguous";
    const Type* type = element();
    if (!type) return "one dimension of it";
    const char* code = format_code(type->scalar_kind());
    if (!PyBuffer_IsContiguous(view_.get(), 'C'))
        return fmt::format("memoryview(bytearray({})).cast('{}'), which is a copy", name, code);
    return fmt::format("{}.cast('B').cast('{}'), which is no copy",
                       is_view ? name : "memoryview(" + name + ")", code);
}

bool HostBuffer::direct() const {
    return (length() <= 1 || stride() == static_cast<int64_t>(view_->itemsize)) &&
           reinterpret_cast<std::uintptr_t>(view_->buf) % item_size() == 0;
}

void HostBuffer::gather(void* to) const {
    const std::size_t size = item_size();
    auto* out = static_cast<unsigned char*>(to);
    const unsigned char* in = data();
    if (stride() == static_cast<int64_t>(size)) {
        if (length()) std::memcpy(out, in, size * static_cast<std::size_t>(length()));
        return;
    }
    for (int64_t i = 0; i < length(); ++i, out += size)
        std::memcpy(out, in + i * stride(), size);
}

void HostBuffer::scatter(const void* from) const {
    const std::size_t size = item_size();
    const auto* in = static_cast<const unsigned char*>(from);
    unsigned char* out = data();
    if (stride() == static_cast<int64_t>(size)) {
        if (length()) std::memcpy(out, in, size * static_cast<std::size_t>(length()));
        return;
    }
    for (int64_t i = 0; i < length(); ++i, in += size)
        std::memcpy(out + i * stride(), in, size);
}

bool memory_overlaps(const unsigned char* a, int64_t a_length, int64_t a_stride, const unsigned char* b,
                     int64_t b_length, int64_t b_stride, int64_t item_size) {
    if (a_length == 0 || b_length == 0) return false;
    auto low = [](const unsigned char* data, int64_t length, int64_t stride) {
        return stride < 0 ? data + (length - 1) * stride : data;
    };
    const unsigned char* a_low = low(a, a_length, a_stride);
    const unsigned char* b_low = low(b, b_length, b_stride);
    const unsigned char* a_end = a_low + (a_length - 1) * std::abs(a_stride) + item_size;
    const unsigned char* b_end = b_low + (b_length - 1) * std::abs(b_stride) + item_size;
    if (a_end <= b_low || b_end <= a_low) return false;
    // Interleaved views of one stride (X[0::2] and X[1::2]) meet only when their offsets do.
    if (std::abs(a_stride) == std::abs(b_stride) && a_length > 1 && b_length > 1 && a_stride != 0) {
        const int64_t stride = std::abs(a_stride);
        const int64_t offset = ((b_low - a_low) % stride + stride) % stride;
        return offset < item_size || stride - offset < item_size;
    }
    return true;
}

} // namespace cudapy::python
