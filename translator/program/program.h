#pragma once
// The typed program: C-like, a type on every expression and a span on every node. The checker builds it, the
// lowerings rewrite it until nothing is left to decide, an emitter prints it. program/printer.h prints any
// stage of it, program/validate.h checks its invariants.
//
// Nodes marked [S] are semantic: they carry Python's meaning and some lowering must remove them before
// emission. Nodes marked [L] are made by lowerings only. The rest go from the checker to the emitter.

#include "translator/builtins/builtins.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace cudapy::program {

struct Function;
struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

// ---- variables
// -----------------------------------------------------------------------------------------------------

enum class VariableRole {
    parameter,
    local,
    temporary,   ///< made by a lowering
    table,       ///< a captured tuple of constants as an array that is only read, see Table
    shared,      ///< an array in the shared memory of a block: `cache = shared(float, 256)`
    local_array, ///< an array of one thread: `queue = local(int, 16)`
};

/// A captured tuple of constants whose elements are chosen at run time. Tuples in tuples are laid out row by
/// row.
struct Table {
    std::string name; ///< the user's
    const Type* element;
    std::vector<std::variant<bool, int64_t, double>> values; ///< as in a Literal of the element type
    std::string emitted;                                     ///< the C++ name, set by the naming lowering

    bool operator==(const Table& other) const {
        return name == other.name && element == other.element && values == other.values;
    }
};

struct Variable {
    std::string name; ///< the user's, or what a lowering proposes; may be no C++ name
    const Type* type;
    VariableRole role;
    Span span;           ///< first binding
    std::string emitted; ///< the C++ name, set by the naming lowering; unique in its function
    /// A parameter of array type: the C++ names of its extents by axis, set by naming.
    std::vector<std::string> emitted_lengths;
    std::shared_ptr<Table> table; ///< of a table; the same one in every function that reads it
    std::vector<int64_t>
        shape; ///< of a shared or local array: its extents, row-major; none: sized at the launch
    /// Of a name for a part of an array: where the part begins, or a length or a stride of it. One that is
    /// not read is none of the user's.
    bool is_part = false;
    /// Of an array parameter: it knows how long it is. The elements of lists (`T**`), and where each list
    /// begins, do not; they stand behind each other, and behind them the number of lists.
    bool has_length = true;
    /// How many extents travel with it.
    int extents() const { return has_length ? type->rank() : 0; }
    /// Of a strip or a block: one value for each of its threads, an array indexed by the lane.
    bool per_lane = false;
    /// A parameter that the function changes a struct through: an array of one element, a reference in C++.
    bool is_reference = false;
    /// `p = bodies[i]`: the place of the element that the variable stands for, an integer, which
    /// lower_references makes a reference in C++ where it can. Null for anything else.
    Variable* refers_to = nullptr;

    /// An array that the function itself declares.
    bool is_own_array() const { return role == VariableRole::shared || role == VariableRole::local_array; }
    /// A shared array that is sized at the launch: its shape is empty.
    bool is_dynamic() const { return role == VariableRole::shared && shape.empty(); }
    int64_t element_count() const; ///< of an array that the function itself declares, and that is not dynamic
};

// ---- expressions
// ---------------------------------------------------------------------------------------------------

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
/// worth keeping (`0xff`, `1e-6`; no suffix, no `_`), else empty.
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
    bool keeps_value = false; ///< [L] to a narrower integer that is known to hold the operand's value
    Cast(Span span, const Type* type, ExprPtr operand, bool is_explicit)
        : Expr(ExprKind::cast, type, span), operand(std::move(operand)), is_explicit(is_explicit) {}
};

/// A value of a tuple, a struct, a vector or a complex type from its parts, in order; each has its field's
/// type.
struct Construct : Expr {
    std::vector<ExprPtr> parts;
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
/// own, one for each dimension. Along its first dimensions neighbours may be apart by `strides`, while those
/// behind them lie row by row; no argument of a program has any, since the checker passes them on their own.
struct ArrayView : Expr {
    Variable* array;
    ExprPtr start;
    std::vector<ExprPtr> lengths;
    std::vector<ExprPtr> strides;
    ArrayView(Span span, Variable* array, ExprPtr start, std::vector<ExprPtr> lengths)
        : Expr(ExprKind::view, Type::array(array->type->element(), static_cast<int>(lengths.size())), span),
          array(array), start(std::move(start)), lengths(std::move(lengths)) {}
};

/// The array that an argument of array type is, or is a part of.
Variable* array_of(const Expr& argument);

/// A call of a function of this program, arguments in parameter order, all given. An array argument is a
/// VariableRef of array type or an ArrayView; its extents travel with it.
struct Call : Expr {
    Function* function;
    std::vector<ExprPtr> arguments;
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

/// [L] Small functions that an emitted file defines when, and only when, it uses them (emit/helpers.h has
/// their texts).
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
    // [L] A complex number of a struct's field, which is aligned as its parts are, and the other way.
    complex_from_field,
    complex_to_field,
};
struct HelperCall : Expr {
    Helper helper;
    std::vector<ExprPtr> arguments;
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

// ---- statements
// ----------------------------------------------------------------------------------------------------

struct Comments {
    std::vector<std::string> above;
    std::string trailing;
};

enum class StmtKind {
    assign,
    augmented_assign,
    multi_assign,
    builtin_unpack,
    evaluate,
    if_,
    while_,
    for_range,
    for_each,
    break_,
    continue_,
    return_,
    declare,
    for_c,
    block,
    lane_loop,
    warp_loop,
    diverged,
    note,
};

struct Stmt {
    StmtKind kind;
    Span span;
    Comments comments;
    virtual ~Stmt() = default;

  protected:
    Stmt(StmtKind kind, Span span) : kind(kind), span(span) {}
};

/// An assignable place: a variable, or an element of an array, or a field of one that is a struct.
struct Place {
    Variable* variable; ///< the variable, or the array
    ExprPtr index;      ///< null for a variable; as in a Load
    Span span;
    std::vector<std::size_t> fields = {}; ///< from the struct to the field in it; none for all of it
    /// Of the variable or the element, whichever of its fields the place is.
    const Type* root_type() const { return index ? variable->type->element() : variable->type; }
    const Type* type() const {
        const Type* type = root_type();
        for (const std::size_t field : fields)
            type = type->fields()[field].type;
        return type;
    }
    /// A variable as a whole: what was in it is gone when it is assigned to.
    bool is_variable() const { return !index && fields.empty(); }
};

/// The value has the place's type.
struct Assign : Stmt {
    Place place;
    ExprPtr value;
    Assign(Span span, Place place, ExprPtr value)
        : Stmt(StmtKind::assign, span), place(std::move(place)), value(std::move(value)) {}
};

/// `place op= value`. [S] The meaning is `place = T(U(place) op value)` with the place evaluated once, its
/// value read before `value` is evaluated; `operation` is the type U that the operation is done in and the
/// value has. After lowering: U is the place's type and the op is one that C++ has as `op=`.
struct AugmentedAssign : Stmt {
    Place place;
    BinaryOp op;
    const Type* operation;
    ExprPtr value;
    AugmentedAssign(Span span, Place place, BinaryOp op, const Type* operation, ExprPtr value)
        : Stmt(StmtKind::augmented_assign, span), place(std::move(place)), op(op), operation(operation),
          value(std::move(value)) {}
};

/// [S] `a, b = x, y`: all values first, in order, then the places in order; values have the places' types.
/// Also `a = b = value` when `values` has one element and there are several places: evaluated once, each
/// place converts from the value's own type.
struct MultiAssign : Stmt {
    std::vector<Place> places;
    std::vector<ExprPtr> values;
    MultiAssign(Span span, std::vector<Place> places, std::vector<ExprPtr> values)
        : Stmt(StmtKind::multi_assign, span), places(std::move(places)), values(std::move(values)) {}
};

/// `m, e = math.frexp(x)`: a built-in of a `pair_` shape and its two places. The checker makes divmod a
/// MultiAssign. After lowering both places are variables of the built-in's own result types.
struct BuiltinUnpack : Stmt {
    std::vector<Place> places;
    const Builtin* builtin;
    const Type* precision;
    std::vector<ExprPtr> arguments;
    BuiltinUnpack(Span span, std::vector<Place> places, const Builtin* builtin, const Type* precision,
                  std::vector<ExprPtr> arguments)
        : Stmt(StmtKind::builtin_unpack, span), places(std::move(places)), builtin(builtin),
          precision(precision), arguments(std::move(arguments)) {}
};

/// An expression for its effect: a call.
struct Evaluate : Stmt {
    ExprPtr value;
    Evaluate(Span span, ExprPtr value) : Stmt(StmtKind::evaluate, span), value(std::move(value)) {}
};

struct If : Stmt {
    ExprPtr condition; ///< bool
    Block then_body, else_body;
    bool else_is_elif = false; ///< else_body is one If that was an `elif`
    std::vector<std::string> comments_above_else;
    If(Span span, ExprPtr condition) : Stmt(StmtKind::if_, span), condition(std::move(condition)) {}
};

struct While : Stmt {
    ExprPtr condition; ///< bool; may be the literal true
    Block body;
    Block else_body; ///< [S]
    While(Span span, ExprPtr condition) : Stmt(StmtKind::while_, span), condition(std::move(condition)) {}
};

/// [S] `for variable in range(start, stop, step)`: the bounds are evaluated once, in order, before the loop.
/// start, stop and step have the type `counter` (int32 or int64); the variable may be wider (or floating,
/// when other assignments make it so).
struct ForRange : Stmt {
    Variable* variable;
    const Type* counter;
    ExprPtr start, stop, step;
    Block body, else_body;
    ForRange(Span span, Variable* variable, const Type* counter, ExprPtr start, ExprPtr stop, ExprPtr step)
        : Stmt(StmtKind::for_range, span), variable(variable), counter(counter), start(std::move(start)),
          stop(std::move(stop)), step(std::move(step)) {}
};

/// [S] `for x in X`, `for x, y in zip(X, Y)`, `for i, x in enumerate(X)`, `for i, (x, y) in enumerate(zip(X,
/// Y), 1)`: each array is read when its turn comes; the shortest array ends the loop.
struct ForEach : Stmt {
    struct Element {
        Variable* variable;
        Variable* array;
        int64_t stride = 1; ///< rows of a table: the elements from one to the next
        int64_t offset = 0; ///< … and the place in the row
        // A part of an array; null for a whole one:
        ExprPtr start = nullptr;  ///< the index of its first element
        ExprPtr step = nullptr;   ///< from one element to the next; null for 1
        ExprPtr length = nullptr; ///< how many there are
        bool is_row = false;      ///< the variable gets the element's index, not the element
    };
    std::vector<Element> elements;
    Variable* counter = nullptr; ///< of enumerate; null for none
    ExprPtr counter_start;       ///< of the counter's type; null means 0
    Block body, else_body;
    explicit ForEach(Span span) : Stmt(StmtKind::for_each, span) {}
};

struct Break : Stmt {
    explicit Break(Span span) : Stmt(StmtKind::break_, span) {}
};
struct Continue : Stmt {
    explicit Continue(Span span) : Stmt(StmtKind::continue_, span) {}
};
/// The value has the function's result type; null in a void function.
struct Return : Stmt {
    ExprPtr value;
    Return(Span span, ExprPtr value) : Stmt(StmtKind::return_, span), value(std::move(value)) {}
};

/// [L] `T variable = init;` or `T variable;`. From the checker on: the declaration of a shared or local
/// array.
struct Declare : Stmt {
    Variable* variable;
    ExprPtr init; ///< may be null
    bool is_const = false;
    Declare(Span span, Variable* variable, ExprPtr init)
        : Stmt(StmtKind::declare, span), variable(variable), init(std::move(init)) {}
};

/// [L] C's `for (T variable = start; condition; variable += step)`. With `declares` false the variable is
/// declared outside.
struct ForC : Stmt {
    Variable* variable;
    bool declares = true;
    ExprPtr start, condition;
    ExprPtr step; ///< of the variable's type; a literal 1 or -1 prints as ++ or --
    Block body;
    ForC(Span span, Variable* variable, ExprPtr start, ExprPtr condition, ExprPtr step)
        : Stmt(StmtKind::for_c, span), variable(variable), start(std::move(start)),
          condition(std::move(condition)), step(std::move(step)) {}
};

/// [L] Several statements where one stood: the lowering splices it into the block around it, so that no
/// Block reaches the emitter unless it must be a `{ }` scope.
struct BlockStmt : Stmt {
    Block body;
    BlockStmt(Span span, Block body) : Stmt(StmtKind::block, span), body(std::move(body)) {}
};

/// [L] Host only, in Function::strip and Function::block: the body for each thread ("lane") of them, in no
/// particular order. `sums` are int32 variables declared outside that the lanes add to and do nothing else
/// with.
struct LaneLoop : Stmt {
    Block body;
    std::vector<Variable*> sums;
    ExprPtr end;       ///< of a block: only the threads below it along x have something to do; null for all
    bool simd = false; ///< compilers may take the lanes for independent (lower/lane_order.h)
    explicit LaneLoop(Span span) : Stmt(StmtKind::lane_loop, span) {}
};

/// [L] Host only, in Function::block: the body for each warp. Lane loops in it are over the `lanes` threads
/// of the warp, and know only the per-lane variables and `laneid`.
struct WarpLoop : Stmt {
    Variable* lanes;
    Block body;
    WarpLoop(Span span, Variable* lanes) : Stmt(StmtKind::warp_loop, span), lanes(lanes) {}
};

/// [L] Host only, in Function::block: ends the block, because its threads disagree about the condition at the
/// span, which decides about a barrier; or because others come to the warp operation than its masks name.
struct Diverged : Stmt {
    bool in_warp;
    explicit Diverged(Span span, bool in_warp = false) : Stmt(StmtKind::diverged, span), in_warp(in_warp) {}
};

/// Does nothing and holds comments: those of a `pass`, and those behind the last statement of a block.
struct Note : Stmt {
    explicit Note(Span span) : Stmt(StmtKind::note, span) {}
};

// ---- functions and programs
// ----------------------------------------------------------------------------------------

/// What an array parameter is used for, the functions that it is passed to included. Set by analyse_uses.
struct ArrayUse {
    bool reads = false;
    bool writes = false;
    /// Bit a is set when its extent along axis a is asked for here or in a callee, so that it must be passed.
    unsigned lengths = 0;
    bool length(int axis) const { return (lengths >> axis & 1u) != 0; }
};

struct Function {
    std::string name;
    const Type* result;
    std::vector<std::unique_ptr<Variable>> variables; ///< parameters, locals and temporaries
    std::vector<Variable*> parameters;
    Block body;
    Span span; ///< the header
    std::vector<std::string> comments_above;
    std::optional<std::string> docstring;
    std::vector<std::string> comments_at_end;

    bool is_kernel = false; ///< launched: wanted by Options::kernels
    bool is_called = false; ///< called from a function that is emitted

    // Set by lowerings.
    std::string emitted;                  ///< C++ name as a device (or host) function
    std::string emitted_kernel;           ///< C++ name as a kernel
    std::vector<ArrayUse> array_uses;     ///< for each parameter
    std::set<Coordinate> coordinates;     ///< used here or in a callee
    std::set<Coordinate> own_coordinates; ///< used in this body itself
    bool has_effects = false;             ///< writes to an array, here or in a callee
    bool is_recursive = false;            ///< on a cycle of calls
    bool has_barrier = false;             ///< waits for the block's threads, here or in a callee
    bool has_grid_barrier = false;        ///< waits for all blocks, here or in a callee
    bool has_shared = false;              ///< declares shared memory, here or in a callee
    bool has_warp = false;                ///< does something with its warp, here or in a callee
    /// Host only: the kernel for a strip of neighbouring threads (lower/strips.h), a function that gives
    /// false where it has done nothing and each thread must run alone; null for none.
    std::unique_ptr<Function> strip;
    bool is_strip = false;
    /// Host only: a kernel whose threads cooperate, for a whole block (lower/blocks.h); null for none.
    std::unique_ptr<Function> block;
    bool is_block = false;
    bool simd = false; ///< host only: compilers may take the threads for independent (lower/lane_order.h)

    Variable* add_variable(std::string name, const Type* type, VariableRole role, Span span);
    /// Its threads work together in blocks, so that only whole blocks of them can run.
    bool cooperates() const { return has_barrier || has_shared || has_warp; }
};

struct Program {
    std::vector<std::unique_ptr<Function>> functions; ///< those that are emitted, in source order
    bool index64 = false;
    const Type* index_type() const { return index64 ? Type::int64() : Type::int32(); }
};

template <typename T>
T& as(Expr& expr) {
    return static_cast<T&>(expr);
}
template <typename T>
const T& as(const Expr& expr) {
    return static_cast<const T&>(expr);
}
template <typename T>
T& as(Stmt& stmt) {
    return static_cast<T&>(stmt);
}
template <typename T>
const T& as(const Stmt& stmt) {
    return static_cast<const T&>(stmt);
}

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
Place clone(const Place& place);

} // namespace cudapy::program
