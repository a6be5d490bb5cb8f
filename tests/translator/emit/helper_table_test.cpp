#include "translator/emit/helpers/helper_table.h"

#include "translator/emit/helpers/atomic_helpers.h"
#include "translator/emit/helpers/helpers.h"
#include "translator/emit/helpers/warp_helpers.h"
#include "translator/program/operation_helpers.h"
#include "translator/support/internal_error.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace cudapy;
using namespace cudapy::program;

namespace {

std::vector<Helper> helpers() {
    std::vector<Helper> made;
    for (int i = 0; i <= static_cast<int>(Helper::record_call); ++i)
        made.push_back(static_cast<Helper>(i));
    return made;
}

/// The texts of a helper for all types and targets that it has one for.
std::set<std::string> texts_of(Helper helper) {
    std::set<std::string> made;
    for (const Type* type :
         {Type::int32(), Type::int64(), Type::uint32(), Type::float32(), Type::float64(), Type::complex64()})
        for (const Target target : {Target::cpu, Target::cuda})
            try {
                made.emplace(emit::text_of(helper, type, target).text);
            } catch (const InternalError&) { // it has none for them
            }
    return made;
}

} // namespace

TEST_CASE("helpers: each has a name of its own, and texts that define it") {
    std::set<std::string> names;
    for (const Helper helper : helpers()) {
        const HelperRow& row = row_of(helper);
        CAPTURE(row.name);
        CHECK((emit::is_operator(helper) || names.emplace(row.emitted).second));
        const bool is_of_turns = helper >= Helper::turn_begin && helper <= Helper::turn_is_last;
        CHECK((is_of_turns || row.operands >= 1));
        if (find_atomic(helper) || emit::is_warp_reduction(helper)) continue;
        if (helper == Helper::is_none) continue; // which no lowered program has
        const std::set<std::string> texts = texts_of(helper);
        CHECK_FALSE(texts.empty());
        for (const std::string& text : texts)
            CHECK(text.find(" N(") != std::string::npos);
    }
}

TEST_CASE("helpers: the text depends on the type and the target where the row says so") {
    const auto text = [](Helper helper, const Type* type, Target target) {
        return emit::text_of(helper, type, target).text;
    };
    const Type *single = Type::float32(), *integer = Type::int32();
    CHECK(text(Helper::floor_div, single, Target::cpu) == text(Helper::floor_div, single, Target::cuda));
    CHECK(text(Helper::floor_div, integer, Target::cpu) != text(Helper::floor_div, integer, Target::cuda));
    CHECK(text(Helper::remainder, integer, Target::cpu) !=
          text(Helper::remainder, Type::uint32(), Target::cpu));
    CHECK_THROWS_AS(emit::text_of(Helper::trunc_quotient, integer, Target::cpu), InternalError);
}
