#pragma once
// Storing a value in a place: this decides which value may be stored in which place.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/type_kinds.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// The place where a value is stored, for messages.
struct Target {
    diag::PlaceText place;
    std::vector<diag::Label> labels;
    bool* warned = nullptr; ///< set once there was a warning about a double in this place
    bool augmented = false;
    bool copies = false; ///< the place is memory of its own, which a struct is copied to
};

/// Returns the value converted to `type`, if the language allows storing it so. Otherwise it is reported, and
/// null is returned.
program::ExprPtr store(Body& body, Value value, const Type* type, Target target);
/// Does the same for a value that is stored in a place of the program, by `x += y` and its like if it is
/// `augmented`.
program::ExprPtr store(Body& body, Value value, const Type* type, const program::Lvalue& place,
                       bool augmented = false);
/// Returns whether the value of a `float` expression was computed in single precision, rather than given as a
/// float or explicitly made one.
bool is_single(Body& body, const program::Expr& expr);
/// Returns the words and labels with which messages describe a place.
Target target_of(Body& body, const program::Lvalue& place);

} // namespace cudapy::checker
