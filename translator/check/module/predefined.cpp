#include "translator/check/module/predefined.h"

#include "translator/builtins/names.h"
#include "translator/check/module/cuda_names.h"

#include <algorithm>
#include <iterator>

namespace cudapy::checker {

using Kind = Entity::Kind;
using program::Coordinate;

namespace {

constexpr struct {
    std::string_view name;
    Coordinate coordinate;
} coordinates[] = {{"idx", Coordinate::idx},
                   {"idy", Coordinate::idy},
                   {"idz", Coordinate::idz},
                   {"laneid", Coordinate::lane_id}};

constexpr struct {
    std::string_view name;
    Coordinate x;
    bool is_grid_size = false;
} vectors[] = {{"threadIdx", Coordinate::thread_x},
               {"blockIdx", Coordinate::block_x},
               {"blockDim", Coordinate::block_dim_x},
               {"gridDim", Coordinate::grid_dim_x},
               {"gridsize", Coordinate::grid_dim_x, true}};

/// Python's own functions that kernels do not have.
constexpr std::string_view python_functions[] = {
    "all",        "any",     "ascii",   "bin",    "bytes",    "bytearray",  "callable", "chr",
    "delattr",    "dict",    "dir",     "eval",   "exec",     "filter",     "format",   "frozenset",
    "getattr",    "globals", "hasattr", "hash",   "hex",      "id",         "input",    "isinstance",
    "issubclass", "iter",    "list",    "locals", "map",      "memoryview", "next",     "object",
    "oct",        "open",    "ord",     "repr",   "reversed", "set",        "setattr",  "slice",
    "sorted",     "str",     "super",   "tuple",  "type",     "vars"};

/// Functions of `operator` that are no operators of kernels.
constexpr std::string_view operator_functions_of_python[] = {
    "attrgetter", "call",    "concat",      "contains",     "countOf", "delitem", "getitem",
    "iconcat",    "imatmul", "indexOf",     "is_",          "is_none", "is_not",  "is_not_none",
    "itemgetter", "matmul",  "length_hint", "methodcaller", "setitem"};

template <std::size_t N>
bool holds(const std::string_view (&names)[N], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

Entity make(Kind kind, std::string name) {
    Entity entity;
    entity.kind = kind;
    entity.name = std::move(name);
    return entity;
}

Entity make_type(const Type* type, std::string name) {
    Entity entity = make(type->is_void() ? Kind::void_type : Kind::type, std::move(name));
    entity.type = type;
    return entity;
}

/// Returns a vector type, or CUDA's function that makes one. Any other name is unknown.
Entity vector(const std::string& name, const std::string& full) {
    const bool makes = name.starts_with("make_");
    const Type* type = vector_type_named(makes ? name.substr(5) : name);
    if (!type) return {};
    Entity entity = make(Kind::aggregate, full);
    entity.type = type;
    return entity;
}

Entity make_builtin(const Builtin* builtin, bool single, std::string name) {
    Entity entity = make(Kind::builtin, std::move(name));
    entity.builtin = builtin;
    entity.single = single;
    return entity;
}

/// Returns a coordinate or a vector of coordinates. Any other name is unknown.
Entity coordinate(const std::string& name) {
    for (const auto& row : coordinates) {
        if (row.name == name) {
            Entity entity = make(Kind::coordinate, name);
            entity.coordinate = row.coordinate;
            return entity;
        }
    }
    for (const auto& row : vectors) {
        if (row.name == name) {
            Entity entity = make(Kind::axes, name);
            entity.axes = row.x;
            entity.is_grid_size = row.is_grid_size;
            entity.path = name;
            return entity;
        }
    }
    return name == "warpSize" ? make(Kind::warp_size, name) : Entity{};
}

Entity cudapy_member(const std::string& name, const std::string& full) {
    if (Entity found = coordinate(name); found.kind != Kind::unknown) return found;
    if (const Type* type = cudapy_scalar_type(name)) return make_type(type, full);
    if (Entity found = vector(name, full); found.kind != Kind::unknown) return found;
    if (name == "Array" || name == "Pointer") return make(Kind::array_type, full);
    if (const Builtin* builtin = find_builtin(full)) return make_builtin(builtin, false, full);
    if (name == "compile" || name == "kernel" || name == "CudaArray" || name == "dim3" ||
        name == "elemType" || name == "struct")
        return make(Kind::unsupported, full);
    return {};
}

} // namespace

bool is_kernel_module(const std::string& module) {
    return is_cuda_module(module) || module == "math" || module == "cmath" || module == "numpy" ||
           module == "operator" || module == "cudapy";
}

Entity predefined(const std::string& name) {
    if (Entity found = coordinate(name); found.kind != Kind::unknown) return found;
    if (const Type* type = scalar_type_named(name); type && !type->is_void()) {
        Entity entity = make_type(type, name);
        entity.is_python_float = name == "float";
        entity.is_python_int = name == "int";
        return entity;
    }
    if (Entity found = vector(name, name); found.kind != Kind::unknown) return found;
    bool single = false;
    if (const Builtin* builtin = find_builtin(name == "xrange" ? "range" : name, &single))
        return make_builtin(builtin, single, name);
    if (const Builtin* builtin = find_builtin("cudapy." + name)) return make_builtin(builtin, false, name);
    if (holds(python_functions, name)) return make(Kind::unsupported, name);
    return {};
}

Entity module_member(const std::string& module, const std::string& name) {
    std::string full = module + "." + name;
    Entity entity;
    if (is_cuda_module(module)) {
        entity = cuda_member(module, name);
    } else if (module == "cudapy") {
        entity = cudapy_member(name, full);
    } else {
        bool single = false;
        if (auto value = math_constant(full)) {
            entity = make(Kind::number, full);
            entity.number = *value;
        } else if (const Type* type = module == "numpy" ? numpy_scalar_type(name) : nullptr) {
            entity = make_type(type, full);
        } else if (const Builtin* builtin = find_builtin(full, &single)) {
            entity = make_builtin(builtin, single, full);
        } else if (module == "operator" && holds(operator_functions_of_python, name)) {
            entity = make(Kind::unsupported, full);
        }
    }
    if (entity.kind == Kind::unknown) {
        entity = make(Kind::no_member, name);
        entity.path = module;
    }
    return entity;
}

std::vector<std::string> predefined_names() {
    std::vector<std::string> names{"warpSize", "double",  "int8",     "int16",     "int32",     "int64",
                                   "uint8",    "uint16",  "uint32",   "uint64",    "float32",   "float64",
                                   "half",     "float16", "bfloat16", "complex64", "complex128"};
    for (const auto& row : coordinates)
        names.emplace_back(row.name);
    for (const auto& row : vectors)
        names.emplace_back(row.name);
    for (const char* module : {"", "cudapy"})
        for (std::string_view name : builtin_names(module))
            names.emplace_back(name);
    return names;
}

} // namespace cudapy::checker
