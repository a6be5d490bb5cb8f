"""Prices of options: a function of numbers made one of arrays by cuda.vectorize."""

import math

import numpy as np
from which import cuda, run


@cuda.jit(device=True)
def normal(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2.0)))


@cuda.vectorize(["float64(float64, float64, float64, float64, float64)"], target="cuda")
def call_price(price, strike, years, rate, volatility):
    root = volatility * math.sqrt(years)
    d1 = (math.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / root
    d2 = d1 - root
    return price * normal(d1) - strike * math.exp(-rate * years) * normal(d2)


def sample(n):
    random = np.random.default_rng(11)
    price, strike, years = random.uniform(5, 30, n), random.uniform(1, 100, n), random.uniform(0.25, 10, n)
    made = call_price(price, strike, years, 0.02, 0.3)
    erf = np.vectorize(math.erf, [float])
    root = 0.3 * np.sqrt(years)
    d1 = (np.log(price / strike) + (0.02 + 0.045) * years) / root
    one, two = (0.5 * (1 + erf(d / np.sqrt(2))) for d in (d1, d1 - root))
    return made, price * one - strike * np.exp(-0.02 * years) * two, 1e-9


if __name__ == "__main__":
    run(sample, 200_000)
