# pycu2cu: --instance scale<float> --instance scale<T=double> --instance zipWith<f=mul,int,int,int> --header
# scale : void (T* X, T by)
def scale(X, by):
    X[idx] *= by


# mul : T (T a, T b)
def mul(a, b):
    return a * b


# zipWith : void (R(A, B) f, A* X, B* Y, R* Z)
def zipWith(f, X, Y, Z):
    if idx < len(Z):
        Z[idx] = f(X[idx], Y[idx])
