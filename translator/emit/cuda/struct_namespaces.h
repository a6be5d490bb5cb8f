#pragma once
// The namespaces that a program's header has structs in. A struct is in the namespace of the file that has
// its class, so that headers of files that import it mean the same struct.

#include "translator/emit/text/names.h"
#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

class StructNamespaces {
  public:
    /// `taken` has the names that are outside of all namespaces.
    StructNamespaces(const program::Program& program, const SourceSet& sources, const Options& options,
                     const Names& taken);

    /// Returns the namespace of a struct: `shapes` for a class of shapes.py. The file that is translated has
    /// the namespace of its functions. Empty for any other type.
    std::string of(const Type* type) const;
    /// Returns the name by which functions of the file's namespace call a struct: `shapes::Body`, or `Body`
    /// where the struct is in their own namespace. Empty for any other type.
    std::string name(const Type* type) const;
    /// Writes the definition, which several headers may have.
    void write(Writer& writer, const Type& type) const;
    /// Returns the full names of the structs among the types: `shapes::Body`.
    std::vector<std::string> qualified(const std::vector<const Type*>& types) const;

  private:
    std::string qualified(const Type* type) const;
    /// Returns the initializers of the fields; an empty text for a field without.
    std::vector<std::string> defaults(const Type& type) const;

    const program::Program& program_;
    const SourceSet& sources_;
    const Options& options_;
    const Names& taken_;
};

} // namespace cudapy::emit
