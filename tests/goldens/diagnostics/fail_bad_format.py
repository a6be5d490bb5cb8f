import cudapy as cp


# kernel : void (float x, int n, uint8 b)
def kernel(x, n, b):
    print(f"{x:{n}}")
    print(f"{x:*>8}")
    print(f"{x:^8} {x:=8}")
    print(f"{x:z.1f}", f"{b:#x}")
    print(f"{x:<08}")
    print(f"{n:1000000}{x:.9999999}")
    print(f"{n:,} {n:_}")
    print(f"{x:.f}")
    print(f"{x:5.1fs}")
    print(f"{x:d}")
    print(f"{n:x} {b:x}")
    print(f"{n:n} {x:.1%} {n:s} {n:c}")
    print(f"{n:.3} {n:.3d} {b:.2o}")
    print(f"{n!r:5} {n!r}")
    print(f"{cp.uint64(n):+} {cp.uint32(n): d} {b:+x}")
    print(f"{'text'} {f'{n}'}")
    print(f"{[1]} {unknown} {n: 5}")
