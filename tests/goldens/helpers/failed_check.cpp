//+ prelude failed_check

// A check that failed, by its number, with what it has found and its thread.
struct FailedCheck {
    long long number, value, bound, x, y, z;

    // The first one stays.
    void keep_in(FailedCheck* first) const
    {
        long long none = 0;
        if (!__atomic_compare_exchange_n(&first->number, &none, number, false,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
        first->value = value;
        first->bound = bound;
        first->x = x;
        first->y = y;
        first->z = z;
    }
};

[[noreturn]] static void fail_check(int number, long long value, long long bound, long long x, long long y,
                                    long long z)
{
    throw FailedCheck{number, value, bound, x, y, z};
}
//+ prelude failed_check with stubs

// Says what is outside the contract of the language, and stops.
[[noreturn]] static void fail_check(const char* format, const char* where, long long value, long long bound,
                                    long long x, long long y, long long z)
{
    fprintf(stderr, format, where, x, y, z, value, bound);
    abort();
}
