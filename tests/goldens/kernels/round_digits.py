DIGITS = 3

# cents : void (double* prices, float* rates, half* small, int* counts, uint8* bytes, uint32* words, int64* big)
def cents(prices, rates, small, counts, bytes, words, big):
    prices[idx] = round(prices[idx], 2)
    rates[idx] = round(rates[idx], ndigits=DIGITS)
    rates[idx] = round(rates[idx], 0)
    prices[idx] = round(prices[idx], -2)
    small[idx] = round(small[idx], 1)
    counts[idx] = round(counts[idx], -3) + round(counts[idx], 5)
    bytes[idx] = uint8(min(round(bytes[idx], -1), 250))
    words[idx] = round(words[idx], -2)
    big[idx] = round(big[idx], -18)
    counts[idx] += round(rates[idx], None)
    big[idx] += round(prices[idx], ndigits=None) + round(counts[idx], None)
