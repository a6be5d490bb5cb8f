#include "translator/translation_cache/bytes.h"

#include <doctest/doctest.h>

namespace cudapy::translation_cache {

TEST_CASE("numbers and texts come back in order") {
    Writer writer;
    for (const uint64_t number : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{300}, ~uint64_t{0}})
        writer.number(number);
    writer.text("");
    writer.text(std::string_view("a\0b", 3));
    const std::string bytes = writer.take();
    Reader reader(bytes);
    for (const uint64_t number : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{300}, ~uint64_t{0}})
        CHECK(reader.number() == number);
    CHECK(reader.text() == "");
    CHECK_FALSE(reader.at_end());
    CHECK(reader.text() == std::string("a\0b", 3));
    CHECK(reader.at_end());
    CHECK_FALSE(reader.failed());
}

TEST_CASE("bytes that end too early are said to") {
    Writer writer;
    writer.number(300);
    writer.text("abc");
    const std::string bytes = writer.take();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Reader reader(std::string_view(bytes).substr(0, size));
        reader.number();
        reader.text();
        CHECK(reader.failed());
    }
}

TEST_CASE("a count is never larger than what follows") {
    Writer writer;
    writer.number(uint64_t{1} << 60);
    const std::string bytes = writer.take();
    Reader reader(bytes);
    CHECK(reader.count() == 0);
    CHECK(reader.failed());
}

TEST_CASE("a number that never ends is none") {
    Reader reader("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
    CHECK(reader.number() == 0);
    CHECK(reader.failed());
}

} // namespace cudapy::translation_cache
