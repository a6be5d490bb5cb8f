import cudapy as cp


def scale(alpha, X: cp.Array[cp.float32]) -> None:
    X[idx] *= alpha
