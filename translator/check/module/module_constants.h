#pragma once
// Evaluates the constants of a module and of its classes from the text.

#include "translator/check/module/constants.h"
#include "translator/check/module/module_names.h"
#include "translator/support/source.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapy {

/// The state of the search for the values of constants, in all modules.
struct ConstantSearch {
    int depth = 0; ///< the number of expressions and constants that are being evaluated, one within another
    bool was_cut_off = false; ///< since the last question, something was nested too deep to be evaluated
    /// All that can be evaluated is, so that what is too deep now stays so.
    bool is_settled = false;

    /// Returns whether the question needs no answer, because it is asked again once all is evaluated.
    bool is_in_vain() const { return was_cut_off && !is_settled; }
    /// Returns whether nothing can be evaluated within what is being evaluated, so that no text exhausts the
    /// stack.
    bool is_at_end() const;
};

/// The values of the names of a module. All arguments must outlive it.
class ModuleConstants {
  public:
    /// Those of the translation's modules by their names. These ones may be among them.
    using Modules = std::map<std::string, ModuleConstants*>;

    ModuleConstants(ModuleNames& names, const SourceSet& sources, const std::string& own_name,
                    const Modules& modules, ConstantSearch& search)
        : names_(names), sources_(sources), own_name_(own_name), modules_(modules), search_(search) {}

    /// Returns the value of a constant, or null if the name is none. Each is computed once; one that is asked
    /// for while it is being computed refers to itself, and is none. One that is too deep may not be so once
    /// others are known.
    const Constant* constant_named(const std::string& id);
    /// Returns whether the name has no value because an integer would be too large.
    bool is_too_large(const syntax::ModuleName& name) const { return too_large_.contains(&name); }
    /// Evaluates the constants of the module and of its classes, each as if only it were asked for, in their
    /// order or from the last one to the first. Returns whether any has become known.
    bool evaluate_all(bool backwards);

  private:
    /// A vector or a struct that a call makes.
    struct Constructor {
        std::string name;
        std::vector<const syntax::StructClass::Field*> fields; ///< of a struct
        std::size_t count = 0;                                 ///< the number of its fields
    };

    bool is_too_deep();
    const Constant* imported_constant(const std::string& path);
    std::optional<Constant> evaluate(const syntax::Expr& expr);
    std::optional<Constant> evaluate_node(const syntax::Expr& expr);
    std::optional<Constant> math_value(const syntax::Expr& expr) const;
    std::optional<Constant> evaluate_boolean(const syntax::BooleanOp& expr);
    std::optional<Constant> evaluate_compare(const syntax::Compare& expr);
    std::optional<Constant> evaluate_subscript(const syntax::Subscript& expr);
    std::optional<Constant> evaluate_call(const syntax::Call& call);
    /// Returns what `float3(0, 0, 0)`, `cp.make_float3(0, 0, 0)` or `Body(1.0, kind=2)` makes, or nothing for
    /// any other call.
    std::optional<Constructor> constructor(const syntax::Call& call) const;
    std::optional<Constant> evaluate_constructor(const syntax::Call& call, const Constructor& constructor);

    ModuleNames& names_;
    const SourceSet& sources_;
    const std::string& own_name_;
    const Modules& modules_;
    ConstantSearch& search_;
    std::map<const syntax::ModuleName*, std::optional<Constant>> constants_;
    std::set<const syntax::ModuleName*> too_large_;
    bool overflowed_ = false;
};

} // namespace cudapy
