# blend : void (uint8* A, uint8* B, uint8* out, uint8 weight)
def blend(A, B, out, weight):
    if idx < len(out):
        a = A[idx]
        out[idx] = (a + B[idx]) // 2
        out[idx] = uint8(out[idx] + weight)
        out[idx] = uint8(a * 3 + B[idx] - 1)
        out[idx] = (-a ^ ~B[idx]) & 255
        if a + 1 > B[idx]:
            out[idx] = min(a, 200)
        out[idx] = a >> 1 if a % 3 == 0 else uint8(a << 2)


# widen : void (uint8* image, int* sums, int width)
def widen(image, sums, width):
    total = 0
    for x in range(width):
        total += image[idx * width + x]
    sums[idx] = total // width


# mix : void (int8* a, uint16* b, int16* c, uint32* d, uint64* e, int64* out)
def mix(a, b, c, d, e, out):
    out[0] = a[0] + b[0]
    out[1] = c[0] * d[0]
    out[2] = d[0] + idx
    e[0] = e[0] * 6364136223846793005 + 1442695040888963407
    e[1] = 0xcbf29ce484222325 ^ b[0]
    d[1] = d[0] * 0x9E3779B1 >> 15
    d[2] = (d[0] << 13 | d[0] >> 19) % 7
    b[1] = uint16(b[0] * b[0])
    b[2] %= b[0] + 1
    b[3] //= b[1] + 1
    a[1] = a[0] // 3
    a[2] = a[0] % 3
    a[3] = int8(a[0] ** 2)
    a[4] = min(abs(a[0]), 127)
    out[5] = max(a[0], b[0], 300) + brev(a[0]) + (e[0] + idx > 5)
    out[3] = int64(e[0] >> 33)
    out[4] = out[b[0]] + out[d[0]] + out[e[0] % 5]
    for i in range(b[0]):
        c[i] = int16(i)


# hash : uint32 (uint32 x)
def hash(x):
    x ^= x >> 16
    x *= 0x85ebca6b
    x ^= x >> 13
    x *= 0xc2b2ae35
    return x ^ x >> 16


# hashes : void (uint32* X, float* U)
def hashes(X, U):
    h = hash(X[idx])
    U[idx] = (h & 0xffffff) / 16777216.0 + h / 3 + float(h)
    X[idx] = max(h, 5) - uint32(idx)
