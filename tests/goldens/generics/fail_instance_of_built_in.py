# pycu2cu: --instance apply<f=math.sqrt,float> --instance apply<f=max,float> --instance apply<f=open,int>
# apply : void (T(T) f, T* X)
def apply(f, X):
    X[idx] = f(X[idx])
