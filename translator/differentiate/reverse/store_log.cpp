// Records stores one by one, so that the last ones can be undone whichever elements they changed.
//
// An array's stores are recorded in a loop and in all loops around it. The reverse of an iteration first
// undoes the stores that it made, and then runs again, where loops inside record theirs anew. So there are
// never more records than at the end of the forward sweep.

#include "translator/differentiate/reverse/reverse.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;

bool Reverse::is_logged(const StoredPart& part) const {
    return std::any_of(log_.parts.begin(), log_.parts.end(),
                       [&](const StoreLog::Part& known) { return known.part == part; });
}

/// Returns whether iterations of the loop undo stores to the part by the log; without a loop, whether a
/// retreat does.
bool Reverse::logs(const StoredPart& part, const Stmt* loop) const {
    return std::any_of(log_.parts.begin(), log_.parts.end(), [&](const StoreLog::Part& known) {
        return known.part == part && known.loops.count(loop) > 0;
    });
}

void Reverse::ask_for_log(const StoredPart& part, const Stmt* loop) {
    if (!is_logged(part)) log_.parts.push_back({part, {}, {}, nullptr});
    for (StoreLog::Part& known : log_.parts)
        if (known.part == part && known.loops.insert(loop).second) log_.has_grown = true;
}

/// Returns how often a loop runs at most, if that is a constant.
std::optional<int64_t> Reverse::most_trips(const Stmt& loop) const {
    if (loop.kind == StmtKind::while_) {
        const auto known = kernel_.most_trips.find(&loop);
        return known == kernel_.most_trips.end() ? std::nullopt : std::optional(known->second);
    }
    const auto& node = as<ForRange>(loop);
    const auto first = lower::constant_value(*node.start), end = lower::constant_value(*node.stop),
               distance = lower::constant_value(*node.step);
    if (!first || !end || !distance || *distance == 0) return std::nullopt;
    return std::max<int64_t>(0, (*end - *first + *distance + (*distance > 0 ? -1 : 1)) / *distance);
}

/// Returns how many stores the forward sweep of a block records at most, if that is a small constant.
std::optional<int64_t> Reverse::most_stores(const Block& body) const {
    constexpr int64_t many = 1 << 20;
    int64_t count = 0;
    for (const StmtPtr& stmt : body) {
        int64_t inside = 0;
        if (stmt->kind == StmtKind::assign) {
            const Lvalue& place = as<Assign>(*stmt).lvalue;
            inside = place.index && is_logged({place.variable, place.fields});
        }
        bool is_known = true;
        visit_blocks(static_cast<const Stmt&>(*stmt), [&](const Block& block) {
            const auto of = most_stores(block);
            is_known = is_known && of;
            inside += of.value_or(0);
        });
        if (!is_known) return std::nullopt;
        const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
        if (is_loop && inside > 0) {
            const auto trips = most_trips(*stmt);
            if (!trips || *trips > many) return std::nullopt;
            inside *= *trips;
        }
        count += inside;
        if (count > many) return std::nullopt;
    }
    return count;
}

/// Makes the records of the log, where there is one.
void Reverse::begin_log(Block& forward) {
    log_.has_grown = false;
    if (log_.parts.empty()) return;
    const Span span = function_.span;
    log_.most = most_stores(primal_);
    const Type* const type = log_.most && !log_.is_on_tape ? Type::int32() : Type::int64();
    if (!log_.count || log_.count->type != type) log_.count = temporary("stores", type, span);
    log_.number = make_ref(log_.count, span);
    emit(forward, make_assign(log_.count, make_int(type, 0, span), span));
    records_.begin_stores();
    const Type* const number = log_.parts.size() > 1 ? Type::int64() : index_type_;
    log_.places = records_.add("store_place", number, log_.most, 1, nullptr, span);
    for (StoreLog::Part& part : log_.parts) {
        part.recording.clear();
        part.before = nullptr;
    }
}

/// Puts what records a store right before it.
void Reverse::log_store(const StoreSite& site, Block& out) {
    if (log_.has_grown) return; // everything is made anew
    const Span span = site.span;
    const auto part = std::find_if(log_.parts.begin(), log_.parts.end(),
                                   [&](const StoreLog::Part& known) { return known.part == site.part; });
    const auto number = static_cast<int64_t>(part - log_.parts.begin());
    const auto count = static_cast<int64_t>(log_.parts.size());
    const ExprPtr& index = as<Assign>(*site.stmt).lvalue.index;
    if (!part->before) {
        records_.begin_part_of_stores();
        part->before = record(site.part.name(), "_overwritten", make_read(site.part.of(*index, span)),
                              {log_.number, log_.most, nullptr, span}, part->recording);
    }
    ExprPtr place = convert(clone(*index), log_.places->type->element());
    if (count > 1) {
        const Type* type = place->type;
        place = make_binary(BinaryOp::mul, std::move(place), make_int(type, count, span));
        if (number > 0) place = make_binary(BinaryOp::add, std::move(place), make_int(type, number, span));
    }
    out.push_back(make_assign(Lvalue{log_.places, clone(*log_.number), span}, std::move(place), span));
    Block recording = with_index(part->recording, site.part.array, *index);
    std::move(recording.begin(), recording.end(), std::back_inserter(out));
    out.push_back(make_add(log_.count, make_int(log_.count->type, 1, span), span));
}

/// Returns a loop that undoes the last stores, until so many are left.
StmtPtr Reverse::undo_stores(ExprPtr until, Span span) {
    auto loop =
        std::make_unique<While>(span, make_compare(CompareOp::gt, clone(*log_.number), std::move(until)));
    ExprPtr last = make_binary(BinaryOp::sub, clone(*log_.number), make_int(log_.count->type, 1, span));
    loop->body.push_back(make_assign(log_.count, std::move(last), span));
    ExprPtr place = std::make_unique<Load>(span, log_.places, clone(*log_.number));
    const auto count = static_cast<int64_t>(log_.parts.size());
    if (count == 1) {
        const StoreLog::Part& only = log_.parts.front();
        loop->body.push_back(make_assign(only.part.of(*place, span), clone(*only.before), span));
        return loop;
    }
    Variable* const kept = temporary("place", place->type, span);
    loop->body.push_back(make_assign(kept, std::move(place), span));
    const auto of_place = [&](BinaryOp op) {
        return make_binary(op, make_ref(kept, span), make_int(kept->type, count, span));
    };
    StmtPtr chain; // the last part first
    for (std::size_t i = log_.parts.size(); i-- > 0;) {
        const StoreLog::Part& each = log_.parts[i];
        if (!each.before) continue;
        const ExprPtr index = of_place(BinaryOp::floor_divide);
        StmtPtr give_back = make_assign(each.part.of(*index, span), clone(*each.before), span);
        if (!chain) {
            chain = std::move(give_back);
            continue;
        }
        ExprPtr is_this = make_compare(CompareOp::eq, of_place(BinaryOp::floor_modulo),
                                       make_int(kept->type, static_cast<int64_t>(i), span));
        auto branch = std::make_unique<If>(span, std::move(is_this));
        branch->then_body.push_back(std::move(give_back));
        branch->else_is_elif = chain->kind == StmtKind::if_;
        branch->else_body.push_back(std::move(chain));
        chain = std::move(branch);
    }
    loop->body.push_back(std::move(chain));
    return loop;
}

} // namespace cudapy::differentiate
