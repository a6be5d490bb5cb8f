#pragma once
// The expressions of the typed program (program.h), which says what [S] and [L] mean.

#include "translator/builtins/builtins.h"
#include "translator/program/checks.h"
#include "translator/program/coordinate.h"
#include "translator/program/helper.h"
#include "translator/program/variables.h"
#include "translator/support/checked_cast.h"
#include "translator/support/owned.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace cudapy::program {

struct Function;
struct Expr;
using ExprPtr = Owned<Expr>;
/// Returns a deep copy. The copy shares the variables and functions with the original.
ExprPtr clone(const Expr& expr);

enum class ExprKind {
    literal,
    variable,
    length,
    coordinate,
    unary,
    binary,
    compare,
    logical,
    conditional,
    cast,
    construct,
    field,
    load,
    view,
    call,
    builtin_call,
    helper_call,
    assign_expr,
    sequence,
    other_lane,
    element_indices,
};

/// All operands of an expression have the types their node says; conversions are explicit Cast nodes.
struct Expr {
    ExprKind kind;
    const Type* type;
    Span span;
    virtual ~Expr() = default;

  protected:
    Expr(ExprKind kind, const Type* type, Span span) : kind(kind), type(type), span(span) {}
    Expr(const Expr&) = default;
};

/// A constant of type `type`. For a uint64, the value holds the bits. `spelling` is the user's text when it
/// is worth keeping (`0xff`, `1e-6`; no suffix, no `_`), and else empty. [L] A literal of an array's type is
/// a null pointer.
struct Literal : Expr {
    std::variant<bool, int64_t, double>
        value; ///< bool for bool, int64_t for integers, double for floating types
    std::string spelling;
    std::string name; ///< the module-level constant that it came from; empty for none
    Literal(Span span, const Type* type, std::variant<bool, int64_t, double> value, std::string spelling = {})
        : Expr(ExprKind::literal, type, span), value(value), spelling(std::move(spelling)) {}
};

struct VariableRef : Expr {
    Variable* variable;
    bool may_be_unassigned = false; ///< some path comes here without an assignment to it
    VariableRef(Span span, Variable* variable)
        : Expr(ExprKind::variable, variable->type, span), variable(variable) {}
};

/// The extent of an array parameter along an axis, the first one being 0. Its type is int32, or int64 with
/// index64.
struct Length : Expr {
    Variable* array;
    int axis;
    Length(Span span, const Type* type, Variable* array, int axis = 0)
        : Expr(ExprKind::length, type, span), array(array), axis(axis) {}
};

/// int32, or int64 with index64. (warpSize is a Literal 32.)
struct CoordinateExpr : Expr {
    Coordinate coordinate;
    bool is_of_report = false; ///< a check gets it only to say which thread failed
    CoordinateExpr(Span span, const Type* type, Coordinate coordinate)
        : Expr(ExprKind::coordinate, type, span), coordinate(coordinate) {}
};

enum class UnaryOp {
    negate,      ///< a number that is not bool; operand and result of one type
    invert,      ///< ~ of an integer
    logical_not, ///< ! of a bool, gives bool
};
struct Unary : Expr {
    UnaryOp op;
    ExprPtr operand;
    static constexpr auto children = std::tuple{&Unary::operand};
    Unary(Span span, const Type* type, UnaryOp op, ExprPtr operand)
        : Expr(ExprKind::unary, type, span), op(op), operand(std::move(operand)) {}
};

/// The operators of two operands. Both operands and the result have one type (shifts too), except for
/// `power`, see there.
enum class BinaryOp {
    add,
    sub,
    mul,
    divide,       ///< floating operands: C's `/`. [L] integer operands: C's truncating `/`
    remainder,    ///< [L] integers: C's `%`
    floor_divide, ///< [S] Python's //, integers or floating
    floor_modulo, ///< [S] Python's %, integers or floating
    power,        ///< [S] ints: right has the same type, and is not negative. floating: pow
    shift_left,
    shift_right,
    bit_and,
    bit_or,
    bit_xor, ///< integers or bools
};
struct Binary : Expr {
    BinaryOp op;
    ExprPtr left, right;
    bool is_position = false; ///< made by the checker for positions, extents and strides; it is never too
                              ///< large
    static constexpr auto children = std::tuple{&Binary::left, &Binary::right};
    Binary(Span span, const Type* type, BinaryOp op, ExprPtr left, ExprPtr right)
        : Expr(ExprKind::binary, type, span), op(op), left(std::move(left)), right(std::move(right)) {}
};

enum class CompareOp { lt, le, gt, ge, eq, ne };
/// Returns the comparison that holds where this one does not. Those of floats do not hold with a NaN, so that
/// only `==` and `!=` of floats have one.
CompareOp negated(CompareOp op);
/// Returns the comparison that says the same with the operands exchanged.
CompareOp mirrored(CompareOp op);
/// `a < b <= c`, which gives a bool. All operands have one type. A comparison of more than two operands is
/// [S]; after lowering there are two.
struct Compare : Expr {
    std::vector<ExprPtr> operands;
    std::vector<CompareOp> ops;
    static constexpr auto children = std::tuple{&Compare::operands};
    Compare(Span span, std::vector<ExprPtr> operands, std::vector<CompareOp> ops)
        : Expr(ExprKind::compare, Type::bool_(), span), operands(std::move(operands)), ops(std::move(ops)) {}
};

/// `a and b`: both operands and the result have one type. On bools it is C's && and ||. On other types [S]
/// the value is that of one of the operands. In a condition the checker makes each operand a bool first.
struct Logical : Expr {
    bool is_and;
    ExprPtr left, right;
    static constexpr auto children = std::tuple{&Logical::left, &Logical::right};
    Logical(Span span, const Type* type, bool is_and, ExprPtr left, ExprPtr right)
        : Expr(ExprKind::logical, type, span), is_and(is_and), left(std::move(left)),
          right(std::move(right)) {}
};

/// `then_value if condition else else_value`; the condition is a bool.
struct Conditional : Expr {
    ExprPtr condition, then_value, else_value;
    static constexpr auto children =
        std::tuple{&Conditional::condition, &Conditional::then_value, &Conditional::else_value};
    Conditional(Span span, const Type* type, ExprPtr condition, ExprPtr then_value, ExprPtr else_value)
        : Expr(ExprKind::conditional, type, span), condition(std::move(condition)),
          then_value(std::move(then_value)), else_value(std::move(else_value)) {}
};

/// A conversion to `type` from another scalar type. A cast to bool means `!= 0`, and one from floating to
/// integer truncates. [S] One between a date and an int64 says nothing: the date is that number.
struct Cast : Expr {
    ExprPtr operand;
    bool is_explicit; ///< the user wrote it; an implicit one is printed only where C++ would not convert by
                      ///< itself the same way
    bool keeps_value = false; ///< the narrower integer is known to hold the operand's value
    static constexpr auto children = std::tuple{&Cast::operand};
    Cast(Span span, const Type* type, ExprPtr operand, bool is_explicit)
        : Expr(ExprKind::cast, type, span), operand(std::move(operand)), is_explicit(is_explicit) {}
};

/// A value of a tuple, a struct, a vector or a complex type, made of its parts in order. Each part has its
/// field's type.
struct Construct : Expr {
    std::vector<ExprPtr> parts;
    std::vector<std::size_t> order; ///< the order in which the parts are evaluated; empty for their own order
    static constexpr auto children = std::tuple{&Construct::parts};
    Construct(Span span, const Type* type, std::vector<ExprPtr> parts)
        : Expr(ExprKind::construct, type, span), parts(std::move(parts)) {}
};

/// The part with this number of a tuple, a struct, a vector or a complex number. Where that is an array
/// inside a record, `item` is the index of an element of it, row by row.
struct FieldExpr : Expr {
    ExprPtr operand;
    std::size_t field;
    ExprPtr item;
    static constexpr auto children = std::tuple{&FieldExpr::operand, &FieldExpr::item};
    FieldExpr(Span span, ExprPtr operand, std::size_t field)
        : Expr(ExprKind::field, operand->type->fields()[field].type, span), operand(std::move(operand)),
          field(field) {}
    FieldExpr(Span span, ExprPtr operand, std::size_t field, ExprPtr item)
        : Expr(ExprKind::field, operand->type->fields()[field].type->element(), span),
          operand(std::move(operand)), field(field), item(std::move(item)) {}
};

/// `array[index]`; the index is an int32 or int64. An index that is a negative constant [S] counts from the
/// end. For an array of several dimensions, the index counts its elements row by row.
struct Load : Expr {
    Variable* array;
    ExprPtr index;
    bool is_awaited = false; ///< another thread may change it (note_waiting_loops, `cuda.ldcv`)
    static constexpr auto children = std::tuple{&Load::index};
    Load(Span span, Variable* array, ExprPtr index)
        : Expr(ExprKind::load, array->type->element(), span), array(array), index(std::move(index)) {}
};

/// A part of an array, as an argument. It begins at the element with index `start` and has extents of its
/// own, one for each dimension. A part that is assigned to a pointer has no extents: they are in variables.
/// Along its first dimensions neighbours may be apart by `strides`, while those after them lie row by row;
/// no argument of a program has any strides, since the checker passes them on their own.
struct ArrayView : Expr {
    Variable* array;
    ExprPtr start;
    std::vector<ExprPtr> lengths;
    std::vector<ExprPtr> strides;
    static constexpr auto children = std::tuple{&ArrayView::start, &ArrayView::lengths};
    ArrayView(Span span, Variable* array, ExprPtr start, std::vector<ExprPtr> lengths)
        : Expr(ExprKind::view, Type::array(array->type->element(), static_cast<int>(lengths.size())), span),
          array(array), start(std::move(start)), lengths(std::move(lengths)) {}
    ArrayView(Span span, const Type* type, Variable* array, ExprPtr start)
        : Expr(ExprKind::view, type, span), array(array), start(std::move(start)) {}
};

/// Returns the array that an argument of array type is, or is a part of.
Variable* array_of(const Expr& argument);

/// A call of a function of this program, with all arguments, in the order of the parameters. An array
/// argument is a VariableRef of array type or an ArrayView; its extents travel with it.
struct Call : Expr {
    Function* function;
    std::vector<ExprPtr> arguments;
    std::vector<std::size_t> order; ///< the order in which the arguments are evaluated; empty for their own
                                    ///< order
    static constexpr auto children = std::tuple{&Call::arguments};
    Call(Span span, Function* function, std::vector<ExprPtr> arguments);
};

/// A call of a built-in with one result. `precision` is float32 or float64 for Shapes with an R, and else
/// null. These special ones reach the program: min and max, with two operands of the node's type (more are
/// nested), which mean Python's `b < a ? b : a`; abs; and round, which gives an integer. A log with a base
/// never does: it is a Binary divide of two calls. The first argument of an atomic is a Load, which stands
/// for the element that is changed.
struct BuiltinCall : Expr {
    /// The way in which `print` shows an argument, in printf's terms: flags, width and precision, and a
    /// letter (0 where the type has one).
    struct Format {
        std::string modifiers;
        char conversion = 0;
    };
    const Builtin* builtin;
    const Type* precision;
    std::vector<ExprPtr> arguments;
    /// For print, the texts before, between and after the arguments. For assert, the message, if there is
    /// one.
    std::vector<std::string> texts;
    std::vector<Format> formats; ///< print: one for each argument
    static constexpr auto children = std::tuple{&BuiltinCall::arguments};
    BuiltinCall(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                std::vector<ExprPtr> arguments)
        : Expr(ExprKind::builtin_call, type, span), builtin(builtin), precision(precision),
          arguments(std::move(arguments)) {}
};

/// [L] A call of a small function that the emitted file defines for itself.
struct HelperCall : Expr {
    Helper helper;
    std::vector<ExprPtr> arguments;
    std::shared_ptr<const Check> check; ///< set where is_check(helper) or is_instrumentation(helper)
    static constexpr auto children = std::tuple{&HelperCall::arguments};
    HelperCall(Span span, const Type* type, Helper helper, std::vector<ExprPtr> arguments)
        : Expr(ExprKind::helper_call, type, span), helper(helper), arguments(std::move(arguments)) {}
};

/// [L] `(variable = value)`, which gives the value. It keeps a part that must be evaluated once inside an
/// expression. One that `hoists` [S] is made by the checker, and becomes a statement where one can be.
struct AssignExpr : Expr {
    Variable* variable;
    ExprPtr value;
    bool hoists = false;
    static constexpr auto children = std::tuple{&AssignExpr::value};
    AssignExpr(Span span, Variable* variable, ExprPtr value)
        : Expr(ExprKind::assign_expr, variable->type, span), variable(variable), value(std::move(value)) {}
};

/// [L] `(first, second)`: evaluates both in order and gives the second. `hoists` is as in an AssignExpr.
struct Sequence : Expr {
    ExprPtr first, second;
    bool hoists = false;
    static constexpr auto children = std::tuple{&Sequence::first, &Sequence::second};
    Sequence(Span span, ExprPtr first, ExprPtr second)
        : Expr(ExprKind::sequence, second->type, span), first(std::move(first)), second(std::move(second)) {}
};

/// [L] Host only, in a WarpLoop: the value that a per-lane variable holds for the thread at `place` of the
/// warp.
struct OtherLane : Expr {
    Variable* variable;
    ExprPtr place;
    static constexpr auto children = std::tuple{&OtherLane::place};
    OtherLane(Span span, Variable* variable, ExprPtr place)
        : Expr(ExprKind::other_lane, variable->type, span), variable(variable), place(std::move(place)) {}
};

/// [L] The indices of an element of an array that is declared with its dimensions, see
/// Variable::has_dimensions. It is the index of a Load or of a place.
struct ElementIndices : Expr {
    std::vector<ExprPtr> indices; ///< one for each dimension
    static constexpr auto children = std::tuple{&ElementIndices::indices};
    ElementIndices(Span span, const Type* type, std::vector<ExprPtr> indices)
        : Expr(ExprKind::element_indices, type, span), indices(std::move(indices)) {}
};

template <typename T>
T& as(Expr& expr) {
    return checked_cast<T>(expr);
}
template <typename T>
const T& as(const Expr& expr) {
    return checked_cast<const T>(expr);
}
/// Returns whether the expression is an integer constant of this value that has no name.
bool is_number(const Expr& expr, int64_t value);
/// Returns whether the expression is the value of this variable.
bool is_read_of(const Expr& expr, const Variable* variable);
/// Returns the expression inside all casts around it.
const Expr& without_casts(const Expr& expr);
/// Returns whether the expression is a call that every thread of the block waits in.
bool is_barrier(const Expr& expr);
/// Returns whether the expression is a call that the threads of all blocks wait in.
bool is_grid_barrier(const Expr& expr);
/// Returns whether the expression is a call that reads and changes an element as one step, of a built-in
/// function or, after lower_atomics, of a helper.
bool is_atomic(const Expr& expr);
/// Returns the arguments of such a call. The first one is its place, a Load or a field of one.
std::vector<ExprPtr>& atomic_arguments(Expr& expr);
const std::vector<ExprPtr>& atomic_arguments(const Expr& expr);
/// Returns the element that is the place of such a call, or has it as a field.
Load& atomic_place(Expr& expr);
const Load& atomic_place(const Expr& expr);
/// Returns whether the expression is a call that makes a generator of random numbers or draws from one, and
/// so changes its first argument.
bool is_draw(const Expr& expr);
/// Returns whether the expression is a `print` or an `assert`, which the host hears of.
bool is_report(const Expr& expr);
/// Returns whether the expression is a call that threads of a warp do together.
bool is_warp_wide(const Expr& expr);

/// Returns the type of a mask, which has a bit for each thread of a warp.
const Type* mask_type();
/// The mask of all threads of a warp.
constexpr int64_t full_mask = 0xffffffff;

} // namespace cudapy::program
