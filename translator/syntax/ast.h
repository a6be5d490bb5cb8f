#pragma once
// The syntax tree represents what the source says, and makes no statement about its meaning. It holds every
// Python expression. A construct that the kernel language leaves out is an Unsupported node that names the
// construct, so that the checker can say why.

#include "translator/support/checked_cast.h"
#include "translator/support/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::syntax {

struct Expr;
struct Stmt;
struct Function;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

enum class UnaryOp { plus, minus, invert, logical_not };
enum class BinaryOp {
    add,
    sub,
    mul,
    true_div,
    floor_div,
    mod,
    pow,
    shl,
    shr,
    bit_and,
    bit_or,
    bit_xor,
    mat_mul
};
enum class CompareOp { lt, le, gt, ge, eq, ne, is, is_not, in, not_in };
enum class BoolOp { logical_and, logical_or };

/// The Python constructs that are no part of the kernel language (section 9), for Unsupported nodes.
enum class Construct {
    // expressions
    list,
    dict,
    set,
    comprehension,
    generator,
    await,
    yield,
    walrus,
    starred,
    ellipsis,
    f_string,
    bytes,
    imaginary,
    pattern, ///< of a `case`, but for numbers and `_`
    // statements
    nested_function,
    class_,
    with,
    try_,
    raise,
    import,
    global,
    nonlocal,
    del,
    async_,
    type_alias,
    decorator,
};

// ---- expressions
// ---------------------------------------------------------------------------------------------------

enum class ExprKind {
    name,
    integer,
    floating,
    boolean,
    none,
    string,
    f_string,
    attribute,
    call,
    subscript,
    slice,
    unary,
    binary,
    boolean_op,
    compare,
    conditional,
    tuple,
    lambda,
    unsupported,
    error,
};

struct Expr {
    ExprKind kind;
    Span span;
    bool parenthesized = false; ///< written in parentheses of its own; the span leaves them out
    virtual ~Expr() = default;

  protected:
    Expr(ExprKind kind_, Span span_) : kind(kind_), span(span_) {}
};

struct Name : Expr {
    std::string id; ///< UTF-8, NFKC-normalised as Python does where that is ASCII
    Name(Span span_, std::string id_) : Expr(ExprKind::name, span_), id(std::move(id_)) {}
};
struct Integer : Expr {
    uint64_t value;
    bool too_large; ///< the value does not fit 64 unsigned bits
    Integer(Span span_, uint64_t value_, bool too_large_)
        : Expr(ExprKind::integer, span_), value(value_), too_large(too_large_) {}
};
struct Floating : Expr {
    double value;
    Floating(Span span_, double value_) : Expr(ExprKind::floating, span_), value(value_) {}
};
struct Boolean : Expr {
    bool value;
    Boolean(Span span_, bool value_) : Expr(ExprKind::boolean, span_), value(value_) {}
};
struct None : Expr {
    explicit None(Span span_) : Expr(ExprKind::none, span_) {}
};
/// A string literal (adjacent ones joined), escapes decoded, UTF-8.
struct String : Expr {
    std::string value;
    /// It contains an escape such as `\N{DASH}`, which is kept in `value` as it is written.
    bool names_characters;
    ExprPtr quoted; ///< for an annotation, the expression in the quotes, if there is one
    String(Span span_, std::string value_, bool names_characters_ = false)
        : Expr(ExprKind::string, span_), value(std::move(value_)), names_characters(names_characters_) {}
};
/// `{value!r:>8}` in an f-string.
struct FormatField {
    ExprPtr value;
    char conversion; ///< `r`, `s` or `a`; 0 if there is none
    std::string spec;
    Span spec_span;
};
/// An f-string, joined with the strings next to it. It has one text more than fields.
struct FString : Expr {
    std::vector<std::string> texts;
    std::vector<FormatField> fields;
    bool names_characters;
    FString(Span span_, std::vector<std::string> texts_, std::vector<FormatField> fields_,
            bool names_characters_)
        : Expr(ExprKind::f_string, span_), texts(std::move(texts_)), fields(std::move(fields_)),
          names_characters(names_characters_) {}
};
struct Attribute : Expr {
    ExprPtr value;
    std::string name;
    Span name_span;
    Attribute(Span span_, ExprPtr value_, std::string name_, Span name_span_)
        : Expr(ExprKind::attribute, span_), value(std::move(value_)), name(std::move(name_)),
          name_span(name_span_) {}
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
    Call(Span span_, ExprPtr function_, std::vector<Argument> arguments_)
        : Expr(ExprKind::call, span_), function(std::move(function_)), arguments(std::move(arguments_)) {}
};
/// `value[index]`; `A[i, j]` has a Tuple index, `A[a:b]` a Slice.
struct Subscript : Expr {
    ExprPtr value;
    ExprPtr index;
    Subscript(Span span_, ExprPtr value_, ExprPtr index_)
        : Expr(ExprKind::subscript, span_), value(std::move(value_)), index(std::move(index_)) {}
};
struct Slice : Expr {
    ExprPtr lower, upper, step; ///< each may be null
    Slice(Span span_, ExprPtr lower_, ExprPtr upper_, ExprPtr step_)
        : Expr(ExprKind::slice, span_), lower(std::move(lower_)), upper(std::move(upper_)),
          step(std::move(step_)) {}
};
struct Unary : Expr {
    UnaryOp op;
    ExprPtr operand;
    Unary(Span span_, UnaryOp op_, ExprPtr operand_)
        : Expr(ExprKind::unary, span_), op(op_), operand(std::move(operand_)) {}
};
struct Binary : Expr {
    BinaryOp op;
    Span op_span;
    ExprPtr left, right;
    Binary(Span span_, BinaryOp op_, Span op_span_, ExprPtr left_, ExprPtr right_)
        : Expr(ExprKind::binary, span_), op(op_), op_span(op_span_), left(std::move(left_)),
          right(std::move(right_)) {}
};
/// `a and b and c`: one node for a run of the same operator, as in Python.
struct BooleanOp : Expr {
    BoolOp op;
    std::vector<ExprPtr> operands;
    BooleanOp(Span span_, BoolOp op_, std::vector<ExprPtr> operands_)
        : Expr(ExprKind::boolean_op, span_), op(op_), operands(std::move(operands_)) {}
};
/// `a < b <= c`: operands.size() == ops.size() + 1.
struct Compare : Expr {
    std::vector<ExprPtr> operands;
    std::vector<CompareOp> ops;
    std::vector<Span> op_spans;
    Compare(Span span_, std::vector<ExprPtr> operands_, std::vector<CompareOp> ops_,
            std::vector<Span> op_spans_)
        : Expr(ExprKind::compare, span_), operands(std::move(operands_)), ops(std::move(ops_)),
          op_spans(std::move(op_spans_)) {}
};
struct Conditional : Expr {
    ExprPtr condition, then_value, else_value;
    Conditional(Span span_, ExprPtr condition_, ExprPtr then_value_, ExprPtr else_value_)
        : Expr(ExprKind::conditional, span_), condition(std::move(condition_)),
          then_value(std::move(then_value_)), else_value(std::move(else_value_)) {}
};
struct Tuple : Expr {
    std::vector<ExprPtr> elements;
    Tuple(Span span_, std::vector<ExprPtr> elements_)
        : Expr(ExprKind::tuple, span_), elements(std::move(elements_)) {}
};
/// `lambda a, b: a + b` as a function without a name, whose body is one `return`. With
/// ParseOptions::inner_functions also the function of a `def` inside another function, which is the
/// assignment of the function to its name; its span is the header.
struct Lambda : Expr {
    std::shared_ptr<Function> function;
    Lambda(Span span_, std::shared_ptr<Function> function_)
        : Expr(ExprKind::lambda, span_), function(std::move(function_)) {}
};
struct UnsupportedExpr : Expr {
    Construct construct;
    std::vector<ExprPtr> elements; ///< the elements of a list in an annotation, `Callable[[A, B], R]`, and
                                   ///< the keys and values of a dict of strings, one after the other
    UnsupportedExpr(Span span_, Construct construct_, std::vector<ExprPtr> elements_ = {})
        : Expr(ExprKind::unsupported, span_), construct(construct_), elements(std::move(elements_)) {}
};
/// This node is where a syntax error was reported. Later stages report nothing about it.
struct ErrorExpr : Expr {
    explicit ErrorExpr(Span span_) : Expr(ExprKind::error, span_) {}
};

// ---- statements
// ----------------------------------------------------------------------------------------------------

/// Comments that are carried over to the translation: whole-line comments above a statement, and the comment
/// at its end. Each text is without its `#` and one following space.
struct Comments {
    std::vector<std::string> above;
    std::string trailing;
};

enum class StmtKind {
    assign,
    augmented_assign,
    annotated_assign,
    expression,
    if_,
    while_,
    for_,
    match,
    break_,
    continue_,
    pass,
    delete_,
    return_,
    assert_,
    unsupported,
    error,
};

struct Stmt {
    StmtKind kind;
    Span span; ///< a compound statement's span is its header line, up to the colon
    Comments comments;
    virtual ~Stmt() = default;

  protected:
    Stmt(StmtKind kind_, Span span_) : kind(kind_), span(span_) {}
};

/// `a = b = value`: targets from left to right.
struct Assign : Stmt {
    std::vector<ExprPtr> targets;
    ExprPtr value;
    Assign(Span span_, std::vector<ExprPtr> targets_, ExprPtr value_)
        : Stmt(StmtKind::assign, span_), targets(std::move(targets_)), value(std::move(value_)) {}
};
struct AugmentedAssign : Stmt {
    BinaryOp op;
    Span op_span;
    ExprPtr target, value;
    AugmentedAssign(Span span_, BinaryOp op_, Span op_span_, ExprPtr target_, ExprPtr value_)
        : Stmt(StmtKind::augmented_assign, span_), op(op_), op_span(op_span_), target(std::move(target_)),
          value(std::move(value_)) {}
};
struct AnnotatedAssign : Stmt {
    ExprPtr target, annotation, value; ///< value may be null
    AnnotatedAssign(Span span_, ExprPtr target_, ExprPtr annotation_, ExprPtr value_)
        : Stmt(StmtKind::annotated_assign, span_), target(std::move(target_)),
          annotation(std::move(annotation_)), value(std::move(value_)) {}
};
struct ExpressionStmt : Stmt {
    ExprPtr value;
    ExpressionStmt(Span span_, ExprPtr value_)
        : Stmt(StmtKind::expression, span_), value(std::move(value_)) {}
};
/// `elif` is the only statement of `else_body`, an If, with `is_elif` set.
struct If : Stmt {
    ExprPtr condition;
    Block then_body, else_body;
    bool is_elif = false;
    std::vector<std::string> comments_above_else;
    If(Span span_, ExprPtr condition_) : Stmt(StmtKind::if_, span_), condition(std::move(condition_)) {}
};
struct While : Stmt {
    ExprPtr condition;
    Block body, else_body;
    While(Span span_, ExprPtr condition_) : Stmt(StmtKind::while_, span_), condition(std::move(condition_)) {}
};
struct For : Stmt {
    ExprPtr target, iterable;
    Block body, else_body;
    For(Span span_, ExprPtr target_, ExprPtr iterable_)
        : Stmt(StmtKind::for_, span_), target(std::move(target_)), iterable(std::move(iterable_)) {}
};
/// `match subject:` with its cases. Only the last one has `_` and no guard.
struct Match : Stmt {
    struct Case {
        Span span;                   ///< the header, up to the colon
        std::vector<ExprPtr> values; ///< the alternatives but `_`
        bool takes_all = false;      ///< `_` is among the alternatives
        ExprPtr guard;               ///< may be null
        Block body;
        Comments comments;
    };
    ExprPtr subject;
    std::vector<Case> cases;
    Match(Span span_, ExprPtr subject_) : Stmt(StmtKind::match, span_), subject(std::move(subject_)) {}
};
struct Break : Stmt {
    explicit Break(Span span_) : Stmt(StmtKind::break_, span_) {}
};
struct Continue : Stmt {
    explicit Continue(Span span_) : Stmt(StmtKind::continue_, span_) {}
};
struct Pass : Stmt {
    explicit Pass(Span span_) : Stmt(StmtKind::pass, span_) {}
};
/// `del a, b`, only of names. A pass that looks at values and targets does not see them.
struct Delete : Stmt {
    std::vector<ExprPtr> names;
    Delete(Span span_, std::vector<ExprPtr> names_)
        : Stmt(StmtKind::delete_, span_), names(std::move(names_)) {}
};
struct Return : Stmt {
    ExprPtr value;            ///< may be null
    bool may_be_none = false; ///< it may give None where others give values
    Return(Span span_, ExprPtr value_) : Stmt(StmtKind::return_, span_), value(std::move(value_)) {}
};
struct Assert : Stmt {
    ExprPtr condition, message; ///< message may be null
    Assert(Span span_, ExprPtr condition_, ExprPtr message_)
        : Stmt(StmtKind::assert_, span_), condition(std::move(condition_)), message(std::move(message_)) {}
};
/// A statement that the parser skipped as a whole, with its body. The span is its header.
struct UnsupportedStmt : Stmt {
    Construct construct;
    UnsupportedStmt(Span span_, Construct construct_)
        : Stmt(StmtKind::unsupported, span_), construct(construct_) {}
};
/// This node is where a syntax error was reported.
struct ErrorStmt : Stmt {
    explicit ErrorStmt(Span span_) : Stmt(StmtKind::error, span_) {}
};

// ---- functions and modules
// -----------------------------------------------------------------------------------------

enum class ParameterKind { ordinary, positional_only, keyword_only, star, double_star };

struct Parameter {
    std::string name;
    Span span; ///< the place of the name
    ParameterKind kind = ParameterKind::ordinary;
    ExprPtr annotation, default_value; ///< each may be null
};

/// The place of the text of a signature. It is in a comment (after the `#`; the span covers all lines if
/// there are several), in a decorator's string, or in the text that was given from outside as `sig=`.
struct SignatureText {
    enum class Origin { comment, decorator, option } origin;
    Span span;
};

struct Function {
    /// `T` of `def scale[T](…)`.
    struct TypeParameter {
        std::string name;
        Span span;
    };
    std::string name;
    Span name_span;
    Span span; ///< the header, from `def` to the colon
    std::vector<TypeParameter> type_parameters;
    std::vector<Parameter> parameters;
    ExprPtr returns; ///< the annotation of the result; may be null
    std::vector<ExprPtr> decorators;
    std::vector<SignatureText> signatures;    ///< all signatures above the `def`, in source order
    std::vector<std::string> comments_above;  ///< the comments above it, without the signature's lines
    std::optional<std::string> docstring;     ///< dedented as inspect.cleandoc does
    Block body;                               ///< its statements, without the docstring
    std::vector<std::string> comments_at_end; ///< whole-line comments after the last statement
    bool is_async = false;
    bool is_lambda = false; ///< its span is the whole expression
    /// The function was taken only because a kernel calls it; nothing else says that it is for kernels.
    bool comes_along = false;
    bool is_unmarked = false; ///< its signature lacks the colon, which is reported
    bool is_rebound = false;  ///< its module gives the name something else further down
};

/// A class under `@cp.struct`, with the parts of it that define a struct.
struct StructClass {
    struct Field {
        std::string name;
        Span span;
        /// The default may be null; so may the annotation, if there is an error.
        ExprPtr annotation, default_value;
    };
    /// A part of the class that is no part of a struct: a base class, a name without an annotation, any other
    /// statement.
    struct Problem {
        enum class Kind { base, no_annotation, statement } kind;
        Span span;
        std::string name; ///< for no_annotation
    };
    std::string name;
    Span name_span;
    std::vector<Field> fields;
    std::vector<Problem> problems;
    bool has_hash = false; ///< there is a method `__hash__`, so that Python takes instances for defaults
};

/// The thing that a module-level name is bound to, as far as the text shows it without running it.
struct ModuleName {
    enum class Kind {
        module_import, ///< `import a.b as name`: `path` is "a.b" ("a" for plain `import a.b`)
        member_import, ///< `from a import b as name`: `path` is "a.b"
        value,         ///< `name = expression`, assigned once at the top level: `value`
        reassigned,    ///< assigned more than once, or under if/for/while/with/try
        function,      ///< a `def` without a signature, or with Function::comes_along
        class_,        ///< a `class`: `members`, `is_enum`
    } kind;
    std::string name;
    Span span;
    std::string path;
    ExprPtr value;
    std::vector<ModuleName> members = {}; ///< the names that the class binds, like those of a module
    bool is_enum = false;                 ///< a base class has the name of a class of the module enum
    bool is_struct = false;               ///< it is among Module::structs
    bool is_decorated = false;            ///< it is a function that a decorator may have replaced
    bool is_rebound = false;              ///< it was something else before
};

struct Module {
    /// A function inside a function or a class, whose signature is found there.
    struct InnerFunction {
        std::string name;
        Span span; ///< the place of its name
    };
    /// If no function is signed, a comment that looks like a signature, and the reason why it is none.
    struct StraySignature {
        Span span;
        std::string reason;
    };
    std::optional<StraySignature> stray_signature;
    std::vector<InnerFunction> inner_functions;
    std::vector<Function> functions;  ///< the signed functions at the top level, in source order
    std::vector<StructClass> structs; ///< in source order
    std::vector<ModuleName> names;    ///< each name is there once, with its last binding
};

/// Returns the node as the class that belongs to its kind.
template <typename T>
const T& as(const Expr& expr) {
    return checked_cast<const T>(expr);
}
template <typename T>
const T& as(const Stmt& stmt) {
    return checked_cast<const T>(stmt);
}

} // namespace cudapy::syntax
