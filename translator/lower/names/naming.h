#pragma once
// Chooses C++ names: the user's names, changed only where C++ or CUDA forces it.

#include "translator/program/program.h"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace cudapy::lower {

/// Gives the names of one program, in three steps. analyse_mod_ref must have run, and no lowering may follow
/// that makes variables or calls.
class Naming {
  public:
    /// Looks at a function, in any order, and from several threads: the file gives names to its types.
    void look(const program::Function& function);
    /// Sets Function::emitted, emitted_kernel and the names of other variants and of tables, when all
    /// functions were looked at. A function that is both launched and called has two names; for one that is
    /// only launched or only called, both names are the same.
    void name_file(program::Program& program);
    /// Sets Variable::emitted and emitted_lengths in all variants of the function.
    void name_variables(program::Function& function) const;

  private:
    using Names = std::unordered_set<std::string>;

    std::mutex mutex_;       ///< of look()
    Names taken_;            ///< the names at file level
    Names macros_;           ///< those of the CUDA C++ before a function, which would be replaced in it
    bool has_types_ = false; ///< the file gives names to types

    void name_variables_of_variant(program::Function& form) const;
};

/// Returns the names that no variable of a user gets, because the emitters write them inside functions with a
/// meaning of their own.
const std::vector<std::string_view>& emitter_names();

/// Returns `name` spelled with the letters, digits and underscores of ASCII: `α` is `u03b1_`.
std::string ascii_name(std::string_view name);

/// These return the C++ name of a tuple's, a struct's or a vector's type, and that of a field of it. It is
/// the user's name, with a `_` after one that C++ has taken, and without underscores that C++ keeps for
/// itself. Two fields of a type never have one name; two types may, which check_structs refuses.
std::string aggregate_name(const Type& type);
std::string field_name(const Type& type, std::size_t field);

} // namespace cudapy::lower
