# pycu2cu: --header
# Names that C++ has taken: a field called `new`, a struct called like one of our own names.
import cudapy as cp


@cp.struct
class dim3:
    new: cp.int32
    new_: cp.uint8
    größe: cp.float64
    bodies: cp.int32


@cp.struct
class Empfänger:
    inner: "dim3"
    delete: "double"


def names(bodies: cp.Array[Empfänger], one: dim3) -> None:
    e = bodies[idx]
    e.inner.new = one.new_ + one.new
    e.inner.größe += e.delete
    e.inner.bodies = len(bodies)
