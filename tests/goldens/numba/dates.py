# pycu2cu: --dialect numba
# Dates and the spans between them are integers of 64 bits, of which the least one is NaT. Helpers know of it.
from cudapy import cuda


# between : void (datetime64[D]* start, datetime64[D]* end, timedelta64[D]* out)
@cuda.jit
def between(start, end, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = end[i] - start[i]


# moved : void (datetime64[D]* dates, timedelta64[h] delta, datetime64[h]* out)
@cuda.jit
def moved(dates, delta, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = dates[i] + delta
        out[i] -= -delta


# scaled : void (timedelta64[s]* spans, int64 n, double x, double* ratios)
@cuda.jit
def scaled(spans, n, x, ratios):
    i = cuda.grid(1)
    if i < spans.size:
        whole = abs(spans[i]) * n // 2
        ratios[i] = whole / (x * spans[i] / 0.5)


# compared : void (datetime64[D]* dates, datetime64[D] target, bool* out)
@cuda.jit
def compared(dates, target, out):
    i = cuda.grid(1)
    if i < out.size:
        day = dates[i]
        out[i] = day == target or day < target if day != dates[0] else day >= target
