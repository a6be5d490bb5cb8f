#pragma once
// What a translation asks about names outside its kernels, and what it is answered, as bytes that can be
// compared: a translation gives the same again where its texts, its options and all answers are the same.

#include "translator/instance_request.h"
#include "translator/known/bytes.h"
#include "translator/options.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapy::known {

/// A type, whole: two types are the same when these bytes are.
void write_type(Writer& to, const Type* type);

/// Returns the meaning of a name, or nothing for CUDA C++, whose text is not part of it.
std::optional<std::string> bytes_of(const Binding& answer);

/// What a translation was asked for, all but the answers.
std::string bytes_of(const std::vector<SourceUnit>& units);
std::string bytes_of(const std::vector<SourceUnit>& units, const Options& options);

struct Question {
    enum class What { name, default_value } what;
    uint32_t file;
    std::string function;
    std::vector<std::string> path; ///< of a default: the parameter

    auto operator<=>(const Question&) const = default;
    /// Asks again. Nothing where there is no answer, or none that has bytes.
    std::optional<Binding> ask(NameResolver& resolver) const;
};

/// The structs that answers name, so that a type can be found by its name again.
class NamedTypes {
  public:
    void add(const Type* type);
    void add(const Binding& answer);
    void add(const std::vector<InstanceRequest>& instances);
    /// A number, a vector, one of the structs, or an array of these; null for any other name, and for that of
    /// two structs.
    const Type* find(const std::string& name) const;

  private:
    std::map<std::string, const Type*> structs_; ///< null for the name of two of them
};

/// Passes questions on, and remembers each one with its answer.
class RecordingResolver final : public NameResolver {
  public:
    struct Asked {
        Question question;
        std::string answer;
    };

    explicit RecordingResolver(NameResolver& resolver) : resolver_(resolver) {}
    Binding resolve(uint32_t file, const std::string& function, std::span<const std::string> path) override;
    std::optional<Binding> default_value(uint32_t file, const std::string& function,
                                         const std::string& parameter) override;

    /// Returns the questions since the last call that had not been asked before, in order.
    std::vector<Asked> take_asked();
    /// False once something was answered that has no bytes.
    bool is_complete() const { return is_complete_; }
    const NamedTypes& types() const { return types_; }

  private:
    void record(Question question, const std::optional<Binding>& answer);

    NameResolver& resolver_;
    std::vector<Asked> asked_;
    std::set<Question> known_;
    NamedTypes types_;
    bool is_complete_ = true;
};

} // namespace cudapy::known
