#include "translator/check/module/module_names.h"

namespace cudapy {

using namespace syntax;

bool is_known_module(std::string_view path) {
    return path == "math" || path == "cmath" || path == "numpy" || path == "cudapy";
}

ModuleNames::ModuleNames(const Module& module) : module_(module) {
    for (const ModuleName& name : module.names)
        names_.emplace(name.name, &name);
    for (const Function& function : module.functions)
        functions_.insert_or_assign(function.name, &function);
}

ModuleNames::Names ModuleNames::members_of(const ModuleName& class_) {
    Names members;
    for (const ModuleName& each : class_.members)
        members.emplace(each.name, &each);
    return members;
}

const ModuleName* ModuleNames::find_in_module(const std::string& id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? nullptr : found->second;
}

const ModuleName* ModuleNames::find(const std::string& id) const {
    if (of_class_)
        if (const auto found = of_class_->find(id); found != of_class_->end()) return found->second;
    return find_in_module(id);
}

const ModuleName* ModuleNames::find(const Name& name) const {
    const auto is_bound = [&](const ModuleName* found) {
        // The last place is kept for a name that is bound several times, as by two imports.
        return found && (found->is_rebound || found->span.begin < name.span.begin);
    };
    const ModuleName* found = find(name.id);
    if (found && !is_bound(found)) found = find_in_module(name.id); // of a class, whose name comes later
    return is_bound(found) ? found : nullptr;
}

const Function* ModuleNames::function_named(const std::string& id) const {
    const auto found = functions_.find(id);
    return found == functions_.end() ? nullptr : found->second;
}

std::optional<std::string> ModuleNames::member_path(const Expr& expr) const {
    if (expr.kind == ExprKind::name) {
        const ModuleName* found = find(as<Name>(expr));
        if (!found) return std::nullopt;
        const ModuleName& name = *found;
        if (name.kind != ModuleName::Kind::member_import && name.kind != ModuleName::Kind::module_import)
            return std::nullopt;
        return is_known_module(name.path.substr(0, name.path.find('.'))) ? std::optional(name.path)
                                                                         : std::nullopt;
    }
    if (expr.kind != ExprKind::attribute) return std::nullopt;
    const auto object = member_path(*as<Attribute>(expr).value);
    return object ? std::optional(*object + "." + as<Attribute>(expr).name) : std::nullopt;
}

std::optional<std::string> ModuleNames::callee_path(const Expr& expr) const {
    if (expr.kind == ExprKind::name && !find(as<Name>(expr))) return as<Name>(expr).id;
    if (expr.kind == ExprKind::name) {
        const ModuleName& name = *find(as<Name>(expr));
        if (name.kind == ModuleName::Kind::value && name.value->kind == ExprKind::attribute)
            return member_path(*name.value);
    }
    return member_path(expr);
}

const StructClass* ModuleNames::struct_named(const std::string& name) const {
    for (const StructClass& each : module_.structs)
        if (each.name == name) return &each;
    return nullptr;
}

} // namespace cudapy
