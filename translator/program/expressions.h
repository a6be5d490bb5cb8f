#pragma once
// The expressions of the typed program (program.h), which says what [S] and [L] mean.

#include "translator/builtins/builtins.h"
#include "translator/program/checks.h"
#include "translator/program/variables.h"
#include "translator/support/checked_cast.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cudapy::program {

struct Function;
struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

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
};

/// All operands of an expression have the types their node says; conversions are explicit Cast nodes.
struct Expr {
    ExprKind kind;
    const Type* type;
    Span span;
    virtual ~Expr() = default;

  protected:
    Expr(ExprKind kind, const Type* type, Span span) : kind(kind), type(type), span(span) {}
};

/// A constant of type `type`; of a uint64 the value holds the bits. `spelling` is the user's text when it is
/// worth keeping (`0xff`, `1e-6`; no suffix, no `_`), else empty. [L] Of an array's type, a null pointer.
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
    bool may_be_unassigned = false; ///< … on some path
    VariableRef(Span span, Variable* variable)
        : Expr(ExprKind::variable, variable->type, span), variable(variable) {}
};

/// The extent of an array parameter along an axis, the first one being 0. int32, or int64 with index64.
struct Length : Expr {
    Variable* array;
    int axis;
    Length(Span span, const Type* type, Variable* array, int axis = 0)
        : Expr(ExprKind::length, type, span), array(array), axis(axis) {}
};

enum class Coordinate {
    idx,
    idy,
    idz,
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z, // threadIdx, blockIdx
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    lane_id, ///< the thread's place in its warp
};
/// The threads of a block have values of their own.
constexpr bool is_of_thread(Coordinate coordinate) {
    return coordinate <= Coordinate::thread_z || coordinate == Coordinate::lane_id;
}
/// blockDim and gridDim, which are never 0.
constexpr bool is_extent(Coordinate coordinate) {
    return coordinate >= Coordinate::block_dim_x && coordinate <= Coordinate::grid_dim_z;
}

constexpr bool is_of_grid(Coordinate coordinate) {
    return coordinate >= Coordinate::grid_dim_x && coordinate <= Coordinate::grid_dim_z;
}

/// int32, or int64 with index64. (warpSize is a Literal 32.)
struct CoordinateExpr : Expr {
    Coordinate coordinate;
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
    Unary(Span span, const Type* type, UnaryOp op, ExprPtr operand)
        : Expr(ExprKind::unary, type, span), op(op), operand(std::move(operand)) {}
};

/// Both operands and the result have one type (shifts too), except `power`, see there.
enum class BinaryOp {
    add,
    sub,
    mul,
    divide,       ///< floating operands: C's `/`. [L] integer operands: C's truncating `/`
    remainder,    ///< [L] integers: C's `%`
    floor_divide, ///< [S] Python's //, integers or floating
    floor_modulo, ///< [S] Python's %, integers or floating
    power,        ///< [S] ints: right is a non-negative Literal of the same type. floating: pow
    shift_left,
    shift_right,
    bit_and,
    bit_or,
    bit_xor, ///< integers or bools
};
struct Binary : Expr {
    BinaryOp op;
    ExprPtr left, right;
    bool is_position = false; ///< the checker's own, of positions, extents and strides: never too large
    Binary(Span span, const Type* type, BinaryOp op, ExprPtr left, ExprPtr right)
        : Expr(ExprKind::binary, type, span), op(op), left(std::move(left)), right(std::move(right)) {}
};

enum class CompareOp { lt, le, gt, ge, eq, ne };
/// `a < b <= c`, gives bool. Neighbouring operands may differ in type only by pair: operands hold Casts for
/// the pair they are in, and with more than two operands [S] every operand has one common type. After
/// lowering: two operands.
struct Compare : Expr {
    std::vector<ExprPtr> operands;
    std::vector<CompareOp> ops;
    Compare(Span span, std::vector<ExprPtr> operands, std::vector<CompareOp> ops)
        : Expr(ExprKind::compare, Type::bool_(), span), operands(std::move(operands)), ops(std::move(ops)) {}
};

/// `a and b`: operands and result of one type. On bools it is C's && and ||; on other types [S] the value is
/// an operand's. In a condition the checker makes each operand a bool first.
struct Logical : Expr {
    bool is_and;
    ExprPtr left, right;
    Logical(Span span, const Type* type, bool is_and, ExprPtr left, ExprPtr right)
        : Expr(ExprKind::logical, type, span), is_and(is_and), left(std::move(left)),
          right(std::move(right)) {}
};

/// `then_value if condition else else_value`; the condition is a bool.
struct Conditional : Expr {
    ExprPtr condition, then_value, else_value;
    Conditional(Span span, const Type* type, ExprPtr condition, ExprPtr then_value, ExprPtr else_value)
        : Expr(ExprKind::conditional, type, span), condition(std::move(condition)),
          then_value(std::move(then_value)), else_value(std::move(else_value)) {}
};

/// To `type` from another scalar type; to bool means `!= 0`, floating to integer truncates.
struct Cast : Expr {
    ExprPtr operand;
    bool is_explicit; ///< the user wrote it; an implicit one is printed only where C++ would not convert by
                      ///< itself the same way
    bool keeps_value = false; ///< to a narrower integer that is known to hold the operand's value
    Cast(Span span, const Type* type, ExprPtr operand, bool is_explicit)
        : Expr(ExprKind::cast, type, span), operand(std::move(operand)), is_explicit(is_explicit) {}
};

/// A value of a tuple, a struct, a vector or a complex type from its parts, in order; each has its field's
/// type.
struct Construct : Expr {
    std::vector<ExprPtr> parts;
    std::vector<std::size_t> order; ///< in which the parts are evaluated, where it is not their own
    Construct(Span span, const Type* type, std::vector<ExprPtr> parts)
        : Expr(ExprKind::construct, type, span), parts(std::move(parts)) {}
};

/// The part with this number of a tuple, a struct, a vector or a complex number.
struct FieldExpr : Expr {
    ExprPtr operand;
    std::size_t field;
    FieldExpr(Span span, ExprPtr operand, std::size_t field)
        : Expr(ExprKind::field, operand->type->fields()[field].type, span), operand(std::move(operand)),
          field(field) {}
};

/// `array[index]`; the index is an int32 or int64. An index that is a negative constant [S] counts from the
/// end. Of an array of several dimensions the index is that of its elements row by row.
struct Load : Expr {
    Variable* array;
    ExprPtr index;
    Load(Span span, Variable* array, ExprPtr index)
        : Expr(ExprKind::load, array->type->element(), span), array(array), index(std::move(index)) {}
};

/// A part of an array, as an argument: it begins at the element with index `start` and has extents of its
/// own, one for each dimension. What is assigned to a pointer has none, they are in variables. Along its
/// first dimensions neighbours may be apart by `strides`, while those behind them lie row by row; no argument
/// of a program has any, since the checker passes them on their own.
struct ArrayView : Expr {
    Variable* array;
    ExprPtr start;
    std::vector<ExprPtr> lengths;
    std::vector<ExprPtr> strides;
    ArrayView(Span span, Variable* array, ExprPtr start, std::vector<ExprPtr> lengths)
        : Expr(ExprKind::view, Type::array(array->type->element(), static_cast<int>(lengths.size())), span),
          array(array), start(std::move(start)), lengths(std::move(lengths)) {}
    ArrayView(Span span, const Type* type, Variable* array, ExprPtr start)
        : Expr(ExprKind::view, type, span), array(array), start(std::move(start)) {}
};

/// The array that an argument of array type is, or is a part of.
Variable* array_of(const Expr& argument);

/// A call of a function of this program, arguments in parameter order, all given. An array argument is a
/// VariableRef of array type or an ArrayView; its extents travel with it.
struct Call : Expr {
    Function* function;
    std::vector<ExprPtr> arguments;
    std::vector<std::size_t> order; ///< in which the arguments are evaluated, where it is not their own
    Call(Span span, Function* function, std::vector<ExprPtr> arguments);
};

/// A call of a built-in with one result. `precision` is float32 or float64 for Shapes with an R, else null.
/// Special ones that reach the program: min, max (two operands of the node's type; more are nested; Python's
/// `b < a ? b : a`), abs, round (gives integer), log never (a Binary divide of two calls when there is a
/// base). The first argument of an atomic is a Load, which stands for the element that is changed.
struct BuiltinCall : Expr {
    /// How `print` shows an argument, in printf's terms: flags, width and precision, and a letter (0 where
    /// the type has one).
    struct Format {
        std::string modifiers;
        char conversion = 0;
    };
    const Builtin* builtin;
    const Type* precision;
    std::vector<ExprPtr> arguments;
    /// print: what stands before, between and behind the arguments. assert: the message, if there is one.
    std::vector<std::string> texts;
    std::vector<Format> formats; ///< print: one for each argument
    BuiltinCall(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                std::vector<ExprPtr> arguments)
        : Expr(ExprKind::builtin_call, type, span), builtin(builtin), precision(precision),
          arguments(std::move(arguments)) {}
};

/// [L] Small functions that an emitted file defines when, and only when, it uses them (emit/helpers/helpers.h
/// has their texts).
enum class Helper {
    floor_div, ///< T(T, T): Python's // ; integer: a zero divisor gives 0 on the host, nothing traps
    floor_mod, ///< T(T, T): Python's %
    // The same of integers where the divisor is known not to be negative.
    floor_div_positive,
    floor_mod_positive,
    int_power, ///< T(T, T): integer power by squaring, exponent not negative
    square,    ///< T(T)
    minimum,   ///< T(T, T): b < a ? b : a
    maximum,   ///< T(T, T): b > a ? b : a
    quotient,  ///< host only: C's integer / that never traps
    remainder, ///< host only: C's integer % that never traps
    // Made by the checker already:
    slice_bound,      ///< T(T, T): where a bound of a slice lies in an array of a length
    slice_bound_step, ///< T(T, T, T): the same of a slice with a step, which may be negative
    slice_count,      ///< T(T, T, T): how many elements there are from one to another by a step
    // T(T, T): the nearest multiple of 1 / scale, and of scale, which is a power of ten; ties to even. Of
    // doubles, the second of integers too.
    round_decimals,
    round_tens,
    // T(T, T): trunc, floor, ceil and round of Python's a / b of integers, whose quotient is a double.
    trunc_quotient,
    floor_quotient,
    ceil_quotient,
    round_quotient,
    // T(T*, T), and T(T*, T, T) for the last: atomic operations that a target does not have for the type, on
    // a Load as in a BuiltinCall. In the order of the Specials.
    atomic_add,
    atomic_sub,
    atomic_min,
    atomic_max,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_exchange,
    atomic_increment,
    atomic_decrement,
    atomic_compare_exchange,
    // The same in memory that only one core works with; in CUDA C++ on each component of a vector by itself.
    shared_add,
    shared_sub,
    shared_min,
    shared_max,
    shared_and,
    shared_or,
    shared_xor,
    shared_exchange,
    shared_increment,
    shared_decrement,
    shared_compare_exchange,
    // T(mask, T) in CUDA C++; on the host T(mask, const T*), of the threads of the mask from the first of a
    // warp on. In the order of the Specials.
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_and,
    reduce_or,
    reduce_xor,
    // Host only. int(int lane, int argument, int width, int lanes): the lane that a shuffle reads from.
    source,
    source_up,
    source_down,
    source_xor,
    // Host only. bool(mask, mask here, mask alive), and bool(const mask*, …): whether the threads that have
    // come to an operation of a warp are those that its mask, or that each one's mask, names.
    mask_fits,
    masks_fit,
    // Bits of integers where the host's compilers have nothing of the same meaning.
    clz,
    brev,
    apart,     ///< CUDA C++ only. T(T): the value, through which ptxas does not see
               ///< (lower/expressions/kept_minus.h)
    as_number, ///< Host only. T(T): the value, through which g++ does not see
               ///< (lower/expressions/kept_indices.h)
    // Host only. float(T): the value of a half or bfloat16, which the host holds as its bits.
    half_to_float,
    bfloat16_to_float,
    // Host only. T(float): the bits of a value that the type has.
    half_from_float,
    bfloat16_from_float,
    // Host only. float(T) of a float or double: the nearest value that the type has.
    round_to_half,
    round_to_bfloat16,
    // Host only. float(T*, float): atomics on a half or bfloat16, and the same where only one core works with
    // it.
    atomic_add_half,
    atomic_add_bfloat16,
    shared_add_half,
    shared_add_bfloat16,
    // Operators of complex numbers, which C++ finds for a Unary, a Binary or a Compare of their types.
    complex_add,
    complex_subtract,
    complex_multiply,
    complex_divide,
    complex_negate,
    complex_equal,
    complex_unequal,
    // Calls. T(T), and R(T) of the magnitude and the phase, R being the type of the parts.
    complex_conjugate,
    complex_magnitude,
    complex_phase,
    complex_exp,
    complex_sqrt,
    complex_power, ///< T(T, int): by squaring
    complex_rect,  ///< T(R, R) of a magnitude and a phase
    // One part of what a function of C gives in two: T(T) of a float or double, int for `frexp_exponent`, and
    // int(T, T).
    frexp_mantissa,
    frexp_exponent,
    modf_fraction,
    modf_whole,
    remquo_quotient,
    // [L] A complex number of a struct's field, which is aligned as its parts are, and the other way.
    complex_from_field,
    complex_to_field,
    // Only in checked mode: each gives what it is named after, and where that cannot be reports HelperCall's
    // Check and ends the thread. On the host the thread's coordinates follow as further arguments. Made by
    // the checker already:
    in_range, ///< T(T value, T end): the value, which is from 0 to below the end
    assigned, ///< [L] T(T value, bool): the value, of a variable that is known to have one where true
    // [L] T(T): the value, which is not 0; T(T, T low, T high): a floating value that, rounded toward zero,
    // is from low to below high.
    nonzero,
    rounds_into,
    // [L] T(T, T), or T(T), of signed integers: results that fit.
    exact_add,
    exact_sub,
    exact_mul,
    exact_floor_div,
    exact_power, ///< the exponent is not negative
    exact_shift_left,
    exact_negate,
    exact_abs,
    // [L] Only in checked mode: each tells the recorder of the launch what HelperCall's Check is, and gives
    // its first operand.
    note_read,    ///< T(T index, E*): an element of the array is about to be read
    note_write,   ///< T(T index, E*), T(T index, E*, value): … written
    note_array,   ///< T(T count, E*): memory that nobody has written to begins to be an array of the block or
                  ///< the thread
    note_order,   ///< int(int): a barrier, a fence or the end of a meeting (generated::Order)
    note_meeting, ///< T(T mask): the thread has come to a barrier of its warp, with those that the mask names
    note_decision, ///< bool(bool): what came of a condition; made by the checker already
    note_step,     ///< int(int): where the thread goes (generated::Step)
    note_place,    ///< int(int): nothing is told; gives the number of its Check
    note_call,     ///< int(int): a function has been called at the place with this number
};
constexpr bool is_note(Helper helper) {
    return helper >= Helper::note_read;
}
constexpr bool is_check(Helper helper) {
    return helper >= Helper::in_range && !is_note(helper);
}
struct HelperCall : Expr {
    Helper helper;
    std::vector<ExprPtr> arguments;
    std::shared_ptr<const Check> check; ///< where is_check(helper) or is_note(helper)
    HelperCall(Span span, const Type* type, Helper helper, std::vector<ExprPtr> arguments)
        : Expr(ExprKind::helper_call, type, span), helper(helper), arguments(std::move(arguments)) {}
};

/// [L] `(variable = value)`, gives the value: how a part that must be evaluated once is kept inside an
/// expression. One that `hoists` [S] is the checker's, and becomes a statement where one can stand.
struct AssignExpr : Expr {
    Variable* variable;
    ExprPtr value;
    bool hoists = false;
    AssignExpr(Span span, Variable* variable, ExprPtr value)
        : Expr(ExprKind::assign_expr, variable->type, span), variable(variable), value(std::move(value)) {}
};

/// [L] `(first, second)`: both in order, gives the second. `hoists` is as in an AssignExpr.
struct Sequence : Expr {
    ExprPtr first, second;
    bool hoists = false;
    Sequence(Span span, ExprPtr first, ExprPtr second)
        : Expr(ExprKind::sequence, second->type, span), first(std::move(first)), second(std::move(second)) {}
};

/// [L] Host only, in a WarpLoop: what a per-lane variable holds for the thread at `place` of the warp.
struct OtherLane : Expr {
    Variable* variable;
    ExprPtr place;
    OtherLane(Span span, Variable* variable, ExprPtr place)
        : Expr(ExprKind::other_lane, variable->type, span), variable(variable), place(std::move(place)) {}
};

template <typename T>
T& as(Expr& expr) {
    return checked_cast<T>(expr);
}
template <typename T>
const T& as(const Expr& expr) {
    return checked_cast<const T>(expr);
}
/// Returns whether it is an integer constant of this value that has no name.
bool is_number(const Expr& expr, int64_t value);
/// A call that every thread of the block waits in.
bool is_barrier(const Expr& expr);
/// … for the threads of all blocks.
bool is_grid_barrier(const Expr& expr);
/// A call that reads and changes an element as one step.
bool is_atomic(const Expr& expr);
/// A call that makes a generator of random numbers, or draws from one: it changes its first argument.
bool is_draw(const Expr& expr);
/// A `print` or an `assert`, which the host hears of.
bool is_report(const Expr& expr);
/// A call that threads of a warp do together.
bool is_warp_wide(const Expr& expr);

/// The type of what has a bit for each thread of a warp.
const Type* mask_type();
/// All threads of a warp.
constexpr int64_t full_mask = 0xffffffff;

/// A deep copy; variables and functions are shared.
ExprPtr clone(const Expr& expr);

} // namespace cudapy::program
