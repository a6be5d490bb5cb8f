#pragma once
// Arrays that an assignment takes apart: `n, m = lengths[b]`.

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;
struct Pairs;

/// Gives each target its element of an array, or of a part of one. If that is impossible, it is reported, and
/// false is returned. In checked mode the kernel looks whether there are as many elements.
bool unpack_elements(Body& body, const syntax::Tuple& targets, const syntax::Expr& array, Pairs& pairs);

} // namespace cudapy::checker
