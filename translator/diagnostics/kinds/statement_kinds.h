#pragma once
// Kinds of diagnostics about statements, and about what the language does not have. See kind.h for how one is
// declared. Add the struct to the list at the end. Types in payloads are as signatures write them (`float*`).
// `text` is source text, cut to a handy length.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/words.h"

#include <string>

namespace cudapy::diag {

// ---- E5xx: statements
// ----------------------------------------------------------------------------------------------

struct BadTarget {
    static constexpr Kind kind{"E501", "bad-target", Severity::error};
    std::string text;
    bool nested = false; ///< `a, (b, c) = …`
};
Prose describe(const BadTarget& payload);

struct UnpackCount {
    static constexpr Kind kind{"E502", "unpack-count", Severity::error};
    std::size_t targets, values;
};
Prose describe(const UnpackCount& payload);

struct NotUnpackable {
    static constexpr Kind kind{"E503", "not-unpackable", Severity::error};
    std::size_t targets;
    std::string text, type;
};
Prose describe(const NotUnpackable& payload);

struct NotIterable {
    static constexpr Kind kind{"E504", "not-iterable", Severity::error};
    std::string text, type; ///< type may be empty
};
Prose describe(const NotIterable& payload);

struct OutsideLoop {
    static constexpr Kind kind{"E505", "outside-loop", Severity::error};
    std::string keyword;
};
Prose describe(const OutsideLoop& payload);

struct ValueFromVoid {
    static constexpr Kind kind{"E506", "value-from-void", Severity::error};
    std::string function, type;
};
Prose describe(const ValueFromVoid& payload, const Words& words);

struct ReturnWithoutValue {
    static constexpr Kind kind{"E507", "return-without-value", Severity::error};
    std::string function, type;
};
Prose describe(const ReturnWithoutValue& payload, const Words& words);

struct ZeroStep {
    static constexpr Kind kind{"E508", "zero-step", Severity::error};
    bool slice = false; ///< the step is that of `X[::0]`, not that of `range`
};
Prose describe(const ZeroStep& payload);

/// `for i, j in range(n)`, `for x in enumerate(X)`: the names do not fit what the loop gives.
struct LoopTargets {
    static constexpr Kind kind{"E509", "loop-targets", Severity::error};
    std::string iterable;
    std::size_t expected, given;
};
Prose describe(const LoopTargets& payload);

// ---- E6xx: not in the language
// -------------------------------------------------------------------------------------

/// Lists, dicts and sets.
struct NoContainers {
    static constexpr Kind kind{"E601", "no-containers", Severity::error};
    std::string subject;
    std::string instead = {}; ///< the statement without brackets, where they are all that is wrong
    std::string size = {}; ///< of a list: the number of its elements, as a text; empty where it is not known
    std::string type = {}; ///< of its elements
    std::string fill = {}; ///< the value that all elements have; empty for several values
};
Prose describe(const NoContainers& payload, const Words& words);

struct NoComprehensions {
    static constexpr Kind kind{"E602", "no-comprehensions", Severity::error};
};
Prose describe(const NoComprehensions& payload);

/// Nested functions and lambdas.
struct NoNestedFunctions {
    static constexpr Kind kind{"E603", "no-nested-functions", Severity::error};
    bool lambda;
};
Prose describe(const NoNestedFunctions& payload, const Words& words);

struct NoStrings {
    static constexpr Kind kind{"E604", "no-strings", Severity::error};
    std::string instead = {}; ///< the value that the string would give: `math.inf` for `float("inf")`
    std::string printed = {}; ///< the text to print in its place; empty where nothing is printed
};
Prose describe(const NoStrings& payload);

/// `try` and `raise`.
struct NoExceptions {
    static constexpr Kind kind{"E605", "no-exceptions", Severity::error};
    bool raise;
};
Prose describe(const NoExceptions& payload);

/// Generators and coroutines: `yield`, `await`, `async`.
struct NoGenerators {
    static constexpr Kind kind{"E606", "no-generators", Severity::error};
    std::string keyword;
};
Prose describe(const NoGenerators& payload);

struct NoGlobal {
    static constexpr Kind kind{"E607", "no-global", Severity::error};
    std::string keyword;
};
Prose describe(const NoGlobal& payload, const Words& words);

/// Classes inside a kernel, methods and attributes.
struct NoObjects {
    static constexpr Kind kind{"E608", "no-objects", Severity::error};
    std::string text;
    bool class_;
};
Prose describe(const NoObjects& payload, const Words& words);

struct NoWith {
    static constexpr Kind kind{"E609", "no-with", Severity::error};
};
Prose describe(const NoWith& payload);

struct NoWalrus {
    static constexpr Kind kind{"E610", "no-walrus", Severity::error};
};
Prose describe(const NoWalrus& payload);

/// `*x` in calls of what is no tuple, in tuples and in targets, `**x` in calls.
struct NoStars {
    static constexpr Kind kind{"E611", "no-stars", Severity::error};
    enum class Place {
        elsewhere,
        no_tuple,        ///< `f(*A)`, where `A` is no tuple
        after_a_value,   ///< `f(g(x), *h(x))`, where `h(x)` would be computed first
        without_a_result ///< `f(*h(x))`, where `f` gives no value
    } where = Place::elsewhere;
};
Prose describe(const NoStars& payload);

struct NoLocalImport {
    static constexpr Kind kind{"E612", "no-local-import", Severity::error};
};
Prose describe(const NoLocalImport& payload);

struct NoDel {
    static constexpr Kind kind{"E613", "no-del", Severity::error};
};
Prose describe(const NoDel& payload);

/// A `case` asks for something else than a number.
struct NoPattern {
    static constexpr Kind kind{"E614", "no-pattern", Severity::error};
    enum class Reason { name, boolean, other };
    std::string pattern, subject;
    Reason reason = Reason::other;
};
Prose describe(const NoPattern& payload);

struct NoNone {
    static constexpr Kind kind{"E615", "no-none", Severity::error};
};
Prose describe(const NoNone& payload);

/// `is` and `is not`.
struct NoIdentity {
    static constexpr Kind kind{"E616", "no-identity", Severity::error};
    std::string op, instead;
};
Prose describe(const NoIdentity& payload);

/// `in` and `not in`.
struct NoMembership {
    static constexpr Kind kind{"E617", "no-membership", Severity::error};
    enum class Reason { array, no_tuple, chain } reason;
    std::string op, container;
};
Prose describe(const NoMembership& payload);

struct NoMatrixProduct {
    static constexpr Kind kind{"E618", "no-matrix-product", Severity::error};
};
Prose describe(const NoMatrixProduct& payload);

/// `...`, `type X = …`.
struct NoOther {
    static constexpr Kind kind{"E619", "not-in-the-language", Severity::error};
    std::string subject;
    std::string way = "write it with plain statements"; ///< the way round
};
Prose describe(const NoOther& payload);

// ---- E7xx: not supported yet
// ---------------------------------------------------------------------------------------

/// Part of the language, but not of this version.
struct NotSupportedYet {
    static constexpr Kind kind{"E701", "not-supported-yet", Severity::error};
    enum class Feature {
        slice,
        array_local,
    } feature;
    std::string text; ///< the name or the piece of source that it is about
};
Prose describe(const NotSupportedYet& payload);

// ---- W9xx: warnings
// ------------------------------------------------------------------------------------------------

struct DoubleInFloatPlace {
    static constexpr Kind kind{"W901", "double-to-float", Severity::warning};
    PlaceText place;
    std::string text;
    std::string type; ///< the type of the place
    std::string from = "double";
    std::string becomes = {}; ///< for a constant that the place cannot hold: the value that it would have
                              ///< there
};
Prose describe(const DoubleInFloatPlace& payload, const Words& words);

/// A value that was computed in single precision and is stored in a double place.
struct SingleInDoublePlace {
    static constexpr Kind kind{"W911", "single-to-double", Severity::warning};
    PlaceText place;
    std::string text;
};
Prose describe(const SingleInDoublePlace& payload);

/// An integer of 64 bits that is stored in a place of fewer digits.
struct LongInFloatPlace {
    static constexpr Kind kind{"W912", "long-to-float", Severity::warning};
    PlaceText place;
    std::string text;
    std::string type; ///< the type of the place
    std::string from;
};
Prose describe(const LongInFloatPlace& payload);

/// A variable that holds integers with and without a sign, and is a double by numba's rule.
struct IntegersAsDouble {
    static constexpr Kind kind{"W913", "integers-as-double", Severity::warning};
    std::string name;
    std::string type;  ///< of the value that made it a double
    std::string other; ///< of the values before
    std::string text;  ///< the value
};
Prose describe(const IntegersAsDouble& payload);

struct NoEffect {
    static constexpr Kind kind{"W902", "no-effect", Severity::warning};
    std::string text;
    bool comparison = false; ///< `x == 1` as a statement
    bool call = false;       ///< a call whose only effect is its value
};
Prose describe(const NoEffect& payload);

/// A parameter of a kernel that has a default, which a launch does not use.
struct KernelDefault {
    static constexpr Kind kind{"W903", "kernel-default", Severity::warning};
    std::string function, parameter;
};
Prose describe(const KernelDefault& payload);

using StatementKinds =
    KindList<BadTarget, UnpackCount, NotUnpackable, NotIterable, OutsideLoop, ValueFromVoid,
             ReturnWithoutValue, ZeroStep, LoopTargets, NoContainers, NoComprehensions, NoNestedFunctions,
             NoStrings, NoExceptions, NoGenerators, NoGlobal, NoObjects, NoWith, NoWalrus, NoStars,
             NoLocalImport, NoDel, NoPattern, NoNone, NoIdentity, NoMembership, NoMatrixProduct, NoOther,
             NotSupportedYet, DoubleInFloatPlace, SingleInDoublePlace, LongInFloatPlace, IntegersAsDouble,
             NoEffect, KernelDefault>;

} // namespace cudapy::diag
