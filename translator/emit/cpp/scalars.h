#pragma once
// The scalar types that C++ lacks: what a file defines or includes for them.

#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// Those of them that the program has: half, bfloat16, complex64, complex128.
std::vector<const Type*> own_scalars(const program::Program& program);
/// Those of the complex ones that structs have as fields.
std::vector<const Type*> complex_fields(const program::Program& program);

/// CUDA's headers for them: `<cuda_fp16.h>`.
std::vector<std::string> scalar_includes(const std::vector<const Type*>& types);

/// What the header of a file defines: complex types, and what CUDA's headers leave out for C, which only
/// passes such values on.
std::string scalar_definitions(const std::vector<const Type*>& types, const std::vector<const Type*>& fields,
                               Target target);

/// Their definitions in the file; `header` says that the file includes its header, which has some.
void write_scalars(Writer& writer, const std::vector<const Type*>& types,
                   const std::vector<const Type*>& fields, Target target, bool header);

/// The type of a struct's field: `complex64_field` for a complex number.
std::string field_type_text(const Type* type);

/// Types and parameters as the header writes them, which leaves the names `half` and `bfloat16` to its
/// includer.
std::string header_type_text(const Type* type, Target target);
std::string header_parameter_text(const program::Variable& variable, bool written, Target target);

} // namespace cudapy::emit
