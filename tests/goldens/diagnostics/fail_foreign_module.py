import os
import random


# kernel : void (float* X)
def kernel(X):
    X[idx] = random.random()
    X[idx] += os.getpid()
