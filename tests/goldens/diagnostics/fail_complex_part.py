# kernel : void (complex64* Z)
def kernel(Z):
    z = Z[idx]
    z.real = 1
    z.imag += 1
    Z[idx].imag = z.real
    z.conjugate()
    z.phase()
    z.conjugate(1)
    y = z.angle
