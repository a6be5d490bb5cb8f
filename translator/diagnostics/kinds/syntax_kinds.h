#pragma once
// Kinds of diagnostics of the lexer, the parser and the text of signatures: see kind.h for how one is
// declared. Add the struct to the list at the end.

#include "translator/diagnostics/kinds/kind.h"

#include <string>

namespace cudapy::diag {

// ---- lexing: E101 to E119
// ------------------------------------------------------------------------------------------

struct InvalidUtf8 {
    static constexpr Kind kind{"E101", "invalid-utf8", Severity::error};
    std::string byte;     ///< in hexadecimal; empty when the text begins with UTF-16's mark
    std::string declared; ///< the encoding that a `coding:` comment declares, or empty
};
Prose describe(const InvalidUtf8& payload);

struct NulByte {
    static constexpr Kind kind{"E102", "nul-byte", Severity::error};
};
Prose describe(const NulByte& payload);

struct UnexpectedCharacter {
    static constexpr Kind kind{"E103", "unexpected-character", Severity::error};
    std::string character; ///< as it is, or `U+00A0` when it cannot be seen
    std::string instead;   ///< the character that was probably meant, or empty
};
Prose describe(const UnexpectedCharacter& payload);

struct UnterminatedString {
    static constexpr Kind kind{"E104", "unterminated-string", Severity::error};
    std::string quote;
};
Prose describe(const UnterminatedString& payload);

struct BadFString {
    static constexpr Kind kind{"E105", "bad-f-string", Severity::error};
    std::string reason;
};
Prose describe(const BadFString& payload);

struct BadEscape {
    static constexpr Kind kind{"E106", "bad-escape", Severity::error};
    std::string escape;
    std::string reason;
};
Prose describe(const BadEscape& payload);

struct BadNumber {
    static constexpr Kind kind{"E107", "bad-number", Severity::error};
    std::string text;
    std::string reason;
    std::string help;
};
Prose describe(const BadNumber& payload);

struct BadLineContinuation {
    static constexpr Kind kind{"E108", "bad-line-continuation", Severity::error};
};
Prose describe(const BadLineContinuation& payload);

struct InconsistentTabs {
    static constexpr Kind kind{"E109", "inconsistent-tabs", Severity::error};
};
Prose describe(const InconsistentTabs& payload);

struct InconsistentDedent {
    static constexpr Kind kind{"E110", "inconsistent-dedent", Severity::error};
};
Prose describe(const InconsistentDedent& payload);

struct TooDeep {
    static constexpr Kind kind{"E111", "too-deep", Severity::error};
    std::string subject; ///< "expression", "block", "type"
    int limit;
};
Prose describe(const TooDeep& payload);

struct UnmatchedBracket {
    static constexpr Kind kind{"E112", "unmatched-bracket", Severity::error};
    std::string closer;
};
Prose describe(const UnmatchedBracket& payload);

struct MismatchedBracket {
    static constexpr Kind kind{"E113", "mismatched-bracket", Severity::error};
    std::string opener;
    std::string closer;
};
Prose describe(const MismatchedBracket& payload);

struct UnclosedBracket {
    static constexpr Kind kind{"E114", "unclosed-bracket", Severity::error};
    std::string opener;
};
Prose describe(const UnclosedBracket& payload);

struct IdentifierForm {
    static constexpr Kind kind{"E115", "identifier-form", Severity::error};
    std::string letters;
};
Prose describe(const IdentifierForm& payload);

// ---- parsing: E120 to E149
// -----------------------------------------------------------------------------------------

struct ExpectedSyntax {
    static constexpr Kind kind{"E120", "expected", Severity::error};
    std::string expected;
    std::string found;
    std::string help;
};
Prose describe(const ExpectedSyntax& payload);

struct MissingColon {
    static constexpr Kind kind{"E121", "missing-colon", Severity::error};
    std::string header; ///< "if", "def" …
    std::string found;
    bool brace = false; ///< a `{` is there, as in C
};
Prose describe(const MissingColon& payload);

struct AssignmentInCondition {
    static constexpr Kind kind{"E122", "assignment-in-condition", Severity::error};
};
Prose describe(const AssignmentInCondition& payload);

struct COperator {
    static constexpr Kind kind{"E123", "c-operator", Severity::error};
    std::string written;
    std::string instead;
};
Prose describe(const COperator& payload);

struct ElseIf {
    static constexpr Kind kind{"E124", "else-if", Severity::error};
};
Prose describe(const ElseIf& payload);

struct ExpectedIndent {
    static constexpr Kind kind{"E125", "expected-indent", Severity::error};
    std::string header;
};
Prose describe(const ExpectedIndent& payload);

struct UnexpectedIndent {
    static constexpr Kind kind{"E126", "unexpected-indent", Severity::error};
};
Prose describe(const UnexpectedIndent& payload);

struct CannotAssign {
    static constexpr Kind kind{"E127", "cannot-assign", Severity::error};
    std::string subject; ///< "a number", "a function call" …
    bool comparison_meant = false;
};
Prose describe(const CannotAssign& payload);

struct MissingDefault {
    static constexpr Kind kind{"E129", "missing-default", Severity::error};
    std::string name;
};
Prose describe(const MissingDefault& payload);

struct ParameterOrder {
    static constexpr Kind kind{"E130", "parameter-order", Severity::error};
    std::string reason;
};
Prose describe(const ParameterOrder& payload);

struct ArgumentOrder {
    static constexpr Kind kind{"E131", "argument-order", Severity::error};
};
Prose describe(const ArgumentOrder& payload);

struct KeywordAsName {
    static constexpr Kind kind{"E133", "keyword-as-name", Severity::error};
    std::string keyword;
    std::string subject; ///< "a name", "a parameter" …
};
Prose describe(const KeywordAsName& payload);

struct OrphanClause {
    static constexpr Kind kind{"E134", "orphan-clause", Severity::error};
    std::string clause;
};
Prose describe(const OrphanClause& payload);

struct CDeclaration {
    static constexpr Kind kind{"E135", "c-declaration", Severity::error};
    std::string type;
    std::string name;
};
Prose describe(const CDeclaration& payload);

struct PrintStatement {
    static constexpr Kind kind{"E136", "print-statement", Severity::error};
};
Prose describe(const PrintStatement& payload);

struct CComment {
    static constexpr Kind kind{"E137", "c-comment", Severity::error};
    std::string written;
};
Prose describe(const CComment& payload);

struct CFor {
    static constexpr Kind kind{"E138", "c-for", Severity::error};
};
Prose describe(const CFor& payload);

// ---- the text of a signature: E201 to E219
// -------------------------------------------------------------------------

struct MalformedSignature {
    static constexpr Kind kind{"E201", "malformed-signature", Severity::error};
    std::string expected;
    std::string found;
    std::string help;
};
Prose describe(const MalformedSignature& payload);

struct SignatureForAnotherName {
    static constexpr Kind kind{"E202", "signature-for-another-name", Severity::error};
    std::string signature_name;
    std::string function_name;
};
Prose describe(const SignatureForAnotherName& payload);

struct UnknownType {
    static constexpr Kind kind{"E203", "unknown-type", Severity::error};
    std::string name;
    std::string suggestion; ///< empty when nothing is near
};
Prose describe(const UnknownType& payload);

struct TypeNotSupportedYet {
    static constexpr Kind kind{"E204", "type-not-supported-yet", Severity::error};
    std::string type;
    std::string subject; ///< "an array of arrays", "a type variable" …; empty for a plain name
};
Prose describe(const TypeNotSupportedYet& payload);

struct CType {
    static constexpr Kind kind{"E205", "c-type", Severity::error};
    std::string written;
    std::string instead; ///< empty when there is nothing to write instead
    std::string reason;
};
Prose describe(const CType& payload);

struct SignatureVoidParameter {
    static constexpr Kind kind{"E206", "signature-void-parameter", Severity::error};
    bool alone = false; ///< `(void)`, as C writes an empty list
};
Prose describe(const SignatureVoidParameter& payload);

struct VoidArray {
    static constexpr Kind kind{"E207", "void-array", Severity::error};
};
Prose describe(const VoidArray& payload);

struct SignatureArrayResult {
    static constexpr Kind kind{"E208", "signature-array-result", Severity::error};
    std::string type;
};
Prose describe(const SignatureArrayResult& payload);

struct CArrayParameter {
    static constexpr Kind kind{"E209", "c-array-parameter", Severity::error};
    std::string type;
    std::string name;
};
Prose describe(const CArrayParameter& payload);

struct CReference {
    static constexpr Kind kind{"E210", "c-reference", Severity::error};
    std::string type;
    std::string name;
};
Prose describe(const CReference& payload);

struct CQualifier {
    static constexpr Kind kind{"E211", "c-qualifier", Severity::error};
    std::string qualifier;
    std::string reason;
    bool is_name = false; ///< a parameter of the function is called so
};
Prose describe(const CQualifier& payload);

/// `float[,,,,,,,,]`: the type has more dimensions than an array can have.
struct TooManyDimensions {
    static constexpr Kind kind{"E213", "too-many-dimensions", Severity::error};
    std::string type;
    int most;
};
Prose describe(const TooManyDimensions& payload);

/// `float A[,]`: the brackets belong to the type; `float[2,3] A`: they hold no sizes.
struct MisplacedBrackets {
    static constexpr Kind kind{"E214", "misplaced-brackets", Severity::error};
    std::string type; ///< as it is written right: `float[,]`
    std::string name;
    bool sizes = false;
};
Prose describe(const MisplacedBrackets& payload);

struct DuplicateSignatureName {
    static constexpr Kind kind{"E212", "duplicate-signature-name", Severity::error};
    std::string name;
};
Prose describe(const DuplicateSignatureName& payload);

using SyntaxKinds =
    KindList<InvalidUtf8, NulByte, UnexpectedCharacter, UnterminatedString, BadFString, BadEscape, BadNumber,
             BadLineContinuation, InconsistentTabs, InconsistentDedent, TooDeep, UnmatchedBracket,
             MismatchedBracket, UnclosedBracket, IdentifierForm, ExpectedSyntax, MissingColon,
             AssignmentInCondition, COperator, ElseIf, ExpectedIndent, UnexpectedIndent, CannotAssign,
             MissingDefault, ParameterOrder, ArgumentOrder, KeywordAsName, OrphanClause, CDeclaration,
             PrintStatement, CComment, CFor, MalformedSignature, SignatureForAnotherName, UnknownType,
             TypeNotSupportedYet, CType, SignatureVoidParameter, VoidArray, SignatureArrayResult,
             CArrayParameter, CReference, CQualifier, TooManyDimensions, MisplacedBrackets,
             DuplicateSignatureName>;

} // namespace cudapy::diag
