#include "runtime/cache/cache.h"
#include "runtime/support/sha256.h"

#include <doctest/doctest.h>

using namespace cudapy::runtime;

namespace {

std::string hash_of(const std::string& text, std::size_t step) {
    const auto hash_by = [&](Sha256 hash) {
        for (std::size_t at = 0; at < text.size(); at += step)
            hash.update(text.data() + at, std::min(step, text.size() - at));
        return hex(hash.finish());
    };
    const std::string result = hash_by(Sha256());
    CHECK(hash_by(Sha256(true)) == result); // with the processor's instructions and without
    return result;
}

} // namespace

TEST_CASE("SHA-256 of the standard's examples") {
    CHECK(hash_of("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hash_of("abc", 3) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 64) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hash_of(std::string(1000000, 'a'), 4096) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the data is cut") {
    for (std::size_t length : {55, 56, 63, 64, 65, 119, 120, 128, 1000}) {
        std::string text(length, 'x');
        for (std::size_t step : {1, 7, 63, 64, 65})
            CHECK(hash_of(text, step) == hash_of(text, length));
    }
}

TEST_CASE("cache keys differ wherever lists of parts differ") {
    std::vector<std::vector<std::string>> lists = {
        {},           {""},       {"", ""}, {"ab"},       {"a", "b"},
        {"", "ab"},   {"ab", ""}, {"a:b"},  {"1:a", "b"}, {"1:a1:b"},
        {"a", "1:b"}, {"a1:b"},   {"2:ab"}, {"2:a", "b"}, {std::string(1, '\0')}};
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (std::size_t j = 0; j < lists.size(); ++j)
            CHECK((cache_key(lists[i]) == cache_key(lists[j])) == (i == j));
    CHECK(cache_key({"a", "b"}).size() == 64);
}
