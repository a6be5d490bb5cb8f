#include "translator/check/whole/barriers.h"

#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/kernel_info.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace cudapy {

namespace {

using namespace program;
using Reason = diag::DivergentBarrier::Reason;

/// The static shared memory that every GPU gives a block.
constexpr int64_t most_shared = 48 * 1024;
/// The limit for local arrays. A GPU has more, but on the CPU a block keeps the local arrays of all its
/// threads on its stack.
constexpr int64_t most_local = 4 * 1024;

/// The way in which a value may differ between the threads of a grid, and between those of a block.
enum class Level {
    uniform,
    block,   ///< it is made of the block's place, the same for its threads
    unknown, ///< it comes from memory
    sized,   ///< only of control: it depends on the thread, and on what a launch is given: `i < n`
    thread,  ///< it is made of the thread's coordinates
};

/// The origin of a value, or of the value that decides where control goes.
struct Source {
    Level level = Level::uniform;
    Span origin = {};          ///< the expression that depends on the thread
    bool is_of_launch = false; ///< arguments of the launch, or memory, took part in the value

    void join(const Source& other) {
        const bool either = is_of_launch || other.is_of_launch;
        if (other.level > level) *this = other;
        is_of_launch = either;
    }

    /// Returns the source of a value as a condition. Whether threads disagree about `i < n` depends on the
    /// launch.
    Source deciding() const {
        return level == Level::thread && is_of_launch ? Source{Level::sized, origin, true} : *this;
    }
};

/// The reason why not every thread reaches a point.
struct Control {
    Source source;
    Span condition = {};
    Reason because = Reason::branch;

    void join(const Control& other) {
        if (other.source.level > source.level) *this = other;
    }
};

using Sources = std::unordered_map<const Variable*, Source>;
/// The lengths of array parameters along their axes, if they are not the same for all threads.
using Lengths = std::map<std::pair<const Variable*, int>, Source>;

/// Joins the states of two paths to one place. Returns whether anything became worse.
bool join(Sources& state, const Sources& other) {
    bool changed = false;
    for (const auto& [variable, source] : other) {
        Source& own = state[variable];
        changed = changed || source.level > own.level || (source.is_of_launch && !own.is_of_launch);
        own.join(source);
    }
    return changed;
}

/// Finds the functions that have a barrier or shared memory, themselves or in functions that they call.
class CooperationOfAll {
  public:
    explicit CooperationOfAll(const Program& program) {
        for (const auto& function : program.functions) {
            Facts& facts = facts_[function.get()];
            if (const auto& foreign = function->foreign) {
                facts.barrier = foreign->cooperation.barrier;
                facts.shared = foreign->cooperation.shared;
                facts.warp = foreign->cooperation.warp;
            }
            visit_statements(function->body, [&](const Stmt& stmt) {
                if (stmt.kind == StmtKind::declare)
                    facts.shared |= as<Declare>(stmt).variable->role == VariableRole::shared;
            });
            visit_all(static_cast<const Block&>(function->body), [&](const Expr& expr) {
                facts.barrier |= is_barrier(expr);
                facts.grid_barrier |= is_grid_barrier(expr);
                facts.warp |= is_warp_wide(expr);
                if (expr.kind == ExprKind::call) facts.callees.insert(as<Call>(expr).function);
            });
        }
        pass_on();
    }

    bool has_barrier(const Function* function) const { return facts_.at(function).barrier; }
    bool has_grid_barrier(const Function* function) const { return facts_.at(function).grid_barrier; }
    bool cooperates(const Function* function) const {
        const Facts& facts = facts_.at(function);
        return facts.barrier || facts.shared || facts.warp;
    }
    bool has_shared(const Function* function) const { return facts_.at(function).shared; }
    /// Returns all functions that the function calls, directly or not.
    std::set<const Function*> callees(const Function* function) const {
        std::set<const Function*> found;
        std::vector<const Function*> open{function};
        while (!open.empty()) {
            const Function* caller = open.back();
            open.pop_back();
            for (const Function* callee : facts_.at(caller).callees)
                if (found.insert(callee).second) open.push_back(callee);
        }
        return found;
    }

  private:
    struct Facts {
        bool barrier = false, grid_barrier = false, shared = false, warp = false;
        std::set<const Function*> callees; ///< those that its own body calls

        /// Returns whether anything is new.
        bool take(const Facts& other) {
            const auto count = [&] { return barrier + grid_barrier + shared + warp; };
            const int before = count();
            barrier |= other.barrier;
            grid_barrier |= other.grid_barrier;
            shared |= other.shared;
            warp |= other.warp;
            return count() != before;
        }
    };
    std::unordered_map<const Function*, Facts> facts_;

    /// Passes the facts of each function on to its callers. A function is visited again only if it has a new
    /// fact.
    void pass_on() {
        std::unordered_map<const Function*, std::vector<const Function*>> callers;
        std::vector<const Function*> open;
        for (const auto& [function, facts] : facts_) {
            open.push_back(function);
            for (const Function* callee : facts.callees)
                callers[callee].push_back(function);
        }
        for (const auto& [callee, unused] : callers)
            if (facts_.try_emplace(callee).second) open.push_back(callee);
        while (!open.empty()) {
            const Function* callee = open.back();
            open.pop_back();
            for (const Function* caller : callers[callee])
                if (facts_.at(caller).take(facts_.at(callee))) open.push_back(caller);
        }
    }
};

/// Follows the threads of a block through a kernel and the functions that it calls.
class Divergence {
  public:
    Divergence(const CooperationOfAll& cooperation, bool is_allowed, diag::Sink& sink)
        : cooperation_(cooperation), is_allowed_(is_allowed), sink_(sink) {}

    void kernel(const Function& function) {
        Sources arguments;
        for (const Variable* parameter : function.parameters)
            if (!parameter->type->is_array()) arguments[parameter] = of_launch(parameter->span);
        run(function, std::move(arguments), {}, true);
    }

  private:
    struct Loop {
        Control broken;    ///< some threads have left it
        Control continued; ///< some threads have left this iteration
    };

    /// The facts that are known at a place while the analysis goes through one function.
    struct Frame {
        Sources state;
        Lengths lengths;
        std::vector<Loop> loops;
        Control returned; ///< some threads have returned to the caller
        Source result;
        bool is_entry;
    };

    const CooperationOfAll& cooperation_;
    const bool is_allowed_; ///< a barrier that some threads may miss is no mistake for sure
    diag::Sink& sink_;
    Frame* frame_ = nullptr;
    Control entry_returned_; ///< some threads have left the kernel
    /// The results of functions, by the levels of their arguments. A function that is being analysed has a
    /// result that is not known.
    std::map<std::pair<const Function*, std::vector<std::pair<Level, bool>>>, Source> results_;

    /// Returns a value that is the same for all threads of a launch, and may be another for the next launch.
    static Source of_launch(Span span) { return {Level::uniform, span, true}; }
    static Source from_memory(Span span) { return {Level::unknown, span, true}; }

    Source run(const Function& function, Sources arguments, Lengths lengths, bool is_entry) {
        Frame frame{std::move(arguments), std::move(lengths), {}, {}, {}, is_entry};
        Frame* outer = std::exchange(frame_, &frame);
        block(function.body, {});
        frame_ = outer;
        return frame.result;
    }

    // ---- expressions

    Source value(const Expr& expr, const Control& control) {
        Source result;
        switch (expr.kind) {
        case ExprKind::variable:
            if (const auto found = frame_->state.find(as<VariableRef>(expr).variable);
                found != frame_->state.end())
                return found->second;
            return {};
        case ExprKind::coordinate: {
            const Coordinate coordinate = as<CoordinateExpr>(expr).coordinate;
            const bool of_block = coordinate >= Coordinate::block_x && coordinate <= Coordinate::block_z;
            return {is_of_thread(coordinate) ? Level::thread
                    : of_block               ? Level::block
                                             : Level::uniform,
                    expr.span};
        }
        case ExprKind::load: {
            result = value(*as<Load>(expr).index, control);
            // The value of an element is not known here. Only the elements of a table are constants.
            if (as<Load>(expr).array->role != VariableRole::table) result = from_memory(expr.span);
            return result;
        }
        case ExprKind::length:
            return length_of(as<Length>(expr).array, as<Length>(expr).axis);
        case ExprKind::call:
            return call(as<Call>(expr), control);
        default:
            visit_operands(expr, [&](const ExprPtr& operand) { result.join(value(*operand, control)); });
        }
        if (expr.kind != ExprKind::builtin_call) return result;
        if (is_barrier(expr)) {
            reach(expr, control, {}, is_grid_barrier(expr));
            return of_launch(expr.span); // all threads get the same
        }
        for (const ExprPtr& argument : as<BuiltinCall>(expr).arguments)
            if (argument->type->is_array()) result.join(from_memory(expr.span));
        return result;
    }

    /// Returns the length of an array. An array that the function declares, or that the kernel gets, has one
    /// length for all threads. A part that a function gets may be longer for some threads.
    Source length_of(const Variable* array, int axis) const {
        const auto found = frame_->lengths.find({array, axis});
        return found == frame_->lengths.end() ? of_launch(array->span) : found->second;
    }

    /// Returns the lengths of an array that is given to a function. Where the array begins has no influence
    /// on control flow.
    std::vector<Source> array(const Expr& expr, const Control& control) {
        std::vector<Source> result;
        if (expr.kind == ExprKind::view) {
            value(*as<ArrayView>(expr).start, control);
            for (const ExprPtr& length : as<ArrayView>(expr).lengths)
                result.push_back(value(*length, control));
        } else {
            for (int axis = 0; axis < expr.type->rank(); ++axis)
                result.push_back(length_of(array_of(expr), axis));
        }
        return result;
    }

    Source call(const Call& expr, const Control& control) {
        const Function& callee = *expr.function;
        std::vector<std::pair<Level, bool>> levels;
        Sources arguments;
        Lengths lengths;
        for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
            const Expr& given = *expr.arguments[i];
            if (given.type->is_array()) {
                const std::vector<Source> of_axes = array(given, control);
                for (std::size_t axis = 0; axis < of_axes.size(); ++axis) {
                    levels.emplace_back(of_axes[axis].level, of_axes[axis].is_of_launch);
                    lengths[{callee.parameters[i], static_cast<int>(axis)}] = of_axes[axis];
                }
            } else {
                const Source argument = value(given, control);
                levels.emplace_back(argument.level, argument.is_of_launch);
                arguments[callee.parameters[i]] = argument;
            }
        }
        if (cooperation_.has_barrier(&callee))
            reach(expr, control, callee.name, cooperation_.has_grid_barrier(&callee));
        if (callee.foreign) return from_memory(expr.span);
        const auto [known, is_new] =
            results_.try_emplace({&callee, std::move(levels)}, from_memory(expr.span));
        if (is_new) {
            const Source result = run(callee, std::move(arguments), std::move(lengths), false);
            known->second = result;
        }
        return known->second;
    }

    /// Checks that threads come together to a barrier, or to the call of a function that has one.
    void reach(const Expr& expr, const Control& around, const std::string& function, bool of_grid) {
        Control control = around;
        // A barrier of the grid also misses a thread that has ended, for whatever reason.
        if (of_grid) control.join(entry_returned_);
        const Level level = control.source.level;
        const bool ended = of_grid && entry_returned_.source.level != Level::uniform;
        const bool is_sized = level == Level::sized;
        if (level != Level::thread && !is_sized && !(of_grid && level == Level::block) && !ended) return;
        std::vector<diag::Label> labels;
        const Span origin = control.source.origin;
        const bool outside = origin.file != control.condition.file ||
                             origin.begin < control.condition.begin || origin.end > control.condition.end;
        const std::string what = is_sized                  ? "thread, for some sizes"
                                 : level == Level::block   ? "block"
                                 : level == Level::unknown ? "thread, as far as can be seen"
                                                           : "thread";
        labels.push_back({control.condition, control.because == Reason::loop
                                                 ? "how often this loop runs depends on the " + what
                                                 : "this depends on the " + what});
        if (outside) labels.push_back({origin, "because of this"});
        std::string text;
        if (function.empty()) text = std::string(as<BuiltinCall>(expr).builtin->name);
        if (is_sized || is_allowed_)
            sink_.report(diag::SizedBarrier{control.because, text, function, of_grid, !is_sized}, expr.span,
                         std::move(labels));
        else
            sink_.report(diag::DivergentBarrier{control.because, text, function, of_grid}, expr.span,
                         std::move(labels));
    }

    // ---- statements

    /// Returns what decides whether threads come here: the conditions around the place, and the jumps before
    /// it.
    Control here(const Control& around) const {
        Control result = around;
        for (const Loop& loop : frame_->loops) {
            result.join(loop.broken);
            result.join(loop.continued);
        }
        result.join(frame_->returned);
        return result;
    }

    void assign(const Variable* variable, Source source, const Control& control) {
        source.join(control.source); // threads that did not come here keep another value
        frame_->state[variable] = source;
    }

    void assign(const Lvalue& place, Source source, const Control& control) {
        if (place.index) {
            value(*place.index, control);
            if (place.item) value(*place.item, control);
            return;
        }
        if (!place.fields.empty()) source.join(frame_->state[place.variable]); // other fields stay
        assign(place.variable, source, control);
    }

    void block(const Block& body, const Control& around) {
        for (const StmtPtr& stmt : body)
            statement(*stmt, around);
    }

    void statement(const Stmt& stmt, const Control& around) {
        const Control control = here(around);
        switch (stmt.kind) {
        case StmtKind::assign:
            assign(as<Assign>(stmt).lvalue, value(*as<Assign>(stmt).value, control), control);
            break;
        case StmtKind::augmented_assign: {
            const auto& node = as<AugmentedAssign>(stmt);
            Source source = node.lvalue.index ? Source{} : frame_->state[node.lvalue.variable];
            source.join(value(*node.value, control));
            assign(node.lvalue, source, control);
            break;
        }
        case StmtKind::multi_assign: {
            const auto& node = as<MultiAssign>(stmt);
            std::vector<Source> sources;
            for (const ExprPtr& each : node.values)
                sources.push_back(value(*each, control));
            for (std::size_t i = 0; i < node.lvalues.size(); ++i)
                assign(node.lvalues[i], sources[sources.size() == 1 ? 0 : i], control);
            break;
        }
        case StmtKind::builtin_unpack: {
            Source source;
            for (const ExprPtr& argument : as<BuiltinUnpack>(stmt).arguments)
                source.join(value(*argument, control));
            for (const Lvalue& place : as<BuiltinUnpack>(stmt).lvalues)
                assign(place, source, control);
            break;
        }
        case StmtKind::evaluate:
            value(*as<Evaluate>(stmt).value, control);
            break;
        case StmtKind::if_:
            branch(as<If>(stmt), around, control);
            break;
        case StmtKind::while_:
        case StmtKind::for_range:
        case StmtKind::for_each:
            loop(stmt, around);
            break;
        case StmtKind::break_:
            frame_->loops.back().broken.join(jump(control, Reason::break_));
            break;
        case StmtKind::continue_:
            frame_->loops.back().continued.join(jump(control, Reason::continue_));
            break;
        case StmtKind::return_:
            if (as<Return>(stmt).value) frame_->result.join(value(*as<Return>(stmt).value, control));
            frame_->result.join(control.source);
            (frame_->is_entry ? entry_returned_ : frame_->returned).join(jump(control, Reason::return_));
            break;
        default:
            break;
        }
    }

    /// Returns the control of a jump. The threads that jump are those that came to the jump.
    static Control jump(Control control, Reason because) {
        control.because = because;
        return control;
    }

    void branch(const If& stmt, const Control& around, const Control& control) {
        const Source condition = value(*stmt.condition, control).deciding();
        Control inside = around;
        inside.join({condition, stmt.condition->span, Reason::branch});
        const Sources before = frame_->state;
        block(stmt.then_body, inside);
        Sources after_then = std::exchange(frame_->state, before);
        block(stmt.else_body, inside);
        join(frame_->state, after_then);
    }

    /// Returns what the head of a loop says about the number of its iterations.
    Control head(const Stmt& stmt, const Control& control) {
        Control result;
        result.because = Reason::loop;
        auto see = [&](const Source& source, Span span) {
            if (source.deciding().level > result.source.level) {
                result.source = source.deciding();
                result.condition = span;
            }
        };
        auto look = [&](const Expr& expr) { see(value(expr, control), expr.span); };
        if (stmt.kind == StmtKind::while_) look(*as<While>(stmt).condition);
        if (stmt.kind == StmtKind::for_range) {
            const auto& range = as<ForRange>(stmt);
            Source of_bounds;
            for (const ExprPtr* bound : {&range.start, &range.stop, &range.step}) {
                const Source source = value(**bound, control);
                see(source, (*bound)->span);
                of_bounds.join(source);
            }
            assign(range.variable, of_bounds, control);
        }
        if (stmt.kind == StmtKind::for_each) {
            const auto& each = as<ForEach>(stmt);
            if (each.counter_start) value(*each.counter_start, control);
            for (const auto& element : each.elements) {
                for (const ExprPtr* place : {&element.start, &element.step})
                    if (*place) value(**place, control);
                if (element.length)
                    look(*element.length);
                else
                    see(length_of(element.array, 0), stmt.span);
            }
            if (each.counter) assign(each.counter, result.source, control);
            for (const auto& element : each.elements)
                assign(element.variable, from_memory(stmt.span), control);
        }
        return result;
    }

    void loop(const Stmt& stmt, const Control& around) {
        const Block* body = nullptr;
        const Block* else_body = nullptr;
        visit_blocks(stmt, [&](const Block& each) { (body ? else_body : body) = &each; });
        frame_->loops.emplace_back();
        // Once more after a change, since an iteration sees what the one before has left.
        bool changed = true;
        while (changed) {
            Loop& loop = frame_->loops.back();
            loop.continued = {};
            const Sources before = frame_->state;
            const Level broken = loop.broken.source.level;
            const Level returned = frame_->returned.source.level;
            Control inside = around;
            inside.join(head(stmt, here(around)));
            block(*body, inside);
            Sources joined = before;
            changed = join(joined, frame_->state) || frame_->loops.back().broken.source.level > broken ||
                      frame_->returned.source.level > returned;
            frame_->state = std::move(joined);
        }
        frame_->loops.back().continued = {};
        const Control broken = frame_->loops.back().broken;
        frame_->loops.pop_back();
        Control rest = around; // the `else`, which threads that broke out do not run
        rest.join(broken);
        const Sources before = frame_->state;
        block(*else_body, rest);
        join(frame_->state, before);
    }
};

/// Reports barriers, and calls of functions that have them, at places in an expression that might not be
/// evaluated.
class Places {
  public:
    Places(const CooperationOfAll& cooperation, diag::Sink& sink) : cooperation_(cooperation), sink_(sink) {}

    void function(const Function& function) {
        visit_statements(function.body, [&](const Stmt& stmt) {
            visit_expressions(stmt, [&](const ExprPtr& expr) { look(*expr, true); });
        });
    }

  private:
    const CooperationOfAll& cooperation_;
    diag::Sink& sink_;

    void look(const Expr& expr, bool always) {
        const bool calls = expr.kind == ExprKind::call && cooperation_.cooperates(as<Call>(expr).function);
        if (!always && (calls || is_barrier(expr) || is_warp_wide(expr))) {
            const std::string name =
                calls ? as<Call>(expr).function->name : std::string(as<BuiltinCall>(expr).builtin->name);
            sink_.report(diag::BarrierPlace{name, calls, is_warp_wide(expr)}, expr.span);
            return;
        }
        std::size_t operand = 0;
        visit_operands(expr, [&](const ExprPtr& each) {
            const bool may_be_skipped =
                (operand >= 1 && (expr.kind == ExprKind::logical || expr.kind == ExprKind::conditional)) ||
                (operand >= 2 && expr.kind == ExprKind::compare);
            look(*each, always && !may_be_skipped);
            ++operand;
        });
    }
};

int64_t bytes_of(const Function& function, VariableRole role) {
    int64_t bytes = 0;
    for (const auto& variable : function.variables)
        if (variable->role == role && !variable->is_dynamic())
            bytes += variable->element_count() * variable->type->element()->size();
    return bytes;
}

Span first_of(const Function& function, VariableRole role) {
    for (const auto& variable : function.variables)
        if (variable->role == role) return variable->span;
    return function.span;
}

void check_sizes(const Function& function, const CooperationOfAll& cooperation, diag::Sink& sink) {
    int64_t local = bytes_of(function, VariableRole::local_array);
    bool callee_too_large = false; // which is reported by itself
    if (function.is_kernel && local <= most_local)
        for (const Function* each : cooperation.callees(&function)) {
            if (each == &function || !cooperation.cooperates(each)) continue;
            const int64_t bytes = bytes_of(*each, VariableRole::local_array);
            callee_too_large |= bytes > most_local;
            local += bytes;
        }
    if (local > most_local && !callee_too_large)
        sink.report(diag::ArraysTooLarge{function.name, false, local, most_local},
                    first_of(function, VariableRole::local_array));
    if (!function.is_kernel) return;
    std::set<const Function*> functions = cooperation.callees(&function);
    functions.insert(&function);
    int64_t shared = 0;
    for (const Function* each : functions)
        shared += bytes_of(*each, VariableRole::shared);
    if (shared > most_shared)
        sink.report(diag::ArraysTooLarge{function.name, true, shared, most_shared},
                    first_of(function, VariableRole::shared));
}

/// Checks that arrays which are sized at the launch are in the kernel that is launched, and that there are
/// not too many of them.
void check_dynamic(const Function& function, diag::Sink& sink) {
    using Place = diag::ArrayPlace::Place;
    std::size_t count = 0;
    for (const auto& variable : function.variables) {
        if (!variable->is_dynamic()) continue;
        const bool in_helper = !function.is_kernel || function.facts.is_called;
        if (++count > most_dynamic_arrays || in_helper)
            sink.report(
                diag::ArrayPlace{in_helper ? Place::helper : Place::many, "shared", "", variable->name},
                variable->span);
    }
}

} // namespace

void check_barriers(const Program& program, bool allows_divergence, diag::Sink& sink) {
    const CooperationOfAll cooperation(program);
    for (const auto& function : program.functions) {
        check_dynamic(*function, sink);
        check_sizes(*function, cooperation, sink);
        if (!cooperation.cooperates(function.get())) continue;
        if (cooperation.callees(function.get()).contains(function.get()))
            sink.report(diag::RecursiveCooperation{function->name, cooperation.has_barrier(function.get()),
                                                   cooperation.has_shared(function.get())},
                        function->span);
        Places(cooperation, sink).function(*function);
    }
    if (sink.has_errors()) return;
    for (const auto& function : program.functions)
        if (function->is_kernel && cooperation.has_barrier(function.get()))
            Divergence(cooperation, allows_divergence, sink).kernel(*function);
}

} // namespace cudapy
