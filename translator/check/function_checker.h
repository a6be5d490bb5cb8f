#pragma once
// Checks the body of one function and builds its typed form. The body is gone through several times:
// silently, until the types of the locals no longer change, and once more to report and build. All passes are
// the same code.

#include "translator/check/environment.h"
#include "translator/check/instances.h"
#include "translator/check/symbols.h"
#include "translator/check/tuple_indices.h"
#include "translator/check/value.h"

#include <functional>
#include <initializer_list>

namespace cudapy::checker {

class FunctionChecker {
  public:
    FunctionChecker(Context& context, FunctionInfo& info);

    /// Fills FunctionInfo::defaults. No local is visible in them, as in Python.
    void check_defaults();
    /// Of a generic function: fills FunctionInfo::default_types. Where a default has an error the function is
    /// no longer valid.
    void check_generic_defaults();
    /// Fills the body and the variables of FunctionInfo::function. The signature must be valid.
    void check_body();
    /// Says that nothing tells the type of the result.
    void report_unknown_result();
    /// Finds the result type of a function without a signature by its `return`s, and reports nothing else.
    void infer_result();
    /// A constant as a value of the type, for a field or a parameter that a call leaves out; null, and
    /// reported, where it is none. No local is visible in it.
    program::ExprPtr default_value(const syntax::Expr& expr, const std::string& name, const Type* type);

  private:
    /// A parameter or a local variable.
    struct Local {
        program::Variable* variable = nullptr;
        int parameter = -1;
        bool captured = false;               ///< by the lambda that is checked
        const syntax::Call* array = nullptr; ///< the `shared(...)` or `local(...)` that declares it
        bool array_seen = false;             ///< in this pass, its declaration was met
        const Type* annotated = nullptr;     ///< `x: cp.int64 = 0`
        /// `row = A[i]`: a part of an array; `variable` is then the index of its first element.
        struct View {
            program::Variable* array;
            struct Axis {
                int along;                           ///< the dimension of the array that it runs along
                program::Variable* length = nullptr; ///< null: the whole extent of the array
                program::Variable* step = nullptr;   ///< null: a constant, or the array's own
                std::optional<int64_t> constant_step;
            };
            std::vector<Axis> axes;
            /// Without axes, an element that is a struct, or a struct in it: the fields on the way to that.
            std::vector<std::size_t> fields;
            Span span;                              ///< where it was first bound
            std::set<const syntax::Expr*> bindings; ///< where the name stands as a target
        };
        std::optional<View> view;
        /// Of an array parameter whose elements are apart, or of a pointer: its strides along its first
        /// dimensions.
        std::vector<program::Variable*> strides;
        /// Of a parameter or an own array whose name is given other arrays: the array itself, which the name
        /// stands for at first, and its strides.
        program::Variable* base = nullptr;
        std::vector<program::Variable*> base_strides;
        FunctionInfo::Lists lists; ///< of a parameter that is lists
        Span annotation_span;
        bool poisoned = false;  ///< something with an error was assigned, so that its type is not known
        bool hopeless = false;  ///< … and no pass will find it: its annotation has an error
        bool read = false;      ///< in this pass
        bool warned = false;    ///< about a double in a float place
        bool has_said = false;  ///< a value that is no literal has said its type
        bool is_single = false; ///< a float that was computed, in single precision, is among its values
        struct Origin {
            Span span;
            const Type* type;
        };
        std::vector<Origin> origins; ///< what was assigned to it, in this pass
        bool lent = false;           ///< a struct that a function changes: see lent_structs.cpp
        bool is_pointer() const { return variable->is_pointer(); }
        /// A name for parts of arrays, which can be assigned again.
        bool is_array_name() const { return view || is_pointer(); }
        bool fixed() const {
            return parameter >= 0 || captured || annotated || array || is_array_name() || lent;
        }
    };

    /// Where a value is stored: for messages.
    struct Target {
        diag::PlaceText place;
        std::vector<diag::Label> labels;
        bool* warned = nullptr; ///< set once a double in this place was warned about
        bool augmented = false;
        bool copies = false; ///< memory of its own, which a struct is copied to
    };

    // function_checker.cpp: passes, locals, reports
    void collect_locals(const syntax::Block& block);
    void collect_target(const syntax::Expr& target);
    void collect_annotation(const syntax::AnnotatedAssign& assign);
    void add_local(const syntax::Name& name);
    /// Makes the variable that of the symbol.
    Local& set_variable(const Symbol& symbol, program::Variable* variable);
    void collect();
    /// Finds the types of locals, and of the result where nothing declares it.
    void infer();
    void run_pass(bool final);
    void explain_poisoned();
    /// Whether a name that the function binds means something outside it, too.
    bool hides_outer(const std::string& name);
    bool is_assigned_its_own_call(const syntax::Expr& callee);
    class LostValues;
    /// Warns of variables whose values nobody reads, and of parameters that are assigned for nothing.
    void report_lost_values();
    /// The variable that the expression names; null where it is none of the function's names, or one of a
    /// function.
    Local* find_local(const syntax::Expr& expr);
    Local* local_of(const program::Variable* variable);
    void join(Local& local, const Value& value, Span span);
    bool keeps_type(const Local& local, const Value& literal) const;
    /// A local of which nothing but literals has said what it is, while they wait: weak as they are.
    bool is_open(const Local& local) const;
    void join(Local& local, const Type* type, Span span);
    const Type* type_without_literals(const Value& tuple, const Type* known) const;
    /// Nothing is reported before the last pass.
    void report(diag::Payload payload, Span span, std::vector<diag::Label> labels = {});
    std::string text(const syntax::Expr& expr) const;
    std::string text(Span span) const;

    // explain.cpp: labels that say where types come from
    std::optional<diag::Label> declared(const program::Variable* variable);
    std::vector<diag::Label> explain(const program::Expr& expr, bool (*wanted)(const Type*));
    void explain(const program::Expr& expr, bool (*wanted)(const Type*), std::vector<diag::Label>& labels);
    std::vector<diag::Label> parameters_label(const FunctionInfo& info) const;

    // device_calls.cpp: functions of CUDA C++
    Value device_call(const syntax::Call& expr, const Entity& callee);

    // local_functions.cpp
    /// What a local name stands for that is given to a function, a type or a module.
    struct LocalFunction {
        const Symbol* symbol = nullptr;
        const syntax::Expr* value = nullptr;
        Span span;             ///< of the name, where it is assigned
        bool in_force = false; ///< the place that is looked at is behind that, in its block
    };
    void collect_local_functions(const syntax::Block& body);
    bool stands_for_function(const syntax::Expr& value);
    /// The local name of a function that the expression is; null for any other.
    LocalFunction* find_local_function(const syntax::Expr& expr);
    bool is_function_parameter(const syntax::Name& name) const;
    Entity named_function(const LocalFunction& named);
    bool bind_function(const syntax::Assign& stmt);
    /// The name of a function that the statement binds; null for any other statement.
    LocalFunction* function_named_by(const syntax::Stmt& stmt);
    void leave_functions(std::size_t count);
    Value lambda_call(const syntax::Call& expr, const Entity& callee);
    // element_types.cpp
    static bool asks_for_type(const syntax::Expr& expr);
    const Type* type_of_named(const syntax::Expr& expr);
    std::optional<Entity> element_type(const syntax::Expr& expr);
    Entity member_of(const Entity& owner, const std::string& name);

    // names.cpp
    /// What an expression stands for, when it is a name (with attributes) that is no variable, or names the
    /// type of something.
    std::optional<NameMeaning> meaning(const syntax::Expr& expr);
    /// The same: what messages are about.
    std::optional<Entity> entity(const syntax::Expr& expr);
    /// The type that the annotation of a local names.
    Environment::Annotation local_annotation(const syntax::Expr& expr);
    Value name_value(const syntax::Expr& expr, const Entity& entity);
    /// A coordinate, or what gridsize is: the grid's blocks times their threads.
    program::ExprPtr coordinate_value(Span span, const Entity& entity) const;
    Value attribute(const syntax::Attribute& expr);
    Value binding_value(Span span, const Binding& binding, const std::string& name);
    Value captured_tuple(Span span, const Binding& binding, const std::string& name);
    // captured.cpp
    /// A default, which is a literal or made of literals; null, and reported, for anything else.
    Value constant_default(const syntax::Expr& expr, const std::string& name);
    // defaults.cpp
    /// The default of a parameter, as Python found it when it made the function; null, and reported, where it
    /// is none.
    Value parameter_default(std::size_t parameter);
    Value default_from(const Binding& binding, const syntax::Parameter& parameter);
    /// Whether it is an attribute of a captured vector, struct or complex number, or of a field of one.
    bool is_captured_field(const syntax::Expr& expr);
    Value captured_complex(Span span, const Binding& binding, const std::string& name);
    /// A vector, or an instance of a struct.
    Value captured_aggregate(Span span, const Binding& binding, const std::string& name);
    void report_unknown(const std::string& name, Span span, bool called = false);
    void report_not_value(const syntax::Expr& expr, const Entity& entity);

    // expressions.cpp
    Value expression(const syntax::Expr& expr);
    Value expression_of(const syntax::Expr& expr);
    /// One that is a number; `where` says what needs it, for the message.
    /// Of a complex one it reports an error, unless the caller takes them.
    Value number(const syntax::Expr& expr, const std::string& where, bool takes_complex = false);
    /// One that a variable can hold: a number or a tuple.
    Value storable(const syntax::Expr& expr, const std::string& where);
    /// As a bool.
    program::ExprPtr condition(const syntax::Expr& expr);
    /// The condition of `a if condition else b`; where a run is traced it is told what came of it.
    program::ExprPtr choosing(const syntax::Expr& expr);
    program::ExprPtr truth(Value value);
    Value integer_literal(const syntax::Integer& expr);
    Value conditional(const syntax::Conditional& expr);
    Value boolean_op(const syntax::BooleanOp& expr);
    program::ExprPtr boolean_condition(const syntax::BooleanOp& expr);
    Value unsupported(const syntax::UnsupportedExpr& expr);

    // subscripts.cpp
    /// The array that an expression names; null, and reported, for anything else.
    program::Variable* array(const syntax::Expr& expr, const char* use);
    Value subscript(const syntax::Subscript& expr);
    /// The element of an array that `X[i]`, `A[i, j]` or `A[i][j]` names; nothing where there was an error.
    std::optional<program::Place> element(const syntax::Subscript& expr);
    /// `(X if c else Y)[i]`; nothing where the expression is none of that.
    std::optional<Value> chosen_array_element(const syntax::Subscript& expr);
    Value chosen_array_element(const syntax::Expr& array, const syntax::Subscript& expr);
    /// An expression that is one index of the array `name`.
    program::ExprPtr integer_index(const syntax::Expr& at, const std::string& name);

    // chains.cpp
    Value compare_chain(const syntax::Compare& expr, std::vector<Value> values);

    // quotients.cpp
    /// What `math.trunc`, `floor`, `ceil` or `round` makes of a quotient of integers: CPython's integer.
    Value quotient_integer(Span span, const Builtin* builtin, Quotient quotient);
    void keep_quotients(Value& choice, const program::Expr& condition, const Value& one, const Value& other);

    // tuple_indices.cpp
    /// How the tuple is nested that an expression stands for, before types are known; no parts where it is no
    /// tuple, or one whose parts are not seen in the text.
    TupleShape tuple_shape(const syntax::Expr& expr);
    TupleShape local_shape(const Symbol& symbol);
    /// … of what a call gives: by the function's signature, or else by what its `return`s say.
    TupleShape returned_shape(const syntax::Call& call);
    /// What plain assignments give the name.
    const std::vector<const syntax::Expr*>& values_of(const Symbol& symbol);
    /// The indices between brackets; of a tuple that has a name, its parts.
    std::vector<const syntax::Expr*> indices_in(const syntax::Expr& index);
    std::vector<const syntax::Expr*> indices_in(const syntax::Subscript& expr);
    std::string index_text(const syntax::Expr& index) const;

    // parts.cpp
    /// A part of an array, down to an element: where it begins, and what its dimensions run along.
    struct Part {
        program::Variable* array = nullptr;
        program::ExprPtr start; ///< the index of its first element; null for 0
        struct Axis {
            int along;               ///< a dimension of the array
            program::ExprPtr length; ///< null: the whole extent of the array
            program::ExprPtr step;   ///< from one to the next, in elements; null: as the array lies
        };
        std::vector<Axis> axes;       ///< none: an element
        const Local* lists = nullptr; ///< all rows of lists: the first axis runs along them
    };
    /// What stands between two commas in brackets: an index, or a slice; null for a bound that is not there.
    struct Index {
        const syntax::Expr* written;
        program::ExprPtr at, lower, upper, step;
    };
    struct Brackets {
        Span span;
        std::string name; ///< what they stand behind, as it is written
        std::vector<Index> indices;
    };
    /// A position along a dimension of the array, in steps of the stride, which is null for the array's own.
    struct Term {
        program::ExprPtr position;
        int along;
        program::ExprPtr stride;
    };
    /// How many dimensions the array or the part of one has that a name, or a name with `[...]` behind it,
    /// stands for; 0 for an element and -1 for anything else. Reports nothing.
    int dimensions(const syntax::Expr& expr);
    /// What an expression with dimensions() >= 0 stands for; nothing where there was an error. With `at`, an
    /// index or a tuple of them, the part that `expr[at]` would be.
    std::optional<Part> part(const syntax::Expr& expr, const syntax::Expr* at = nullptr);
    Part named_part(const Local& local, Span span);
    /// How many of the first dimensions from `first` on have strides of their own: those behind them are side
    /// by side.
    static std::size_t strided_axes(const Part& part, std::size_t first = 0);
    std::optional<std::vector<Brackets>> brackets_behind(const syntax::Expr& expr, const syntax::Expr* at,
                                                         const Local& local, const Part& root);
    program::ExprPtr part_start(Span span, const Part& root, std::vector<Term> terms);
    /// The part as a value: a VariableRef of a whole array, else an ArrayView.
    Value part_value(Span span, Part part);
    program::ExprPtr extent(Span span, const Part& part, std::size_t axis);
    /// From one to the next along an axis, in elements; null for 1.
    program::ExprPtr stride(Span span, const Part& part, std::size_t axis);
    program::ExprPtr stride(Span span, program::Variable* array, int along);
    /// What is known of a part by its shape alone: its brackets are evaluated all the same.
    Value shape_value(const Part& part, Value value);

    // chosen_arrays.cpp: `(X if c else Y)[i] = v`
    struct Choice {
        const syntax::Conditional* written = nullptr;
        bool behind_value = false; ///< Python makes the statement's value before
    };
    const syntax::Conditional* choice_of_atomic(const syntax::Expr* value);
    Choice choice_stored_through(const syntax::Stmt& stmt);
    void collect_choices(const syntax::Block& body);
    bool bind_chosen(const syntax::Stmt& stmt, Value* before, program::Block& out);
    void statement_with_choice(const syntax::Stmt& stmt, program::Block& out);

    // checked_index.cpp: the checked mode
    /// In checked mode: the index, which is looked at when the kernel runs, since it must be from 0 to below
    /// `length`. Otherwise the index as it is.
    program::ExprPtr checked_index(program::ExprPtr at, program::ExprPtr length, program::Check check) const;
    /// The same of the index of a row of lists; a negative constant counts from the end.
    program::ExprPtr checked_row(const Local& local, program::ExprPtr at, Span span) const;

    // lists.cpp
    /// The local that the expression names, if that is lists.
    const Local* lists_named(const syntax::Expr& expr);
    /// The type as signatures write it.
    static const Type* declared_type(const Local& local);
    Value lists_value(Span span, const Local& local);
    /// Whether the first brackets behind lists hold one index, else reported.
    bool is_row_index(const Brackets& brackets, const Local& local);
    static program::ExprPtr row_begin(const Local& local, program::ExprPtr index);
    static program::ExprPtr row_length(const Local& local, const program::Expr& index);
    static Part row(const Local& local, program::ExprPtr index);
    void list_elements(const Local& lists, program::Variable* begin, program::Variable* length, Span span,
                       program::ForEach& loop, program::Block& top);

    // slices.cpp
    program::ExprPtr slice_step(const syntax::Expr& step, const std::string& array);
    std::vector<program::ExprPtr> keep_bounds(std::vector<Brackets>& all, bool lists);
    program::ExprPtr cut(Index& index, program::Variable* array, Part::Axis& axis);
    program::ExprPtr cut_by_step(Index& index, program::Variable* array, Part::Axis& axis);
    program::ExprPtr slice_bound(program::ExprPtr at, program::ExprPtr length);
    program::ExprPtr clamped(program::ExprPtr at, program::ExprPtr length, Span span);

    // views.cpp
    /// Makes names that parts of arrays are assigned to views of them.
    void collect_views(const syntax::Block& statements);
    bool collect_view(const syntax::Expr& target, const syntax::Expr& value, bool rows);
    bool collect_part(Local& local, const syntax::Expr* target, Span span, const Part& part,
                      std::size_t first);
    bool fits_view(const Local& local, const Part& part, std::size_t first, Span span);
    struct Stores {
        std::vector<program::Place> places;
        std::vector<program::ExprPtr> values;
    };
    /// The stores that make a view, or a pointer, show `part` from its dimension `first` on, beginning at
    /// `start` (null: 0).
    void set_view(Span span, Local& local, program::ExprPtr start, const Part& part, std::size_t first,
                  Stores& stores);
    program::StmtPtr store_all(Span span, Stores stores);
    static void drop_kept(const Local& local, Stores& stores);
    /// The view that `target = value` binds; null where it is another assignment.
    Local* view_target(const syntax::Expr& target, const syntax::Expr& value);
    /// The stores of `target = value`; false, and reported, where that cannot be.
    bool bind_view(Span span, Local& local, const syntax::Expr& value, Stores& stores);
    bool collect_rows(const syntax::Expr& target, const syntax::Call& call);
    bool for_rows(const syntax::For& stmt, program::Block& out);
    /// Rows that a loop goes through with other things: what it does before, and at the top of its body.
    struct RowStores {
        program::Block before, top;
    };
    bool row_elements(const syntax::Expr& target, const syntax::Expr& iterable, program::ForEach& loop,
                      RowStores& rows);

    // array_names.cpp: names that stand for one array and later for another
    /// As dimensions(), also of `X if c else Y`.
    int array_dimensions(const syntax::Expr& expr);
    program::Variable* beside(const Local& local, const std::string& suffix, Span span,
                              program::Variable* known = nullptr);
    static bool may_be_named(const Local& local, const Part& part, std::size_t first);
    bool release(const Symbol& symbol, Local& local);
    Part base_part(const Local& local, Span span);
    bool collect_pointer(Local& local, Span span, const Part& part, std::size_t first);
    void make_pointer(Local& local, const Type* type, Span span);
    bool bind_part(Span span, Local& local, const syntax::Expr& value, Stores& stores);
    bool bind_choice(Span span, Local& local, const syntax::Conditional& value, Stores& stores);
    bool bind_chain(const syntax::Assign& stmt, program::Block& out);
    /// What the parameters' names stand for at first.
    void bind_bases(program::Block& out);
    void bind_base(Local& local, program::Block& out);
    std::optional<diag::Label> since(const Local& local);
    /// Whether the name, of an array, cannot stand for the other array that it is given: reported.
    bool refuse_array(const syntax::Expr& target, const syntax::Expr& value);
    void report_name_conflict(const Local& local, const Part& part, std::size_t first, Span span);
    /// The variables of a loop over rows: what it goes through stays what it was at its beginning.
    struct RowLoop {
        program::Variable* counter = nullptr;
        program::Variable* source = nullptr;     ///< a pointer that the body changes, as it was
        program::Variable* begin = nullptr;      ///< the index of the first row's first element
        std::vector<program::Variable*> lengths; ///< of the rows, by their dimension; null for whole ones
        std::vector<program::Variable*> strides; ///< likewise, null for those of the array
    };
    void keep_source(const syntax::Block& body, const Local& local, Span span, Part& part, RowLoop& rows,
                     program::Block& out);
    void keep_rows(const Local& local, Span span, Part& part, RowLoop& rows, program::Block& out);
    program::Variable* row_variable(program::Variable*& variable, const std::string& name, Span span);

    // own_arrays.cpp
    /// Makes the names that `shared(...)` and `local(...)` are assigned to arrays.
    void collect_arrays(const syntax::Block& statements);
    void declare_array(const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Call& call,
                       program::Block& out);
    /// The built-in that an expression calls when that is `shared` or `local`; else null.
    const Builtin* array_maker(const syntax::Expr& expr);
    /// What a call of `shared` or `local` makes; nothing, and reported, where it has mistakes.
    struct ArrayKind {
        const Type* element;
        std::vector<int64_t> shape;
    };
    std::optional<ArrayKind> array_kind(const syntax::Call& call, const Builtin& maker);
    std::optional<int64_t> extent(const syntax::Expr& expr, const Builtin& maker);
    const syntax::Expr* constant_local(const syntax::Expr& expr);
    /// Whether the local is an array whose declaration has not come yet: reported.
    bool is_too_early(Local& local, Span span);
    // shapes.cpp
    /// The array, or the part of one, whose `.shape` the expression is; null for any other expression.
    const syntax::Expr* shape_of(const syntax::Expr& expr);
    /// `A.shape[1]`; nothing where the expression is no element of a shape.
    std::optional<Value> shape_element(const syntax::Subscript& expr);
    program::ExprPtr extent(Span span, program::Variable* array, int axis);
    Value array_size(Span span, const syntax::Expr& array);
    void report_shape(diag::ShapeUse::Why why, const syntax::Expr& array, Span span);

    // tables.cpp
    /// The numbers in a tuple of constants, row by row.
    struct Constants {
        std::vector<Value> values;
        bool ragged = false;   ///< rows of several lengths
        bool variable = false; ///< one is no constant; not reported
    };
    /// Adds the constants and gives their extents, none for a number; nothing where one is no constant.
    std::optional<std::vector<std::size_t>> constants(const Binding& binding, Span span,
                                                      const std::string& name, Constants& out);
    std::optional<std::vector<std::size_t>> constants(const syntax::Expr& expr, Constants& out);
    /// Of vectors or complex numbers: a value for each of their components, one behind the other; nothing,
    /// and reported, where a table cannot hold them. `type` is that of one of them, or null to find it.
    std::optional<Constants> components(const Constants& all, const std::string& name, Span span,
                                        const Type*& type);
    static bool has_components(const Constants& all);
    Value chosen_components(Span span, const Constants& all, const std::string& name,
                            program::ExprPtr position);
    bool component_elements(const std::vector<const syntax::Expr*>& targets, const syntax::Expr& iterable,
                            const std::string& name, const Constants& all, program::ForEach& loop,
                            RowStores& rows);
    /// Null, and reported, where the numbers have no common type.
    const Type* element_type(const Constants& constants);
    program::Variable* table(const std::string& name, const Constants& constants, const Type* element,
                             Span span);
    /// An element of a captured tuple; nothing where the expression is none.
    std::optional<Value> captured_element(const syntax::Subscript& expr);
    Value chosen_element(const syntax::Subscript& expr, const Binding& binding, const std::string& name,
                         const std::vector<const syntax::Expr*>& indices, std::size_t first);
    bool is_table(const syntax::Expr& tuple);
    bool table_elements(const syntax::Expr& target, const syntax::Expr& iterable, program::ForEach& loop,
                        RowStores& rows);
    /// Gives each element of a table that took another precision a table of that precision.
    void settle_tables();

    // tuples.cpp
    /// What an assignment to several places assigns, in order.
    struct Pairs {
        std::vector<const syntax::Expr*> targets;
        std::vector<Value> values;
        std::vector<Stores> views; ///< for each target, of a name for a part of an array; else empty
        std::vector<program::StmtPtr> before; ///< what is kept before all places are assigned to
    };
    Value tuple_display(const syntax::Tuple& expr);
    /// `t[0]`; nothing where the expression is no part of a tuple.
    std::optional<Value> tuple_part(const syntax::Subscript& expr);
    /// As FunctionChecker::store does, where the value or the place is a tuple.
    program::ExprPtr store_tuple(Value value, const Type* type, Target target, Span span);
    Value tuple_conditional(const syntax::Conditional& expr, program::ExprPtr test, Value then_value,
                            Value else_value);
    bool pair_up_parts(const syntax::Tuple& targets, Value value, Span span, Pairs& pairs);

    // tuple_compare.cpp
    Value compare_tuples(const syntax::Compare& expr, std::vector<Value> values);
    /// `decides`: nothing is asked of parts behind these.
    bool comparable_parts(const Value& left, const Value& right, syntax::CompareOp op, Span span,
                          bool decides = true);
    program::ExprPtr compare_parts(const Value& left, const Value& right, program::CompareOp op, Span span);
    void keep_parts(program::ExprPtr& node, std::vector<program::ExprPtr>& assignments);
    // same_objects.cpp
    /// Two floating parts that a comparison of tuples asks about, which must not be one NaN.
    struct ComparedParts {
        program::ExprPtr left, right;
        diag::SameNan payload;
        Span span;
    };
    void refuse_same_objects();

    // tuple_loops.cpp: `for d in (dx, dy)`
    /// What a name of the head is given, one after the other.
    struct TupleColumn {
        const syntax::Expr* target;
        Local* local;
        std::vector<Value> values;
    };
    bool tuple_elements(const syntax::Expr& target, const syntax::Expr& iterable, Value tuple,
                        program::ForEach& loop, RowStores& rows);
    bool tuple_columns(const syntax::Expr& target, const syntax::Expr& iterable, std::vector<Value> values,
                       std::vector<TupleColumn>& columns, program::Block& before);
    Value kept_tuple(Value tuple, program::Block& before);

    // loop_names.cpp: `for b in A: …` and later `for b in B: …`, over structs
    void separate_loop_names(const syntax::Block& body);
    void visit_loop_names(const syntax::Expr& target, const syntax::Expr& iterable,
                          const std::function<void(const syntax::Name&, const syntax::Expr&)>& found);

    // struct_values.cpp
    Value construct(const syntax::Call& expr, const Entity& entity);
    Value construct_vector(const syntax::Call& expr, const Type* type, const std::string& name);
    /// Of a vector and a vector, or a number.
    Value vector_binary(syntax::BinaryOp op, const std::string& quoted, Span span, Value left, Value right);
    /// `owner.name`; none, and reported, where the type of the owner has no such field.
    Value field(const syntax::Attribute& expr, Value owner);
    /// `p.copy()`; nothing where the call is none of that.
    std::optional<Value> struct_method(const syntax::Call& expr);
    /// As FunctionChecker::store does, where the value or the place is a struct.
    program::ExprPtr store_struct(Value value, const Type* type, Target target, Span span);
    Value struct_conditional(const syntax::Conditional& expr, program::ExprPtr test, Value then_value,
                             Value else_value);
    std::optional<program::Place> field_place(const syntax::Attribute& target);
    void report_same(diag::SameStruct::Why why, const std::string& place, const Value& value, Span span);
    void report_as_number(const Value& value, const syntax::Expr& expr, const std::string& where);

    // element_names.cpp: `p = bodies[i]`, `for p in bodies`
    /// An element that is a struct, or a struct in it, as an expression names it.
    struct Element {
        program::Variable* array;
        std::vector<std::size_t> fields;
        const Type* type;
    };
    /// Nothing for any other expression; reports nothing.
    std::optional<Element> struct_element(const syntax::Expr& expr);
    static bool is_element_name(const Local& local) { return local.view && local.view->axes.empty(); }
    Value element_value(Span span, const Local& local);
    /// Of an expression with dimensions() > 0.
    bool holds_structs(const syntax::Expr& array);
    bool collect_element(const syntax::Expr& target, const syntax::Expr& value);
    bool bind_element(Span span, Local& local, const syntax::Expr& value, Stores& stores);
    void report_element_conflict(const Local& local, diag::ElementConflict::Why why, const std::string& other,
                                 Span span);

    // lent_structs.cpp
    /// Makes local structs that are given to functions which change them arrays of one element.
    void collect_lent(const syntax::Block& statements);
    void lend_arguments(const syntax::Call& call);
    const Type* changed_argument(const syntax::Call& call, std::size_t argument, const Entity& callee,
                                 const Symbol& symbol);
    const Type* struct_given_to(const Symbol& symbol);

    // operators.cpp
    Value unary(const syntax::Unary& expr);
    Value binary(const syntax::Binary& expr);
    std::optional<WideInt> constant_beyond_64_bits(const syntax::Binary& expr);
    Value binary(syntax::BinaryOp op, Span op_span, Span span, Value left, Value right);
    Value strong_binary(syntax::BinaryOp op, Span span, Value left, Value right);
    Value weak_binary(syntax::BinaryOp op, Span op_span, Span span, Value left, Value right);
    Value power(Span span, Value left, Value right);
    Value shift(syntax::BinaryOp op, Span span, Value left, Value right);
    bool need_integer(const Value& value, const std::string& where);
    /// The type that numbers meet in; null, and reported, where they have none. `where` says what needs it.
    const Type* common_type(std::span<const Value> values, const std::string& where);
    const Type* common_type(const Value& left, const Value& right, const std::string& where);
    Value compare(const syntax::Compare& expr);

    // calls.cpp
    Value call(const syntax::Call& expr);
    void settle_result(FunctionInfo& callee);
    static std::vector<std::vector<program::ExprPtr>> take_strides(std::vector<Value>& arguments);
    /// `captures` are the values of what the callee itself uses of this function.
    Value user_call(const syntax::Call& expr, const FunctionInfo& callee,
                    std::vector<program::ExprPtr> captures = {});
    /// The argument of each parameter: null where its default stands. Nothing, and reported, where the call
    /// does not fit; `failed` where an argument has an error of its own.
    std::optional<std::vector<const syntax::Expr*>> arguments(const syntax::Call& expr,
                                                              const FunctionInfo& callee, bool& failed);
    program::ExprPtr argument(Value value, const syntax::Expr& expr, const FunctionInfo& callee,
                              std::size_t parameter);

    // constant_parameters.cpp
    bool is_size(const std::string& name);
    std::optional<Entity> type_by_default(std::size_t parameter);
    std::shared_ptr<const NamedEntity> constant_argument(const FunctionInfo& generic, std::size_t parameter,
                                                         const syntax::Expr* given);

    // generic_calls.cpp
    /// The instance of a generic function for these arguments, whose values it adds; null where there is
    /// none.
    const FunctionInfo* instance(const syntax::Call& expr, const FunctionInfo& generic,
                                 const std::vector<const syntax::Expr*>& given, std::vector<Value>& values,
                                 std::vector<program::ExprPtr>& captures);
    /// What is given for a function parameter; null, and reported, where it is no function.
    const FunctionInfo* function_argument(const syntax::Expr& expr, const FunctionInfo& generic,
                                          std::size_t parameter, std::vector<program::ExprPtr>& captures);
    // captures.cpp
    /// A lambda, and the values of what it uses of this function; null where there was an error.
    const FunctionInfo* lambda_argument(const syntax::Lambda& lambda, const std::string& name,
                                        std::vector<program::ExprPtr>& captures);
    /// Adds what a local name of a function stands for, where the name is one and that is no lambda.
    void add_name(const syntax::Name& name, Instances::LambdaNames& names);
    bool add_function(const syntax::Name& name, Instances::LambdaNames& names, std::vector<Capture>& captures,
                      std::vector<program::ExprPtr>& values);
    /// What comes along with the function that is given for a parameter.
    std::vector<program::ExprPtr> own_captures(const std::string& function, Span span) const;
    Value cast(const syntax::Call& expr, const Type* type, const std::string& name);

    // complex.cpp
    Value imaginary_literal(const syntax::Expr& expr);
    Value complex_call(const syntax::Call& expr, const Type* type, const std::string& name);
    std::optional<Value> complex_part(const syntax::Attribute& expr, Value& owner);
    Value complex_owner(const syntax::Expr& expr);
    std::optional<Value> complex_method(const syntax::Call& expr);
    Value complex_function(Span span, Special function, Value value);
    Value complex_power(Span span, Value base, Value exponent);
    Value polar(Span span, Value value);
    Value rect(Span span, std::vector<Value> values);
    /// Whether it is one, which is reported.
    bool refuse_complex(const Value& value, const std::string& where);
    bool plain_arguments(const syntax::Call& expr, const std::string& name, std::size_t least,
                         std::size_t most);
    void check_arguments_only(const syntax::Call& expr);

    // builtin_calls.cpp
    Value builtin_call(const syntax::Call& expr, const Entity& entity);
    /// `operator.add(a, b)`
    Value operator_call(const syntax::Call& expr, const Entity& entity);
    Value special_call(const syntax::Call& expr, const Entity& entity);
    Value shaped_call(const syntax::Call& expr, const Entity& entity);
    Value length(const syntax::Call& expr);
    Value barrier(const syntax::Call& expr, const Entity& entity);
    // pairs.cpp
    /// `divmod(a, b)` as a tuple.
    Value divmod_value(const syntax::Call& expr);
    /// `math.frexp(x)` and its kin as a tuple.
    Value pair_value(const syntax::Call& expr, const Entity& entity);
    using Kept = std::vector<program::ExprPtr>;
    program::ExprPtr operand_for_two(program::ExprPtr operand, const char* name, Kept& kept);
    static Value tuple_of_two(Span span, program::ExprPtr first, program::ExprPtr second, Kept kept);
    /// `round(x, digits)`.
    Value round_digits(const syntax::Call& expr);
    Value bit_function(const syntax::Call& expr, const Entity& entity);
    Value bits_of_number(const syntax::Call& expr, const Entity& entity);
    Value number_of_bits(const syntax::Call& expr, const Entity& entity);
    Value lane_mask(const syntax::Call& expr, const Entity& entity);
    Value extremum(const syntax::Call& expr, const Entity& entity);
    Value to_integer(Span span, const Builtin* builtin, Value value);
    /// The precision that the arguments give a function.
    const Type* precision(const std::vector<Value>& values, bool single) const;
    /// Whether the arguments give it none, so that its result is a float without a width.
    static bool is_without_width(const std::vector<Value>& values, bool single);
    /// What int(), math.floor() and their kin make of a quotient of integers, as CPython does.
    /// The arguments of a call as numbers; nothing where one has an error.
    std::optional<std::vector<Value>> numbers(const syntax::Call& expr, const std::string& name,
                                              bool takes_complex = false);
    program::ExprPtr builtin_node(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                                  std::vector<program::ExprPtr> arguments);

    // atomics.cpp
    Value atomic(const syntax::Call& expr, const Entity& entity);
    bool is_atomic_array(const syntax::Call& expr, const Entity& entity);

    // random.cpp
    Value draw(const syntax::Call& expr, const Entity& entity);
    program::ExprPtr generator(const syntax::Expr& expr, const std::string& function);
    program::ExprPtr random_seed(const syntax::Call& call, program::Variable* state);

    // reports.cpp: what the host hears of
    void assert_statement(const syntax::Assert& stmt, program::Block& out);
    Value print_call(const syntax::Call& expr);
    /// A number that `print` shows; null, and reported, for anything else.
    program::ExprPtr printable(const syntax::Expr& expr);
    /// What a `print` shows so far: one text more than arguments.
    struct Printed {
        std::vector<std::string> texts = {""};
        std::vector<program::ExprPtr> arguments;
        std::vector<program::BuiltinCall::Format> formats;
    };
    bool names_characters(const syntax::Expr& expr, const std::string& where);
    bool print_argument(const syntax::Expr& expr, Printed& out);
    program::ExprPtr formatted(const syntax::FormatField& field, program::ExprPtr value,
                               program::BuiltinCall::Format& out);
    void bad_format(const syntax::FormatField& field, std::string why, std::string help = "");
    /// A string literal; nothing, and reported, for anything else. `where` says what needs it.
    std::optional<std::string> literal_text(const syntax::Expr& expr, const std::string& where);

    // warps.cpp
    Value warp_call(const syntax::Call& expr, const Entity& entity);
    program::ExprPtr warp_mask(const syntax::Expr& expr, const std::string& function);
    program::ExprPtr warp_width(const syntax::Expr& expr, const std::string& function);
    program::ExprPtr warp_integer(const syntax::Expr& expr, const std::string& function);

    // store.cpp
    /// The value as one of type `type`, where the language lets it be stored so; else reported, and null.
    program::ExprPtr store(Value value, const Type* type, Target target);
    void warn_of_precision(const Value& value, const Type* type, const std::string& words, Span span,
                           Target& target);
    bool is_single(const program::Expr& expr);
    Target target_of(const program::Place& place);

    // statements.cpp
    void block(const syntax::Block& statements, program::Block& out);
    void statement(const syntax::Stmt& statement, program::Block& out);
    void note_loss(const syntax::Stmt& statement, std::size_t reports_before);
    void statement_of_kind(const syntax::Stmt& statement, program::Block& out);
    void emit(program::Block& out, program::StmtPtr stmt, const syntax::Stmt& from);
    void expression_statement(const syntax::ExpressionStmt& stmt, program::Block& out);
    void if_statement(const syntax::If& stmt, program::Block& out);
    void while_statement(const syntax::While& stmt, program::Block& out);
    void return_statement(const syntax::Return& stmt, program::Block& out);
    void unsupported(const syntax::UnsupportedStmt& stmt);

    // assignments.cpp
    bool assigns_lists(const syntax::Assign& stmt);
    void assign(const syntax::Assign& stmt, program::Block& out);
    void assign_one(const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Expr& value,
                    program::Block& out);
    void assign_chain(const syntax::Assign& stmt, program::Block& out);
    void augmented_assign(const syntax::AugmentedAssign& stmt, program::Block& out);
    void annotated_assign(const syntax::AnnotatedAssign& stmt, program::Block& out);
    void annotated_array(const syntax::AnnotatedAssign& stmt, const std::string& name, const Type& annotated,
                         program::Block& out);
    std::optional<program::Place> place(const syntax::Expr& target);
    /// Joins the value's type to a local that `target` names.
    void join_target(const syntax::Expr& target, const Value& value);
    void poison(const syntax::Expr& target);

    // unpacking.cpp
    void keep_values(Pairs& pairs);
    void unpack(const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Expr& value,
                program::Block& out);
    bool pair_up(const syntax::Expr& target, const syntax::Expr& value, Pairs& pairs);
    bool pair_up(const syntax::Expr& target, const Binding& binding, Span span, const std::string& name,
                 Pairs& pairs);
    bool same_count(const syntax::Tuple& targets, std::size_t values, Span span);
    void unpack_values(const syntax::Stmt& stmt, const std::vector<const syntax::Expr*>& targets,
                       std::vector<Value> values, program::Block& out, std::vector<Stores> views = {});
    bool unpack_call(const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Call& call,
                     program::Block& out);
    void unpack_divmod(const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Call& call,
                       program::Block& out);
    void unpack_builtin(const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Call& call,
                        const Entity& entity, program::Block& out);

    // loops.cpp
    void for_statement(const syntax::For& stmt, program::Block& out);
    void for_range(const syntax::For& stmt, const syntax::Call& range, program::Block& out);
    void for_each(const syntax::For& stmt, program::Block& out);
    bool elements(const syntax::Expr& target, const syntax::Expr& iterable, program::ForEach& loop,
                  RowStores& rows, bool in_zip = false);
    bool zip_elements(const syntax::Expr& target, const syntax::Call& call, program::ForEach& loop,
                      RowStores& rows);
    bool enumerate_elements(const syntax::Expr& target, const syntax::Call& call, program::ForEach& loop,
                            RowStores& rows);
    Local* loop_variable(const syntax::Expr& target);
    bool is_beyond_int64(const Value& value, const std::string& where);
    /// Of rows or structs, where the target is no name for one.
    void report_loop_target(const syntax::Expr& target, const syntax::Expr& iterable);
    /// Structs of a name that stands for several arrays, so that none can stand for them: reported.
    bool is_of_several(const Part& shown, const syntax::Expr& iterable);
    void loop_body(const syntax::Block& body, const syntax::Block& else_body, program::Block& out,
                   program::Block& else_out);

    Context& context_;
    FunctionInfo& info_;
    Environment environment_;
    program::Function& function_;
    Symbols symbols_;
    std::optional<AssignedValues> assigned_values_; ///< once somebody has asked
    std::unordered_map<const Symbol*, TupleShape> tuple_shapes_;
    std::set<const syntax::Function*> shaped_calls_; ///< those whose results' shapes are being looked for
    /// Of what stands between brackets: the parts of a tuple, as if the user had written them, `t[0]`,
    /// `t[1]`.
    std::unordered_map<const syntax::Expr*, std::vector<syntax::ExprPtr>> index_parts_;
    std::map<const Symbol*, Local, InOrder> locals_;
    std::map<const Symbol*, LocalFunction, InOrder> local_functions_;
    std::unordered_map<const program::Variable*, const Symbol*> of_variables_;
    std::unordered_map<const syntax::Stmt*, Choice> choices_; ///< of the statements that store through one
    /// Assignments of functions to names that are bound elsewhere, too, and where.
    std::unordered_map<const syntax::Stmt*, Span> rebound_functions_;
    std::vector<LocalFunction*> in_force_;            ///< in the order of their assignment
    std::vector<const syntax::Lambda*> open_lambdas_; ///< whose captures are being looked for
    bool collecting_ = false;                         ///< the names of functions stand for what they will be
    std::unordered_map<const syntax::Expr*, RowLoop> row_loops_; ///< by the name of the row
    std::vector<ComparedParts> compared_parts_;
    std::unordered_map<const syntax::Expr*, program::Variable*> tuple_arrays_; ///< by the name of a loop
    const syntax::Block* loop_syntax_ = nullptr; ///< the body of the loop whose head is looked at
    /// The variables that hold the extents of pointers.
    std::unordered_map<const program::Variable*, std::vector<program::Variable*>> extents_;
    /// What the calls of functions of `operator` mean, over the arguments of the call.
    std::unordered_map<const syntax::Call*, std::shared_ptr<const syntax::Expr>> operations_;
    std::optional<std::pair<std::string, Span>> poisoned_read_; ///< the first one in this pass
    const Type* inferred_ = nullptr; ///< what `return`s have given, while the result is inferred
    bool inferring_ = false;
    bool returns_value_ = false;
    bool final_ = true;
    bool in_size_ = false; ///< a count of elements is looked at, where locals that are constant are constants
    const Type* precision_; ///< of floats without a width
    static constexpr int most_passes = 100;
    bool gave_up_ = false;       ///< after so many passes types still change
    bool literals_wait_ = false; ///< literals have no say in the type of a local yet
    bool waited_ = false;        ///< … and there were some
    bool again_ = false;         ///< a local that was already read in this pass has changed its type
    /// A statement or a `:=` that was reported on may have bound names: unknown ones follow from it.
    bool hides_names_ = false;
    std::size_t reports_ = 0;
    int loops_ = 0; ///< how many loops are around the statement
    int depth_ = 0; ///< … and how many blocks
};

/// A call or a store of an expression without these can be left out or done twice.
bool is_pure(const program::Expr& expr);
/// The order in which a call's `count` arguments are evaluated: as they are written, then defaults and what
/// else goes along. `given` has each parameter's argument, `begins` the place of its first value and, at its
/// end, the place behind the last. Empty where they are written in their own order.
std::vector<std::size_t> written_order(const syntax::Call& call,
                                       const std::vector<const syntax::Expr*>& given,
                                       const std::vector<std::size_t>& begins, std::size_t count);
/// Whether the pairs of a chain of comparisons are compared in types that differ.
bool compares_in_several_types(const std::vector<Value>& values);
/// A literal, or what is made of literals.
bool is_constant(const program::Expr& expr);

/// What is known of the part of a tuple with this number; its node is a copy.
Value part_of(const Value& tuple, std::size_t i);

} // namespace cudapy::checker
