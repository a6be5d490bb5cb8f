#include "translator/translation_cache/bytes.h"

namespace cudapy::translation_cache {

void Writer::number(uint64_t value) {
    // Seven bits a byte, the least ones first; most numbers are small.
    for (; value > 127; value >>= 7)
        bytes_ += static_cast<char>(value | 128);
    bytes_ += static_cast<char>(value);
}

void Writer::text(std::string_view value) {
    number(value.size());
    bytes_ += value;
}

uint64_t Reader::number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (rest_.empty()) break;
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        value |= uint64_t{byte & 127U} << shift;
        if (byte < 128) return value;
    }
    failed_ = true;
    return 0;
}

std::string Reader::text() {
    const uint64_t size = number();
    if (size > rest_.size()) {
        failed_ = true;
        return "";
    }
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
}

uint64_t Reader::count() {
    const uint64_t value = number();
    if (value <= rest_.size()) return value;
    failed_ = true;
    return 0;
}

} // namespace cudapy::translation_cache
