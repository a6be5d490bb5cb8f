#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("complex_numbers: another precision part by part, truth by comparison") {
    const std::string text = R"py(
# k : void (complex64* X, complex128* D, int* I)
def k(X, D, I):
    z = X[idx]
    D[idx] = z
    D[idx] += X[idx]
    I[idx] = 1 if z and not D[idx] else 2
    X[idx] = z or 2j
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(X: complex64* [reads, writes], D: complex128* [reads, writes], I: int* [writes]) -> void [kernel k, effects, idx]
    declare const complex64 z = (load.complex64 X idx.int)
    D[idx.int] = (construct.complex128 (cast.double (field.float 0 (var.complex64 z))) (cast.double (field.float 1 (var.complex64 z))))
    declare complex64 number
    D[idx.int] = (add.complex128 (load.complex128 D idx.int) (construct.complex128 (cast.double (field.float 0 (assign.complex64 number (load.complex64 X idx.int)))) (cast.double (field.float 1 (var.complex64 number)))))
    I[idx.int] = (select.int (and.bool (ne.bool (var.complex64 z) (construct.complex64 0.float 0.float)) (eq.bool (load.complex128 D idx.int) (construct.complex128 0.double 0.double))) 1.int 2.int)
    X[idx.int] = (select.complex64 (ne.bool (var.complex64 z) (construct.complex64 0.float 0.float)) (var.complex64 z) (construct.complex64 0.float 2.float))
)program");
}

} // namespace cudapy::lower
