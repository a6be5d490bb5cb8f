"""black_scholes: the prices of many options at once, by the formula of Black and Scholes."""

import math

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# normal_cdf : float (float x)
def normal_cdf(x):
    return 0.5 * math.erfc(-x * 0.70710678)


# prices : void (float*, float*, float*, float, float, float*, float*)
def prices(spot, strike, years, rate, volatility, calls, puts):
    root = volatility * math.sqrt(years[idx])
    d1 = (math.log(spot[idx] / strike[idx]) + (rate + 0.5 * volatility**2) * years[idx]) / root
    d2 = d1 - root
    paid = strike[idx] * math.exp(-rate * years[idx])
    calls[idx] = spot[idx] * normal_cdf(d1) - paid * normal_cdf(d2)
    puts[idx] = paid * normal_cdf(-d2) - spot[idx] * normal_cdf(-d1)


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    random = np.random.default_rng(1)
    spot = random.uniform(5, 30, options.size).astype(np.float32)
    strike = random.uniform(1, 100, options.size).astype(np.float32)
    years = random.uniform(0.25, 10, options.size).astype(np.float32)
    call = cp.compile([prices, normal_cdf])
    given = [cp.CudaArray(a) for a in (spot, strike, years)]
    results = [cp.CudaArray.allocate(options.size, cp.Float) for _ in range(2)]
    launch = call(options.size)
    launch(*given, 0.02, 0.3, *results)

    def reference():
        s, k, t = (a.astype(np.float64) for a in (spot, strike, years))
        root = 0.3 * np.sqrt(t)
        d1 = (np.log(s / k) + (0.02 + 0.5 * 0.3**2) * t) / root
        cdf = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))
        paid = k * np.exp(-0.02 * t)
        return s * cdf(d1) - paid * cdf(d1 - root), paid * cdf(root - d1) - s * cdf(-d1)

    for result, expected in zip(results, reference()):
        require(
            np.allclose(result.numpy(), expected, rtol=1e-3, atol=1e-3),
            "black_scholes: a price differs from NumPy's",
        )

    def ours():
        launch(*given, 0.02, 0.3, *results)
        cp.synchronize()

    report(
        f"prices of {options.size} options on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, 1),
        "arrays stay on the device",
    )
    print("every price: right")


if __name__ == "__main__":
    main()
