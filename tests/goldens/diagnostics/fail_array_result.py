import cudapy as cp


def first(X: cp.Array[cp.float32]) -> cp.Array[cp.float32]:
    return X
