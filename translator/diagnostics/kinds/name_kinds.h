#pragma once
// Kinds of diagnostics about signatures of functions and about names. See kind.h for how one is declared. Add
// the struct to the list at the end. Types in payloads are as signatures write them (`float*`). `text` is
// source text, cut to a handy length.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <string>
#include <vector>

namespace cudapy::diag {

// ---- E22x: a signature against its function
// ------------------------------------------------------------------------

/// A function that was given to compile and says its types nowhere.
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

struct BadAnnotation {
    static constexpr Kind kind{"E227", "bad-annotation", Severity::error};
    std::string text;
    std::string import = {}; ///< the `import` that the text lacks, or empty
};
Prose describe(const BadAnnotation& payload);

/// `# f void (float* X)`: a comment that would be a signature if it had a colon.
struct UnmarkedSignature {
    static constexpr Kind kind{"E237", "unmarked-signature", Severity::error};
    std::string function, example;
};
Prose describe(const UnmarkedSignature& payload);

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
    std::string type = {}; ///< the Python type of the object that it is; empty where only its text is known
    std::string unbound = {}; ///< a name in it that the module binds only further down
};
Prose describe(const DefaultNotConstant& payload);

// ---- E3xx: names
// ---------------------------------------------------------------------------------------------------

struct UnknownName {
    static constexpr Kind kind{"E301", "unknown-name", Severity::error};
    std::string name;
    std::string suggestion; ///< empty when nothing is near; `import m` where the name is that of a module
    bool called = false;
    std::string whole = {}; ///< the name with its attributes, if it has some: `cuda.grid`
};
Prose describe(const UnknownName& payload, const Words& words);

/// `math.sine`, `threadIdx.w`, `cp.flaot32`.
struct UnknownMember {
    static constexpr Kind kind{"E302", "unknown-member", Severity::error};
    std::string owner, name;
    std::string suggestion;                ///< empty when nothing is near
    std::string type = {};                 ///< of floats without a width in this function
    std::vector<std::string> given = {};   ///< the arguments by position, if it is called
    std::vector<std::string> members = {}; ///< of a small module
};
Prose describe(const UnknownMember& payload, const Words& words);

/// A name that stands for no value where a value is needed.
struct NotAValue {
    static constexpr Kind kind{"E303", "not-a-value", Severity::error};
    std::string name;
    enum class Subject { function, module, type, range, tuple } subject;
    std::string example = {}; ///< something that is a value of a module
};
Prose describe(const NotAValue& payload);

/// A call of a Python function that cannot be compiled along with this one.
struct NotCompiled {
    static constexpr Kind kind{"E304", "not-compiled", Severity::error};
    std::string name;
    std::string reason = {}; ///< empty where nothing more is known of it
};
Prose describe(const NotCompiled& payload, const Words& words);

/// A module-level name that is bound more than once.
struct NotConstant {
    static constexpr Kind kind{"E305", "not-constant", Severity::error};
    std::string name;
};
Prose describe(const NotConstant& payload);

/// A captured object that is no number: a list, a string, a class. `type` is its Python type. For a name of
/// CUDA C++ that kernels cannot call, it is "CudaSource: " and the reason.
struct NotCapturable {
    static constexpr Kind kind{"E306", "not-capturable", Severity::error};
    std::string name, type;
};
Prose describe(const NotCapturable& payload, const Words& words);

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

/// A name of a module whose text is not read.
struct ModuleNotRead {
    static constexpr Kind kind{"E320", "module-not-read", Severity::error};
    std::string module, name;
};
Prose describe(const ModuleNotRead& payload);

/// A function with a signature inside a function or a class. The text of a module says too little about it.
struct InnerFunction {
    static constexpr Kind kind{"W320", "inner-function", Severity::warning};
    std::string name;
};
Prose describe(const InnerFunction& payload);

/// A name of a module other than math, numpy and cudapy.
struct ForeignModule {
    static constexpr Kind kind{"E310", "foreign-module", Severity::error};
    std::string module;
    std::string name; ///< as it is written, `cuda.atomic.add`
};
Prose describe(const ForeignModule& payload, const Words& words);

using NameKinds =
    KindList<MissingSignature, SignatureName, SignatureCount, SignatureParameterName, SignaturesDisagree,
             ParameterForm, BadAnnotation, UnmarkedSignature, VoidParameter, ArrayResult, DuplicateFunction,
             DuplicateParameter, DefaultNotConstant, UnknownName, UnknownMember, NotAValue, NotCompiled,
             NotConstant, NotCapturable, AxisNeeded, NotCallable, UnsupportedFunction, ForeignModule,
             ModuleNotRead, InnerFunction>;

} // namespace cudapy::diag
