#pragma once
// Kinds of diagnostics of the checker: see kind.h for how one is declared. Add the struct to the list at the
// end. Types in payloads are as signatures write them (`float*`). `text` is source text, cut to a handy
// length.

#include "translator/diagnostics/kind.h"
#include "translator/types/type.h"

#include <optional>
#include <string>

namespace cudapy::diag {

// ---- E22x: a signature against its function
// ------------------------------------------------------------------------

/// A function was given to compile that says its types nowhere.
struct MissingSignature {
    static constexpr Kind kind{"E220", "missing-signature", Severity::error};
    std::string function;
    std::string example; ///< a signature line to write
};
Prose describe(const MissingSignature& payload);

/// `# g : void ()` above `def f`.
struct SignatureName {
    static constexpr Kind kind{"E221", "signature-name", Severity::error};
    std::string signature, function;
};
Prose describe(const SignatureName& payload);

struct SignatureCount {
    static constexpr Kind kind{"E222", "signature-count", Severity::error};
    std::string function;
    std::size_t in_signature, in_function;
};
Prose describe(const SignatureCount& payload);

struct SignatureParameterName {
    static constexpr Kind kind{"E223", "signature-parameter-name", Severity::error};
    std::string in_signature, in_function;
};
Prose describe(const SignatureParameterName& payload);

/// Two signatures in one source that do not say the same.
struct SignaturesDisagree {
    static constexpr Kind kind{"E224", "signatures-disagree", Severity::error};
    std::string function;
};
Prose describe(const SignaturesDisagree& payload);

/// `*args`, `**kwargs`, keyword-only and positional-only parameters.
struct ParameterForm {
    static constexpr Kind kind{"E225", "parameter-form", Severity::error};
    enum class Form { star, double_star, keyword_only, positional_only } form;
    std::string name;
};
Prose describe(const ParameterForm& payload);

struct MissingAnnotation {
    static constexpr Kind kind{"E226", "missing-annotation", Severity::error};
    std::string parameter;
};
Prose describe(const MissingAnnotation& payload);

struct BadAnnotation {
    static constexpr Kind kind{"E227", "bad-annotation", Severity::error};
    std::string text;
    std::string import = {}; ///< the `import` that the text lacks, or empty
};
Prose describe(const BadAnnotation& payload);

struct VoidParameter {
    static constexpr Kind kind{"E228", "void-parameter", Severity::error};
    std::string parameter;
};
Prose describe(const VoidParameter& payload);

struct ArrayResult {
    static constexpr Kind kind{"E229", "array-result", Severity::error};
    std::string function, type;
};
Prose describe(const ArrayResult& payload);

struct DuplicateFunction {
    static constexpr Kind kind{"E230", "duplicate-function", Severity::error};
    std::string name;
};
Prose describe(const DuplicateFunction& payload);

struct DuplicateParameter {
    static constexpr Kind kind{"E231", "duplicate-parameter", Severity::error};
    std::string name;
};
Prose describe(const DuplicateParameter& payload);

struct DefaultNotConstant {
    static constexpr Kind kind{"E232", "default-not-constant", Severity::error};
    std::string parameter;
    std::string type = {}; ///< Python's, of the object that it is; empty where only its text is known
};
Prose describe(const DefaultNotConstant& payload);

// ---- E3xx: names
// ---------------------------------------------------------------------------------------------------

struct UnknownName {
    static constexpr Kind kind{"E301", "unknown-name", Severity::error};
    std::string name;
    std::string suggestion; ///< empty when nothing is near; `import m` where the name is that of a module
    bool called = false;
};
Prose describe(const UnknownName& payload);

/// `math.sine`, `threadIdx.w`, `cp.flaot32`.
struct UnknownMember {
    static constexpr Kind kind{"E302", "unknown-member", Severity::error};
    std::string owner, name;
    std::string suggestion; ///< empty when nothing is near
};
Prose describe(const UnknownMember& payload);

/// A name that stands for no value where a value is needed.
struct NotAValue {
    static constexpr Kind kind{"E303", "not-a-value", Severity::error};
    std::string name;
    enum class What { function, module, type, range, tuple } what;
    std::string example = {}; ///< something that is a value of a module
};
Prose describe(const NotAValue& payload);

/// A call of a Python function that is not compiled with this one.
struct NotCompiled {
    static constexpr Kind kind{"E304", "not-compiled", Severity::error};
    std::string name;
};
Prose describe(const NotCompiled& payload);

/// A module-level name that is bound more than once.
struct NotConstant {
    static constexpr Kind kind{"E305", "not-constant", Severity::error};
    std::string name;
};
Prose describe(const NotConstant& payload);

/// A captured object that is no number: a list, a string, a class. `type` is its Python type, or
/// "CudaSource: " and why a name is none of CUDA C++ that kernels can call.
struct NotCapturable {
    static constexpr Kind kind{"E306", "not-capturable", Severity::error};
    std::string name, type;
};
Prose describe(const NotCapturable& payload);

/// `threadIdx` without `.x`.
struct AxisNeeded {
    static constexpr Kind kind{"E307", "axis-needed", Severity::error};
    std::string name;
};
Prose describe(const AxisNeeded& payload);

struct NotCallable {
    static constexpr Kind kind{"E308", "not-callable", Severity::error};
    std::string text;
};
Prose describe(const NotCallable& payload);

/// A function of Python or a module that the kernel language does not have: `sum`, `open`, `str`.
struct UnsupportedFunction {
    static constexpr Kind kind{"E309", "unsupported-function", Severity::error};
    std::string name;
};
Prose describe(const UnsupportedFunction& payload);

/// A name of a module other than math, numpy and cudapy.
struct ForeignModule {
    static constexpr Kind kind{"E310", "foreign-module", Severity::error};
    std::string module;
};
Prose describe(const ForeignModule& payload);

// ---- E4xx: types
// ---------------------------------------------------------------------------------------------------

/// A place that a value is stored in, in words ("`x`", "the result of `f`", "parameter `n` of `f`").
using PlaceText = std::string;

struct FloatInIntegerPlace {
    static constexpr Kind kind{"E401", "float-to-int", Severity::error};
    PlaceText place;
    std::string from, to, text;
    bool division = false;  ///< the value is a `/` of integers
    bool augmented = false; ///< the value is that of `place op= text`
};
Prose describe(const FloatInIntegerPlace& payload);

/// An integer of a type some of whose values the place does not hold, or a constant that it does not hold.
struct IntegerInNarrowerPlace {
    static constexpr Kind kind{"E402", "integer-to-narrower", Severity::error};
    PlaceText place;
    const Type* from;
    const Type* to;
    std::string text;
    bool augmented = false;
    bool constant = false;
    bool negative = false; ///< the constant is
};
Prose describe(const IntegerInNarrowerPlace& payload);

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
    std::string where; ///< "`+`", "`sqrt`", "an index": what needs the number
};
Prose describe(const ArrayAsNumber& payload);

/// A floating value where an integer is needed.
struct IntegerNeeded {
    static constexpr Kind kind{"E405", "integer-needed", Severity::error};
    std::string where; ///< what needs it: "`&`", "`range`"
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
    std::string division_text; ///< it written with `//`; empty when it is no plain division
};
Prose describe(const FloatIndex& payload);

struct NotIndexable {
    static constexpr Kind kind{"E408", "not-indexable", Severity::error};
    std::string text, type;
};
Prose describe(const NotIndexable& payload);

/// The result of a `void` function used as a value.
struct VoidValue {
    static constexpr Kind kind{"E409", "void-value", Severity::error};
    std::string function;
    bool builtin = false;
};
Prose describe(const VoidValue& payload);

struct ArgumentCount {
    static constexpr Kind kind{"E410", "argument-count", Severity::error};
    std::string function;
    std::size_t least, most; ///< most is npos when there is no limit
    std::size_t given;
    std::string missing; ///< the first parameter without an argument; empty for none or for built-ins
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

/// An argument for an array parameter that is no array, or one of other elements.
struct ArrayArgument {
    static constexpr Kind kind{"E413", "array-argument", Severity::error};
    std::string function, parameter, expected, given;
    bool given_array;
};
Prose describe(const ArrayArgument& payload);

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
Prose describe(const BeyondInt64& payload);

/// A constant that the type it is cast to cannot hold.
struct ConstantTooLarge {
    static constexpr Kind kind{"E415", "constant-too-large", Severity::error};
    std::string value;
    const Type* type;
};
Prose describe(const ConstantTooLarge& payload);

struct ConstantZeroDivision {
    static constexpr Kind kind{"E416", "zero-division", Severity::error};
    std::string op;
};
Prose describe(const ConstantZeroDivision& payload);

struct LenOfNumber {
    static constexpr Kind kind{"E417", "len-of-number", Severity::error};
    std::string text, type;
};
Prose describe(const LenOfNumber& payload);

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
Prose describe(const ShiftTooFar& payload);

/// A signed integer that meets a uint64: no integer type holds both.
struct NoCommonType {
    static constexpr Kind kind{"E430", "no-common-type", Severity::error};
    std::string where, left, right, left_text, right_text;
};
Prose describe(const NoCommonType& payload);

/// Something else than a generator, to draw random numbers from.
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

/// What `print` and `assert` cannot say.
struct NotPrintable {
    static constexpr Kind kind{"E431", "not-printable", Severity::error};
    enum class What {
        array,
        tuple,
        f_string,        ///< for a text that is fixed when the kernel is compiled
        named_character, ///< `\N{DASH}`
        no_text,         ///< a value where a string literal must stand
        tuple_condition, ///< `assert (c, "why")`
        bool_or_number,  ///< one value of several types, of which each looks otherwise
        generator,       ///< of random numbers
    } what;
    std::string where, text, type;
};
Prose describe(const NotPrintable& payload);

/// A format in an f-string that printf has no like of, or that is not for such a value.
struct BadFormat {
    static constexpr Kind kind{"E438", "bad-format", Severity::error};
    std::string format, why, help;
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
Prose describe(const RoundDigits& payload);

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
    enum class Why {
        empty,
        ragged,  ///< its tuples have several lengths
        rows,    ///< what is chosen would be a tuple
        slice,   ///< of a slice, or of several indices in one bracket
        structs, ///< its elements are structs, objects of the module's
        mixed,   ///< its elements are vectors or complex numbers, and others
    };
    std::string name;
    Why why;
};
Prose describe(const TableIndex& payload);

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
    std::string function, type; ///< the type may be empty
};
Prose describe(const ValueFromVoid& payload);

struct ReturnWithoutValue {
    static constexpr Kind kind{"E507", "return-without-value", Severity::error};
    std::string function, type;
};
Prose describe(const ReturnWithoutValue& payload);

struct ZeroStep {
    static constexpr Kind kind{"E508", "zero-step", Severity::error};
    bool slice = false; ///< of `X[::0]`, not of `range`
};
Prose describe(const ZeroStep& payload);

/// `for i, j in range(n)`, `for x in enumerate(X)`: names that do not fit what the loop gives.
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
    std::string what;
    std::string instead = {}; ///< the statement without brackets, where they are all that is wrong
    std::string size = {};    ///< of `[0.0] * 5`: how many elements
};
Prose describe(const NoContainers& payload);

struct NoComprehensions {
    static constexpr Kind kind{"E602", "no-comprehensions", Severity::error};
};
Prose describe(const NoComprehensions& payload);

/// Nested functions and lambdas.
struct NoNestedFunctions {
    static constexpr Kind kind{"E603", "no-nested-functions", Severity::error};
    bool lambda;
};
Prose describe(const NoNestedFunctions& payload);

struct NoStrings {
    static constexpr Kind kind{"E604", "no-strings", Severity::error};
    std::string instead = {}; ///< what the string would give: `math.inf` for `float("inf")`
    std::string printed = {}; ///< what to print in its place; empty where nothing is printed
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
Prose describe(const NoGlobal& payload);

/// Classes inside a kernel, methods and attributes.
struct NoObjects {
    static constexpr Kind kind{"E608", "no-objects", Severity::error};
    std::string text;
    bool class_;
};
Prose describe(const NoObjects& payload);

struct NoWith {
    static constexpr Kind kind{"E609", "no-with", Severity::error};
};
Prose describe(const NoWith& payload);

struct NoWalrus {
    static constexpr Kind kind{"E610", "no-walrus", Severity::error};
};
Prose describe(const NoWalrus& payload);

/// `*x` in calls, tuples and targets, `**x` in calls.
struct NoStars {
    static constexpr Kind kind{"E611", "no-stars", Severity::error};
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

struct NoMatch {
    static constexpr Kind kind{"E614", "no-match", Severity::error};
};
Prose describe(const NoMatch& payload);

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
    std::string op;
};
Prose describe(const NoMembership& payload);

struct NoMatrixProduct {
    static constexpr Kind kind{"E618", "no-matrix-product", Severity::error};
};
Prose describe(const NoMatrixProduct& payload);

/// `...`, `type X = …`.
struct NoOther {
    static constexpr Kind kind{"E619", "not-in-the-language", Severity::error};
    std::string what;
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
    std::string text; ///< the name or the piece of source it is about
};
Prose describe(const NotSupportedYet& payload);

// ---- W9xx: warnings
// ------------------------------------------------------------------------------------------------

struct DoubleInFloatPlace {
    static constexpr Kind kind{"W901", "double-to-float", Severity::warning};
    PlaceText place;
    std::string text;
    std::string type; ///< the place's
    std::string from = "double";
    std::string becomes = {}; ///< of a constant that the place cannot hold: what it would be there
};
Prose describe(const DoubleInFloatPlace& payload);

struct NoEffect {
    static constexpr Kind kind{"W902", "no-effect", Severity::warning};
    std::string text;
    bool comparison = false; ///< `x == 1` alone on a line
    bool call = false;       ///< a call whose only effect is its value
};
Prose describe(const NoEffect& payload);

/// A kernel's parameter has a default, which a launch does not use.
struct KernelDefault {
    static constexpr Kind kind{"W903", "kernel-default", Severity::warning};
    std::string function, parameter;
};
Prose describe(const KernelDefault& payload);

// ---- flow: E55x, W91x, words in prose_flow.cpp -----------------------------------------------------

/// Read where no path has assigned it.
struct UnassignedVariable {
    static constexpr Kind kind{"E550", "unassigned-variable", Severity::error};
    std::string name;
    bool in_loop = false; ///< the read is in a loop, so that its line above is no place for a first value
};
Prose describe(const UnassignedVariable& payload);

/// Some path of a function with a result ends without `return`.
struct MissingReturn {
    static constexpr Kind kind{"E551", "missing-return", Severity::error};
    std::string function;
    std::string result; ///< its type
};
Prose describe(const MissingReturn& payload);

/// Read where some path has not assigned it.
struct MaybeUnassigned {
    static constexpr Kind kind{"W910", "maybe-unassigned", Severity::warning};
    enum class Reason {
        branch,            ///< assigned under an `if`
        loop,              ///< assigned in a loop that may run zero times
        loop_variable,     ///< the variable of a `for`, read after it
        earlier_iteration, ///< assigned further down in the same loop
    };
    std::string name;
    Reason reason;
};
Prose describe(const MaybeUnassigned& payload);

using CheckKinds =
    KindList<MissingSignature, SignatureName, SignatureCount, SignatureParameterName, SignaturesDisagree,
             ParameterForm, MissingAnnotation, BadAnnotation, VoidParameter, ArrayResult, DuplicateFunction,
             DuplicateParameter, DefaultNotConstant, UnknownName, UnknownMember, NotAValue, NotCompiled,
             NotConstant, NotCapturable, AxisNeeded, NotCallable, UnsupportedFunction, ForeignModule,
             FloatInIntegerPlace, IntegerInNarrowerPlace, NumberInBoolPlace, ArrayAsNumber, IntegerNeeded,
             ArrayCondition, FloatIndex, NotIndexable, VoidValue, ArgumentCount, UnknownKeyword,
             RepeatedArgument, ArrayArgument, IntegerTooLarge, BeyondInt64, ConstantTooLarge,
             ConstantZeroDivision, LenOfNumber, ArrayRebound, AnnotationConflict, NegativeShift, ShiftTooFar,
             NoCommonType, NotPrintable, BadFormat, RoundDigits, NoGenerator, GeneratorParameter, TupleIndex,
             TableIndex, BadTarget, UnpackCount, NotUnpackable, NotIterable, OutsideLoop, ValueFromVoid,
             ReturnWithoutValue, ZeroStep, LoopTargets, NoContainers, NoComprehensions, NoNestedFunctions,
             NoStrings, NoExceptions, NoGenerators, NoGlobal, NoObjects, NoWith, NoWalrus, NoStars,
             NoLocalImport, NoDel, NoMatch, NoNone, NoIdentity, NoMembership, NoMatrixProduct, NoOther,
             NotSupportedYet, DoubleInFloatPlace, NoEffect, KernelDefault, UnassignedVariable, MissingReturn,
             MaybeUnassigned>;

} // namespace cudapy::diag
