#pragma once
// The module-level constants that an emitted file defines under the user's names.

#include "translator/emit/text/names.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapy::emit {

struct Constant {
    std::string name;
    const program::Literal* literal;
};

/// Adds the tables that the function reads, each once, in the order of their first use.
void add_tables(const program::Function& function, std::vector<const program::Table*>& tables);

/// Finds the constants of a program.
class ConstantSearch {
  public:
    void look(const program::Function& function);
    /// Returns those that have one type and one value wherever they are used and whose name is free in C++;
    /// the others are written as their values. Reserves the names in `names`.
    std::vector<Constant> take(Names& names);

  private:
    std::vector<Constant> constants_; ///< in the order of their first use
    std::map<std::string, const program::Literal*> first_use_;
    std::set<std::string> ambiguous_;
};

} // namespace cudapy::emit
