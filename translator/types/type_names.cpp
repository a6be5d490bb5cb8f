// The types that names stand for: those of the language, of NumPy and of CudaPy's module.

#include "translator/types/scalar_names.h"
#include "translator/types/type.h"

namespace cudapy {

const Type* scalar_type_named(std::string_view name) {
    for (const ScalarNames& row : scalar_names)
        if (name == row.kernel || name == row.numpy) return row.type();
    return nullptr;
}

const Type* numpy_scalar_type(std::string_view name) {
    static constexpr struct {
        std::string_view name, meaning;
    } names[] = {{"bool_", "bool"},        {"byte", "int8"},        {"ubyte", "uint8"},
                 {"short", "int16"},       {"ushort", "uint16"},    {"intc", "int32"},
                 {"uintc", "uint32"},      {"longlong", "int64"},   {"single", "float32"},
                 {"double", "float64"},    {"ulonglong", "uint64"}, {"csingle", "complex64"},
                 {"cdouble", "complex128"}};
    // NumPy's `int` and `float` are Python's own, and it has no bfloat16.
    if (name == "int" || name == "float" || name == "void" || name == "bfloat16") return nullptr;
    for (const auto& row : names)
        if (row.name == name) return scalar_type_named(row.meaning);
    return scalar_type_named(name);
}

const Type* cudapy_scalar_type(std::string_view name) {
    static constexpr struct {
        std::string_view name, meaning;
    } names[] = {{"bool_", "bool"},   {"single", "float32"}, {"short", "int16"},      {"intc", "int32"},
                 {"long", "int64"},   {"longlong", "int64"}, {"intp", "int64"},       {"ssize_t", "int64"},
                 {"ubyte", "uint8"},  {"uchar", "uint8"},    {"ushort", "uint16"},    {"uint", "uint32"},
                 {"uintc", "uint32"}, {"ulong", "uint64"},   {"ulonglong", "uint64"}, {"uintp", "uint64"},
                 {"size_t", "uint64"}};
    for (const ScalarNames& row : scalar_names)
        if (name == row.package) return row.type();
    for (const auto& row : names)
        if (row.name == name) return scalar_type_named(row.meaning);
    return scalar_type_named(name);
}

const Type* date_type_named(std::string_view name) {
    const std::size_t opener = name.find('[');
    if (opener == name.npos || !name.ends_with(']')) return nullptr;
    const std::string_view unit = name.substr(opener + 1, name.size() - opener - 2);
    if (name.substr(0, opener) == "datetime64") return Type::datetime(unit);
    return name.substr(0, opener) == "timedelta64" ? Type::timedelta(unit) : nullptr;
}

namespace {

const Type* element_type_named(std::string_view name) {
    if (const Type* type = scalar_type_named(name)) return type;
    const Type* type = vector_type_named(name);
    return type ? type : date_type_named(name);
}

} // namespace

const Type* type_named(std::string_view name) {
    int rank = 0;
    if (name.ends_with("**")) {
        name.remove_suffix(2);
        const Type* element = element_type_named(name);
        return element && element->is_element() ? Type::lists(element) : nullptr;
    }
    if (name.ends_with('*')) {
        rank = 1;
        name.remove_suffix(1);
    } else if (name.ends_with(']') && !date_type_named(name)) {
        const std::size_t opener = name.rfind('[');
        if (opener == name.npos) return nullptr;
        rank = static_cast<int>(name.size() - opener) - 1;
        for (std::size_t i = opener + 1; i + 1 < name.size(); ++i)
            if (name[i] != ',') return nullptr;
        name = name.substr(0, opener);
    }
    const Type* element = element_type_named(name);
    if (!element || rank == 0) return element;
    return element->is_element() && rank <= Type::max_rank ? Type::array(element, rank) : nullptr;
}

} // namespace cudapy
