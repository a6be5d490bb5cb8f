#pragma once
// The symbols of a function: what its parameters and its body bind. Python makes one variable of all places
// of a function that bind a name, so that a name's spelling is looked at once, here. Whoever comes later asks
// what a name means, and two names are the same thing where they have the same symbol.

#include "translator/syntax/ast.h"

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

/// A name that a function binds.
struct Symbol {
    std::string name;       ///< as the user calls it
    std::size_t number = 0; ///< in the order in which the function binds them
    bool is_given = false;  ///< a parameter, or what a lambda uses of the function around it
    std::vector<const syntax::Name*> bindings; ///< where statements bind it, in the order of the text
};

/// Orders symbols as their function binds them, so that whoever goes through a map of them does so in an
/// order that is the same each time.
struct InOrder {
    bool operator()(const Symbol* one, const Symbol* other) const { return one->number < other->number; }
};

class Symbols {
  public:
    Symbols() = default;
    /// `captured` are the names that a lambda uses of the function around it.
    Symbols(const syntax::Function& function, const std::vector<std::string>& captured);

    /// What the expression means, where it is a name that the function binds, or was given one by name();
    /// null for any other expression, and for what is no part of the function's body.
    const Symbol* of(const syntax::Expr& expr) const;
    /// What the function itself is given by the name; null where it is given nothing of that name.
    const Symbol* given(const std::string& name) const;
    /// Makes the names in a loop that mean the symbol, its head's too, mean one of the loop's own.
    const Symbol& separate(const Symbol& symbol, const syntax::For& loop);
    /// Makes the expression mean a symbol of its own, as if the user had given it a name.
    const Symbol& name(const syntax::Expr& expr, std::string name);
    /// Makes the copy of a name mean what the name means.
    void repeat(const syntax::Expr& copy, const syntax::Expr& name);
    /// Calls visit(const Symbol&) for each name in the expression that the function binds, also in lambdas.
    void visit(const syntax::Expr& expr, const std::function<void(const Symbol&)>& visit) const;

  private:
    Symbol& add(const std::string& name);
    Symbol& make(std::string name);
    /// Gives the names their meanings; `lambdas` are those around the place.
    void resolve(const syntax::Expr& expr, std::vector<const syntax::Function*>& lambdas);
    void resolve(const syntax::Block& block, std::vector<const syntax::Function*>& lambdas);

    std::deque<Symbol> symbols_; // pointers to its elements are kept
    std::unordered_map<std::string, Symbol*> by_name_;
    std::unordered_map<const syntax::Expr*, const Symbol*> meanings_;
};

} // namespace cudapy::checker
