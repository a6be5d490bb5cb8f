// The notes that tell a recorder of a block in checked mode, besides accesses
// (lower/checked/note_accesses.h).

#include "translator/lower/checked/note_accesses.h"
#include "translator/lower/checked/note_barriers.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/threads/block_maker.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

Block BlockMaker::array_notes() {
    Block notes;
    for (const auto& array : block_.variables) {
        if (array->role != VariableRole::shared || array->is_reference) continue;
        notes.push_back(std::make_unique<Evaluate>(array->span, make_shared_note(*array)));
    }
    return notes;
}

void BlockMaker::note_order(generated::Order order, Span span, Block& out) {
    out.push_back(make_order_note(static_cast<int>(order), span));
}

void BlockMaker::note_meeting(ExprPtr mask, Span span, Block& out) {
    auto call =
        make_helper_call(Helper::note_meeting, mask_type(), span, convert(std::move(mask), mask_type()));
    call->check = std::make_shared<const Check>(Check{Check::Kind::order, span, {}});
    Block body;
    body.push_back(std::make_unique<Evaluate>(span, std::move(call)));
    if (masks_.empty())
        guarded_.push_back(add_lanes(std::move(body), out));
    else
        add_masked(std::move(body), out);
    note_order(generated::Order::meeting, span, out);
}

} // namespace cudapy::lower
