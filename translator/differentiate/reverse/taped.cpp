#include "translator/differentiate/reverse/taped.h"

#include "translator/builtins/builtins.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

ExprPtr call_of(const char* path, const Type* type, ExprPtr operand) {
    const Span span = operand->span;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(operand));
    return std::make_unique<BuiltinCall>(span, type, find_builtin(path), nullptr, std::move(arguments));
}

ExprPtr cast(const Type* type, ExprPtr operand) {
    if (operand->type == type) return operand;
    const Span span = operand->span;
    return std::make_unique<Cast>(span, type, std::move(operand), true);
}

ExprPtr to_word(ExprPtr value) {
    const Type* type = value->type;
    if (type == Type::float64()) return call_of("cudapy.bits", Type::uint64(), std::move(value));
    if (type->is_floating())
        return cast(Type::uint64(),
                    call_of("cudapy.bits", Type::uint32(), cast(Type::float32(), std::move(value))));
    return cast(Type::uint64(), std::move(value));
}

ExprPtr from_word(ExprPtr word, const Type* type) {
    if (type == Type::float64()) return call_of("cudapy.double_of_bits", type, std::move(word));
    if (type->is_floating())
        return cast(type,
                    call_of("cudapy.float_of_bits", Type::float32(), cast(Type::uint32(), std::move(word))));
    return cast(type, std::move(word));
}

class OnTape {
  public:
    OnTape(Function& kernel, const Records& records, const TapedLoops& loops, Variable* stores, int axes,
           const Type* index_type)
        : kernel_(kernel), records_(records), loops_(loops), stores_(stores), axes_(axes),
          index_type_(index_type), tape_(add_tape(kernel, axes)), span_(kernel.span) {
        thread_ = temporary("thread");
        slot_ = temporary("slot");
        needed_ = temporary("needed");
        for (const Variable* record : records.taped()) {
            if (!records.loop_of(record)) { // of stores
                offsets_[record] = records.word_of(record);
                store_words_ = std::max(store_words_, records.word_of(record) + 1);
                continue;
            }
            Place& place = place_of(records.loop_of(record));
            offsets_[record] = place.words;
            place.words += records.values_of(record);
        }
    }

    void run(const Landmarks& landmarks) {
        leaves_together_ = landmarks.leaves_together;
        Block forward, reverse, made;
        Block* part = &forward;
        for (StmtPtr& stmt : kernel_.body) {
            if (stmt.get() == landmarks.reverse_begins) part = &reverse;
            if (landmarks.retreat && stmt.get() == landmarks.retreat)
                retreat_ = std::move(as<If>(*stmt).then_body);
            else
                part->push_back(std::move(stmt));
        }
        begin(made);
        rewrite(forward, false);
        std::move(forward.begin(), forward.end(), std::back_inserter(made));
        check(made);
        is_forward_ = false;
        rewrite(reverse, true);
        std::move(reverse.begin(), reverse.end(), std::back_inserter(made));
        made.push_back(finish());
        kernel_.body = std::move(made);
    }

  private:
    /// The words of a loop: so many for each iteration, from `begin` on.
    struct Place {
        const Stmt* loop;
        Variable* begin;
        int64_t words;
    };
    const Place* find_place(const Stmt* loop) const {
        const auto found = std::find_if(places_.begin(), places_.end(),
                                        [&](const Place& place) { return place.loop == loop; });
        return found == places_.end() ? nullptr : &*found;
    }
    Place& place_of(const Stmt* loop) {
        for (Place& place : places_)
            if (place.loop == loop) return place;
        return places_.emplace_back(Place{loop, temporary("begin"), 0});
    }

    Variable* temporary(const std::string& name) {
        return kernel_.add_variable(name, Type::int64(), VariableRole::temporary, span_);
    }
    ExprPtr number(int64_t value) const { return make_int(Type::int64(), value, span_); }
    ExprPtr ref(Variable* variable) const { return make_ref(variable, span_); }
    ExprPtr coordinate(int axis) const {
        return cast(Type::int64(), std::make_unique<CoordinateExpr>(
                                       span_, index_type_, coordinate_of(CoordinateGroup::global, axis)));
    }
    ExprPtr state_place() const { return make_binary(BinaryOp::add, ref(thread_), number(1)); }
    StmtPtr finish() const {
        return make_assign(Lvalue{tape_.state, state_place(), span_}, make_int(Type::int32(), 1, span_),
                           span_);
    }
    StmtPtr leave() const { return std::make_unique<Return>(span_, nullptr); }
    static ExprPtr scaled(ExprPtr value, int64_t factor) {
        const Span span = value->span;
        if (factor == 1) return value;
        return make_binary(BinaryOp::mul, std::move(value), make_int(Type::int64(), factor, span));
    }

    /// Threads that are none of this launch's portion, or that have finished, have nothing to do.
    void begin(Block& out) {
        ExprPtr thread = coordinate(axes_ - 1);
        if (axes_ == 3)
            thread = make_binary(BinaryOp::add, coordinate(1),
                                 make_binary(BinaryOp::mul, ref(tape_.height), std::move(thread)));
        if (axes_ >= 2)
            thread = make_binary(BinaryOp::add, coordinate(0),
                                 make_binary(BinaryOp::mul, ref(tape_.width), std::move(thread)));
        out.push_back(make_assign(thread_, std::move(thread), span_));
        out.push_back(make_assign(slot_, make_binary(BinaryOp::sub, ref(thread_), ref(tape_.first)), span_));
        ExprPtr outside = make_or(make_compare(CompareOp::lt, ref(slot_), number(0)),
                                  make_compare(CompareOp::ge, ref(slot_), ref(tape_.count)));
        ExprPtr done = make_compare(CompareOp::eq, std::make_unique<Load>(span_, tape_.state, state_place()),
                                    make_int(Type::int32(), 1, span_));
        out.push_back(make_if(make_or(std::move(outside), std::move(done)), leave(), span_));
        for (const auto& [loop, of] : loops_)
            if (!of.forward && !of.known_trips) out.push_back(make_assign(of.trips, number(0), span_));
        out.push_back(make_assign(needed_, number(0), span_));
        bool knows_all = !stores_;
        for (const Place& place : places_) {
            const ExprPtr& trips = loops_.at(place.loop).known_trips;
            knows_all = knows_all && trips;
            out.push_back(make_assign(place.begin, trips ? ref(needed_) : number(0), span_));
            if (trips) out.push_back(make_add(needed_, scaled(clone(*trips), place.words), span_));
        }
        if (!knows_all) return;
        leave_if_short(out);
        is_forward_ = false;
    }

    /// Gives a loop its place after those that are there.
    void reserve(const Place& place, Block& out) const {
        out.push_back(make_add(needed_, scaled(ref(loops_.at(place.loop).trips), place.words), span_));
    }

    void check(Block& out) {
        if (!is_forward_) return;
        for (const Place& place : places_) {
            if (loops_.at(place.loop).forward || loops_.at(place.loop).known_trips) continue;
            out.push_back(make_assign(place.begin, ref(needed_), span_));
            reserve(place, out);
        }
        if (stores_) out.push_back(make_add(needed_, scaled(ref(stores_), store_words_), span_));
        leave_if_short(out);
    }

    /// Threads for which the tape is too short say how long it should be.
    void leave_if_short(Block& out) const {
        ExprPtr is_short = make_compare(CompareOp::gt, ref(needed_), ref(tape_.words));
        if (leaves_together_) is_short = call_of("cudapy.syncthreads_or", Type::bool_(), std::move(is_short));
        leave_if(std::move(is_short), ref(needed_), out);
    }
    /// A thread without room for so many more stores cannot go on. Nobody knows how much it needs.
    void leave_if_full(int64_t more, Block& out) const {
        ExprPtr then = make_binary(BinaryOp::add, ref(stores_), number(more));
        leave_if(make_compare(CompareOp::gt, scaled(std::move(then), store_words_), ref(tape_.words)),
                 scaled(ref(tape_.words), 2), out);
    }
    static bool has_loop(const Stmt& stmt) {
        bool found = stmt.kind == StmtKind::for_range || stmt.kind == StmtKind::while_;
        visit_blocks(stmt, [&](const Block& inner) {
            for (const StmtPtr& each : inner)
                found = found || has_loop(*each);
        });
        return found;
    }
    /// Returns how many stores a statement without loops records at most.
    int64_t stores_of(const Stmt& stmt) const {
        int64_t count = 0;
        if (stmt.kind == StmtKind::assign) {
            const Variable* record = as<Assign>(stmt).lvalue.variable;
            count += offsets_.count(record) && !records_.loop_of(record) && offsets_.at(record) == 0;
        }
        visit_blocks(stmt, [&](const Block& inner) {
            for (const StmtPtr& each : inner)
                count += stores_of(*each);
        });
        return count;
    }
    /// Returns how many stores are recorded at most from a statement of the block on, before the next loop.
    int64_t stores_from(const Block& body, std::size_t first) const {
        int64_t count = 0;
        for (std::size_t i = first; i < body.size() && !has_loop(*body[i]); ++i)
            count += stores_of(*body[i]);
        return count;
    }
    void leave_if(ExprPtr condition, const ExprPtr& words, Block& out) const {
        static const Builtin* const most = find_builtin("cudapy.atomicMax");
        auto branch = std::make_unique<If>(span_, std::move(condition));
        for (const StmtPtr& stmt : retreat_)
            branch->then_body.push_back(clone(*stmt));
        rewrite(branch->then_body, true);
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::make_unique<Load>(span_, tape_.state, number(0)));
        arguments.push_back(
            cast(Type::int32(), make_select(make_compare(CompareOp::lt, clone(*words), number(0x7fffffff)),
                                            clone(*words), number(0x7fffffff))));
        branch->then_body.push_back(std::make_unique<Evaluate>(
            span_, std::make_unique<BuiltinCall>(span_, Type::int32(), most, nullptr, std::move(arguments))));
        branch->then_body.push_back(leave());
        out.push_back(std::move(branch));
    }

    /// Returns the word of an element of a record, whose index is the number of the iteration or, for several
    /// values, `trip * values + j`.
    ExprPtr word_of(const Variable* record, const Expr& index) const {
        const Stmt* const loop = records_.loop_of(record);
        if (!loop) { // stores begin at the end of the tape
            ExprPtr last = make_binary(BinaryOp::sub, ref(tape_.words), number(1 + offsets_.at(record)));
            return make_binary(BinaryOp::sub, std::move(last), scaled(clone(index), store_words_));
        }
        const Place& place = *find_place(loop);
        const bool has_several = records_.values_of(record) != 1;
        const Expr& trip = has_several ? *as<Binary>(*as<Binary>(index).left).left : index;
        ExprPtr word = make_binary(BinaryOp::add, ref(place.begin),
                                   scaled(cast(Type::int64(), clone(trip)), place.words));
        if (const int64_t offset = offsets_.at(record); offset != 0)
            word = make_binary(BinaryOp::add, std::move(word), number(offset));
        if (has_several)
            word = make_binary(BinaryOp::add, std::move(word),
                               cast(Type::int64(), clone(*as<Binary>(index).right)));
        return word;
    }
    ExprPtr element(ExprPtr word) const {
        return make_binary(BinaryOp::add, make_binary(BinaryOp::mul, std::move(word), ref(tape_.count)),
                           ref(slot_));
    }

    /// Where there may be no room for the stores that are recorded, the thread looks.
    void rewrite(Block& body, bool has_room) const {
        Block made;
        bool has_room_here = has_room;
        for (std::size_t i = 0; i < body.size(); ++i) {
            StmtPtr& stmt = body[i];
            const bool runs_on = has_room || !has_loop(*stmt);
            if (!runs_on) has_room_here = false;
            if (runs_on && !has_room_here && stores_of(*stmt) > 0) {
                leave_if_full(stores_from(body, i), made);
                has_room_here = true;
            }
            visit_expressions(*stmt, [&](ExprPtr& expr) {
                visit_all_upwards(expr, [&](ExprPtr& part) {
                    if (part->kind != ExprKind::load || !offsets_.count(as<Load>(*part).array)) return;
                    const auto& load = as<Load>(*part);
                    ExprPtr word = std::make_unique<Load>(span_, tape_.memory,
                                                          element(word_of(load.array, *load.index)));
                    part = from_word(std::move(word), load.type);
                });
            });
            visit_blocks(*stmt, [&](Block& inner) { rewrite(inner, runs_on); });
            if (stmt->kind == StmtKind::if_ && as<If>(*stmt).else_body.size() != 1)
                as<If>(*stmt).else_is_elif = false;
            if (stmt->kind == StmtKind::return_) made.push_back(finish());
            if (stmt->kind == StmtKind::assign && offsets_.count(as<Assign>(*stmt).lvalue.variable)) {
                auto& node = as<Assign>(*stmt);
                const Variable* const record = node.lvalue.variable;
                const bool is_of_loop = records_.loop_of(record);
                ExprPtr word = word_of(record, *node.lvalue.index);
                StmtPtr store = make_assign(Lvalue{tape_.memory, element(clone(*word)), span_},
                                            to_word(std::move(node.value)), span_);
                if (is_forward_ && is_of_loop) { // the tape may be too short
                    ExprPtr end = ref(tape_.words);
                    if (stores_)
                        end = make_binary(BinaryOp::sub, std::move(end), scaled(ref(stores_), store_words_));
                    store = make_if(make_compare(CompareOp::lt, std::move(word), std::move(end)),
                                    std::move(store), span_);
                }
                stmt = std::move(store);
            }
            const Place* recorded = nullptr;
            for (const auto& [loop, of] : loops_)
                if (of.forward == stmt.get() && !of.known_trips && find_place(loop))
                    recorded = find_place(loop);
            if (recorded) made.push_back(make_assign(recorded->begin, ref(needed_), span_));
            made.push_back(std::move(stmt));
            if (recorded) reserve(*recorded, made);
        }
        body = std::move(made);
    }

    Function& kernel_;
    const Records& records_;
    const TapedLoops& loops_;
    Variable* stores_;
    int64_t store_words_ = 0; ///< of each store
    int axes_;
    const Type* index_type_;
    Tape tape_;
    Span span_;
    Variable *thread_, *slot_, *needed_;
    std::vector<Place> places_;                  ///< in the order of the text
    std::map<const Variable*, int64_t> offsets_; ///< of records, in the words of an iteration
    Block retreat_;                              ///< what undoes the stores of the forward sweep
    bool is_forward_ = true;
    bool leaves_together_ = false;
};

} // namespace

namespace {

class AtEntry {
  public:
    explicit AtEntry(const Block& kernel) {
        visit_statements(kernel, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::for_range) ++assigned_[as<ForRange>(stmt).variable].count;
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) return;
                Assigned& of = assigned_[place.variable];
                ++of.count;
                of.value = stmt.kind == StmtKind::assign && place.is_variable() ? as<Assign>(stmt).value.get()
                                                                                : nullptr;
            });
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (part.kind == ExprKind::assign_expr) ++assigned_[as<AssignExpr>(part).variable].count;
                });
            });
        });
    }

    /// The depth is that of variables which others are made of.
    ExprPtr value(const Expr& expr, int depth = 0) const {
        switch (expr.kind) {
        case ExprKind::literal:
        case ExprKind::length:
        case ExprKind::coordinate:
            return clone(expr);
        case ExprKind::variable: {
            const Variable* variable = as<VariableRef>(expr).variable;
            const auto found = assigned_.find(variable);
            if (found == assigned_.end())
                return variable->role == VariableRole::parameter ? clone(expr) : nullptr;
            const Assigned& of = found->second;
            const bool is_plain = of.count == 1 && of.value && variable->role != VariableRole::parameter;
            return is_plain && depth < 8 ? value(*of.value, depth + 1) : nullptr;
        }
        case ExprKind::cast:
        case ExprKind::unary:
        case ExprKind::compare:
        case ExprKind::conditional:
            break;
        case ExprKind::binary: {
            const auto& node = as<Binary>(expr);
            const bool divides = node.op == BinaryOp::floor_divide || node.op == BinaryOp::floor_modulo;
            const bool is_safe = node.op == BinaryOp::add || node.op == BinaryOp::sub ||
                                 node.op == BinaryOp::mul ||
                                 (divides && lower::constant_value(*node.right).value_or(0) > 0);
            if (!is_safe) return nullptr;
            break;
        }
        default:
            return nullptr;
        }
        ExprPtr result = clone(expr);
        bool is_known = true;
        visit_operands(*result, [&](ExprPtr& operand) {
            ExprPtr made = is_known ? value(*operand, depth) : nullptr;
            is_known = made != nullptr;
            if (made) operand = std::move(made);
        });
        return is_known ? std::move(result) : nullptr;
    }

  private:
    struct Assigned {
        int count = 0;
        const Expr* value = nullptr;
    };
    std::map<const Variable*, Assigned> assigned_;
};

} // namespace

ExprPtr value_at_entry(const Expr& expr, const Block& kernel) {
    return AtEntry(kernel).value(expr);
}

TapedLoop* TapedLoops::find(const Stmt* loop) {
    const auto found =
        std::find_if(loops_.begin(), loops_.end(), [&](const auto& each) { return each.first == loop; });
    return found == loops_.end() ? nullptr : &found->second;
}

const TapedLoop& TapedLoops::at(const Stmt* loop) const {
    return std::find_if(loops_.begin(), loops_.end(), [&](const auto& each) { return each.first == loop; })
        ->second;
}

bool is_word(const Type* type) {
    return type->is_bool() || type->is_integer() || type->is_floating();
}

void put_on_tape(Function& kernel, const Records& records, const TapedLoops& loops,
                 const Landmarks& landmarks, Variable* stores, int axes, const Type* index_type) {
    OnTape(kernel, records, loops, stores, axes, index_type).run(landmarks);
}

} // namespace cudapy::differentiate
