#pragma once
// The scalar types that C++ lacks, and the text that a file defines or includes for them.

#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <set>
#include <string>
#include <vector>

namespace cudapy::emit {

/// Returns those of half, bfloat16, complex64 and complex128 that are among the types.
std::vector<const Type*> own_scalars(const std::set<Scalar>& scalars);
/// Returns the complex types that structs have as fields.
std::vector<const Type*> complex_fields(const std::vector<const Type*>& aggregates);

/// Returns CUDA's headers for the types: `<cuda_fp16.h>`.
std::vector<std::string> scalar_includes(const std::vector<const Type*>& types);

/// Returns the text that the header of a file defines: complex types, and the types that CUDA's headers leave
/// out for C, which only passes such values on.
std::string scalar_definitions(const std::vector<const Type*>& types, const std::vector<const Type*>& fields,
                               Target target);

/// Writes the definitions of the types in the file. `header` says that the file includes its header, which
/// has some.
void write_scalars(Writer& writer, const std::vector<const Type*>& types,
                   const std::vector<const Type*>& fields, Target target, bool header);

/// Returns the type of a struct's field: `complex64_field` for a complex number.
std::string field_type_text(const Type* type);

/// These return types and parameters as the header writes them, which leaves the names `half` and `bfloat16`
/// to its includer.
std::string header_type_text(const Type* type, Target target);
std::string header_parameter_text(const program::Variable& variable, bool written, Target target);

} // namespace cudapy::emit
