#include "translator/check/module/cuda_names.h"

#include "translator/builtins/names.h"
#include "translator/builtins/numba_names.h"
#include "translator/check/module/predefined.h"

namespace cudapy::checker {

using Kind = Entity::Kind;

namespace {

const std::string module_path = "cudapy.cuda";

} // namespace

bool is_cuda_module(const std::string& path) {
    return path == module_path || path == module_path + ".shared" || path == module_path + ".local" ||
           path == module_path + ".atomic" || path == module_path + ".cg" || path == module_path + ".const" ||
           path == module_path + ".misc" || path == module_path + ".misc.special";
}

Entity cuda_member(const std::string& module, const std::string& name) {
    Entity entity;
    for (const NumbaName& row : numba_names())
        if (row.module == module && row.name == name) {
            entity.kind = Kind::builtin;
            entity.builtin = find_builtin(row.function);
            return entity;
        }
    if (name == "literal_unroll" && (module == module_path || module == module_path + ".misc.special"))
        entity.kind = Kind::unroll;
    if (name == "array_like" && module == module_path + ".const") entity.kind = Kind::constant_array;
    if (name == "special" && module == module_path + ".misc") {
        entity.kind = Kind::module;
        entity.path = module + "." + name;
    }
    if (module != module_path) return entity;
    if (const Type* type = cudapy_scalar_type(name); type && type->is_number()) {
        entity.kind = Kind::type;
        entity.type = type;
    } else if (name == "shared" || name == "local" || name == "atomic" || name == "cg" || name == "misc" ||
               name == "const") {
        entity.kind = Kind::module;
        entity.path = module + "." + name;
    } else if (name == "grid" || name == "gridsize") {
        entity.kind = Kind::position;
        entity.is_grid_size = name == "gridsize";
    } else if (name == "warpsize" || name == "laneid" || name == "threadIdx" || name == "blockIdx" ||
               name == "blockDim" || name == "gridDim") {
        return predefined(name == "warpsize" ? "warpSize" : name);
    }
    return entity;
}

std::vector<std::string> cuda_members(const std::string& module) {
    std::vector<std::string> names;
    for (const NumbaName& row : numba_names())
        if (row.module == module) names.emplace_back(row.name);
    if (module == module_path)
        names.insert(names.end(), {"grid", "gridsize", "threadIdx", "blockIdx", "blockDim", "gridDim",
                                   "warpsize", "laneid", "shared", "local", "const", "atomic", "cg"});
    if (module == module_path + ".const") names.emplace_back("array_like");
    return names;
}

} // namespace cudapy::checker
