#include "translator/differentiate/reverse/records.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <set>

namespace cudapy::differentiate {

using namespace program;

namespace {

constexpr int64_t most_bytes = 4096; ///< of all records of a thread that are arrays of its own

} // namespace

Variable* Records::add(const std::string& name, const Type* type, std::optional<int64_t> most_trips,
                       int64_t values, const Stmt* loop, Span span) {
    Variable* record = function_.add_variable(name, Type::array(type), VariableRole::local_array, span);
    records_[record] = {most_trips, values, loop, loop ? 0 : next_word_++};
    return record;
}

void Records::place(const Block& body) {
    std::set<const Variable*> seen;
    std::vector<Variable*> used;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind != ExprKind::load) return;
        Variable* array = as<Load>(expr).array;
        if (records_.count(array) && seen.insert(array).second) used.push_back(array);
    });
    int64_t bytes = 0;
    taped_.clear();
    for (Variable* variable : used) {
        const Record& record = records_.at(variable);
        const int64_t trips = record.most_trips.value_or(0);
        const int64_t size = variable->type->element()->size() * record.values;
        const bool is_of_taped =
            std::find(taped_loops_.begin(), taped_loops_.end(), record.loop) != taped_loops_.end();
        if (!record.most_trips || is_of_taped || trips > most_bytes || bytes + trips * size > most_bytes) {
            taped_.push_back(variable);
            if (!is_of_taped) taped_loops_.push_back(record.loop);
            continue;
        }
        bytes += trips * size;
        variable->shape = {std::max<int64_t>(1, trips * record.values)};
    }
}

} // namespace cudapy::differentiate
