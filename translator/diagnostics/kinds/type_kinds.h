#pragma once
// Kinds of diagnostics about types and values. See kind.h for how one is declared. Add the struct to the list
// at the end. Types in payloads are as signatures write them (`float*`). `text` is source text, cut to a
// handy length.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"
#include "translator/types/type.h"

#include <optional>
#include <string>

namespace cudapy::diag {

/// A place that a value is stored in, in words ("`x`", "the result of `f`", "parameter `n` of `f`").
using PlaceText = std::string;

struct FloatInIntegerPlace {
    static constexpr Kind kind{"E401", "float-to-int", Severity::error};
    PlaceText place;
    std::string from, to, text;
    bool division = false;  ///< the value is a `/` of integers
    bool augmented = false; ///< the value is that of `place op= text`
};
Prose describe(const FloatInIntegerPlace& payload, const Words& words);

/// An integer that its place may not hold: of a type with values that the place does not hold, or a constant
/// that it does not hold.
struct IntegerInNarrowerPlace {
    static constexpr Kind kind{"E402", "integer-to-narrower", Severity::error};
    PlaceText place;
    const Type* from;
    const Type* to;
    std::string text;
    bool augmented = false;
    bool constant = false;
    bool negative = false;       ///< the constant is negative
    bool may_be_negative = true; ///< the operands may be negative, as far as their types show
};
Prose describe(const IntegerInNarrowerPlace& payload, const Words& words);

struct NumberInBoolPlace {
    static constexpr Kind kind{"E403", "number-to-bool", Severity::error};
    PlaceText place;
    std::string from, text;
    bool augmented = false;
};
Prose describe(const NumberInBoolPlace& payload);

/// An array where a number is needed.
struct ArrayAsNumber {
    static constexpr Kind kind{"E404", "array-as-number", Severity::error};
    std::string name, type;
    std::string where;         ///< the text of what needs the number: "`+`", "`sqrt`", "an index"
    std::string assigned = {}; ///< the array parameter to which the statement assigns; empty for none
};
Prose describe(const ArrayAsNumber& payload, const Words& words);

/// A floating value where an integer is needed.
struct IntegerNeeded {
    static constexpr Kind kind{"E405", "integer-needed", Severity::error};
    std::string where; ///< the text of what needs it: "`&`", "`range`"
    std::string type, text;
};
Prose describe(const IntegerNeeded& payload);

struct ArrayCondition {
    static constexpr Kind kind{"E406", "array-condition", Severity::error};
    std::string name, type;
};
Prose describe(const ArrayCondition& payload);

struct FloatIndex {
    static constexpr Kind kind{"E407", "float-index", Severity::error};
    std::string array, type, text;
    bool division = false;     ///< the index is a `/`
    std::string division_text; ///< the division written with `//`; empty when it is no plain division
};
Prose describe(const FloatIndex& payload);

struct NotIndexable {
    static constexpr Kind kind{"E408", "not-indexable", Severity::error};
    std::string text, type;
    std::string declared = {}; ///< the type of the array that it is an element of, with one dimension more,
                               ///< where the signature has that of the array
};
Prose describe(const NotIndexable& payload, const Words& words);

/// The result of a `void` function that is used as a value.
struct VoidValue {
    static constexpr Kind kind{"E409", "void-value", Severity::error};
    std::string function;
    bool builtin = false;
};
Prose describe(const VoidValue& payload, const Words& words);

struct ArgumentCount {
    static constexpr Kind kind{"E410", "argument-count", Severity::error};
    std::string function;
    std::size_t least, most; ///< most is npos when there is no limit
    std::size_t given;
    std::string missing;         ///< the first parameter without an argument; empty for none or for built-ins
    std::string with_tuple = {}; ///< the call with the numbers of a place or a shape in a tuple, or empty
};
Prose describe(const ArgumentCount& payload);

struct UnknownKeyword {
    static constexpr Kind kind{"E411", "unknown-keyword", Severity::error};
    std::string function, keyword;
    std::string suggestion; ///< empty when nothing is near
    bool builtin = false;   ///< built-ins take no keywords at all
};
Prose describe(const UnknownKeyword& payload);

struct RepeatedArgument {
    static constexpr Kind kind{"E412", "repeated-argument", Severity::error};
    std::string function, parameter;
};
Prose describe(const RepeatedArgument& payload);

/// An argument for an array parameter that is no array, or that is an array of other elements.
struct ArrayArgument {
    static constexpr Kind kind{"E413", "array-argument", Severity::error};
    std::string function, parameter, expected, given;
    bool given_array;
};
Prose describe(const ArrayArgument& payload, const Words& words);

/// An integer outside 64 bits.
struct IntegerTooLarge {
    static constexpr Kind kind{"E414", "integer-too-large", Severity::error};
    std::string text;
};
Prose describe(const IntegerTooLarge& payload);

/// A uint64 where an int64 counts.
struct BeyondInt64 {
    static constexpr Kind kind{"E446", "beyond-int64", Severity::error};
    std::string where, text;
    bool constant = false; ///< it is known to be too large
};
Prose describe(const BeyondInt64& payload, const Words& words);

/// A constant that the type it is cast to cannot hold.
struct ConstantTooLarge {
    static constexpr Kind kind{"E415", "constant-too-large", Severity::error};
    std::string value;
    const Type* type;
};
Prose describe(const ConstantTooLarge& payload, const Words& words);

struct ConstantZeroDivision {
    static constexpr Kind kind{"E416", "zero-division", Severity::error};
    std::string op;
};
Prose describe(const ConstantZeroDivision& payload);

struct LenOfNumber {
    static constexpr Kind kind{"E417", "len-of-number", Severity::error};
    std::string text, type;
};
Prose describe(const LenOfNumber& payload, const Words& words);

/// An assignment to the name of an array parameter.
struct ArrayRebound {
    static constexpr Kind kind{"E419", "array-rebound", Severity::error};
    std::string name, type;
};
Prose describe(const ArrayRebound& payload);

/// `x: int` and `x: float` in one function, or an annotation of a parameter that differs from its type.
struct AnnotationConflict {
    static constexpr Kind kind{"E420", "annotation-conflict", Severity::error};
    std::string name, first, second;
};
Prose describe(const AnnotationConflict& payload);

struct NegativeShift {
    static constexpr Kind kind{"E421", "negative-shift", Severity::error};
    std::string op, other;
};
Prose describe(const NegativeShift& payload);

/// A constant count that is not below the width of what is shifted.
struct ShiftTooFar {
    static constexpr Kind kind{"E429", "shift-too-far", Severity::error};
    std::string op, type;
    int width;
};
Prose describe(const ShiftTooFar& payload, const Words& words);

/// A signed integer that meets a uint64: no integer type holds both.
struct NoCommonType {
    static constexpr Kind kind{"E430", "no-common-type", Severity::error};
    std::string where, left, right, left_text, right_text;
};
Prose describe(const NoCommonType& payload, const Words& words);

/// A value that is no generator, and is given to draw random numbers from.
struct NoGenerator {
    static constexpr Kind kind{"E432", "no-generator", Severity::error};
    std::string function, text, type;
};
Prose describe(const NoGenerator& payload);

/// A kernel that is launched with a generator of random numbers.
struct GeneratorParameter {
    static constexpr Kind kind{"E236", "generator-parameter", Severity::error};
    std::string function, parameter;
};
Prose describe(const GeneratorParameter& payload);

/// An argument that `print` and `assert` cannot say.
struct NotPrintable {
    static constexpr Kind kind{"E431", "not-printable", Severity::error};
    enum class Subject {
        array,
        tuple,
        f_string,        ///< for a text that is fixed when the kernel is compiled
        named_character, ///< `\N{DASH}`
        no_text,         ///< a value where a string literal must be
        tuple_condition, ///< `assert (c, "why")`
        bool_or_number,  ///< one value of several types, of which each looks otherwise
        generator,       ///< a generator of random numbers
    } subject;
    std::string where, text, type;
};
Prose describe(const NotPrintable& payload);

/// A format in an f-string that printf has no like of, or that is not for such a value.
struct BadFormat {
    static constexpr Kind kind{"E438", "bad-format", Severity::error};
    std::string format, reason, help;
};
Prose describe(const BadFormat& payload);

/// The digits of `round(x, digits)` are no constant, or more or fewer than the type can be rounded to.
struct RoundDigits {
    static constexpr Kind kind{"E434", "round-digits", Severity::error};
    std::string text; ///< the digits
    std::optional<int64_t> digits;
    std::string type;
    int64_t least = 0;
    bool is_integer = false;
};
Prose describe(const RoundDigits& payload, const Words& words);

/// A constant index outside a captured tuple, or one that is not constant.
struct TupleIndex {
    static constexpr Kind kind{"E422", "tuple-index", Severity::error};
    std::string name;
    std::size_t size;
};
Prose describe(const TupleIndex& payload);

/// A captured tuple that an index or a loop cannot choose from when the kernel runs.
struct TableIndex {
    static constexpr Kind kind{"E423", "table-index", Severity::error};
    enum class Reason {
        empty,
        ragged,  ///< its tuples have several lengths
        rows,    ///< what is chosen would be a tuple
        slice,   ///< it is chosen from by a slice, or by several indices in one bracket
        structs, ///< its elements are structs, objects of the module's
        mixed,   ///< its elements are vectors or complex numbers, and others
    };
    std::string name;
    Reason reason;
};
Prose describe(const TableIndex& payload);

/// `v0 = v1`, `v1 = v2`, … in a loop: each pass over the function finds the type of one more variable.
struct LateTypes {
    static constexpr Kind kind{"E558", "late-types", Severity::error};
    std::string function;
    int most;
    std::string growing; ///< a variable that is assigned a tuple that holds itself; empty for none
};
Prose describe(const LateTypes& payload, const Words& words);

using TypeKinds = KindList<LateTypes, FloatInIntegerPlace, IntegerInNarrowerPlace, NumberInBoolPlace,
                           ArrayAsNumber, IntegerNeeded, ArrayCondition, FloatIndex, NotIndexable, VoidValue,
                           ArgumentCount, UnknownKeyword, RepeatedArgument, ArrayArgument, IntegerTooLarge,
                           BeyondInt64, ConstantTooLarge, ConstantZeroDivision, LenOfNumber, ArrayRebound,
                           AnnotationConflict, NegativeShift, ShiftTooFar, NoCommonType, NotPrintable,
                           BadFormat, RoundDigits, NoGenerator, GeneratorParameter, TupleIndex, TableIndex>;

} // namespace cudapy::diag
