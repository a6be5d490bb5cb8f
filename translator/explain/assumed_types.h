#pragma once
// Types that the parameters of generic kernels are assumed to have, so that the kernels can be checked before
// anybody launches them.

#include "translator/instance_request.h"
#include "translator/kernel_info.h"
#include "translator/syntax/ast.h"
#include "translator/types/type.h"

#include <optional>

namespace cudapy {

/// Returns a request for an instance of a generic kernel whose type variables are `element`. A parameter
/// without a type is an array of such elements if the kernel takes elements, a length or a shape of it, and
/// else a number. Returns nothing for a kernel that takes functions, or has parameters of both kinds.
std::optional<InstanceRequest> assumed_instance(const GenericKernel& kernel, const syntax::Function& function,
                                                const Type* element);

} // namespace cudapy
