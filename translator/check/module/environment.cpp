#include "translator/check/module/environment.h"

#include "translator/check/dialect.h"
#include "translator/check/module/cuda_names.h"
#include "translator/check/module/predefined.h"
#include "translator/check/module/structs.h"
#include "translator/syntax/walk.h"

namespace cudapy::checker {

using Kind = Entity::Kind;

const Binding& Environment::binding(std::vector<std::string> path) {
    auto [place, is_new] = bindings_.try_emplace(std::move(path));
    if (is_new) place->second = context_.resolver.resolve(file_, function_, place->first);
    return place->second;
}

std::optional<Environment::Unbound> Environment::unbound(const std::string& id, Span span) {
    const Binding& bound = binding({id});
    const bool is_below =
        !bound.span.empty() && bound.span.file == span.file && bound.span.begin > span.begin;
    // The last place is kept for a name that is assigned several times.
    if (!is_below || bound.kind == Binding::Kind::not_constant) return std::nullopt;
    return Unbound{id, span, bound.span};
}

std::optional<Environment::Unbound> Environment::unbound(const syntax::Expr& expr) {
    std::optional<Unbound> found;
    syntax::visit_all(expr, [&](const syntax::Expr& each) {
        if (!found && each.kind == syntax::ExprKind::name)
            found = unbound(syntax::as<syntax::Name>(each).id, each.span);
    });
    return found;
}

namespace {

/// Returns the meaning of a member of a module, of which the dialect may have more.
Entity member_of(const Context& context, const std::string& module, const std::string& name) {
    Entity entity = module_member(module, name);
    if (entity.kind != Kind::no_member) return entity;
    Entity own = context.dialect.names.member(module, name);
    return own.kind == Kind::unknown ? entity : own;
}

/// Returns the parts of a name with attributes and items of tuples: "shapes", "all" and "[0]" of
/// "shapes.all[0]".
std::vector<std::string> path_of(const std::string& written) {
    std::vector<std::string> path{""};
    for (const char c : written) {
        if (c == '.' || c == '[') path.emplace_back();
        if (c != '.') path.back() += c;
    }
    return path;
}

} // namespace

Entity Environment::cuda_module(const std::string& path, const std::string& name) {
    Entity entity;
    entity.kind = context_.dialect.names.has_cuda_module ? Kind::module : Kind::foreign_module;
    entity.name = name;
    entity.path = path;
    return entity;
}

Entity Environment::from_path(const std::string& path, const std::string& name) {
    if (is_cuda_module(path)) return cuda_module(path, name);
    std::size_t dot = path.rfind('.');
    std::string module = dot == path.npos ? "" : path.substr(0, dot);
    std::string member = dot == path.npos ? path : path.substr(dot + 1);
    if (module == "builtins") {
        Entity entity = predefined(member);
        entity.name = name;
        return entity;
    }
    if (is_kernel_module(module)) {
        Entity entity = member_of(context_, module, member);
        if (entity.kind != Kind::no_member) entity.name = name;
        return entity;
    }
    Entity entity;
    entity.kind = Kind::foreign_module;
    entity.name = name;
    entity.path = module;
    return entity;
}

Entity Environment::from_binding(const Binding& binding, const std::string& name) {
    Entity entity;
    entity.name = name;
    entity.binding = &binding;
    switch (binding.kind) {
    case Binding::Kind::constant:
        entity.kind = Kind::constant;
        break;
    case Binding::Kind::module:
        if (is_cuda_module(binding.path)) return cuda_module(binding.path, name);
        entity.kind = is_kernel_module(binding.path) ? Kind::module : Kind::foreign_module;
        entity.path = binding.path;
        break;
    case Binding::Kind::member: {
        Entity member = from_path(binding.path, name);
        if (member.kind == Kind::foreign_module) member.binding = &binding;
        return member;
    }
    case Binding::Kind::structure:
        entity.kind = Kind::aggregate;
        entity.type = binding.type ? binding.type : context_.structs->type(file_of(binding), binding.path);
        break;
    case Binding::Kind::device_function:
        entity.kind = Kind::device_function;
        break;
    case Binding::Kind::function:
        entity.kind = Kind::python_function;
        // By another name, or as an attribute of its module.
        if (const auto found = context_.known.by_name.find(binding.path);
            found != context_.known.by_name.end() &&
            (!context_.has_modules || found->second->file == file_of(binding))) {
            entity.kind = Kind::function;
            entity.function = found->second;
        }
        break;
    case Binding::Kind::lambda:
        entity.kind = Kind::python_function; // until it is a unit of the next translation
        if (const auto found = context_.known.lambdas.find(binding.path);
            found != context_.known.lambdas.end()) {
            entity.kind = Kind::function;
            entity.function = found->second;
        }
        break;
    case Binding::Kind::overloaded:
        entity.kind = Kind::overloaded;
        entity.path = name;
        break;
    case Binding::Kind::array:
        entity.kind = Kind::captured_array;
        break;
    case Binding::Kind::other:
        entity.kind = binding.path == "module" ? Kind::foreign_module : Kind::object;
        entity.path = name;
        break;
    case Binding::Kind::not_constant:
        entity.kind = Kind::not_constant;
        break;
    case Binding::Kind::unknown:
        entity.kind = Kind::unknown;
        break;
    }
    return entity;
}

Entity Environment::chosen(const Entity& overloaded, const std::string& types) {
    std::vector<std::string> path = path_of(overloaded.path);
    const std::string built_in = binding(path).path;
    path.push_back(types);
    Entity entity = from_binding(binding(path), overloaded.name);
    if (entity.kind == Kind::unknown && !built_in.empty()) entity = from_path(built_in, overloaded.name);
    return entity;
}

bool Environment::is_meant(const FunctionInfo& function) {
    if (function.file == file_) { // of several signatures, a call of itself chooses one, too
        if (function.syntax->is_rebound) return false;
        return !context_.dialect.names.has_overloads ||
               binding({function.syntax->name}).kind != Binding::Kind::overloaded;
    }
    const Binding& bound = binding({function.syntax->name});
    if (bound.kind == Binding::Kind::unknown) return !context_.has_modules;
    return bound.kind == Binding::Kind::function && bound.path == function.syntax->name &&
           (!context_.has_modules || file_of(bound) == function.file);
}

bool Environment::has_len() {
    const Entity len = name("len");
    return len.kind == Kind::builtin && len.builtin->module.empty();
}

Entity Environment::name(const std::string& id) {
    if (const auto known = predefined_.find(id); known != predefined_.end()) return known->second;
    if (const auto given = info_.function_parameters.find(id); given != info_.function_parameters.end()) {
        Entity own_name;
        own_name.name = id;
        own_name.kind = Kind::function;
        own_name.function = given->second;
        own_name.given_as = id;
        return own_name;
    }
    if (const auto named = info_.named.find(id); named != info_.named.end()) {
        Entity entity = named->second->entity;
        if (entity.binding) entity.binding = &named->second->binding;
        return entity;
    }
    if (const auto chosen = info_.types.find(id); chosen != info_.types.end()) {
        const Type* type = chosen->second;
        if (type->is_number() || type->is_vector() || type->is_struct()) {
            Entity own_name;
            own_name.name = id;
            own_name.kind = type->is_number() ? Kind::type : Kind::aggregate;
            own_name.type = type;
            return own_name;
        }
    }
    if (auto found = context_.known.by_name.find(id);
        found != context_.known.by_name.end() && is_meant(*found->second)) {
        Entity entity;
        entity.kind = Kind::function;
        entity.name = id;
        entity.function = found->second;
        return entity;
    }
    Entity entity = from_binding(binding({id}), id);
    if (entity.kind != Kind::unknown) return entity;
    // Any name that the module binds hides a built-in name, as in Python.
    entity = predefined(id);
    if (!context_.dialect.names.is_known(entity)) entity = {};
    entity.name = id;
    return predefined_.emplace(id, std::move(entity)).first->second;
}

namespace {

bool is_foreign(const Entity& entity) {
    return entity.kind == Kind::object || entity.kind == Kind::foreign_module;
}

/// Returns whether kernels can use an attribute of an object. Messages on any other attribute name the object
/// itself.
bool is_usable(const Entity& entity) {
    switch (entity.kind) {
    case Kind::unknown:
    case Kind::foreign_module:
    case Kind::python_function:
    case Kind::not_constant:
    case Kind::unsupported:
    case Kind::no_member:
    case Kind::out_of_reach:
    case Kind::reported:
        return false;
    case Kind::object:
        return entity.binding->path == "CudaNamespace" || entity.binding->path.starts_with("CudaSource: ");
    default:
        return true;
    }
}

} // namespace

NameMeaning Environment::of_attribute(const NameMeaning& owner, Entity attribute) {
    // Anything else in a foreign module is explained by the member itself.
    const bool explains = owner.itself.kind == Kind::foreign_module &&
                          (attribute.kind == Kind::object || attribute.kind == Kind::python_function);
    const bool is_owner_told = !is_foreign(owner.itself) && owner.itself.kind != Kind::unknown;
    const bool is_told = is_owner_told || is_usable(attribute) || explains;
    Entity told = is_told ? attribute : owner.told;
    return {std::move(attribute), std::move(told)};
}

Entity Environment::attribute(const Entity& owner, const std::string& name) {
    Entity entity;
    switch (owner.kind) {
    case Kind::module:
        if (is_cuda_module(owner.path + "." + name))
            return cuda_module(owner.path + "." + name, owner.name + "." + name);
        if (context_.dialect.names.takes_member) {
            const Binding& own = binding(path_of(owner.name + "." + name));
            if (context_.dialect.names.takes_member(own, owner.path))
                return from_binding(own, owner.name + "." + name);
        }
        entity = member_of(context_, owner.path, name);
        break;
    case Kind::axes:
        if (name == "x" || name == "y" || name == "z") {
            entity.kind = Kind::coordinate;
            entity.coordinate = coordinate_of(group_of(owner.axes), name[0] - 'x');
            entity.is_grid_size = owner.is_grid_size;
            entity.name = owner.name + "." + name;
            return entity;
        }
        entity.kind = Kind::no_member;
        entity.path = owner.name;
        entity.name = name;
        return entity;
    case Kind::constant: {
        // `Color.RED.value` is what `Color.RED` stands for; other attributes of numbers are methods.
        const Binding& found = binding(path_of(owner.name + "." + name));
        entity = from_binding(found, owner.name + "." + name);
        return entity.kind == Kind::constant ? entity : Entity{};
    }
    case Kind::object:
    case Kind::foreign_module:
        return from_binding(binding(path_of(owner.name + "." + name)), owner.name + "." + name);
    default:
        return entity;
    }
    if (entity.kind != Kind::no_member) {
        entity.name = owner.name + "." + name;
    } else {
        entity.path = owner.name;
        entity.module = owner.path;
    }
    return entity;
}

std::optional<Entity> Environment::item(const Entity& owner, const syntax::Expr& index) {
    const bool is_tuple = owner.kind == Kind::object && owner.binding && owner.binding->path == "tuple";
    const bool is_negative = index.kind == syntax::ExprKind::unary &&
                             syntax::as<syntax::Unary>(index).op == syntax::UnaryOp::minus;
    const syntax::Expr& number = is_negative ? *syntax::as<syntax::Unary>(index).operand : index;
    if (!is_tuple || number.kind != syntax::ExprKind::integer) return std::nullopt;
    const std::string name = owner.name + (is_negative ? "[-" : "[") +
                             std::to_string(syntax::as<syntax::Integer>(number).value) + "]";
    return from_binding(binding(path_of(name)), name);
}

std::optional<Entity> Environment::entity(const syntax::Expr& expr) {
    auto found = meaning(expr);
    return found ? std::optional(std::move(found->told)) : std::nullopt;
}

std::optional<NameMeaning> Environment::meaning(const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::name) {
        Entity found = name(syntax::as<syntax::Name>(expr).id);
        return NameMeaning{found, found};
    }
    if (expr.kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& written = syntax::as<syntax::Attribute>(expr);
    const auto owner = meaning(*written.value);
    if (!owner) return std::nullopt;
    return of_attribute(*owner, attribute(owner->itself, written.name));
}

std::vector<std::string> Environment::candidates() const {
    std::vector<std::string> names;
    if (context_.dialect.names.suggests_predefined) names = predefined_names();
    for (const auto& [name, info] : context_.known.by_name)
        names.push_back(name);
    return names;
}

std::vector<std::string> Environment::members(const std::string& owner) {
    if (is_cuda_module(owner)) return cuda_members(owner);
    std::vector<std::string> names;
    if (owner == "math" || owner == "cmath" || owner == "numpy" || owner == "operator") {
        for (std::string_view name : builtin_names(owner))
            names.emplace_back(name);
    } else if (owner == "cudapy") {
        names = {"idx",     "idy",      "idz",      "threadIdx", "blockIdx",  "blockDim",
                 "gridDim", "gridsize", "warpSize", "Void",      "Bool",      "Int",
                 "Float",   "Double",   "Array",    "Pointer",   "int32",     "int64",
                 "float32", "float64",  "bool",     "int",       "float",     "double",
                 "half",    "float16",  "bfloat16", "complex64", "complex128"};
        for (std::string_view name : builtin_names(owner))
            names.emplace_back(name);
    } else {
        names = {"x", "y", "z"};
    }
    return names;
}

} // namespace cudapy::checker
