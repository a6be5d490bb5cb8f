# pycu2cu: --dialect numba
# What dates and spans have no operation for, and places that they do not go to.
from cudapy import cuda


# operators : void (datetime64[D]* dates, timedelta64[D]* spans, timedelta64[M]* months, int64* numbers)
@cuda.jit
def operators(dates, spans, months, numbers):
    dates[0] = dates[1] + dates[2]
    dates[0] = spans[0] - dates[0]
    spans[0] = spans[1] * spans[2]
    spans[0] = spans[1] % spans[2]
    spans[0] = spans[1] + 1
    spans[0] = spans[1] + months[0]
    spans[0] = -dates[0]
    spans[0] = abs(dates[0])
    spans[0] = ~spans[1]


# places : void (datetime64[D]* dates, timedelta64[D]* spans, timedelta64[h]* hours, int64* numbers)
@cuda.jit
def places(dates, spans, hours, numbers):
    numbers[0] = spans[0]
    spans[0] = numbers[0]
    spans[0] = hours[0]
    spans[0] = dates[0]


# numbers : void (datetime64[D]* dates, timedelta64[D]* spans, double* numbers)
@cuda.jit
def numbers(dates, spans, numbers):
    numbers[0] = float(dates[0])
    numbers[0] = int(spans[0])
    numbers[0] = max(spans[0], spans[1])
    numbers[spans[0]] = 1
    if spans[0]:
        numbers[0] = 1
    while not dates[0]:
        numbers[0] = 2
    both = dates[0], dates[1]
    cuda.atomic.add(spans, 0, 1)
    print(dates[0])


# comparisons : void (datetime64[D]* dates, timedelta64[D]* spans, datetime64[M]* months, bool* out)
@cuda.jit
def comparisons(dates, spans, months, out):
    out[0] = dates[0] == 0
    out[0] = dates[0] < spans[0]
    out[0] = dates[0] < months[0]
    out[0] = dates[0] < dates[1] < dates[2]
