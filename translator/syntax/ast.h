#pragma once
// The syntax tree: what the source says, with no opinion on what it means. It holds every Python expression; what
// the kernel language leaves out is an Unsupported node that names the construct, so that the checker can say why.

#include "translator/support/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::syntax {

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

enum class UnaryOp { plus, minus, invert, logical_not };
enum class BinaryOp { add, sub, mul, true_div, floor_div, mod, pow, shl, shr, bit_and, bit_or, bit_xor, mat_mul };
enum class CompareOp { lt, le, gt, ge, eq, ne, is, is_not, in, not_in };
enum class BoolOp { logical_and, logical_or };

/// The Python constructs that are no part of the kernel language (section 9), for Unsupported nodes.
enum class Construct {
    // expressions
    list, dict, set, comprehension, generator, lambda, await, yield, walrus, starred, ellipsis, f_string, bytes, imaginary,
    // statements
    nested_function, class_, with, try_, raise, import, global, nonlocal, del, match, async_, type_alias, decorator,
};

// ---- expressions ---------------------------------------------------------------------------------------------------

enum class ExprKind {
    name, integer, floating, boolean, none, string, attribute, call, subscript, slice, unary, binary, boolean_op, compare,
    conditional, tuple, unsupported, error,
};

struct Expr {
    ExprKind kind;
    Span span;
    bool parenthesized = false; ///< written in parentheses of its own; the span leaves them out
    virtual ~Expr() = default;

  protected:
    Expr(ExprKind kind, Span span) : kind(kind), span(span) {}
};

struct Name : Expr {
    std::string id; ///< UTF-8, NFKC-normalised as Python does where that is ASCII
    Name(Span span, std::string id) : Expr(ExprKind::name, span), id(std::move(id)) {}
};
struct Integer : Expr {
    uint64_t value;
    bool too_large; ///< does not fit 64 unsigned bits
    Integer(Span span, uint64_t value, bool too_large) : Expr(ExprKind::integer, span), value(value), too_large(too_large) {}
};
struct Floating : Expr {
    double value;
    Floating(Span span, double value) : Expr(ExprKind::floating, span), value(value) {}
};
struct Boolean : Expr {
    bool value;
    Boolean(Span span, bool value) : Expr(ExprKind::boolean, span), value(value) {}
};
struct None : Expr {
    explicit None(Span span) : Expr(ExprKind::none, span) {}
};
/// A string literal (adjacent ones joined), escapes decoded, UTF-8.
struct String : Expr {
    std::string value;
    String(Span span, std::string value) : Expr(ExprKind::string, span), value(std::move(value)) {}
};
struct Attribute : Expr {
    ExprPtr value;
    std::string name;
    Span name_span;
    Attribute(Span span, ExprPtr value, std::string name, Span name_span)
        : Expr(ExprKind::attribute, span), value(std::move(value)), name(std::move(name)), name_span(name_span) {}
};
struct Argument {
    std::string keyword; ///< empty for a positional one
    Span keyword_span;
    int stars = 0; ///< 1 for *args, 2 for **kwargs
    ExprPtr value;
};
struct Call : Expr {
    ExprPtr function;
    std::vector<Argument> arguments;
    Call(Span span, ExprPtr function, std::vector<Argument> arguments)
        : Expr(ExprKind::call, span), function(std::move(function)), arguments(std::move(arguments)) {}
};
/// `value[index]`; `A[i, j]` has a Tuple index, `A[a:b]` a Slice.
struct Subscript : Expr {
    ExprPtr value;
    ExprPtr index;
    Subscript(Span span, ExprPtr value, ExprPtr index)
        : Expr(ExprKind::subscript, span), value(std::move(value)), index(std::move(index)) {}
};
struct Slice : Expr {
    ExprPtr lower, upper, step; ///< each may be null
    Slice(Span span, ExprPtr lower, ExprPtr upper, ExprPtr step)
        : Expr(ExprKind::slice, span), lower(std::move(lower)), upper(std::move(upper)), step(std::move(step)) {}
};
struct Unary : Expr {
    UnaryOp op;
    ExprPtr operand;
    Unary(Span span, UnaryOp op, ExprPtr operand) : Expr(ExprKind::unary, span), op(op), operand(std::move(operand)) {}
};
struct Binary : Expr {
    BinaryOp op;
    Span op_span;
    ExprPtr left, right;
    Binary(Span span, BinaryOp op, Span op_span, ExprPtr left, ExprPtr right)
        : Expr(ExprKind::binary, span), op(op), op_span(op_span), left(std::move(left)), right(std::move(right)) {}
};
/// `a and b and c`: one node for a run of the same operator, as in Python.
struct BooleanOp : Expr {
    BoolOp op;
    std::vector<ExprPtr> operands;
    BooleanOp(Span span, BoolOp op, std::vector<ExprPtr> operands)
        : Expr(ExprKind::boolean_op, span), op(op), operands(std::move(operands)) {}
};
/// `a < b <= c`: operands.size() == ops.size() + 1.
struct Compare : Expr {
    std::vector<ExprPtr> operands;
    std::vector<CompareOp> ops;
    std::vector<Span> op_spans;
    Compare(Span span, std::vector<ExprPtr> operands, std::vector<CompareOp> ops, std::vector<Span> op_spans)
        : Expr(ExprKind::compare, span), operands(std::move(operands)), ops(std::move(ops)), op_spans(std::move(op_spans)) {}
};
struct Conditional : Expr {
    ExprPtr condition, then_value, else_value;
    Conditional(Span span, ExprPtr condition, ExprPtr then_value, ExprPtr else_value)
        : Expr(ExprKind::conditional, span), condition(std::move(condition)), then_value(std::move(then_value)),
          else_value(std::move(else_value)) {}
};
struct Tuple : Expr {
    std::vector<ExprPtr> elements;
    Tuple(Span span, std::vector<ExprPtr> elements) : Expr(ExprKind::tuple, span), elements(std::move(elements)) {}
};
struct UnsupportedExpr : Expr {
    Construct construct;
    UnsupportedExpr(Span span, Construct construct) : Expr(ExprKind::unsupported, span), construct(construct) {}
};
/// Stands where a syntax error was reported; later stages stay silent about it.
struct ErrorExpr : Expr {
    explicit ErrorExpr(Span span) : Expr(ExprKind::error, span) {}
};

// ---- statements ----------------------------------------------------------------------------------------------------

/// Comments carried over to the translation: whole-line ones above a statement and the one at its end. Each text is
/// without its `#` and one following space.
struct Comments {
    std::vector<std::string> above;
    std::string trailing;
};

enum class StmtKind {
    assign, augmented_assign, annotated_assign, expression, if_, while_, for_, break_, continue_, pass, return_, assert_,
    unsupported, error,
};

struct Stmt {
    StmtKind kind;
    Span span; ///< a compound statement's span is its header line, up to the colon
    Comments comments;
    virtual ~Stmt() = default;

  protected:
    Stmt(StmtKind kind, Span span) : kind(kind), span(span) {}
};

/// `a = b = value`: targets from left to right.
struct Assign : Stmt {
    std::vector<ExprPtr> targets;
    ExprPtr value;
    Assign(Span span, std::vector<ExprPtr> targets, ExprPtr value)
        : Stmt(StmtKind::assign, span), targets(std::move(targets)), value(std::move(value)) {}
};
struct AugmentedAssign : Stmt {
    BinaryOp op;
    Span op_span;
    ExprPtr target, value;
    AugmentedAssign(Span span, BinaryOp op, Span op_span, ExprPtr target, ExprPtr value)
        : Stmt(StmtKind::augmented_assign, span), op(op), op_span(op_span), target(std::move(target)), value(std::move(value)) {}
};
struct AnnotatedAssign : Stmt {
    ExprPtr target, annotation, value; ///< value may be null
    AnnotatedAssign(Span span, ExprPtr target, ExprPtr annotation, ExprPtr value)
        : Stmt(StmtKind::annotated_assign, span), target(std::move(target)), annotation(std::move(annotation)), value(std::move(value)) {}
};
struct ExpressionStmt : Stmt {
    ExprPtr value;
    ExpressionStmt(Span span, ExprPtr value) : Stmt(StmtKind::expression, span), value(std::move(value)) {}
};
/// `elif` is an If alone in `else_body`, with `is_elif` set.
struct If : Stmt {
    ExprPtr condition;
    Block then_body, else_body;
    bool is_elif = false;
    std::vector<std::string> comments_above_else;
    If(Span span, ExprPtr condition) : Stmt(StmtKind::if_, span), condition(std::move(condition)) {}
};
struct While : Stmt {
    ExprPtr condition;
    Block body, else_body;
    While(Span span, ExprPtr condition) : Stmt(StmtKind::while_, span), condition(std::move(condition)) {}
};
struct For : Stmt {
    ExprPtr target, iterable;
    Block body, else_body;
    For(Span span, ExprPtr target, ExprPtr iterable)
        : Stmt(StmtKind::for_, span), target(std::move(target)), iterable(std::move(iterable)) {}
};
struct Break : Stmt {
    explicit Break(Span span) : Stmt(StmtKind::break_, span) {}
};
struct Continue : Stmt {
    explicit Continue(Span span) : Stmt(StmtKind::continue_, span) {}
};
struct Pass : Stmt {
    explicit Pass(Span span) : Stmt(StmtKind::pass, span) {}
};
struct Return : Stmt {
    ExprPtr value; ///< may be null
    Return(Span span, ExprPtr value) : Stmt(StmtKind::return_, span), value(std::move(value)) {}
};
struct Assert : Stmt {
    ExprPtr condition, message; ///< message may be null
    Assert(Span span, ExprPtr condition, ExprPtr message)
        : Stmt(StmtKind::assert_, span), condition(std::move(condition)), message(std::move(message)) {}
};
/// The whole statement, body included, was skipped; the span is its header.
struct UnsupportedStmt : Stmt {
    Construct construct;
    UnsupportedStmt(Span span, Construct construct) : Stmt(StmtKind::unsupported, span), construct(construct) {}
};
/// Stands where a syntax error was reported.
struct ErrorStmt : Stmt {
    explicit ErrorStmt(Span span) : Stmt(StmtKind::error, span) {}
};

// ---- functions and modules -----------------------------------------------------------------------------------------

enum class ParameterKind { ordinary, positional_only, keyword_only, star, double_star };

struct Parameter {
    std::string name;
    Span span; ///< of the name
    ParameterKind kind = ParameterKind::ordinary;
    ExprPtr annotation, default_value; ///< each may be null
};

/// The text of a signature and where it stands: in a comment (after the `#`; of several lines joined, the span covers
/// them all and `text` is not used), in a decorator's string, or given from outside as `sig=`.
struct SignatureText {
    enum class Origin { comment, decorator, option } origin;
    Span span;
};

struct Function {
    std::string name;
    Span name_span;
    Span span; ///< the header, from `def` to the colon
    std::vector<Parameter> parameters;
    ExprPtr returns; ///< annotation, may be null
    std::vector<ExprPtr> decorators;
    std::vector<SignatureText> signatures; ///< every one found above the `def`, in source order
    std::vector<std::string> comments_above; ///< without the signature's lines
    std::optional<std::string> docstring; ///< dedented as inspect.cleandoc does
    Block body; ///< without the docstring
    std::vector<std::string> comments_at_end; ///< whole-line comments after the last statement
    bool is_async = false;
};

/// What a module-level name is bound to, as far as the text shows without running it.
struct ModuleName {
    enum class What {
        module_import,  ///< `import a.b as name`: `path` is "a.b" ("a" for plain `import a.b`)
        member_import,  ///< `from a import b as name`: `path` is "a.b"
        value,          ///< `name = expression`, assigned once at the top level: `value`
        reassigned,     ///< assigned more than once, or under if/for/while/with/try
        function,       ///< a `def` without a signature
        class_,         ///< a `class`
    } what;
    std::string name;
    Span span;
    std::string path;
    ExprPtr value;
};

struct Module {
    std::vector<Function> functions; ///< signed ones at the top level, in source order
    std::vector<ModuleName> names;   ///< the last binding of each name wins; each name is there once
};

/// `static_cast` with the kind checked in debug builds.
template <typename T>
const T& as(const Expr& expr) {
    return static_cast<const T&>(expr);
}
template <typename T>
const T& as(const Stmt& stmt) {
    return static_cast<const T&>(stmt);
}

} // namespace cudapy::syntax
