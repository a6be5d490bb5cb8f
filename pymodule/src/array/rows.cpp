#include "pymodule/src/array/rows.h"

#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"

namespace cudapy::python {

namespace {

/// Returns an owned reference to item `i`. A conversion can run Python code that shortens a list, so its size
/// is checked each time.
Ref item_of(PyObject* sequence, Py_ssize_t i, const std::string& where) {
    if (!PyList_Check(sequence)) return Ref::steal(PySequence_GetItem(sequence, i));
    if (i < PyList_Size(sequence))
        if (Ref item = list_item(sequence, i)) return item;
    PyErr_Clear();
    raise(PyExc_RuntimeError, "{}: the list changed while it was read", where);
}

Py_ssize_t size_of(PyObject* sequence) {
    // This is a list's own size, not the one that a derived class tells.
    return PyList_Check(sequence) ? PyList_Size(sequence) : check_size(PySequence_Size(sequence));
}

/// Returns the rows of `lists`, which are the rows before axis `axis` of `extents`. Sets that axis's extent.
std::vector<Ref> next_rows(const std::vector<Ref>& lists, int64_t* extents, int axis,
                           const std::string& where) {
    std::vector<Ref> rows;
    for (const Ref& list : lists) {
        for (Py_ssize_t i = 0; i < extents[axis - 1]; ++i) {
            Ref row = item_of(list.get(), i, where);
            auto name = [&](std::size_t n) {
                return Shape(extents, axis).name_of(static_cast<int64_t>(n), "row");
            };
            if (!is_row(row.get())) {
                raise(PyExc_TypeError, "{}: {}: expected a list or tuple, got {}{}", where, name(rows.size()),
                      describe(row.get()),
                      PyObject_CheckBuffer(row.get()) ? ": pass one array in place of a list of arrays" : "");
            }
            const int64_t size = size_of(row.get());
            if (rows.empty()) extents[axis] = size;
            if (size != extents[axis]) {
                raise(PyExc_ValueError,
                      "{}: {} has {} elements and {} has {}: the rows of an array are equally long; fill up "
                      "the "
                      "short ones, or use one flat array and another one of where each row begins",
                      where, name(0), extents[axis], name(rows.size()), size);
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// The kinds of numbers in a list.
class Numbers {
  public:
    template <typename MessageStart>
    void add(PyObject* number, MessageStart&& where) {
        if (PyFloat_CheckExact(number)) {
            any_float_ = true;
            return;
        }
        if (is_bool(number)) return;
        Element element;
        if (is_complex(number)) {
            any_complex_ = true;
            return;
        }
        StoreResult stored = store_element(Scalar::int32, number, &element);
        if (stored == StoreResult::ok) {
            any_integer_ = true;
        } else if (stored == StoreResult::out_of_range) {
            any_wide_ = true;
        } else if (stored == StoreResult::failed) {
            throw PythonError{};
        } else {
            stored = store_element(Scalar::float64, number, &element);
            if (stored != StoreResult::ok) raise_store_problem(Type::float64(), number, stored, where());
            any_float_ = true;
        }
    }

    const Type* type() const {
        if (any_complex_) return Type::complex64();
        if (any_float_) return Type::float32();
        if (any_wide_) return Type::int64();
        return any_integer_ ? Type::int32() : Type::bool_();
    }

  private:
    bool any_integer_ = false, any_wide_ = false, any_float_ = false, any_complex_ = false;
};

} // namespace

bool is_row(PyObject* object) {
    return PyList_Check(object) || PyTuple_Check(object) || Py_IS_TYPE(object, &PyRange_Type);
}

Depth depth_of(PyObject* sequence, const Type* element) {
    Ref inner = Ref::borrow(sequence);
    for (int depth = 1;; ++depth) {
        if (size_of(inner.get()) == 0) return {depth, false, true};
        Ref first = item_of(inner.get(), 0, "");
        if (element && element->is_aggregate() && PyTuple_Check(first.get())) return {depth, false, false};
        const bool text = PyUnicode_Check(first.get()) || PyBytes_Check(first.get());
        if (!is_row(first.get()))
            return {depth, PySequence_Check(first.get()) && !text && !type_of_instance(first.get()), false};
        if (depth > Type::max_rank) return {depth, false, false};
        inner = std::move(first);
    }
}

Rows rows_of(PyObject* sequence, int rank, const std::string& where) {
    int64_t extents[Type::max_rank] = {size_of(sequence)};
    Rows rows{Shape(extents[0]), {Ref::borrow(sequence)}};
    for (int axis = 1; axis < rank; ++axis)
        rows.lists = next_rows(rows.lists, extents, axis, where);
    if (rank > 1) rows.shape = Shape(extents, rank);
    return rows;
}

Rows list_rows(PyObject* sequence, const std::string& where, const Type* element) {
    const int depth = depth_of(sequence, element).dimensions;
    if (depth > Type::max_rank)
        raise(PyExc_ValueError, "{}: lists are nested deeper than the {} dimensions of an array", where,
              Type::max_rank);
    return rows_of(sequence, depth, where);
}

void store_sequence(const Type* type, PyObject* sequence, void* to, int64_t length, const std::string& where,
                    const Shape& shape, int64_t first) {
    auto* bytes = static_cast<unsigned char*>(to);
    const auto size = static_cast<std::size_t>(type->size());
    for (int64_t i = 0; i < length; ++i) {
        Ref item = item_of(sequence, i, where);
        store_or_raise(type, item.get(), bytes,
                       [&] { return fmt::format("{}: {}", where, shape.name_of(first + i)); });
        bytes += size;
    }
}

void store_rows(const Type* type, const Rows& rows, void* to, const std::string& where) {
    const int64_t length = rows.shape[rows.shape.rank() - 1];
    int64_t first = 0;
    for (const Ref& row : rows.lists) {
        store_sequence(type, row.get(), static_cast<unsigned char*>(to) + first * type->size(), length, where,
                       rows.shape, first);
        first += length;
    }
}

Ref load_list(const Type* type, const void* from, int64_t length, PyObject* made) {
    Ref list = Ref::steal(PyList_New(length));
    const auto* bytes = static_cast<const unsigned char*>(from);
    const int size = type->size();
    for (int64_t i = 0; i < length; ++i, bytes += size) {
        check(PyList_SetItem(list.get(), i, load_value(type, bytes, made).release()));
    }
    return list;
}

Ref load_lists(const Type* type, const void* from, const Shape& shape, PyObject* made) {
    if (shape.rank() == 1) return load_list(type, from, shape.count(), made);
    const Shape row = shape.inner(1);
    const auto* bytes = static_cast<const unsigned char*>(from);
    Ref list = Ref::steal(PyList_New(shape[0]));
    for (int64_t i = 0; i < shape[0]; ++i, bytes += row.count() * type->size())
        check(PyList_SetItem(list.get(), i, load_lists(type, bytes, row, made).release()));
    return list;
}

const Type* infer_type(const Rows& rows, const char* who) {
    if (rows.shape.count() == 0)
        raise(PyExc_ValueError,
              "{}: an empty sequence does not tell its element type, give it: {}([], cp.Float)", who, who);
    const Ref first = item_of(rows.lists[0].get(), 0, who);
    if (const Type* type = type_of_instance(first.get())) return type; // storing them checks each one
    Numbers seen;
    const int64_t length = rows.shape[rows.shape.rank() - 1];
    int64_t place = 0;
    for (const Ref& row : rows.lists) {
        for (int64_t i = 0; i < length; ++i, ++place)
            seen.add(item_of(row.get(), i, who).get(),
                     [&] { return fmt::format("{}: {}", who, rows.shape.name_of(place)); });
    }
    return seen.type();
}

} // namespace cudapy::python
