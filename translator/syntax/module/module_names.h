#pragma once
// The names that a module binds at its top level.

#include "translator/syntax/ast.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cudapy::syntax {

class ModuleNames {
  public:
    using Kind = ModuleName::Kind;

    /// Binds a name. `conditional` says that the binding is under an if, for, while, with or try.
    void bind(Kind kind, std::string name, Span span, bool conditional, std::string path = {},
              ExprPtr value = nullptr);
    /// Sets the members of the class that was bound last.
    void describe_class(std::vector<ModuleName> members, bool is_enum);
    void mark_struct();
    /// Notes that a signed function has the name.
    void define(const std::string& name) { functions_[name] = false; }
    /// Returns whether the name of a signed function is bound to something else further down.
    bool is_rebound(const std::string& name) const {
        const auto found = functions_.find(name);
        return found != functions_.end() && found->second;
    }
    /// Notes that the function of that name has decorators.
    void mark_decorated(const std::string& name) { names_[index_.at(name)].is_decorated = true; }
    /// Notes that some function declares the name `global`, and may assign it at any time.
    void declare_global(std::string name) { globals_.push_back(std::move(name)); }

    /// Returns whether an import has made `name` the module `cudapy`, or (`member`) one of its members.
    bool is_cudapy(std::string_view name) const;
    bool is_cudapy_member(std::string_view name, std::string_view member) const;
    bool is_cudapy_member(std::string_view name) const;
    bool imports_cudapy() const { return imports_cudapy_; }
    /// Returns whether the name is bound to the result of `TypeVar(...)`.
    bool is_type_variable(std::string_view name) const;

    std::vector<ModuleName> take();

  private:
    const ModuleName* find(std::string_view name) const;
    std::vector<ModuleName> names_;
    std::unordered_map<std::string, std::size_t> index_;
    std::unordered_map<std::string, bool> functions_; ///< the signed functions, and whether they are rebound
    std::vector<std::string> globals_;
    bool imports_cudapy_ = false;
};

} // namespace cudapy::syntax
