#include "translator/syntax/module/module_names.h"

#include "translator/syntax/walk.h"

namespace cudapy::syntax {

namespace {

/// Returns whether the value is what a function makes of the thing of that name, as a decorator would: `f =
/// cp.compile(f)`.
bool wraps(const ExprPtr& value, const std::string& name) {
    if (!value || value->kind != ExprKind::call) return false;
    bool found = false;
    visit_all(*value, [&](const Expr& each) {
        found = found || (each.kind == ExprKind::name && as<Name>(each).id == name);
    });
    return found;
}

} // namespace

void ModuleNames::bind(Kind kind, std::string name, Span span, bool conditional, std::string path,
                       ExprPtr value) {
    bool import = kind == Kind::module_import || kind == Kind::member_import;
    if (import && path.starts_with("cudapy")) imports_cudapy_ = true;
    if (const auto function = functions_.find(name); function != functions_.end()) {
        if (wraps(value, name)) return;
        function->second = true;
    }
    auto [place, fresh] = index_.try_emplace(name, names_.size());
    if (fresh) {
        if (kind == Kind::value && (conditional || !value)) kind = Kind::reassigned;
        names_.push_back(
            {kind, std::move(name), span, std::move(path), kind == Kind::value ? std::move(value) : nullptr});
        return;
    }
    ModuleName& known = names_[place->second];
    if (kind == Kind::value || kind == Kind::reassigned) {
        // `try: import numpy as np / except ImportError: np = None`: the import is what counts.
        bool imported = known.kind == Kind::module_import || known.kind == Kind::member_import;
        if (conditional && imported) return;
        kind = Kind::reassigned;
    }
    known = {kind, std::move(name), span, std::move(path), nullptr};
    known.is_rebound = true;
}

const ModuleName* ModuleNames::find(std::string_view name) const {
    auto found = index_.find(std::string(name));
    return found == index_.end() ? nullptr : &names_[found->second];
}

void ModuleNames::describe_class(std::vector<ModuleName> members, bool is_enum) {
    ModuleName& bound = names_.back();
    if (bound.kind != Kind::class_) return; // its name is bound more than once
    bound.members = std::move(members);
    bound.is_enum = is_enum;
}

void ModuleNames::mark_struct() {
    if (names_.back().kind == Kind::class_) names_.back().is_struct = true;
}

bool ModuleNames::is_cudapy(std::string_view name) const {
    const ModuleName* known = find(name);
    return known && known->kind == Kind::module_import && known->path == "cudapy";
}

bool ModuleNames::is_cudapy_member(std::string_view name) const {
    const ModuleName* known = find(name);
    return known && known->kind == Kind::member_import && known->path.starts_with("cudapy.");
}

bool ModuleNames::is_cudapy_member(std::string_view name, std::string_view member) const {
    return is_cudapy_member(name) && std::string_view(find(name)->path).substr(7) == member;
}

bool ModuleNames::is_type_variable(std::string_view name) const {
    const ModuleName* known = find(name);
    if (!known || known->kind != Kind::value || known->value->kind != ExprKind::call) return false;
    const Expr& callee = *as<Call>(*known->value).function;
    return callee.kind == ExprKind::name
               ? as<Name>(callee).id == "TypeVar"
               : callee.kind == ExprKind::attribute && as<Attribute>(callee).name == "TypeVar";
}

std::vector<ModuleName> ModuleNames::take() {
    for (const std::string& name : globals_) {
        auto found = index_.find(name);
        if (found == index_.end()) continue;
        ModuleName& known = names_[found->second];
        if (known.kind == Kind::value) known.value = nullptr;
        if (known.kind == Kind::value) known.kind = Kind::reassigned;
    }
    return std::move(names_);
}

} // namespace cudapy::syntax
