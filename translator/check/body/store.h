#pragma once
// Which value may be stored in which place.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Where a value is stored: for messages.
struct Target {
    diag::PlaceText place;
    std::vector<diag::Label> labels;
    bool* warned = nullptr; ///< set once a double in this place was warned about
    bool augmented = false;
    bool copies = false; ///< memory of its own, which a struct is copied to
};

/// The value as one of type `type`, where the language lets it be stored so; else reported, and null.
program::ExprPtr store(Body& body, Value value, const Type* type, Target target);
bool is_single(Body& body, const program::Expr& expr);
Target target_of(Body& body, const program::Place& place);

} // namespace cudapy::checker
