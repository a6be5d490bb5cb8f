#pragma once
// The statements of the typed program (program.h), which says what [S] and [L] mean.

#include "translator/program/expressions.h"
#include "translator/support/checked_cast.h"
#include "translator/support/owned.h"

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cudapy::program {

struct Stmt;
using StmtPtr = Owned<Stmt>;
using Block = std::vector<StmtPtr>;
/// Returns a deep copy. The copy shares the variables and functions with the original.
StmtPtr clone(const Stmt& stmt);

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
    work_item_loop,
    vectorized_access,
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
    Stmt(const Stmt&) = default;
};

/// An lvalue: a variable, or an element of an array, or a field of one that is a struct. A pointer
/// without an index is a variable.
struct Lvalue {
    Variable* variable; ///< the variable, or the array
    ExprPtr index;      ///< null for a variable; as in a Load
    Span span;
    std::vector<std::size_t> fields = {}; ///< the way from the struct to a field in it; empty for all of it
    ExprPtr item = {}; ///< where that field is an array inside a record: the index of an element of it
    /// Returns the type of the variable or the element, whichever of its fields the lvalue is.
    const Type* root_type() const { return index ? variable->type->element() : variable->type; }
    const Type* type() const {
        const Type* type = root_type();
        for (const std::size_t field : fields)
            type = type->fields()[field].type;
        return item ? type->element() : type;
    }
    /// Returns whether the lvalue is a variable as a whole, so that an assignment leaves nothing of its old
    /// value.
    bool is_variable() const { return !index && fields.empty(); }
};

/// An assignment of a value that has the lvalue's type.
struct Assign : Stmt {
    Lvalue lvalue;
    ExprPtr value;
    static constexpr auto children = std::tuple{&Assign::value, &Assign::lvalue};
    Assign(Span span, Lvalue lvalue, ExprPtr value)
        : Stmt(StmtKind::assign, span), lvalue(std::move(lvalue)), value(std::move(value)) {}
};

/// `lvalue op= value`. [S] The meaning is `lvalue = T(U(lvalue) op value)`, where T is the lvalue's type. The
/// lvalue is evaluated once, and its value is read before `value` is evaluated. `operation` is the type U
/// that the operation is done in and that `value` has. After lowering, U is the lvalue's type and C++ has the
/// operator as `op=`.
struct AugmentedAssign : Stmt {
    Lvalue lvalue;
    BinaryOp op;
    const Type* operation;
    ExprPtr value;
    bool may_be_unassigned = false; ///< some path comes here without an assignment to the variable
    static constexpr auto children = std::tuple{&AugmentedAssign::lvalue, &AugmentedAssign::value};
    AugmentedAssign(Span span, Lvalue lvalue, BinaryOp op, const Type* operation, ExprPtr value)
        : Stmt(StmtKind::augmented_assign, span), lvalue(std::move(lvalue)), op(op), operation(operation),
          value(std::move(value)) {}
};

/// [S] `a, b = x, y`: first all values are evaluated, in order, then the lvalues, in order. The values have
/// the lvalues' types. When `values` has one element and there are several lvalues, it means `a = b = value`:
/// the value is evaluated once, and each lvalue converts from the value's own type.
struct MultiAssign : Stmt {
    std::vector<Lvalue> lvalues;
    std::vector<ExprPtr> values;
    static constexpr auto children = std::tuple{&MultiAssign::values, &MultiAssign::lvalues};
    MultiAssign(Span span, std::vector<Lvalue> lvalues, std::vector<ExprPtr> values)
        : Stmt(StmtKind::multi_assign, span), lvalues(std::move(lvalues)), values(std::move(values)) {}
};

/// `m, e = math.frexp(x)`: a built-in of a `pair_` shape and its two lvalues. The checker makes divmod a
/// MultiAssign. After lowering both lvalues are variables of the built-in's own result types.
struct BuiltinUnpack : Stmt {
    std::vector<Lvalue> lvalues;
    const Builtin* builtin;
    const Type* precision;
    std::vector<ExprPtr> arguments;
    static constexpr auto children = std::tuple{&BuiltinUnpack::arguments, &BuiltinUnpack::lvalues};
    BuiltinUnpack(Span span, std::vector<Lvalue> lvalues, const Builtin* builtin, const Type* precision,
                  std::vector<ExprPtr> arguments)
        : Stmt(StmtKind::builtin_unpack, span), lvalues(std::move(lvalues)), builtin(builtin),
          precision(precision), arguments(std::move(arguments)) {}
};

/// A call as a statement, for its effect.
struct Evaluate : Stmt {
    ExprPtr value;
    static constexpr auto children = std::tuple{&Evaluate::value};
    Evaluate(Span span, ExprPtr value) : Stmt(StmtKind::evaluate, span), value(std::move(value)) {}
};

struct If : Stmt {
    ExprPtr condition; ///< bool
    Span test;         ///< the user's condition; empty in what lowerings make
    Block then_body, else_body;
    bool else_is_elif = false; ///< else_body is one If that was an `elif`
    std::vector<std::string> comments_above_else;
    static constexpr auto children = std::tuple{&If::condition};
    static constexpr auto blocks = std::tuple{&If::then_body, &If::else_body};
    If(Span span, ExprPtr condition) : Stmt(StmtKind::if_, span), condition(std::move(condition)) {}
};

struct While : Stmt {
    ExprPtr condition; ///< bool; may be the literal true
    Span test;         ///< the user's condition; empty in what lowerings make
    Block body;
    Block else_body; ///< [S]
    static constexpr auto children = std::tuple{&While::condition};
    static constexpr auto blocks = std::tuple{&While::body, &While::else_body};
    While(Span span, ExprPtr condition) : Stmt(StmtKind::while_, span), condition(std::move(condition)) {}
};

/// [S] `for variable in range(start, stop, step)`: the bounds are evaluated once, in order, before the loop.
/// start, stop and step have the type `counter` (int32 or int64). The variable may be wider (or floating,
/// when other assignments make it so).
struct ForRange : Stmt {
    Variable* variable;
    const Type* counter;
    ExprPtr start, stop, step;
    Span iterable; ///< the expression that the user's loop goes through; empty in what lowerings make
    Block body, else_body;
    static constexpr auto children = std::tuple{&ForRange::start, &ForRange::stop, &ForRange::step};
    static constexpr auto blocks = std::tuple{&ForRange::body, &ForRange::else_body};
    ForRange(Span span, Variable* variable, const Type* counter, ExprPtr start, ExprPtr stop, ExprPtr step)
        : Stmt(StmtKind::for_range, span), variable(variable), counter(counter), start(std::move(start)),
          stop(std::move(stop)), step(std::move(step)) {}
};

/// [S] `for x in X`, `for x, y in zip(X, Y)`, `for i, x in enumerate(X)`, `for i, (x, y) in enumerate(zip(X,
/// Y), 1)`. Each array is read when its turn comes, and the shortest array ends the loop.
struct ForEach : Stmt {
    struct Element {
        Variable* variable;
        Variable* array;
        int64_t stride = 1; ///< for rows of a table: the number of elements from one row to the next
        int64_t offset = 0; ///< for rows of a table: the place in the row
        // The next three describe a part of an array. They are null for a whole array.
        ExprPtr start = nullptr;  ///< the index of its first element
        ExprPtr step = nullptr;   ///< the distance from one element to the next; null for 1
        ExprPtr length = nullptr; ///< the number of elements
        bool is_row = false;      ///< the variable gets the element's index, not the element
    };
    std::vector<Element> elements;
    Variable* counter = nullptr; ///< the variable of enumerate; null for none
    ExprPtr counter_start;       ///< the first value, of the counter's type; null means 0
    Span iterable;               ///< the expression that the user's loop goes through
    Block body, else_body;
    static constexpr auto children = std::tuple{&ForEach::elements, &ForEach::counter_start};
    static constexpr auto blocks = std::tuple{&ForEach::body, &ForEach::else_body};
    explicit ForEach(Span span) : Stmt(StmtKind::for_each, span) {}
};

struct Break : Stmt {
    explicit Break(Span span) : Stmt(StmtKind::break_, span) {}
};
struct Continue : Stmt {
    explicit Continue(Span span) : Stmt(StmtKind::continue_, span) {}
};
/// Returns from the function. The value has the function's result type; it is null in a void function.
struct Return : Stmt {
    /// [S] What a function of the dialect of numba gives where it gives no value.
    enum class Gives {
        value,
        none, ///< None, where other paths give a value
        end,  ///< nothing: it ends the thread
    } gives = Gives::value;
    ExprPtr value;
    static constexpr auto children = std::tuple{&Return::value};
    Return(Span span, ExprPtr value, Gives gives = Gives::value)
        : Stmt(StmtKind::return_, span), gives(gives), value(std::move(value)) {}
};

/// [L] `T variable = init;` or `T variable;`. The declaration of a shared or local array is there from the
/// checker on.
struct Declare : Stmt {
    Variable* variable;
    ExprPtr init; ///< may be null
    bool is_const = false;
    static constexpr auto children = std::tuple{&Declare::init};
    Declare(Span span, Variable* variable, ExprPtr init)
        : Stmt(StmtKind::declare, span), variable(variable), init(std::move(init)) {}
};

/// [L] C's `for (T variable = start; condition; variable += step)`. With `declares` false the variable is
/// declared outside.
struct ForC : Stmt {
    Variable* variable;
    bool declares = true;
    ExprPtr start, condition;
    ExprPtr step;             ///< a value of the variable's type; a literal 1 or -1 prints as ++ or --
    bool is_unrolled = false; ///< in Function::coarsened: few iterations, which the compiler shall unroll
    Block body;
    static constexpr auto children = std::tuple{&ForC::start, &ForC::condition, &ForC::step};
    static constexpr auto blocks = std::tuple{&ForC::body};
    ForC(Span span, Variable* variable, ExprPtr start, ExprPtr condition, ExprPtr step)
        : Stmt(StmtKind::for_c, span), variable(variable), start(std::move(start)),
          condition(std::move(condition)), step(std::move(step)) {}
};

/// [L] Several statements where there was one before. The lowering splices them into the block around, so
/// that no Block reaches the emitter unless it must be a `{ }` scope.
struct BlockStmt : Stmt {
    Block body;
    static constexpr auto blocks = std::tuple{&BlockStmt::body};
    BlockStmt(Span span, Block body) : Stmt(StmtKind::block, span), body(std::move(body)) {}
};

/// [L] In Function::strip, Function::block and Function::coarsened: runs the body for each thread ("lane") of
/// them, in no particular order. `sums` are int32 variables declared outside. The lanes add to them and do
/// nothing else with them.
struct WorkItemLoop : Stmt {
    Block body;
    std::vector<Variable*> sums;
    /// In Function::coarsened: the axis that is left out. The body runs only for the first thread along it,
    /// and does vectorized accesses for all. -1 for none.
    int without = -1;
    ExprPtr end; ///< in a block: only the threads below it along x have something to do; null for all
    /// In a block: elements that a thread whose place along x is 0 will load in a later iteration of the loop
    /// around. Each is a Load, and the other threads will load the elements after it.
    std::vector<ExprPtr> ahead;
    bool simd = false; ///< compilers may take the lanes for independent (lower/cpu/loop_carried_dependence.h)
    bool simd_of_few = false;     ///< they had better take few lanes at once (lower/analysis/gathers.h)
    bool goes_along_rows = false; ///< in a strip: each lane goes through memory of its own, and is no vector
    /// In a block: the lanes take turns, each on a stack of its own (lower/cpu/turns.h).
    bool in_turns = false;
    Variable* warp_lanes = nullptr; ///< in turns: the number of threads of the lane's warp; null for none
    int64_t stack_bytes = 0;        ///< in turns: the size of each thread's stack
    static constexpr auto children = std::tuple{&WorkItemLoop::end, &WorkItemLoop::ahead};
    static constexpr auto blocks = std::tuple{&WorkItemLoop::body};
    explicit WorkItemLoop(Span span) : Stmt(StmtKind::work_item_loop, span) {}
};

/// [L] CUDA only, in Function::coarsened: loads neighbouring elements of an array, from an index on, into
/// `elements` at once, or stores them. The other side is `elements`. It is a local array, of which `count`
/// elements are moved, from the one at `begin` on; or it is a per-lane variable, of which the values of
/// `count` threads are moved, from the thread at hand on.
struct VectorizedAccess : Stmt {
    bool stores;
    Variable* elements;
    Variable* array;
    ExprPtr index;
    int count;
    ExprPtr begin{}; ///< null for the first element
    static constexpr auto children = std::tuple{&VectorizedAccess::index, &VectorizedAccess::begin};
    VectorizedAccess(Span span, bool stores, Variable* elements, Variable* array, ExprPtr index, int count)
        : Stmt(StmtKind::vectorized_access, span), stores(stores), elements(elements), array(array),
          index(std::move(index)), count(count) {}
};

/// [L] Host only, in Function::block: runs the body for each warp. Lane loops in it are over the `lanes`
/// threads of the warp, and know only the per-lane variables and `laneid`.
struct WarpLoop : Stmt {
    Variable* lanes;
    Block body;
    static constexpr auto blocks = std::tuple{&WarpLoop::body};
    WarpLoop(Span span, Variable* lanes) : Stmt(StmtKind::warp_loop, span), lanes(lanes) {}
};

/// [L] Host only, in Function::block: ends the block. Either its threads disagree about the condition at the
/// span, which decides about a barrier, or the threads that reach the warp operation are others than its
/// masks name.
struct Diverged : Stmt {
    bool in_warp;
    explicit Diverged(Span span, bool in_warp = false) : Stmt(StmtKind::diverged, span), in_warp(in_warp) {}
};

/// Does nothing and holds comments: those of a `pass`, and those after the last statement of a block.
struct Note : Stmt {
    explicit Note(Span span) : Stmt(StmtKind::note, span) {}
};

template <typename T>
T& as(Stmt& stmt) {
    return checked_cast<T>(stmt);
}
template <typename T>
const T& as(const Stmt& stmt) {
    return checked_cast<const T>(stmt);
}

} // namespace cudapy::program
