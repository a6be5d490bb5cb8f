#include "translator/numba/names/names.h"

#include "translator/builtins/names.h"
#include "translator/check/module/cuda_names.h"

namespace cudapy::checker::numba {

using Kind = Entity::Kind;

bool is_known(const Entity& entity) {
    switch (entity.kind) {
    case Kind::builtin:
        return entity.builtin->module.empty();
    case Kind::type:
        return entity.is_python_int || entity.is_python_float || entity.type->is_bool();
    default:
        return entity.kind == Kind::unsupported;
    }
}

Entity member(const std::string& module, const std::string& name) {
    Entity function;
    const Builtin* builtin = module == "math" ? find_builtin("cudapy.cuda.math." + name) : nullptr;
    if (!builtin) return function;
    function.kind = Kind::builtin;
    function.name = module + "." + name;
    function.builtin = builtin;
    return function;
}

bool takes_member(const Binding& member, const std::string& module) {
    const bool is_library = member.kind == Binding::Kind::module && member.path.starts_with("cudapy.cuda");
    const bool is_type =
        member.kind == Binding::Kind::member && member.path.starts_with("cudapy.") && is_cuda_module(module);
    return member.kind == Binding::Kind::overloaded || is_library || is_type;
}

} // namespace cudapy::checker::numba
