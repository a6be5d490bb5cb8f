#pragma once
// The structs that the classes under `@cp.struct` in the text of the units define. Structs of other modules
// come from the resolver.

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/context.h"
#include "translator/check/module/environment.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cudapy::checker {

class Structs {
  public:
    Structs(Context& context, const std::vector<ParsedUnit>& units);

    /// Checks all structs, also those that no signature names, and reports mistakes.
    void check();
    /// Returns the struct that a class of a file defines, or null if its definition has errors.
    const Type* type(uint32_t file, const std::string& name);
    /// Returns the default of a field, converted to the field's type, or null if it has none.
    const program::Expr* default_value(uint32_t file, const std::string& name, std::size_t field);
    /// Returns whether Python hashes the instances of a struct.
    bool has_hash(const Type* type) const;
    /// Returns for each struct the first file that has a class for it.
    std::map<const Type*, uint32_t> files() const;
    /// Returns the defaults that this class gives the struct's fields, for structs that have any.
    std::map<const Type*, std::vector<std::shared_ptr<const program::Expr>>> defaults() const;

  private:
    struct Entry {
        const syntax::StructClass* syntax;
        enum class State { open, busy, done } state = State::open;
        const Type* type = nullptr;
        std::vector<FieldDefault> defaults;
    };
    void resolve(uint32_t file, Entry& entry);
    bool report_problems(const syntax::StructClass& syntax);
    const Type* field_type(uint32_t file, const syntax::StructClass& syntax,
                           const syntax::StructClass::Field& field);

    Context& context_;
    std::map<std::pair<uint32_t, std::string>, Entry> entries_; ///< the last class of each name
};

/// Returns the struct that a name in a signature stands for. Returns nothing if the name may be a type
/// variable. If it is a class but no known struct, that is reported, and null is returned.
std::optional<const Type*> struct_named(Context& context, Environment& environment, const std::string& name,
                                        Span span);

} // namespace cudapy::checker
