// Instrumentation of blocks in checked mode, besides that of accesses
// (lower/checked/instrument_accesses.h).

#include "translator/lower/checked/instrument_accesses.h"
#include "translator/lower/checked/instrument_barriers.h"
#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/rewriting/rewrite.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

Block BlockMaker::array_records() {
    Block records;
    for (const auto& array : function_.variables) {
        if (array->role != VariableRole::shared || array->is_reference) continue;
        records.push_back(std::make_unique<Evaluate>(array->span, make_shared_array_record(*array)));
    }
    return records;
}

void BlockMaker::record_sync(generated::Order order, Span span, Block& out) {
    out.push_back(make_sync_record(static_cast<int>(order), span));
}

void BlockMaker::record_warp_sync(ExprPtr mask, Span span, Block& out) {
    auto call =
        make_helper_call(Helper::record_warp_sync, mask_type(), span, convert(std::move(mask), mask_type()));
    call->check = std::make_shared<const Check>(Check{Check::Kind::order, span, {}});
    Block body;
    body.push_back(std::make_unique<Evaluate>(span, std::move(call)));
    if (masks_.empty())
        guarded_.push_back(add_work_item_loop(std::move(body), out));
    else
        add_masked(std::move(body), out);
    record_sync(generated::Order::meeting, span, out);
}

} // namespace cudapy::lower
