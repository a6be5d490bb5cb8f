//+ prelude failed_assertion

// An assertion that failed, by its number.
struct AssertionFailure {
    int number;
};
