#include "translator/program/helper.h"

namespace cudapy::program {

namespace {

using enum HelperRow::Maker;
using enum HelperRow::Result;

constexpr HelperRow rows[] = {
#define HELPER(name, emitted, operands, maker, result, sign)                                                 \
    {#name, emitted, operands, maker, result, SignRule::sign},
#include "translator/program/helpers.inc"
#undef HELPER
};

} // namespace

const HelperRow& row_of(Helper helper) {
    return rows[static_cast<std::size_t>(helper)];
}

} // namespace cudapy::program
