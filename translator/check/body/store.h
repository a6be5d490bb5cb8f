#pragma once
// Which value may be stored in which place.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/type_kinds.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Where a value is stored, for messages.
struct Target {
    diag::PlaceText place;
    std::vector<diag::Label> labels;
    bool* warned = nullptr; ///< set once a double in this place was warned about
    bool augmented = false;
    bool copies = false; ///< memory of its own, which a struct is copied to
};

/// Returns the value as one of type `type`, where the language lets it be stored so. Else it is reported,
/// and null is returned.
program::ExprPtr store(Body& body, Value value, const Type* type, Target target);
/// Returns whether the value of a `float` was computed in single precision, rather than given or meant so.
bool is_single(Body& body, const program::Expr& expr);
/// Returns what messages say of a place.
Target target_of(Body& body, const program::Place& place);

} // namespace cudapy::checker
