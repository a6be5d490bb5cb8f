#pragma once
// A resolver that records the lookups of a translation: the questions about names outside its kernels, and
// the bindings that it gets, as bytes that can be compared. A translation has the same result again if its
// texts, its options and all bindings are the same.

#include "translator/instance_request.h"
#include "translator/options.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/translation_cache/bytes.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapy::translation_cache {

/// Writes all of a type. Two types are the same if their bytes are the same.
void write_type(Writer& to, const Type* type);

/// Returns the meaning of a name as bytes, or nothing for CUDA C++, whose text is not part of the meaning.
std::optional<std::string> bytes_of(const Binding& binding);

/// Returns all inputs of a translation as bytes, except for the bindings.
std::string bytes_of(const std::vector<SourceUnit>& units);
std::string bytes_of(const std::vector<SourceUnit>& units, const Options& options);

struct Question {
    enum class Kind { name, default_value } kind;
    uint32_t file;
    std::string function;
    std::vector<std::string> path; ///< for a default, the parameter

    auto operator<=>(const Question&) const = default;
    /// Asks the question again. Returns nothing if there is no binding, or none that can be written as bytes.
    std::optional<Binding> ask(NameResolver& resolver) const;
};

/// The structs that bindings name. They are kept so that a type can be found by its name again.
class NamedTypes {
  public:
    void add(const Type* type);
    void add(const Binding& binding);
    void add(const std::vector<InstanceRequest>& instances);
    /// Returns the type with the name: a number, a vector, one of the structs, or an array of these. Returns
    /// null for any other name, and for a name that two structs have.
    const Type* find(const std::string& name) const;

  private:
    std::map<std::string, const Type*> structs_; ///< null for a name that two structs have
};

/// A resolver that passes questions on, and remembers each one with its binding.
class RecordingResolver final : public NameResolver {
  public:
    struct Lookup {
        Question question;
        std::string binding;
    };

    explicit RecordingResolver(NameResolver& resolver) : resolver_(resolver) {}
    Binding resolve(uint32_t file, const std::string& function, std::span<const std::string> path) override;
    std::optional<Binding> default_value(uint32_t file, const std::string& function,
                                         const std::string& parameter) override;

    /// Returns the questions since the last call that had not been asked before, in order.
    std::vector<Lookup> take_lookups();
    /// Returns false once a binding came that cannot be written as bytes.
    bool is_complete() const { return is_complete_; }
    const NamedTypes& types() const { return types_; }

  private:
    void record(Question question, const std::optional<Binding>& binding);

    NameResolver& resolver_;
    std::vector<Lookup> lookups_;
    std::set<Question> known_;
    NamedTypes types_;
    bool is_complete_ = true;
};

} // namespace cudapy::translation_cache
