#pragma once
// The tables of rules by which dialects of the language differ. The checker asks the table of the dialect
// that it checks, and never which one that is. A dialect leaves out the rules that it shares with CudaPy's
// own language.

#include "translator/program/program.h"

#include <memory>
#include <string>
#include <string_view>

namespace cudapy {
struct Binding;
namespace syntax {
struct AugmentedAssign;
struct Expr;
struct Name;
struct Stmt;
} // namespace syntax
} // namespace cudapy

namespace cudapy::checker {

struct Body;
struct Entity;
struct Local;
struct NumberRules;
struct TypeRules;

/// What a dialect keeps of its own while a body is checked.
struct DialectState {
    DialectState() = default;
    DialectState(const DialectState&) = delete;
    DialectState& operator=(const DialectState&) = delete;
    virtual ~DialectState() = default;
};

/// The steps that a dialect adds to the check of a body.
struct BodyRules {
    /// Returns what the dialect keeps for a body; may be null.
    std::unique_ptr<DialectState> (*state)() = [] { return std::unique_ptr<DialectState>(); };
    /// Writes the function anew in the language that the checker knows, before its names are collected.
    void (*desugar)(Body& body) = [](Body&) {};
    /// Divides the symbols of the body before they have locals.
    void (*separate)(Body& body) = [](Body&) {};
    /// Looks at a parameter that has become a local.
    void (*parameter)(Body& body, Local& local) = [](Body&, Local&) {};
    /// Adds what comes before all statements of a pass.
    void (*begin_pass)(Body& body) = [](Body&) {};
    /// Ends a pass that infers types.
    void (*end_pass)(Body& body) = [](Body&) {};
    /// Adds to what the last pass has made of a statement.
    void (*finish)(Body& body, const syntax::Stmt& stmt, program::Block& out) = [](Body&, const syntax::Stmt&,
                                                                                   program::Block&) {};
    /// Reports mistakes after the last pass.
    void (*report)(Body& body) = [](Body&) {};
    /// Reports mistakes that only matter in a body without others.
    void (*report_late)(Body& body) = [](Body&) {};
};

/// Returns the variable of the local.
program::Variable* only_variable(Body& body, const Local& local, const syntax::Expr& name);

/// Returns an unknown entity.
Entity no_member(const std::string& module, const std::string& name);

/// The rules for names.
struct NameRules {
    /// Kernels know the module `cudapy.cuda`. For others it is a module like any.
    bool has_cuda_module = false;
    /// Functions may have several signatures, of which a call chooses one.
    bool has_overloads = false;
    /// Returns whether a name that is bound nowhere has the meaning that it has in CudaPy's own language.
    bool (*is_known)(const Entity& predefined) = [](const Entity&) { return true; };
    /// Unknown names may be such names, misspelt.
    bool suggests_predefined = true;
    /// Returns a member of a module that only the dialect has, or an unknown entity.
    Entity (*member)(const std::string& module, const std::string& name) = no_member;
    /// Returns whether a member of a module means what the resolver says. If it is null, the resolver is not
    /// asked.
    bool (*takes_member)(const Binding& member, const std::string& module) = nullptr;
};

/// The rules for signatures.
struct SignatureRules {
    bool has_annotations = true;      ///< annotations say the types
    bool has_star_parameters = false; ///< `*rest` takes any number of arguments
    /// Returns the type that the dialect calls by the name, or null.
    const Type* (*type_named)(std::string_view name) = [](std::string_view) -> const Type* {
        return nullptr;
    };
};

/// The rules for the types of locals.
struct LocalRules {
    /// A value that is assigned to a local.
    struct Assigned {
        const Type* type;
        bool is_first;       ///< the local has no type yet
        bool never_negative; ///< no such value is below zero
    };
    /// Takes note of the value. Returns whether the dialect itself finds the local's type.
    bool (*join)(Body& body, Local& local, const Assigned& value) = [](Body&, Local&, const Assigned&) {
        return false;
    };
    /// Returns the variable that a name means where it is read, or where a statement gives it a value.
    program::Variable* (*variable)(Body& body, const Local& local, const syntax::Expr& name) = only_variable;
    /// Returns a name for what `x += y` reads, if that may be another variable than the one that it changes.
    const syntax::Name* (*read_by)(const Body& body, const syntax::AugmentedAssign& stmt) =
        [](const Body&, const syntax::AugmentedAssign&) -> const syntax::Name* { return nullptr; };
    /// Returns that name, if the statement reads another variable than it changes.
    const syntax::Name* (*other_read)(Body& body, const syntax::AugmentedAssign& stmt) =
        [](Body&, const syntax::AugmentedAssign&) -> const syntax::Name* { return nullptr; };
};

/// A dialect of the language.
struct DialectRules {
    const NumberRules& numbers;
    /// Returns the rules of a type that only the dialect has, or null.
    const TypeRules* (*types)(const Type* type) = [](const Type*) -> const TypeRules* { return nullptr; };
    NameRules names = {};
    SignatureRules signatures = {};
    BodyRules bodies = {};
    LocalRules locals = {};
};

/// CudaPy's own language.
extern const DialectRules python_rules;

} // namespace cudapy::checker
