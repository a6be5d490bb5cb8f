#include "translator/numba/dates/units.h"

#include <doctest/doctest.h>

namespace cudapy::checker::numba {

TEST_CASE("units of dates: the finer one counts the coarser one") {
    CHECK(units_in("D", "D") == 1);
    CHECK(units_in("Y", "M") == 12);
    CHECK(units_in("W", "h") == 168);
    CHECK(units_in("D", "ns") == 86'400'000'000'000);
    CHECK(units_in("s", "as") == 1'000'000'000'000'000'000);
    CHECK(!units_in("h", "D"));
    CHECK(!units_in("M", "D"));
    CHECK(!units_in("D", "M"));
    CHECK(!units_in("D", "as")); // more than an int64 holds
}

TEST_CASE("units of dates: two meet in the finer one") {
    CHECK(common_unit("D", "h") == "h");
    CHECK(common_unit("h", "D") == "h");
    CHECK(common_unit("M", "Y") == "M");
    CHECK(common_unit("s", "s") == "s");
    CHECK(!common_unit("Y", "W"));
    CHECK(!common_unit("as", "D"));
}

} // namespace cudapy::checker::numba
