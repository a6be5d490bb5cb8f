#include "translator/lower/cpu/scalar_replacement.h"

#include "tests/translator/lower/lowered.h"
#include "translator/lower/statements/declarations.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("scalar replacement: a variable for each field, values before what they read is assigned") {
    CHECK(after(R"py(import cudapy as cp
@cp.struct
class V:
    x: cp.float32
    y: cp.float32
@cp.struct
class Line:
    a: V
    n: cp.int32
# f : V (V v)
def f(v):
    return V(v.y, v.x)
# k : void (V* A, Line* L)
def k(A, L):
    z = V(1.0, 2.0)
    z = V(z.y, z.x)
    z.x += 1.0
    z = f(z)
    A[idx] = z
    l = Line(A[0].copy(), 3)
    l.a.y = z.x
    L[0] = l
)py",
                {lower_declarations, replace_structs_by_scalars}) == R"program(def f(v: V) -> V [called]
    return (construct.V (field.float 1 (var.V v)) (field.float 0 (var.V v)))

def k(A: V* [reads, writes], L: Line* [writes]) -> void [kernel, effects, idx]
    declare float z_x = 1.float'1.0'
    declare float z_y = 2.float'2.0'
    declare const float z_x_next = (var.float z_y)
    declare const float z_y_next = (var.float z_x)
    z_x = (var.float z_x_next)
    z_y = (var.float z_y_next)
    z_x add=.float 1.float'1.0'
    declare const V value = (call.V f (construct.V (var.float z_x) (var.float z_y)))
    z_x = (field.float 0 (var.V value))
    z_y = (field.float 1 (var.V value))
    A[idx.int] = (construct.V (var.float z_x) (var.float z_y))
    declare float l_a_x = (field.float 0 (load.V A 0.int))
    declare float l_a_y = (field.float 1 (load.V A 0.int))
    declare int l_n = 3.int
    l_a_y = (var.float z_x)
    L[0.int] = (construct.Line (construct.V (var.float l_a_x) (var.float l_a_y)) (var.int l_n))
)program");
}

} // namespace cudapy::lower
