#pragma once
// The symbols of a function are the names that its parameters and its body bind. Python makes one variable of
// all places of a function that bind a name, so the spelling of names is compared only here. Later code asks
// which symbol a name means. Two names are the same thing if they have the same symbol.

#include "translator/syntax/ast.h"

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

/// A name that a function binds.
struct Symbol {
    std::string name;       ///< as the user calls it
    std::size_t number = 0; ///< its position in the order in which the function binds names
    bool is_given = false;  ///< a parameter, or a name that a lambda takes from the function around it
    /// The places where statements bind it, in the order of the text.
    std::vector<const syntax::Name*> bindings;
};

/// Orders symbols as their function binds them, so that a loop over a map of symbols has the same order in
/// each run.
struct InOrder {
    bool operator()(const Symbol* one, const Symbol* other) const { return one->number < other->number; }
};

class Symbols {
  public:
    Symbols() = default;
    /// `captured` holds the names that a lambda takes from the function around it.
    Symbols(const syntax::Function& function, const std::vector<std::string>& captured);

    /// Returns the symbol that the expression means, if it is a name that the function binds, or if name()
    /// gave it a symbol. Returns null for any other expression, and for one outside of the function's body.
    const Symbol* of(const syntax::Expr& expr) const;
    /// Returns the parameter or captured name of the function with this name, or null if it has none.
    const Symbol* given(const std::string& name) const;
    /// Makes a new symbol for a loop. The names in the loop and in its head that mean `symbol` mean the new
    /// symbol from then on.
    const Symbol& separate(const Symbol& symbol, const syntax::For& loop);
    /// Makes a new symbol that the expression means, as if the user had given the expression a name.
    const Symbol& name(const syntax::Expr& expr, std::string name);
    /// Makes a new symbol for some of the places that mean `symbol`.
    const Symbol& part(const Symbol& symbol);
    /// Makes the expression, which is a name, mean the symbol from now on.
    void mean(const syntax::Name& name, const Symbol& symbol);
    /// Makes the copy of a name mean the same symbol as the name.
    void repeat(const syntax::Expr& copy, const syntax::Expr& name);
    /// Calls visit for each name in the expression that the function binds, also in lambdas.
    void visit(const syntax::Expr& expr,
               const std::function<void(const Symbol&, const syntax::Name&)>& visit) const;

  private:
    Symbol& add(const std::string& name);
    Symbol& make(std::string name);
    /// Gives the names their meanings. `lambdas` has the own names of the lambdas around the expression or
    /// block.
    void resolve(const syntax::Expr& expr, std::vector<std::set<std::string>>& lambdas);
    void resolve(const syntax::Block& block, std::vector<std::set<std::string>>& lambdas);

    std::deque<Symbol> symbols_; // pointers to its elements are kept
    std::unordered_map<std::string, Symbol*> by_name_;
    std::unordered_map<const syntax::Expr*, const Symbol*> meanings_;
};

} // namespace cudapy::checker
