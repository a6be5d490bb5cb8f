import cudapy as cp


@cp.struct
class Empty:
    """Nothing."""


@cp.struct
class Derived(Empty):
    x: cp.float32


@cp.struct
class NoType:
    x: cp.float32
    y = 1.0
    print("here")


@cp.struct
class Twice:
    x: cp.float32
    x: cp.int32


@cp.struct
class Fields:
    a: cp.Array[cp.float32]
    b: str
    c: None
    d: tuple[cp.float32, cp.int32]
    e: Unknown
    f: "Fields"
    g: cp.float32 = len("x")
    h: cp.int8 = 1000


@cp.struct
class Point:
    x: cp.float32
    y: cp.float32 = 0.0
    z: cp.float32
    w: cp.float32


@cp.struct
class Segment:
    color: cp.float4 = cp.float4(0.0, 0.0, 0.0, 1.0)
    phase: cp.complex64 = 1j


SEGMENT = Segment()


@cp.struct
class Segments:
    first: Segment = Segment()
    named: Segment = SEGMENT
    number: Segment = 1.0


@cp.struct
class Inner:
    b: Fields


# kernel : void (Fields* A, Inner* B)
def kernel(A, B):
    A[0].a = B[0].b
