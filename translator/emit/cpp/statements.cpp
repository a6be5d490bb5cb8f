#include "translator/emit/cpp/statements.h"

#include "translator/emit/cpp/reports.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// Returns an argument of a macro. A macro takes the comma of `complex64{1.0f, 2.0f}` for its own, where no
/// parentheses are around it.
std::string macro_argument(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0) return "(" + text + ")";
    }
    return text;
}

} // namespace

void StatementPrinter::print(const Block& block) {
    for (const StmtPtr& stmt : block)
        print(*stmt);
}

void StatementPrinter::simple(const Stmt& stmt, const std::string& code) {
    writer_.line(code, stmt.comments.trailing);
}

void StatementPrinter::print(const Stmt& stmt) {
    writer_.comments(stmt.comments.above);
    writer_.at(stmt.span);
    switch (stmt.kind) {
    case StmtKind::assign:
        return print_assign(as<Assign>(stmt));
    case StmtKind::augmented_assign:
        return print_augmented(as<AugmentedAssign>(stmt));
    case StmtKind::builtin_unpack:
        return print_unpack(as<BuiltinUnpack>(stmt));
    case StmtKind::evaluate:
        if (program::is_report(*as<Evaluate>(stmt).value)) return print_report(as<Evaluate>(stmt));
        if (lanes_ && program::is_grid_barrier(*as<Evaluate>(stmt).value))
            return print_grid_barrier(as<Evaluate>(stmt));
        if (const auto turn = turn_text(as<Evaluate>(stmt)); !turn.empty()) return simple(stmt, turn);
        return simple(stmt, evaluated(*as<Evaluate>(stmt).value) + ";");
    case StmtKind::if_:
        return print_if(as<If>(stmt));
    case StmtKind::while_:
        writer_.open("while (" + expressions_.condition(*as<While>(stmt).condition) + ") {",
                     stmt.comments.trailing);
        print(as<While>(stmt).body);
        return writer_.close();
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::return_:
    case StmtKind::diverged:
        return simple(stmt, jump_text(stmt));
    case StmtKind::declare:
        return print_declare(as<Declare>(stmt));
    case StmtKind::for_c:
        return print_for(as<ForC>(stmt));
    case StmtKind::block:
        writer_.open("{", stmt.comments.trailing);
        print(as<BlockStmt>(stmt).body);
        return writer_.close();
    case StmtKind::vectorized_access:
        return print_vectorized(as<VectorizedAccess>(stmt), expressions_, {});
    case StmtKind::work_item_loop:
        if (as<WorkItemLoop>(stmt).in_turns) return print_turns(as<WorkItemLoop>(stmt));
        if (lanes_->is_coarsened) return print_coarsened_loop(as<WorkItemLoop>(stmt));
        return in_warp_ ? print_lanes_of_warp(as<WorkItemLoop>(stmt)) : print_lanes(as<WorkItemLoop>(stmt));
    case StmtKind::warp_loop:
        return print_warps(as<WarpLoop>(stmt));
    case StmtKind::note:
        if (!stmt.comments.trailing.empty()) writer_.comments({stmt.comments.trailing});
        return;
    case StmtKind::multi_assign:
    case StmtKind::for_range:
    case StmtKind::for_each:
        break;
    }
    throw InternalError("a statement that a lowering should have removed reached the emitter");
}

/// Returns the text of a jump. It is empty for a statement after which control goes on.
std::string StatementPrinter::jump_text(const Stmt& stmt) const {
    switch (stmt.kind) {
    case StmtKind::break_:
        return "break;";
    case StmtKind::continue_:
        return "continue;";
    case StmtKind::return_: {
        const ExprPtr& value = as<Return>(stmt).value;
        return value ? "return " + expressions_.print(*value, Need::stored) + ";" : "return;";
    }
    case StmtKind::diverged:
        // For an operation of a warp, the line is given as a negative number.
        return fmt::format("return {}{};", as<Diverged>(stmt).in_warp ? "-" : "", place_number(stmt.span));
    default:
        return {};
    }
}

/// The conversion of a value that nobody uses is left out: `long(f(float(x)));` would declare a function.
std::string StatementPrinter::evaluated(const Expr& expr) const {
    if (expr.kind == ExprKind::cast) return evaluated(*as<program::Cast>(expr).operand);
    return expressions_.print(expr, Need::exact, Precedence::comma);
}

void StatementPrinter::print_report(const Evaluate& stmt) {
    const auto& call = as<BuiltinCall>(*stmt.value);
    if (call.builtin->special == Special::print) {
        // A traced run is a copy of the user's: it computes what is printed, and prints nothing.
        const bool is_silent = expressions_.dialect().is_traced;
        std::string text = (is_silent ? "snprintf(nullptr, 0, " : "printf(") + format_literal(call);
        for (const ExprPtr& argument : call.arguments)
            text += ", " + expressions_.printf_argument(*argument);
        return simple(stmt, text + ");");
    }
    const Dialect& dialect = expressions_.dialect();
    if (dialect.stubs) {
        if (call.texts.empty())
            return simple(stmt, "assert(" + macro_argument(expressions_.print(*call.arguments[0])) + ");");
        return simple(stmt, "assert(" +
                                macro_argument(
                                    expressions_.print(*call.arguments[0], Need::exact, Precedence::bit_or)) +
                                " && " + string_literal(call.texts[0]) + ");");
    }
    const std::string number =
        std::to_string(dialect.assertion_numbers.at({call.span.file, call.span.begin}));
    const std::string condition = expressions_.print(*call.arguments[0], Need::exact, Precedence::unary);
    simple(stmt, "if (!" + condition + ") " + (dialect.target == Target::cpu ? "throw " : "") +
                     dialect.assertion_failure +
                     (dialect.target == Target::cpu ? "{" + number + "};" : "(" + number + ");"));
}

void StatementPrinter::print_grid_barrier(const Evaluate& stmt) {
    simple(stmt, fmt::format("if (!{}.sync()) return {};", lanes_->grid, place_number(stmt.span)));
}

/// Returns the number that a failed kernel tells of a line by.
int StatementPrinter::place_number(Span span) const {
    const int line = writer_.line_of(span);
    const auto& numbers = expressions_.dialect().place_numbers;
    return numbers.empty() ? line : numbers.at({span.file, line});
}

/// Returns the text of a call in which the thread gives its turn up. It is empty for any other call.
std::string StatementPrinter::turn_text(const Evaluate& stmt) const {
    if (!is_turn(*stmt.value)) return {};
    const auto& call = as<HelperCall>(*stmt.value);
    std::string text = expressions_.dialect().helper_names.at(call.helper) + "(";
    if (call.helper == Helper::turn_begin) return text + ");";
    text += std::to_string(place_number(stmt.span));
    for (const ExprPtr& argument : call.arguments)
        text += ", " + expressions_.print(*argument, Need::stored, Precedence::assignment);
    return text + ");";
}

void StatementPrinter::print_assign(const Assign& stmt) {
    simple(stmt,
           expressions_.place(stmt.lvalue) + " = " + expressions_.print(*stmt.value, Need::stored) + ";");
}

void StatementPrinter::print_augmented(const AugmentedAssign& stmt) {
    const char* op = nullptr;
    switch (stmt.op) {
    case BinaryOp::add:
        op = "+=";
        break;
    case BinaryOp::sub:
        op = "-=";
        break;
    case BinaryOp::mul:
        op = "*=";
        break;
    case BinaryOp::divide:
        op = "/=";
        break;
    case BinaryOp::remainder:
        op = "%=";
        break;
    case BinaryOp::shift_left:
        op = "<<=";
        break;
    case BinaryOp::shift_right:
        op = ">>=";
        break;
    case BinaryOp::bit_and:
        op = "&=";
        break;
    case BinaryOp::bit_or:
        op = "|=";
        break;
    case BinaryOp::bit_xor:
        op = "^=";
        break;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo:
    case BinaryOp::power:
        throw InternalError("an operator that a lowering should have removed reached the emitter");
    }
    simple(stmt, expressions_.place(stmt.lvalue) + " " + op + " " + expressions_.augmented_value(stmt) + ";");
}

void StatementPrinter::print_unpack(const BuiltinUnpack& stmt) {
    const std::string first = expressions_.place(stmt.lvalues[0]);
    const std::string second = expressions_.place(stmt.lvalues[1]);
    // C returns the first of the pair and stores the second through a pointer; sincos and sincospi store
    // both.
    if (stmt.builtin->name.starts_with("sincos"))
        return simple(stmt, expressions_.builtin(*stmt.builtin, stmt.precision, stmt.arguments,
                                                 {"&" + first, "&" + second}) +
                                ";");
    simple(stmt, first + " = " +
                     expressions_.builtin(*stmt.builtin, stmt.precision, stmt.arguments, {"&" + second}) +
                     ";");
}

/// Returns `return;` and the like, where that is all that the statement does if its condition holds; else
/// empty.
std::string StatementPrinter::only_jump(const If& stmt) const {
    if (stmt.then_body.size() != 1 || !stmt.else_body.empty()) return {};
    const Stmt& only = *stmt.then_body.front();
    if (!only.comments.above.empty() || !only.comments.trailing.empty()) return {};
    if (writer_.has_line_directives() && writer_.line_of(only.span) != writer_.line_of(stmt.span)) return {};
    return jump_text(only);
}

void StatementPrinter::print_if(const If& stmt) {
    if (const std::string jump = only_jump(stmt); !jump.empty()) {
        const std::string code = "if (" + expressions_.condition(*stmt.condition) + ") " + jump;
        if (writer_.fits(code)) return simple(stmt, code);
    }
    const If* current = &stmt;
    writer_.open("if (" + expressions_.condition(*current->condition) + ") {", current->comments.trailing);
    while (true) {
        print(current->then_body);
        if (current->else_body.empty()) break;
        const Stmt& only = *current->else_body.front();
        if (current->else_is_elif && current->else_body.size() == 1 && only.kind == StmtKind::if_) {
            const std::vector<std::string>& above = current->comments_above_else;
            current = &as<If>(only);
            writer_.at(current->span);
            writer_.reopen("} else if (" + expressions_.condition(*current->condition) + ") {",
                           current->comments.trailing);
            writer_.comments(above);
            writer_.comments(current->comments.above);
            continue;
        }
        writer_.reopen("} else {");
        writer_.comments(current->comments_above_else);
        print(current->else_body);
        break;
    }
    writer_.close();
}

namespace {

/// Returns 1 or -1 for a step that prints as ++ or --, else 0.
int unit_step(const Expr& step) {
    if (step.kind == ExprKind::literal && step.type->is_integer()) {
        const int64_t value = std::get<int64_t>(as<Literal>(step).value);
        return value == 1 || value == -1 ? static_cast<int>(value) : 0;
    }
    return 0;
}

/// Returns the magnitude of a negative constant step, which prints as `-=`; null for any other.
ExprPtr negative_step(const Expr& step) {
    if (step.kind != ExprKind::literal || !step.type->is_integer()) return nullptr;
    const int64_t value = std::get<int64_t>(as<Literal>(step).value);
    if (value >= 0 || value <= INT32_MIN) return nullptr;
    return std::make_unique<Literal>(step.span, step.type, -value);
}

/// Returns `i >= 0` for the condition `i > -1` of a loop that counts down to 0; null for any other.
ExprPtr down_to_zero(const Expr& condition) {
    if (condition.kind != ExprKind::compare) return nullptr;
    const auto& compare = as<Compare>(condition);
    if (compare.ops.size() != 1 || compare.ops[0] != CompareOp::gt) return nullptr;
    const Expr& end = *compare.operands[1];
    if (end.kind != ExprKind::literal || !end.type->is_integer() ||
        std::get<int64_t>(as<Literal>(end).value) != -1)
        return nullptr;
    return make_compare(CompareOp::ge, clone(*compare.operands[0]), make_int(end.type, 0, end.span));
}

} // namespace

void StatementPrinter::print_for(const ForC& stmt) {
    const std::string name = expressions_.place({stmt.variable, nullptr, stmt.span});
    std::string head = "for (";
    if (stmt.start)
        head += (stmt.declares ? type_text(stmt.variable->type) + " " : "") + name + " = " +
                expressions_.print(*stmt.start, Need::stored);
    const ExprPtr to_zero = down_to_zero(*stmt.condition);
    head += "; " + expressions_.condition(to_zero ? *to_zero : *stmt.condition) + "; ";
    if (const int unit = unit_step(*stmt.step); unit != 0)
        head += (unit > 0 ? "++" : "--") + name;
    else if (const ExprPtr magnitude = negative_step(*stmt.step))
        head += name + " -= " + expressions_.print(*magnitude, Need::operand);
    else
        head += name + " += " + expressions_.print(*stmt.step, Need::operand);
    if (stmt.is_unrolled && expressions_.dialect().target == Target::cuda) {
        writer_.line("#pragma unroll");
    } else if (stmt.is_unrolled) {
        const Expr& iterations = *as<Compare>(*stmt.condition).operands[1];
        writer_.raw("#pragma GCC unroll " + expressions_.print(iterations, Need::value));
    }
    writer_.open(head + ") {", stmt.comments.trailing);
    print(stmt.body);
    writer_.close();
}

void StatementPrinter::print_declare(const Declare& stmt) {
    if (stmt.variable->is_dynamic()) return print_dynamic(stmt);
    if (stmt.variable->is_declared_array()) {
        const std::string value = stmt.init ? " = " + expressions_.print(*stmt.init, Need::stored) : "";
        return simple(stmt,
                      (stmt.is_const ? "const " : "") + array_declaration(*stmt.variable) + value + ";");
    }
    const std::string lanes = stmt.variable->per_lane ? "[" + std::to_string(lanes_->width) + "]" : "";
    std::string code;
    if (stmt.variable->is_pointer())
        code = pointer_text(*stmt.variable, stmt.is_const) + lanes;
    else if (stmt.variable->is_reference)
        code = (stmt.is_const ? "const " : "") + type_text(stmt.variable->type) + "& " +
               stmt.variable->emitted + lanes;
    else
        code = (stmt.is_const ? "const " : "") +
               declaration_of(stmt.variable->type, stmt.variable->emitted, lanes);
    if (stmt.init) code += " = " + expressions_.print(*stmt.init, Need::stored);
    simple(stmt, code + ";");
}

void StatementPrinter::print_dynamic(const Declare& stmt) {
    const Variable& array = *stmt.variable;
    const std::string type = type_text(array.type->element()) + "*";
    const auto at = std::find(dynamic_.begin(), dynamic_.end(), &array);
    std::string address = "shared_memory";
    if (at == dynamic_.begin()) {
        writer_.line("extern __shared__ __align__(16) unsigned char shared_memory[];");
    } else {
        const Variable& before = **(at - 1);
        address = before.emitted + " + " + before.emitted_lengths[0];
        const int size = array.type->element()->alignment();
        if (size > before.type->element()->alignment()) // rounds up to a multiple of the size
            address = "(reinterpret_cast<size_t>(" + address + ") + " + std::to_string(size - 1) + ") / " +
                      std::to_string(size) + " * " + std::to_string(size);
    }
    simple(stmt, type + " const " + array.emitted + " = reinterpret_cast<" + type + ">(" + address + ");");
}

namespace {

/// Returns the extents of an array as its declaration has them: `[8][32]`, or `[8 * 32]` where its elements
/// are row by row, as those of a parameter are.
std::string extents_of(const Variable& variable) {
    std::string text;
    for (const int64_t extent : variable.shape) {
        const char* separator = variable.has_dimensions ? "][" : " * ";
        text += (text.empty() ? "[" : separator) + std::to_string(extent);
    }
    return text + "]";
}

} // namespace

std::string StatementPrinter::array_declaration(const Variable& variable) const {
    const Target target = expressions_.dialect().target;
    std::string code;
    if (variable.type->is_random_state()) {
        code = expressions_.dialect().random_names.at("Philox") + " " + variable.emitted;
        return variable.per_lane ? code + "[" + std::to_string(lanes_->width) + "]" : code;
    }
    if (variable.role == VariableRole::shared) code = target == Target::cpu ? "alignas(64) " : "__shared__ ";
    std::string extents;
    if (variable.per_lane) extents += "[" + std::to_string(lanes_->width) + "]";
    if (variable.role == VariableRole::shared && lanes_ && lanes_->blocks > 1)
        extents += "[" + std::to_string(lanes_->blocks) + "]";
    if (!variable.is_reference) extents += extents_of(variable); // which is one struct
    return code + declaration_of(variable.type->element(), variable.emitted, extents);
}

std::string StatementPrinter::declaration_of(const Type* element, const std::string& name,
                                             const std::string& extents) const {
    if (!expressions_.dialect().with_defaults.contains(element) || extents.empty())
        return type_text(element) + " " + name + extents;
    return "cudapy::generated::Unset<" + type_text(element) + extents + "> " + name;
}

namespace {

/// The things that the threads of a work-item loop ask for.
struct LaneUse {
    std::set<Coordinate> coordinates;
    bool arrays = false; ///< variables that have one value, or one array, for each thread
};

LaneUse use_of(const Block& body) {
    LaneUse use;
    const auto variable = [&](const Variable* each) { use.arrays = use.arrays || each->per_lane; };
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::coordinate) use.coordinates.insert(as<CoordinateExpr>(expr).coordinate);
        if (expr.kind == ExprKind::call)
            use.coordinates.insert(as<Call>(expr).function->facts.coordinates.begin(),
                                   as<Call>(expr).function->facts.coordinates.end());
        if (expr.kind == ExprKind::variable) variable(as<VariableRef>(expr).variable);
        if (expr.kind == ExprKind::other_lane) variable(as<OtherLane>(expr).variable);
        if (expr.kind == ExprKind::load) variable(as<Load>(expr).array);
        if (expr.kind == ExprKind::view) variable(as<ArrayView>(expr).array);
    });
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { variable(place.variable); });
        if (stmt.kind == StmtKind::for_c) variable(as<ForC>(stmt).variable);
        if (stmt.kind == StmtKind::vectorized_access) variable(as<VectorizedAccess>(stmt).elements);
    });
    return use;
}

} // namespace

namespace {

/// Returns whether a coordinate that is asked for depends on the place along an axis, `x` to `z`.
bool is_asked(const std::set<Coordinate>& coordinates, const std::string& axis) {
    return std::any_of(coordinates.begin(), coordinates.end(), [&](Coordinate coordinate) {
        return coordinate != Coordinate::lane_id && is_of_thread(coordinate) &&
               axis == std::string(1, "xyz"[axis_of(coordinate)]);
    });
}

bool uses_other_lanes(const Block& body) {
    bool found = false;
    visit_all(body, [&](const Expr& expr) { found = found || expr.kind == ExprKind::other_lane; });
    return found;
}

} // namespace

std::string simd_pragma(bool of_few, const std::string& clause) {
    const std::string usual = "#pragma omp simd" + clause;
    if (!of_few) return usual;
    return "#ifdef __clang__\n" + usual +
           "\n#else // g++ loads more elements at once by slower instructions\n" +
           "#pragma omp simd simdlen(4)" + clause + "\n#endif";
}

std::string StatementPrinter::simd_pragma(const WorkItemLoop& stmt) {
    std::string sums;
    for (const Variable* sum : stmt.sums)
        sums += (sums.empty() ? "" : ", ") + sum->emitted;
    return emit::simd_pragma(stmt.simd_of_few, sums.empty() ? "" : " reduction(+ : " + sums + ")");
}

void StatementPrinter::print_lanes(const WorkItemLoop& stmt) {
    const std::string& type = lanes_->counter_type;
    std::string last; // the end of the loop along x, when that is not the end of the block
    const bool is_one_lane = stmt.end && is_number(*stmt.end, 1);
    if (stmt.end) {
        const std::string end = expressions_.print(*stmt.end, Need::stored, Precedence::shift);
        const std::string& all = lanes_->loops.back().end;
        const bool is_wider = type == "int" && stmt.end->type == Type::int64(); // the smaller one is an int
        last = is_one_lane ? end
                           : fmt::format("{}({} < {} ? {} : {})", is_wider ? type : "", end, all, end, all);
    }
    print_ahead(stmt);
    for (std::size_t i = 0; i < lanes_->loops.size(); ++i) {
        const LaneNames::Loop& loop = lanes_->loops[i];
        const bool is_innermost = i + 1 == lanes_->loops.size();
        if (is_innermost && !last.empty() && !is_one_lane && !lanes_->threads.empty()) {
            writer_.line("const " + type + " " + lanes_->threads + " = " +
                         (last.front() == '(' ? last.substr(1, last.size() - 2) : last) + ";");
            last = lanes_->threads;
        }
        const std::string& end = is_innermost && !last.empty() ? last : loop.end;
        if (stmt.simd && !is_one_lane && is_innermost) writer_.raw(simd_pragma(stmt));
        writer_.open("for (" + type + " " + loop.variable + " = 0; " + loop.variable + " < " + end + "; ++" +
                     loop.variable + ") {");
    }
    const LaneUse use = use_of(stmt.body);
    const bool counts = use.arrays || use.coordinates.contains(Coordinate::lane_id);
    if (counts && !lanes_->lane.empty())
        writer_.line("const " + type + " " + lane_name + " = " + lanes_->lane + ";");
    for (const auto& [coordinate, names] : lanes_->coordinates)
        if (use.coordinates.contains(coordinate))
            writer_.line("const " + lanes_->coordinate_type + " " + names.name + " = " + names.value + ";");
    if (expressions_.dialect().is_instrumented)
        writer_.line(fmt::format("{}->thread = {};", expressions_.dialect().recorder,
                                 lanes_->lane.empty() ? lane_name : lanes_->lane));
    print(stmt.body);
    for (std::size_t i = 0; i < lanes_->loops.size(); ++i)
        writer_.close();
}

void StatementPrinter::print_turns(const WorkItemLoop& stmt) {
    const Dialect& dialect = expressions_.dialect();
    const std::string& type = lanes_->counter_type;
    const LaneUse use = use_of(stmt.body);
    std::string count;
    for (const LaneNames::Loop& loop : lanes_->loops)
        count += (count.empty() ? "int64_t(" : " * int64_t(") + loop.end + ")";
    const bool asserts = !dialect.assertion_failure.empty();
    const bool checks = !dialect.check_failure.empty() && !dialect.stubs;
    if (asserts) writer_.line(dialect.assertion_failure + " failed_assertion{};");
    if (checks) writer_.line(lanes_->failed_check + " failed_check{};");
    writer_.open("const auto one_thread = [&](int64_t place) {");
    if (asserts || checks) writer_.open("try {");
    writer_.line("const " + type + " " + lane_name + " = " + type + "(place);");
    if (lanes_->loops.size() > 1) {
        std::string before; // the number of threads before the next one along an axis
        for (auto loop = lanes_->loops.rbegin(); loop != lanes_->loops.rend(); ++loop) {
            std::string value = lane_name;
            if (!before.empty())
                value += " / " + (loop == lanes_->loops.rbegin() + 1 ? before : "(" + before + ")");
            if (loop + 1 != lanes_->loops.rend()) value += " % " + loop->end;
            if (is_asked(use.coordinates, loop->variable) || dialect.is_instrumented)
                writer_.line("const " + type + " " + loop->variable + " = " + value + ";");
            before += (before.empty() ? "" : " * ") + loop->end;
        }
    }
    if (stmt.warp_lanes || uses_other_lanes(stmt.body))
        writer_.line("const " + type + " warp = " + lane_name + " / 32 * 32;");
    if (stmt.warp_lanes)
        writer_.line(fmt::format("const int {0} = {1} - warp < 32 ? int({1} - warp) : 32;",
                                 stmt.warp_lanes->emitted, count));
    for (const auto& [coordinate, names] : lanes_->coordinates)
        if (use.coordinates.contains(coordinate))
            writer_.line("const " + lanes_->coordinate_type + " " + names.name + " = " + names.value + ";");
    if (dialect.is_instrumented)
        writer_.line(fmt::format("{}->thread = {};", dialect.recorder, lanes_->recorded));
    print(stmt.body);
    if (asserts) {
        writer_.reopen("} catch (const " + dialect.assertion_failure + "& failed) {");
        writer_.line("failed_assertion = failed;");
        writer_.line(fmt::format("{0}->end({0});", dialect.turns));
    }
    if (checks) {
        writer_.reopen("} catch (const " + lanes_->failed_check + "& failed) {");
        writer_.line("failed_check = failed;");
        writer_.line(fmt::format("{0}->end({0});", dialect.turns));
    }
    if (asserts || checks) writer_.close();
    writer_.close("};");
    const std::string end = fmt::format("run_turns({}, {}, one_thread)", count, stmt.stack_bytes);
    if (!asserts && !checks) return writer_.line("return " + end + ";");
    writer_.line("const int ended = " + end + ";");
    if (asserts) writer_.line("if (failed_assertion.number != 0) throw failed_assertion;");
    if (checks) writer_.line("if (failed_check.number != 0) throw failed_check;");
    writer_.line("return ended;");
}

/// Prints loops that ask for elements long before they are loaded, once for each cache line.
void StatementPrinter::print_ahead(const WorkItemLoop& stmt) {
    constexpr int line = 64; // bytes
    if (!stmt.ahead.empty())
        writer_.prose("The elements of one iteration are far from those of the last one, so that the "
                      "processor does not foresee them.");
    for (const ExprPtr& each : stmt.ahead) {
        const auto& load = as<Load>(*each);
        writer_.open(fmt::format("for ({0} {1} = 0; {1} < {2}; {1} += {3}) {{", lanes_->counter_type,
                                 lane_name, lanes_->loops.back().end, std::max(1, line / load.type->size())));
        writer_.line(fmt::format("__builtin_prefetch(&{}[{} + {}]);", load.array->emitted,
                                 expressions_.print(*load.index, Need::operand, Precedence::additive),
                                 lane_name));
        writer_.close();
    }
}

void StatementPrinter::print_coarsened_loop(const WorkItemLoop& stmt) {
    static constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};
    const auto is_wide = [&](int axis) { return lanes_->factors[static_cast<std::size_t>(axis)] > 1; };
    const bool is_line = int(is_wide(0)) + int(is_wide(1)) + int(is_wide(2)) == 1; // along one axis
    const LaneUse use = use_of(stmt.body);
    std::string lane; // the place of the thread in arrays over all
    int opened = 0;
    for (int axis = 2; axis >= 0; --axis) {
        if (!is_wide(axis)) continue;
        const auto size = std::to_string(lanes_->factors[static_cast<std::size_t>(axis)]);
        if (!lane.empty()) lane += " * " + size; // there are two axes at most
        if (axis == stmt.without) continue;
        const std::string name = is_line ? lane_name : axis_names[static_cast<std::size_t>(axis)];
        writer_.line("#pragma unroll");
        writer_.open(fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", name, size));
        ++opened;
        lane += (lane.empty() ? "" : " + ") + name;
    }
    if (stmt.without < 0 && !is_line && use.arrays)
        writer_.line(fmt::format("const int {} = {};", lane_name, lane));
    for (const auto& [coordinate, names] : lanes_->coordinates) {
        if (axis_of(coordinate) == stmt.without || !use.coordinates.contains(coordinate)) continue;
        writer_.line("const " + lanes_->coordinate_type + " " + names.name + " = " + names.value + ";");
    }
    if (stmt.without < 0) {
        print(stmt.body);
    } else {
        CoordinateNames names = expressions_.coordinates();
        for (const auto& [coordinate, first] : lanes_->first)
            if (axis_of(coordinate) == stmt.without) names[coordinate] = first;
        const ExpressionPrinter of_first(expressions_.dialect(), names);
        for (const StmtPtr& each : stmt.body)
            if (each->kind == StmtKind::vectorized_access)
                print_vectorized(as<VectorizedAccess>(*each), of_first, lane.empty() ? "0" : lane);
            else
                StatementPrinter(writer_, of_first, lanes_).print(*each);
    }
    for (; opened > 0; --opened)
        writer_.close();
}

void StatementPrinter::print_vectorized(const VectorizedAccess& stmt, const ExpressionPrinter& expressions,
                                        const std::string& lane) {
    const bool is_array = stmt.elements->type->is_array();
    std::string elements = stmt.elements->emitted;
    if (is_array && stmt.elements->per_lane) elements += std::string("[") + lane_name + "]";
    if (!is_array && lane != "0") elements = "&" + elements + "[" + lane + "]";
    if (stmt.begin) elements = "&" + elements + "[" + expressions.print(*stmt.begin) + "]";
    const std::string element = "&" + expressions.place({stmt.array, clone(*stmt.index), stmt.span});
    const Helper helper = stmt.stores ? Helper::store_vectorized : Helper::load_vectorized;
    simple(stmt, fmt::format("{}<{}>({}, {});", expressions_.dialect().helper_names.at(helper), stmt.count,
                             stmt.stores ? element : elements, stmt.stores ? elements : element));
}

void StatementPrinter::print_warps(const WarpLoop& stmt) {
    const std::string& type = lanes_->counter_type;
    std::string count;
    for (const LaneNames::Loop& loop : lanes_->loops)
        count += (count.empty() ? "" : " * ") + loop.end;
    writer_.open("for (" + type + " warp = 0; warp < " + count + "; warp += 32) {", stmt.comments.trailing);
    writer_.line("const int " + stmt.lanes->emitted + " = " + count + " - warp < 32 ? " + count +
                 " - warp : 32;");
    in_warp_ = &stmt;
    print(stmt.body);
    in_warp_ = nullptr;
    writer_.close();
}

void StatementPrinter::print_lanes_of_warp(const WorkItemLoop& stmt) {
    if (stmt.simd) writer_.raw(simd_pragma(stmt));
    writer_.open("for (int lane_id = 0; lane_id < " + in_warp_->lanes->emitted + "; ++lane_id) {");
    if (use_of(stmt.body).arrays)
        writer_.line("const " + lanes_->counter_type + " " + lane_name + " = warp + lane_id;");
    print(stmt.body);
    writer_.close();
}

} // namespace cudapy::emit
