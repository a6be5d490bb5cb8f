#pragma once
// Versions of names in the dialect of numba.cuda. numba brings a function into static single assignment form
// before it finds types: each assignment makes a new variable, and where several of them reach a place they
// meet in one more, whose type holds all of theirs. So `x = 1` and, further down, `x = 2.5` are two
// variables. Here the values of a name that meet anywhere share one variable, and the others have variables
// of their own. A value that is read both before it meets others and after that would need two; unless both
// have one type, that is reported.

#include "translator/program/program.h"
#include "translator/support/source.h"

#include <cstddef>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy {
namespace syntax {
struct AugmentedAssign;
struct Expr;
struct Function;
struct Name;
struct Stmt;
} // namespace syntax
} // namespace cudapy

namespace cudapy::checker {

class Symbols;
struct Body;
struct Local;
struct Symbol;

namespace numba {

/// A place that gives a name a value: a statement, or the call, for a parameter.
struct Definition {
    const syntax::Name* name; ///< null for a parameter
    Span statement;           ///< of a loop, its head
    const syntax::Stmt* node; ///< the statement; null for a parameter
    bool is_loop = false;
    /// The types as which places read the value, the narrowest first. Empty: all read it as the name's own
    /// type.
    std::vector<const Type*> types;
};

/// A place where a name is read, and the definitions whose values it can find there, as numbers in the list
/// of the symbol's definitions.
struct Reading {
    const syntax::Name* name;
    std::vector<std::size_t> definitions;
    const Type* type = nullptr; ///< the type of these values; null: the name's own type
};

struct SymbolVersions {
    std::vector<Definition> definitions;
    std::vector<Reading> readings;
};

/// A use of a local function after another assignment of a name that it reads.
struct LateUse {
    const syntax::Name* use;
    const syntax::Name* changed; ///< where the name is assigned
};

struct Versions {
    std::unordered_map<const Symbol*, SymbolVersions> of_symbols;
    /// The names that stand for what `x += y` reads: numba reads the version of x before the statement, and
    /// the statement makes a new one.
    std::unordered_map<const syntax::AugmentedAssign*, std::shared_ptr<const syntax::Name>> read_names;
    /// The variables of names for types other than their own.
    std::map<std::pair<const Symbol*, const Type*>, program::Variable*> others;
    std::vector<LateUse> late_uses; ///< in the order of the text
};

/// Divides the symbols of the function by which values meet. The first part of a parameter keeps its symbol.
Versions separate_versions(const syntax::Function& function, Symbols& symbols);
/// Divides the symbols of the body.
void separate_versions(Body& body);

/// Makes a local of a parameter that is a number and that is given other values, which meet the first one:
/// its type is that of all of them.
void separate_parameter(Body& body, Local& local);
/// Gives such locals the values of the parameters. A local that has its parameter's type is the parameter.
void give_parameters(Body& body, program::Block& out);

/// Drops the variables for other types, which the pass makes anew.
void forget_versions(Body& body);
/// Finds the types as which names are read, from the types that the values have in this pass.
void settle_versions(Body& body);
/// Returns the variable that a name means where it is read, or where a statement gives it a value.
program::Variable* variable_for(Body& body, const Local& local, const syntax::Expr& name);
/// Returns the name that stands for what `x += y` reads, or null if no value reaches the statement.
const syntax::Name* read_by(const Body& body, const syntax::AugmentedAssign& stmt);
/// Returns that name if `x += y` reads one variable and changes another.
const syntax::Name* other_read(Body& body, const syntax::AugmentedAssign& stmt);
/// Gives the values of the names that a statement has assigned to their variables of other types.
void copy_versions(Body& body, const syntax::Stmt& stmt, program::Block& out);
/// Reports calls of functions whose variables were given other values since the functions were defined: numba
/// takes the old ones, and CPython the new ones.
void report_late_uses(Body& body);
/// Reports loops that give values to names whose values are read as several types.
void report_mixed_types(Body& body);

} // namespace numba

} // namespace cudapy::checker
