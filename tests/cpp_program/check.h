// What both programs check with: a value that is not as expected ends the program with its name.
#pragma once

#include <cstdio>
#include <cstdlib>

template <typename T>
void expect_equal(const char* what, long long where, T actual, T expected) {
    if (actual == expected) return;
    std::fprintf(stderr, "%s[%lld] is %.17g, expected %.17g\n", what, where, double(actual),
                 double(expected));
    std::exit(1);
}

inline void expect(const char* what, bool holds) {
    if (holds) return;
    std::fprintf(stderr, "%s does not hold\n", what);
    std::exit(1);
}

inline int floor_quotient(int a, int b) {
    int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
