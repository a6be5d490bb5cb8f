#pragma once
// Attributes of a type that is written in C, read by the functions of C that the type gives for them.

#include "pymodule/src/python/cpython.h"

#include <array>
#include <cstddef>
#include <utility>

namespace cudapy::python {

/// The function of C that reads an attribute, as a type has it in its table `tp_getset`.
struct AttributeReader {
    getter read = nullptr; ///< null if the attribute must be looked for as usual
    void* closure = nullptr;
};

/// Finds the function that reads an attribute of all instances of the type. Nothing is found if the attribute
/// is not of that kind: if it is a property, a method or one of the instance. No error is set.
AttributeReader reader_of(PyTypeObject* type, const char* name);

/// Reads attributes of objects that are mostly of one type. Python looks each of them up in the classes of
/// the object's type whenever it is read, which takes several times as long as to read it; here that is done
/// once for a type.
template <std::size_t Count>
class DirectAttributes {
  public:
    /// The names must outlive the object.
    constexpr explicit DirectAttributes(const std::array<InternedString, Count>& names) : names_(names) {}

    /// Must be called before an object's attributes are read. It may run Python code.
    void look_up(PyObject* object) {
        PyTypeObject* type = Py_TYPE(object);
        if (type == type_) [[likely]]
            return;
        std::array<AttributeReader, Count> readers;
        for (std::size_t i = 0; i < Count; ++i)
            readers[i] = reader_of(type, names_[i].text());
        Py_INCREF(reinterpret_cast<PyObject*>(type)); // so that no other type gets its address
        readers_ = readers;
        PyTypeObject* before = std::exchange(type_, type);
        Py_XDECREF(reinterpret_cast<PyObject*>(before));
    }

    /// Returns the attribute with this number among the names. Raises what the attribute raises.
    Ref read(PyObject* object, std::size_t which) {
        const AttributeReader& reader = readers_[which];
        if (reader.read && Py_TYPE(object) == type_) [[likely]]
            return Ref::steal(reader.read(object, reader.closure));
        return Ref::steal(PyObject_GetAttr(object, names_[which]));
    }

  private:
    std::array<InternedString, Count> names_;
    PyTypeObject* type_ = nullptr; ///< held; the readers are those of this type
    std::array<AttributeReader, Count> readers_{};
};

} // namespace cudapy::python
