#pragma once
// The part of an emitted file before its functions: helpers and constants, and the names of all that is at
// file level.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/cpp/file_needs.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/emit/helpers/random.h"
#include "translator/emit/text/names.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/options.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::emit {

class FileScope {
  public:
    /// `stubs` is as in Options.
    FileScope(const program::Program& program, const SourceSet& sources, Target target, bool stubs);

    /// Says that the header gives structs their defaults, as that of a C++ program does.
    void set_header_with_defaults(const program::Program& program);

    const Dialect& dialect() const { return dialect_; }
    /// The names of functions, helpers and constants, which a name inside a function must not hide.
    const Names& file_names() const { return file_; }
    const FileNeeds& needs() const { return needs_; }
    /// Returns a name for something more at file level that functions mention.
    std::string add(const std::string& wanted);
    /// Gives each kernel of the program names for its entry point, which begins with the prefix, and for the
    /// two functions of a coarsened variant. Without a prefix there are no entry points.
    void name_kernels(const program::Program& program, const std::string& prefix);
    struct KernelNames {
        std::string entry; ///< no function mentions it: locals may have the same
        std::string body, thread;
    };
    const KernelNames& names_of_kernel(const program::Function& kernel) const {
        return kernel_names_.at(&kernel);
    }

    /// Without stubs, these tell of the assertions; see Translation.
    const std::vector<Assertion>& assertions() const { return assertions_; }
    const std::string& assertion_symbol() const { return assertion_symbol_; }
    bool assertions_trap() const { return dialect_.assertions_trap; }
    /// CPU: lets numbers stand for lines, and returns what they stand for, see Translation::failure_places.
    std::vector<FailurePlace> number_places(const program::Program& program, const SourceSet& sources);
    void write_assertion_failure(Writer& writer) const;
    /// CUDA: makes the arrays volatile, for Options::volatile_arrays.
    void make_volatile() { dialect_.in_memory = add("in_memory"); }
    /// In checked mode, these tell of the checks. On the host `check_symbol` is the struct that is thrown.
    const std::vector<program::Check>& checks() const { return dialect_.checks; }
    const std::string& check_symbol() const { return check_symbol_; }
    void write_check_failure(Writer& writer) const;

    /// Writes the scalar types that C++ lacks, and a struct for each tuple, struct and vector that the target
    /// does not have. Leaves out those that the header defines where the file includes it.
    void write_types(Writer& writer, bool has_header) const;
    /// Writes those of the structs that hold structs of CUDA C++ that the program calls. That CUDA C++ comes
    /// before them, and defines its structs itself.
    void write_later_types(Writer& writer) const;
    /// Returns whether some value of the program is a vector.
    bool has_vectors() const;
    const std::vector<const Type*>& scalars() const { return scalars_; }
    const std::vector<const Type*>& fields() const { return fields_; }
    /// Writes the constants and tables. `table_qualifier` is before the type of a table: "__constant__",
    /// "static const".
    void write_constants(Writer& writer, const std::string& table_qualifier) const;
    void write_helpers(Writer& writer, const std::string& qualifier) const;
    void write_random(Writer& writer, const std::string& qualifier) const {
        emit::write_random(writer, dialect_.random_names, qualifier);
    }

  private:
    FileNeeds needs_;
    Names file_; ///< the names at file level
    std::unordered_map<const program::Function*, KernelNames> kernel_names_;
    std::vector<const Type*> foreign_; ///< the types that CUDA C++ defines
    std::vector<const Type*> later_;   ///< the types that hold these
    std::vector<const Type*> scalars_;
    std::vector<const Type*> fields_; ///< the complex types that structs have as fields
    std::vector<const Type*> in_header_;
    std::vector<Assertion> assertions_;
    std::string assertion_symbol_;
    std::string check_symbol_;
    Dialect dialect_;
};

} // namespace cudapy::emit
