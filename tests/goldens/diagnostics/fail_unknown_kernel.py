# pycu2cu: --kernel saxpi --kernel other
# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    Y[idx] = alpha * X[idx] + Y[idx]
