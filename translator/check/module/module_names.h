#pragma once
// The names at the top level of a module, and those of the class whose text is being looked at.

#include "translator/imports.h"
#include "translator/syntax/ast.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy {

/// Returns whether the checker knows the members of the module.
bool is_known_module(std::string_view path);

/// Looks for names in a module, which must outlive it.
class ModuleNames {
  public:
    using Names = std::unordered_map<std::string, const syntax::ModuleName*>;

    /// Has names looked for in a class first, as long as it lives; null for only the module's.
    class InClass {
      public:
        InClass(ModuleNames& names, const Names* of_class)
            : names_(names), before_(std::exchange(names.of_class_, of_class)) {}
        ~InClass() { names_.of_class_ = before_; }
        InClass(const InClass&) = delete;
        InClass& operator=(const InClass&) = delete;

      private:
        ModuleNames& names_;
        const Names* before_;
    };

    explicit ModuleNames(const syntax::Module& module);

    const syntax::Module& module() const { return module_; }
    /// Returns the names of a class.
    static Names members_of(const syntax::ModuleName& class_);
    /// Returns the names of the class that is looked at; null for none.
    const Names* of_class() const { return of_class_; }

    /// Returns what the module binds a name to, or null for no name of it.
    const syntax::ModuleName* find_in_module(const std::string& id) const;
    /// Returns what a name is bound to at its place. In a class, the names of the class come first.
    const syntax::ModuleName* find(const std::string& id) const;
    /// Returns what a name is bound to where the module reads it, or null for what it binds only further
    /// down.
    const syntax::ModuleName* find(const syntax::Name& name) const;
    /// Returns the function that is compiled, the last one of the name, or null.
    const syntax::Function* function_named(const std::string& id) const;
    /// Returns the class of that name whose instances are structs, or null.
    const syntax::StructClass* struct_named(const std::string& name) const;

    /// Returns the path of a member of a module. It is "math.pi" for `m.pi` after `import math as m`, and for
    /// `pi` after `from math import pi`. Python's own functions have paths, too.
    std::optional<std::string> member_path(const syntax::Expr& expr) const;
    /// Returns what a call with `expr` as its callee calls. This is a path as above, or the name of one of
    /// Python's own functions.
    std::optional<std::string> callee_path(const syntax::Expr& expr) const;

  private:
    const syntax::Module& module_;
    Names names_;
    std::unordered_map<std::string, const syntax::Function*> functions_;
    const Names* of_class_ = nullptr;
};

/// Returns the module that a path begins with, and the rest of the path, if there is such a module. `modules`
/// has them by their names, and `own_name` is that of the module in which the path is written.
template <typename Modules>
std::optional<std::pair<typename Modules::mapped_type, std::vector<std::string>>>
place_of(const std::string& path, const std::string& own_name, const Modules& modules) {
    std::string left = absolute_import(path, own_name);
    std::vector<std::string> rest;
    while (!left.empty()) {
        if (const auto found = modules.find(left); found != modules.end())
            return std::pair(found->second, std::move(rest));
        const std::size_t dot = left.rfind('.');
        rest.insert(rest.begin(), left.substr(dot == left.npos ? 0 : dot + 1));
        left.erase(dot == left.npos ? 0 : dot);
    }
    return std::nullopt;
}

} // namespace cudapy
