# pycu2cu: --instance fill<int> --instance scale<U=int> --instance scale<int,int> --instance scale<float*> --instance total<int> --instance apply<f=nope,int> --instance missing<int>
# scale : void (T* X, T by)
def scale(X, by):
    X[idx] *= by


# total : T (T* X)
def total(X):
    return X[0]


# apply : void (T(T) f, T* X)
def apply(f, X):
    X[idx] = f(X[idx])


# fill : void (int* X)
def fill(X):
    X[idx] = 1
