#pragma once
// What structs are made of: the classes under `@cp.struct` in the text of the units. Those of other modules
// come from the resolver.

#include "translator/check/context.h"
#include "translator/check/module/environment.h"

#include <deque>
#include <optional>

namespace cudapy::checker {

class Structs {
  public:
    Structs(Context& context, const std::vector<ParsedUnit>& units);

    /// Looks at all of them, also at those that no signature names: mistakes are reported.
    void check();
    /// Returns the struct that a class of a file is, or null if its definition has errors.
    const Type* type(uint32_t file, const std::string& name);
    /// What a field is when a call leaves it out, of the field's type; null for nothing.
    const program::Expr* default_value(uint32_t file, const std::string& name, std::size_t field);
    /// Returns the first file that has a class for each struct.
    std::map<const Type*, uint32_t> files() const;

  private:
    struct Entry {
        const syntax::StructClass* syntax;
        enum class State { open, busy, done } state = State::open;
        const Type* type = nullptr;
        std::vector<program::ExprPtr> defaults;
    };
    void resolve(uint32_t file, Entry& entry);
    bool report_problems(const syntax::StructClass& syntax);
    const Type* field_type(uint32_t file, const syntax::StructClass& syntax,
                           const syntax::StructClass::Field& field);

    Context& context_;
    std::map<std::pair<uint32_t, std::string>, Entry> entries_; ///< the last one of a name
};

/// Returns the struct that a name in a signature stands for. Nothing where it may be a type variable; null,
/// and reported, where it is a class and no struct that is known.
std::optional<const Type*> struct_named(Context& context, Environment& environment, const std::string& name,
                                        Span span);

} // namespace cudapy::checker
